"""Were the judged segments drawn at random, or chosen where systems differ?

Segments that were chosen because the scores of a metric spread there rank systems with fewer judgements, but
their means are those of unusual segments: off by several times the error of a random sample (Zouhar, Cui &
Sachan 2025). The test asks whether metric scores spread more over the systems on judged segments than
on the others, by more than a random choice of the same documents or segments would give.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, nan
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from scipy.stats import rankdata

from karat.arrays import rounded
from karat.errors import InvalidOption
from karat.option_checks import check_choice
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.agreement.material import Material
    from karat.agreement.raters import Rater
    from karat.arrays import Floats

Sample: TypeAlias = Literal["random", "ranking"]
# How often a random sample is taken for a chosen one.
ERROR_RATE = 0.001
_DRAWS, _FIRST, _TOGETHER = 4999, 299, 500
# A share of permutations beyond the sample that more of them cannot bring near the error rate.
_CLEAR = 0.03
_TINY = 1e-12
# Documents count as judged whole although a few of their segments have no score.
_WHOLE = 0.95
# A random draw of segments touches nearly as many documents as expected.
_AS_EXPECTED = 0.9


class ChosenSample(InvalidOption):
    """Human scores of segments that were chosen for ranking, which say nothing of the whole text."""


@dataclass(frozen=True, slots=True)
class SampleTest:
    """Whether metric scores spread more on judged segments; `metric` is the one that shows it most.

    `ratio` is the mean spread of its scores on judged segments over that on the others. A random sample has
    a `p` below 0.001 once in 1,000 times.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.agreement.judged_sample import sample_test
    >>> scores = np.random.default_rng(5).normal(50, 10, (4, 200))
    >>> metric = Rater("chrF", "made up", ("A", "B", "C", "D"), scores.mean(axis=1), scores)
    >>> judged = scores.std(axis=0) > np.quantile(scores.std(axis=0), 0.8)
    >>> sample_test([metric], judged).is_chosen, sample_test([metric], np.arange(200) < 40).is_chosen
    (True, False)
    """

    metric: str
    ratio: float
    p: float
    judged: int
    others: int

    @property
    def is_chosen(self) -> bool:
        """Whether the segments were chosen where systems differ."""
        return self.p < ERROR_RATE


def sample_test(
    metrics: Sequence[Rater],
    judged: NDArray[np.bool_],
    *,
    units: Sequence[int] | None = None,
    strata: Sequence[int] | None = None,
    seed: int = 12345,
) -> SampleTest:
    """Permute which units are judged, within strata; the statistic is the largest over metrics.

    `units` and `strata` are those of each segment: by default each segment is a unit of one stratum. A text
    that is judged everywhere, or has one system, shows nothing: p is NaN.
    """
    size = len(judged)
    places = np.arange(size) if units is None else np.unique(np.asarray(units), return_inverse=True)[1]
    spreads = [
        (metric.name, spread)
        for metric in metrics
        if metric.segments is not None and len(metric.systems) > 1
        for spread in [_spread(metric.segments)]
        if spread is not None
    ]
    touched = np.bincount(places, judged) > 0
    within = judged | ~touched[places]
    if not spreads or touched.all() or not touched.any():
        return SampleTest("", nan, nan, int(judged.sum()), int((~judged).sum()))
    kinds = np.zeros(size, dtype=np.int64) if strata is None else np.asarray(strata)
    sums = np.array([_by_unit(spread, kinds, within, places) for _, spread in spreads]).T
    of_unit = np.zeros(len(touched), dtype=np.int64)
    of_unit[places] = kinds
    p, best = _permuted(sums, touched, of_unit, seed)
    name, spread = spreads[best]
    there = judged
    ratio = float(spread[there].mean() / spread[within & ~there].mean())
    return SampleTest(name, ratio, p, int(judged.sum()), int((~judged).sum()))


def require_random(
    metrics: Sequence[Rater],
    human: Rater,
    *,
    documents: Sequence[str] | None = None,
    text_types: Sequence[str] | None = None,
    sample: Sample | None = None,
) -> SampleTest | None:
    """Refuse means of segments that were chosen for ranking; `sample` says it where it is known."""
    if human.segments is None or sample == "random":
        return None
    judged = np.asarray((~np.isnan(human.segments)).any(axis=0))
    if sample == "ranking":
        raise ChosenSample(f"The segments judged in {human.name} were chosen for ranking, {_REMEDY}")
    if not judged.any() or judged.all():
        return None
    labels = None if text_types is None else _numbered(text_types)
    units = None if documents is None else _numbered(documents)
    if units is not None and not drawn_by_document(judged, np.array(units)):
        units = None
    test = sample_test(metrics, judged, units=units, strata=labels)
    if test.is_chosen:
        raise ChosenSample(
            f"The segments judged in {human.name} do not look like a random sample: {test.metric} scores of "
            f"different systems are {test.ratio:.2f} times as far apart there as on the other segments "
            f"(p = {test.p:.4f}; 1 random sample in 1,000 would be refused). They may have been chosen for "
            f"ranking, {_REMEDY}"
        )
    return test


def check_samples(material: Material, sample: Sample | None = None) -> None:
    """Refuse human scores of segments chosen for ranking; an estimate was checked when it was made."""
    if sample is not None:
        check_choice("sample", sample, Sample)
    corpus = material.corpus
    for human in material.humans:
        if human.errors is None:
            require_random(
                material.metrics,
                human,
                documents=corpus.documents,
                text_types=None if corpus.text_types is None else [str(one) for one in corpus.text_types],
                sample=sample,
            )


_REMEDY = (
    "and the mean of such segments is not that of the text. Use them to rank systems (compare, agree), have "
    f"a random sample judged as well, or, if they were drawn at random, say so: {option('sample', 'random')}."
)


def _numbered(labels: Sequence[str]) -> list[int]:
    found: list[int] = np.unique(np.array(labels, dtype=str), return_inverse=True)[1].tolist()
    return found


def _spread(scores: Floats) -> Floats | None:
    """How far systems' scores lie apart on each segment; None where some are missing or all are the same."""
    if np.isnan(scores).any():
        return None
    found = rounded(scores.std(axis=0), of=scores, axis=None)
    return found if found.any() else None


