"""One dimension of human scores: its judgements, their design, the weights of metrics, and what follows.

With y a judgement, f what the metric predicts of it, and w its weight, a mean over judged segments becomes

    mean of y − w · (f − mean of f over the whole text)

which is the mean of corrected judgements: what the judged segments were easier than the rest by the metric is
taken away. The weight decides how narrow the interval is, never whether it is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.judged_sample import Sample, require_random
from karat.errors import InvalidOption
from karat.estimation.human_estimates import EstimatedValue, HumanEstimate, PeopleEstimates, Saving
from karat.estimation.sample_design import SampleDesign, Target
from karat.estimation.studentized import Measured, means, measured, student_measured
from karat.estimation.weights import Judged, Weights, standardised, weights_of
from karat.option_checks import check_choice
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Material, Rater
    from karat.agreement.judged_sample import SampleTest
    from karat.arrays import Floats
    from karat.estimation.sample_design import Mask, Places, Stratum

# The share of each system's judged segments that both must have been judged on to count as paired.
_PAIRED = 0.5


@dataclass(frozen=True, slots=True)
class Choices:
    """What decides the figures: for which text they are, how sure, and by which draws.

    `target` is this text, all its segments, or texts like it, of which its documents are a sample.

    >>> from karat.estimation import Choices
    >>> Choices(target="texts-like-it").recipe
    'target:texts-like-it|samples:1000|seed:12345|confidence:0.95'
    """

    target: Target = "this-text"
    confidence: float = 0.95
    samples: int = 1000
    seed: int = 12345
    sample: Sample | None = None

    def __post_init__(self) -> None:
        check_choice("target", self.target, Target)
        check_confidence(self.confidence)
        check_count("samples", self.samples)
        check_seed(self.seed)
        if self.sample is not None:
            check_choice("sample", self.sample, Sample)

    @property
    def recipe(self) -> str:
        """Every choice, as a string."""
        return f"target:{self.target}|samples:{self.samples}|seed:{self.seed}|confidence:{self.confidence:g}"


@dataclass(frozen=True, slots=True, eq=False)
class Estimation:
    """One dimension on its way: the judgements, their design, and the weights of the metrics.

    `corrections` are what is taken from each judgement, once for scores of systems and once for differences:
    systems × segments for each fold of the weights.
    """

    human: Rater
    systems: tuple[str, ...]
    names: tuple[str, ...]
    scales: Floats
    judged: Judged
    design: SampleDesign
    weights: Weights
    weights_of_differences: Weights | None
    choices: Choices
    sample: SampleTest | None

    @classmethod
    def of(cls, material: Material, human: Rater, choices: Choices) -> Estimation:
        """Learn the weights of one dimension, once its sample is found to be random."""
        corpus = material.corpus
        values = human.segment_scores
        there = ~np.isnan(values)
        design = SampleDesign.of(
            np.asarray(there.any(axis=0)), corpus.documents, corpus.text_types, target=choices.target
        )
        sample = require_random(
            material.metrics,
            human,
            documents=corpus.documents,
            text_types=None if corpus.text_types is None else [str(one) for one in corpus.text_types],
            sample=choices.sample,
        )
        kept = [place for place, row in enumerate(there) if _units(design, row) >= 2]
        if not kept:
            raise InvalidOption(
                f"No system has two judged {design.unit}s in {human.name}, so no error can be told. "
                "Judge more."
            )
        usable = [one for one in material.metrics if _is_complete(one, kept)]
        table, scales = (
            standardised([one.segment_scores[kept] for one in usable])
            if usable
            else (
                np.zeros((0, len(kept), values.shape[1])),
                np.zeros(0),
            )
        )
        judged = Judged(values[kept], table, design.units, design.text_types)
        seed = choices.seed
        between = weights_of(judged.within_segments(), seed=seed, by_system=False) if len(kept) > 1 else None
        return cls(
            human,
            tuple(human.systems[place] for place in kept),
            tuple(one.name for one in usable),
            scales,
            judged,
            design,
            weights_of(judged, seed=seed),
            between,
            choices,
            sample,
        )

    def judged_by_most(self) -> Mask:
        """The segments judged in the largest number of systems that were judged alike."""
        there = ~np.isnan(self.judged.human)
        mask, _ = max(_alike(there), key=lambda each: (len(each[1]), each[0].sum()))
        return np.asarray(mask)

    def values_of(self, what: str, strata: Sequence[Stratum]) -> tuple[Floats, Floats]:
        """Judgements alone and corrected, segments × systems or pairs, of systems judged everywhere."""
        rows = np.concatenate([one.rows for one in strata])
        alike = np.flatnonzero(~np.isnan(self.judged.human[:, rows]).any(axis=1)).tolist()
        weights = self.weights if what == "system" else self.weights_of_differences
        if weights is None:
            return np.zeros((self.judged.human.shape[1], 0)), np.zeros((self.judged.human.shape[1], 0))
        predicted = [self._predicted(weights.slopes[:, place], place) for place in alike]
        values = self.judged.human[alike]
        if what != "system":
            pairs = list(combinations(range(len(alike)), 2))
            values = np.array([values[one] - values[other] for one, other in pairs]).reshape(
                -1, values.shape[1]
            )
            predicted = [predicted[one] - predicted[other] for one, other in pairs]
        return values.T, _corrected(values.T, predicted, weights.fold, strata)

    def is_judged_in(self, part: Mask) -> bool:
        """Whether every system has two judged units in a part of the text."""
        there = ~np.isnan(self.judged.human) & part
        return all(_units(self.design, row) >= 2 for row in there)

    def found(self, part: Mask | None = None, name: str = "") -> PeopleEstimates:
        """The scores of the whole text, or of a part of it."""
        alone, variances = self._systems(part, name)
        between, of_pairs = self._differences(part, name)
        chosen = self.weights_of_differences.chosen if self.weights_of_differences else ()
        return PeopleEstimates(
            self.human.name,
            name,
            self.choices.target,
            self.choices.confidence,
            self.names,
            tuple(self.names[place] for place in self.weights.chosen),
            tuple(self.names[place] for place in chosen),
            tuple(alone),
            tuple(between),
            self._saving(alone, variances),
            self._saving(between, of_pairs) if between else None,
            self.design.stratified_by,
            self.sample,
            self.design.uncovered,
            self.human.higher_is_better,
            f"{self.human.recipe}|estimated:{'+'.join(self.names) or 'none'}|{self.choices.recipe}",
        )

    def _systems(self, part: Mask | None, name: str) -> tuple[list[HumanEstimate], list[Floats]]:
        """Every system; those that were judged on the same segments are measured together."""
        made: dict[int, HumanEstimate] = {}
        variances = []
        there = ~np.isnan(self.judged.human)
        for mask, places in _alike(there):
            strata = self.design.strata(mask, part)
            values = self.judged.human[places].T
            predicted = [self._predicted(self.weights.slopes[:, place], place) for place in places]
            both = self._measured(strata, values, predicted, self.weights.fold)
            variances.append(both.drawn_variances)
            for column, place in enumerate(places):
                figures = _figure(both, column), _figure(both, len(places) + column)
                made[place] = self._estimate(strata, figures, name, (place, None), self.weights, paired=False)
        return [made[place] for place in sorted(made)], variances

    def _differences(self, part: Mask | None, name: str) -> tuple[list[HumanEstimate], list[Floats]]:
        """Every two systems, on the segments judged in both where these are half of each one's or more."""
        weights = self.weights_of_differences
        if weights is None:
            return [], []
        there = ~np.isnan(self.judged.human)
        if part is not None:
            there = there & part
        made: dict[tuple[int, int], HumanEstimate] = {}
        variances = []
        pairs = list(combinations(range(len(there)), 2))
        common = np.array([there[one] & there[other] for one, other in pairs])
        enough = [
            both.sum() >= _PAIRED * max(there[one].sum(), there[other].sum())
            and _units(self.design, both) >= 2
            for (one, other), both in zip(pairs, common, strict=True)
        ]
        for mask, places in _alike(common[enough]) if any(enough) else ():
            of_mask = [pairs[np.flatnonzero(enough)[place]] for place in places]
            strata = self.design.strata(mask, part)
            values = np.array([self.judged.human[one] - self.judged.human[other] for one, other in of_mask]).T
            predicted = [
                self._predicted(weights.slopes[:, one], one)
                - self._predicted(weights.slopes[:, other], other)
                for one, other in of_mask
            ]
            both = self._measured(strata, values, predicted, weights.fold)
            variances.append(both.drawn_variances)
            for column, pair in enumerate(of_mask):
                figures = _figure(both, column), _figure(both, len(of_mask) + column)
                made[pair] = self._estimate(strata, figures, name, pair, weights, paired=True)
        for pair, paired in zip(pairs, enough, strict=True):
            if not paired:
                made[pair] = self._unpaired(there, pair, part, name)
        return [made[pair] for pair in pairs], variances

    def _unpaired(self, there: Mask, pair: tuple[int, int], part: Mask | None, name: str) -> HumanEstimate:
        """Two systems that were judged on different segments: the difference of their scores."""
        alone, corrected, spread = [], [], []
        for place in pair:
            strata = self.design.strata(there[place], part)
            values = self.judged.human[[place]].T
            predicted = [self._predicted(self.weights.slopes[:, place], place)]
            alone.append((strata, values))
            corrected.append((strata, _corrected(values, predicted, self.weights.fold, strata)))
            spread.append((strata, self._spread(values, predicted, self.weights.fold, strata)))
        first, second, wide = (
            student_measured(each, self.design.units, confidence=self.choices.confidence)
            for each in (alone, corrected, spread)
        )
        figures = first, wide.moved(second.value - wide.value)
        return self._estimate(alone[0][0], figures, name, pair, self.weights, paired=False)

    def _predicted(self, slopes: Floats, place: int) -> Floats:
        """What the metrics predict of a system's segments, folds × segments."""
        return np.asarray(slopes @ self.judged.scores[:, place])

    def _measured(
        self, strata: Sequence[Stratum], values: Floats, predicted: Sequence[Floats], fold: Places
    ) -> Measured:
        choices = self.choices
        corrected = _corrected(values, predicted, fold, strata)
        found = measured(
            strata,
            np.hstack([values, self._spread(values, predicted, fold, strata)]),
            confidence=choices.confidence,
            samples=choices.samples,
            seed=choices.seed,
        )
        return found.moved(means(strata, np.hstack([values, corrected])) - found.values)

    def _spread(
        self, values: Floats, predicted: Sequence[Floats], fold: Places, strata: Sequence[Stratum]
    ) -> Floats:
        """Values that vary as the corrected mean does.

        Of this text, those are the corrected judgements. Of texts like it, what the metric predicts is known
        of this text alone, which is a sample itself: judged or not, its documents are no more than they are.
        With a share s of them judged, the variance is that of the residuals, and s times that of predictions.
        """
        if self.choices.target == "this-text":
            return _corrected(values, predicted, fold, strata)
        strengths = [1 - sqrt(1 - one.unjudged) for one in strata]
        return _corrected(values, predicted, fold, strata, strengths)

    def _estimate(
        self,
        strata: Sequence[Stratum],
        figures: tuple[EstimatedValue, EstimatedValue],
        part: str,
        places: tuple[int, int | None],
        weights: Weights,
        *,
        paired: bool,
    ) -> HumanEstimate:
        first, second = places
        known = [one.population for one in strata]
        slopes = weights.overall[first] / self.scales if len(self.scales) else np.zeros(0)
        return HumanEstimate(
            self.human.name,
            part,
            self.systems[first],
            None if second is None else self.systems[second],
            sum(len(one.rows) for one in strata),
            sum(len(one.everyone) for one in strata),
            sum(one.drawn for one in strata),
            None if None in known else sum(one for one in known if one is not None),
            self.design.unit,
            paired,
            *figures,
            tuple((self.names[place], float(slopes[place])) for place in weights.chosen),
        )

    def _saving(self, found: Sequence[HumanEstimate], variances: Sequence[Floats]) -> Saving:
        """The variance that the metric leaves, over systems or pairs together, with a bootstrap interval."""
        alone = sum(one.alone.error**2 for one in found)
        left = sum(one.with_metric.error**2 for one in found)
        drawn = [np.array_split(one, 2, axis=1) for one in variances]
        before = sum((one.sum(axis=1) for one, _ in drawn), np.zeros(self.choices.samples))
        after = sum((one.sum(axis=1) for _, one in drawn), np.zeros(self.choices.samples))
        usable = before > 0
        tail = (1 - self.choices.confidence) / 2
        low, high = (
            np.quantile(after[usable] / before[usable], [tail, 1 - tail]) if usable.any() else (1.0, 1.0)
        )
        judged = float(np.mean([one.judged for one in found]))
        segments = (
            None if self.choices.target != "this-text" else float(np.mean([one.segments for one in found]))
        )
        return Saving(left / alone if alone > 0 else 1.0, float(low), float(high), judged, segments)


