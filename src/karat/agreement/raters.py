"""Who scores: a metric or people, by whole system and, where it is known, by segment.

Here an evaluation and judgements become raters, which everything about agreement takes.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from karat.arrays import group_means, quotient, rounded, row_means
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName, caller_level
from karat.judgements import Judgements, aggregate
from karat.metrics.catalogue import distinct_names
from karat.resampling import leave_one_out_rows
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.statistics import Statistics


@dataclass(frozen=True, slots=True, eq=False)
class Rater:
    """The scores of one metric, or of people in one dimension, for the same systems.

    `whole` has a score for each system, `segments` one for each system and segment, NaN where it is missing.
    A metric that Karat counted keeps its counts, so that documents, parts of the text and resampled texts get
    the score that the metric gives them, not a mean of segments. `errors` are the standard errors of `whole`,
    where these are estimates: see `karat.people`.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> ours = np.array([[20.0, 22.0, 18.0], [25.0, 30.0, 21.0], [31.0, 28.0, 33.0]])
    >>> theirs = np.array([[3.0, 3.0, 2.0], [3.0, 4.0, 3.0], [4.0, 4.0, 5.0]])
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B", "C"), theirs.mean(axis=1), theirs)
    >>> metric.whole.round(1).tolist(), metric.within([0, 1]).whole.tolist()
    ([20.0, 25.3, 30.7], [21.0, 27.5, 29.5])
    """

    name: str
    recipe: str
    systems: tuple[str, ...]
    whole: Floats
    segments: Floats | None = None
    higher_is_better: bool = True
    counted: tuple[Metric, tuple[Statistics, ...]] | None = None
    errors: Floats | None = None

    def __post_init__(self) -> None:
        for what, values in (("scores of systems", self.whole), ("rows of segments", self.segments)):
            if values is not None and len(values) != len(self.systems):
                raise MisalignedCorpus(
                    f"{self.name} has {len(values)} {what} for {len(self.systems)} systems; each needs one."
                )

    @classmethod
    def of_metric(
        cls,
        metric: Metric,
        statistics: Mapping[str, Statistics],
        *,
        name: str = "",
        alignment_entry: str = "",
    ) -> Rater:
        """A metric from its counts of each system; a recipe also says what else than segments was aligned."""
        tables = tuple(statistics.values())
        return cls(
            name or metric.name,
            f"{metric.recipe}{alignment_entry}",
            tuple(statistics),
            np.array([metric.value(table.total()) for table in tables]),
            rounded(np.array([metric.for_segments.values(table) for table in tables]), axis=None),
            metric.higher_is_better,
            (metric, tables),
        )

    @classmethod
    def of_tables(cls, *tables: ScoreTable, higher_is_better: bool | None = None) -> Rater:
        """Scores of one name by segment, by system or both; without the latter, a system has its mean.

        Which end is good, the tables say, unless it is said here.
        """
        by_level = {table.level: table for table in tables}
        segments, systems = by_level.get("segment"), by_level.get("system")
        first = segments or systems
        if first is None or len(by_level) < len(tables):
            levels = ", ".join(table.level for table in tables)
            raise InvalidOption(
                f"A table of segments, of systems, or one of each was expected; got: {levels}."
            )
        if segments is not None and systems is not None and segments.systems != systems.systems:
            raise MisalignedCorpus(f"{first.metric} has other systems in its segments than as a whole.")
        values = None if segments is None else segments.values
        whole = row_means(values) if systems is None and values is not None else systems.values[:, 0]  # type: ignore[union-attr]
        upward = first.higher_is_better if higher_is_better is None else higher_is_better
        recipe = first.recipe if systems is None or systems.errors is None else systems.recipe
        errors = None if systems is None or systems.errors is None else systems.errors[:, 0]
        return cls(first.metric, recipe, first.systems, whole, values, upward, errors=errors)

    @property
    def sign(self) -> int:
        """1, or −1 where lower is better."""
        return 1 if self.higher_is_better else -1

    @property
    def segment_scores(self) -> Floats:
        """The scores of segments, for what cannot do without them."""
        if self.segments is None:
            raise InvalidOption(
                f"{self.name} has scores of whole systems only; this takes scores of segments."
            )
        return self.segments

    @property
    def contributions(self) -> Floats | None:
        """What each segment adds to the score of a system, systems × segments, with that score as their mean.

        Of a metric that Karat counted, such as BLEU, the jackknife tells: the score without each segment in
        turn. None where the scores of systems do not follow from those of segments.
        """
        if self.segments is None:
            return None
        if self.counted is not None:
            metric, tables = self.counted
            left_out = np.array([metric.values(leave_one_out_rows(table)) for table in tables])
            added = (left_out.shape[1] - 1) * (self.whole[:, None] - left_out)
            return np.asarray(self.whole[:, None] + added - row_means(added)[:, None])
        return self.segments if self.follows_from_segments else None

    @property
    def follows_from_segments(self) -> bool:
        """Whether the scores of systems are what the segments give: counted from them, or their means.

        A metric may come with both kinds of scores, of which one says nothing about the other.
        """
        if self.segments is None or self.counted is not None:
            return self.segments is not None
        return bool(np.allclose(self.whole, row_means(self.segments), rtol=1e-5, equal_nan=True))

    @property
    def scored_segments(self) -> list[int]:
        """The places of the segments that have a score of some system."""
        if self.segments is None:
            return []
        places: list[int] = np.flatnonzero((~np.isnan(self.segments)).any(axis=0)).tolist()
        return places

    @property
    def covered(self) -> int:
        """How many segments have a score of some system."""
        return len(self.scored_segments)

    def agrees_upwards(self, human: Rater) -> bool:
        """Whether higher values go with higher ones of people where both are right."""
        return self.higher_is_better == human.higher_is_better

    def only(self, systems: Sequence[str]) -> Rater:
        """The scores of some systems, in the given order."""
        for name in systems:
            if name not in self.systems:
                raise UnknownName.among(f"{self.name} score of the system", name, self.systems)
        rows = [self.systems.index(name) for name in systems]
        counted = self.counted and (self.counted[0], tuple(self.counted[1][row] for row in rows))
        segments = None if self.segments is None else self.segments[rows]
        return replace(
            self,
            systems=tuple(systems),
            whole=self.whole[rows],
            segments=segments,
            counted=counted,
            errors=None if self.errors is None else self.errors[rows],
        )

    def within(self, rows: Sequence[int]) -> Rater:
        """The scores of a part of the text."""
        if self.segments is None:
            raise InvalidOption(
                f"{self.name} has scores of whole systems only, so scores of parts of the text are not known."
            )
        known = self.segments.shape[1]
        if any(not 0 <= row < known for row in rows):
            raise InvalidOption(
                f"{self.name} has scores of {known} segments, so rows go from 0 to {known - 1}; "
                f"{next(row for row in rows if not 0 <= row < known)} was asked for."
            )
        segments = self.segments[:, rows]
        if self.counted is None:
            return replace(self, whole=row_means(segments), segments=segments, errors=None)
        metric, tables = self.counted
        taken = tuple(table.take(rows) for table in tables)
        whole = np.array([metric.value(table.total()) for table in taken])
        return replace(self, whole=whole, segments=segments, counted=(metric, taken))

    def drawn(self, weights: Floats) -> Floats | None:
        """The scores of whole systems in resampled texts, draws × systems.

        None where segments do not tell: they are not known, or the scores of systems come from elsewhere.
        """
        if self.counted is not None:
            metric, tables = self.counted
            return rounded(np.array([metric.values(table.weighted(weights)) for table in tables]).T)
        if self.segments is None or not self.follows_from_segments:
            return None
        there = ~np.isnan(self.segments)
        sums = weights @ np.where(there, self.segments, 0.0).T
        counts = weights @ there.T.astype(np.float64)
        return rounded(quotient(sums, counts))

    def table(self, level: str, labels: Sequence[str] | None = None) -> ScoreTable:
        """The scores at a level: system, segment, or document, whose label each segment has in `labels`."""
        if level == "system":
            return ScoreTable(self.name, self.recipe, level, self.systems, ("all",), self.whole[:, None])
        if self.segments is None:
            raise InvalidOption(f"{self.name} has scores of whole systems only, none of a {level}.")
        if level == "segment":
            rows = tuple(str(number) for number in range(1, self.segments.shape[1] + 1))
            return ScoreTable(self.name, self.recipe, level, self.systems, rows, self.segments)
        if labels is None or len(labels) != self.segments.shape[1]:
            raise MisalignedCorpus(f"The {level} of each of {self.segments.shape[1]} segments must be known.")
        names = tuple(dict.fromkeys(labels))
        if self.counted is not None:
            metric, tables = self.counted
            values = np.array([metric.values(table.grouped(labels)[1]) for table in tables])
        else:
            values = group_means(self.segments, [names.index(label) for label in labels], len(names))
        return ScoreTable(self.name, self.recipe, level, self.systems, names, rounded(values, axis=None))


def counted_raters(evaluation: Evaluation) -> list[Rater]:
    """The metrics of an evaluation as raters that keep their counts.

    >>> from karat import Bleu, Corpus, evaluate
    >>> from karat.agreement import counted_raters
    >>> corpus = Corpus.of({"A": ["the cat sat down"], "B": ["a cat sat"]}, ["the cat sat down"])
    >>> (bleu,) = counted_raters(evaluate(corpus, Bleu()))
    >>> bleu.name, bleu.systems, bleu.whole.round(1).tolist()
    ('BLEU', ('A', 'B'), [100.0, 0.0])
    """
    names = distinct_names(evaluation.metrics)
    return [
        Rater.of_metric(
            metric,
            {system: tables[metric.recipe] for system, tables in evaluation.statistics.items()},
            name=name,
            alignment_entry=evaluation.corpus.alignment_entry,
        )
        for metric, name in zip(evaluation.metrics, names, strict=True)
    ]


def human_raters(tables: Sequence[ScoreTable]) -> list[Rater]:
    """Tables of the same dimension together; a dimension in which nobody judged anything is left out.

    >>> from karat import demo
    >>> from karat.agreement import human_raters, tables_of
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> [rater.name for rater in human_raters(tables_of(judgements, corpus))]
    ['adequacy', 'fluency']
    """
    by_name: dict[str, list[ScoreTable]] = {}
    for table in tables:
        by_name.setdefault(table.metric, []).append(table)
    raters = [Rater.of_tables(*of_name) for of_name in by_name.values()]
    return [rater for rater in raters if (rater.whole == rater.whole).any()]


class NothingJudged(UserWarning):
    """A dimension of human scores in which there is no score at all.

    >>> import warnings
    >>> import numpy as np
    >>> from karat import Corpus, ScoreTable
    >>> from karat.agreement import people_in
    >>> corpus = Corpus.of({"A": ["a cat"], "B": ["a dog"]}, ["the cat"])
    >>> scores = ScoreTable("adequacy", "made up", "system", ("A", "B"), ("all",), np.full((2, 1), np.nan))
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     people_in(scores, corpus), [one.category.__name__ for one in caught]
    ([], ['NothingJudged'])
    """


def people_in(human: Judgements | ScoreTable | Sequence[ScoreTable], corpus: Corpus) -> list[Rater]:
    """People as raters of the systems of a corpus, from judgements or from tables of human scores.

    >>> from karat import demo
    >>> from karat.agreement import people_in
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> adequacy, fluency = people_in(read_judgements(demo.judgements_path(), corpus), corpus)
    >>> adequacy.name, len(adequacy.systems)
    ('adequacy', 6)

    A dimension in which nobody judged anything is left out, with a warning: `NothingJudged`.
    """
    if isinstance(human, Judgements):
        human = tables_of(human, corpus)
    elif isinstance(human, ScoreTable):
        human = [human]
    if not isinstance(human, list | tuple) or not all(isinstance(table, ScoreTable) for table in human):
        raise InvalidOption(
            f"Judgements or tables of human scores were expected, not a {type(human).__name__}. "
            "Write: agree(evaluation, read_judgements(path, corpus))"
        )
    raters = human_raters(human)
    judged = {rater.name for rater in raters}
    for name in dict.fromkeys(table.metric for table in human):
        if name not in judged:
            warnings.warn(
                f"Nobody judged anything in {name!r}, so it is left out.",
                NothingJudged,
                stacklevel=caller_level(),
            )
    return [rater.only(list(corpus.systems)) for rater in raters]


def tables_of(judgements: Judgements, corpus: Corpus) -> list[ScoreTable]:
    """Judgements as human scores of segments and of systems.

    >>> from karat import demo
    >>> from karat.agreement import tables_of
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> [(table.metric, table.level) for table in tables_of(judgements, corpus)]
    [('adequacy', 'segment'), ('adequacy', 'system'), ('fluency', 'segment'), ('fluency', 'system')]
    """
    return [
        aggregate(judgements, dimension, level=level, corpus=corpus).scores
        for dimension in judgements.dimensions
        for level in ("segment", "system")
    ]