def _by_unit(
    spread: Floats, kinds: NDArray[np.int64], within: NDArray[np.bool_], places: NDArray[np.int64]
) -> Floats:
    """The mean rank of each unit's segments, ranked within their stratum and standardised there."""
    ranks = np.zeros(len(spread))
    for kind in np.unique(kinds):
        here = kinds == kind
        of_kind = rankdata(spread[here])
        ranks[here] = (of_kind - of_kind.mean()) / max(float(of_kind.std()), _TINY)
    counts = np.bincount(places, within)
    sums = np.bincount(places, np.where(within, ranks, 0.0))
    return np.asarray(np.divide(sums, counts, out=np.zeros(len(sums)), where=counts > 0))


def _permuted(
    values: Floats, touched: NDArray[np.bool_], strata: NDArray[np.int64], seed: int
) -> tuple[float, int]:
    """The p-value of the largest standardised sum over judged units, and whose it is: max-T by permutation.

    A first look at few permutations is enough where p is far from what is refused.
    """
    rng = np.random.default_rng(seed)
    groups = [np.flatnonzero(strata == kind) for kind in np.unique(strata)]
    groups = [here for here in groups if 0 < touched[here].sum() < len(here)]
    spread, observed = np.zeros(values.shape[1]), np.zeros(values.shape[1])
    for here in groups:
        count, own = int(touched[here].sum()), values[here] - values[here].mean(axis=0)
        spread += count * (len(here) - count) / (len(here) - 1) * (own**2).mean(axis=0)
        observed += own[touched[here]].sum(axis=0)
    size = np.sqrt(np.maximum(spread, _TINY))
    statistic = rounded(observed / size)
    largest, found = float(statistic.max()), np.empty(0)
    for draws in (_FIRST, _DRAWS - _FIRST):
        sums = sum(_sums_of_drawn(values[here], int(touched[here].sum()), draws, rng) for here in groups)
        found = np.append(found, rounded(sums / size, axis=None).max(axis=1))
        if (found >= largest).mean() > _CLEAR:
            break
    return float((1 + (found >= largest).sum()) / (1 + len(found))), int(statistic.argmax())


def _sums_of_drawn(values: Floats, count: int, draws: int, rng: np.random.Generator) -> Floats:
    """The sums over so many units drawn at random, draws × columns, about their expectation."""
    own = values - values.mean(axis=0)
    found = np.zeros((draws, values.shape[1]))
    for start in range(0, draws, _TOGETHER):
        batch = min(_TOGETHER, draws - start)
        order = rng.random((batch, len(own))).argpartition(count - 1, axis=1)[:, :count]
        chosen = np.zeros((batch, len(own)))
        np.put_along_axis(chosen, order, 1.0, axis=1)
        found[start : start + batch] = chosen @ own
    return found


def drawn_by_document(judged: NDArray[np.bool_], documents: NDArray[np.int64]) -> bool:
    """Whether documents were drawn: judged whole, or fewer of them touched than by a draw of segments."""
    counts, judgements = np.bincount(documents), np.bincount(documents, judged)
    touched = judgements > 0
    longer = touched & (counts > 1)
    if judgements[longer].sum() >= _WHOLE * counts[longer].sum():
        return True
    return float(touched.sum()) < _AS_EXPECTED * _expected(counts, int(judged.sum()))


def _expected(counts: NDArray[np.int64], drawn: int) -> float:
    """How many documents so many segments come from, when they are drawn at random without replacement."""
    total = int(counts.sum())

    def missed(count: int) -> float:
        if drawn > total - count:
            return 0.0
        log = lgamma(total - count + 1) - lgamma(total - count - drawn + 1)
        return exp(log - lgamma(total + 1) + lgamma(total - drawn + 1))

    return sum(1 - missed(int(count)) for count in counts)