def _figure(found: Measured, column: int) -> EstimatedValue:
    return EstimatedValue(
        float(found.values[column]),
        float(found.errors[column]),
        float(found.low[column]),
        float(found.high[column]),
    )


def _corrected(
    values: Floats,
    predicted: Sequence[Floats],
    fold: Places,
    strata: Sequence[Stratum],
    strengths: Sequence[float] | None = None,
) -> Floats:
    """Judgements minus how much better than their stratum the metric says these segments are.

    `values` is segments × columns; each column has predictions, folds × segments. What corrects a judgement
    was learnt on other folds; the fewer units are left to judge, the more it is the mean of all folds, so
    that the corrections of a text that is judged as a whole add to 0. `strengths` are how much those of each
    stratum count.
    """
    found = values.copy()
    for place, one in enumerate(strata):
        strength = 1.0 if strengths is None else strengths[place]
        for column, of_column in enumerate(predicted):
            within = of_column[:, one.everyone].mean(axis=1, keepdims=True)
            off = of_column[:, one.rows] - within
            own = off[fold[one.rows], np.arange(len(one.rows))]
            mixed = one.unjudged * own + (1 - one.unjudged) * off.mean(axis=0)
            found[one.rows, column] -= strength * mixed
    return found


def _alike(masks: Mask) -> Iterator[tuple[Mask, list[int]]]:
    """The different rows, each with where it stands."""
    different, place = np.unique(masks, axis=0, return_inverse=True)
    for number, mask in enumerate(different):
        yield mask, np.flatnonzero(place.reshape(-1) == number).tolist()


def _units(design: SampleDesign, judged: Mask) -> int:
    """How many units have a judged segment."""
    return len(set(design.units[judged].tolist()))


def _is_complete(metric: Rater, systems: Sequence[int]) -> bool:
    """Whether a metric has a score of every segment of these systems, and these differ."""
    if metric.segments is None:
        return False
    scores = metric.segments[list(systems)]
    return not bool(np.isnan(scores).any()) and float(scores.std()) > 0
