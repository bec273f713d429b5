"""Scores that were computed elsewhere, by COMET, MetricX or anything else, as a metric like any other."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from karat._version import __version__
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.kernel import REAL_PARTS
from karat.metrics.formula import Formula
from karat.metrics.prepared import NeedsCorpus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.score_table import ScoreTable

LARGEST = 2**20
TOO_LARGE = (
    f"the largest score that is kept exactly is {LARGEST} (2 to the power of 20). Divide all scores of "
    "this metric by the same power of ten."
)


class MeanOfScores(Formula):
    """What metrics of scores from elsewhere share: a row is a score, in parts of 2⁻³⁰, and 1."""

    __slots__ = ()
    columns = ("score_parts", "segments")
    perfect = None

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """The mean; NaN where no segment has a score."""
        parts, segments = row[0], row[1]
        return xp.where(segments > 0, xp.ratio(parts, segments) / REAL_PARTS, float("nan"))

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """How many segments have a score."""
        return {"scored_segments": row[1]}


@dataclass(frozen=True, slots=True)
class External(MeanOfScores, NeedsCorpus):
    """The mean of the scores that segments were given elsewhere.

    `scores` has each system with a number for each segment, in parts of 2⁻³⁰, and None where one is missing.
    `External.of` takes plain numbers, `read_scores` a file.

    >>> from karat import Corpus, evaluate
    >>> corpus = Corpus.of(["a cat", "a dog"], ["one cat", "one dog"])
    >>> comet = External.of("COMET", {"hypothesis": [0.75, 0.5]})
    >>> evaluate(corpus, comet).scores[0].value
    0.625
    """

    name: str
    scores: tuple[tuple[str, tuple[int | None, ...]], ...]
    higher_is_better: bool = True  # type: ignore[misc]
    source: str = ""
    checksum: str = ""
    origin: str = "file"

    def __post_init__(self) -> None:
        for part in (self.name, self.source, self.origin):
            if not isinstance(part, str) or "|" in part or not part.isprintable():
                raise InvalidOption(
                    f"{part!r} cannot be written in a recipe: '|' and line breaks are not allowed."
                )
        if not self.name:
            raise InvalidOption("The scores have no name. Call them what the metric is called.")
        if not isinstance(self.higher_is_better, bool):
            raise InvalidOption(f"higher_is_better is {self.higher_is_better!r}; it must be True or False.")

    @classmethod
    def of(
        cls,
        name: str,
        scores: Mapping[str, Sequence[float | None]],
        *,
        higher_is_better: bool = True,
        source: str = "",
        checksum: str = "",
        origin: str = "file",
    ) -> External:
        """Scores by system, one number for each segment; None where a score is missing.

        The recipe says where they are from: `origin` is what kind of thing `source` is.
        """
        parts = tuple(
            (
                system,
                tuple(_in_parts(name, system, number, score) for number, score in enumerate(of_system, 1)),
            )
            for system, of_system in scores.items()
        )
        return cls(name, parts, higher_is_better, source, checksum or _checksum(parts), origin)

    @classmethod
    def of_table(cls, table: ScoreTable, *, name: str = "", higher_is_better: bool | None = None) -> External:
        """A table of segments, NaN where a score is missing; without being told, its name and direction."""
        scores = {
            system: [None if value != value else value for value in table[system].tolist()]  # noqa: PLR0124
            for system in table.systems
        }
        # The recipe of a table that was read ends in its file and checksum: file:NAME[sha256-…].
        file = table.recipe.rpartition("|file:")[2].removesuffix("]") if "|file:" in table.recipe else ""
        source, _, checksum = file.partition("[sha256-")
        return cls.of(
            name or table.metric,
            scores,
            higher_is_better=table.higher_is_better if higher_is_better is None else higher_is_better,
            source=source,
            checksum=checksum,
        )

    @property
    def bounds(self) -> tuple[float, float]:
        """Infinite, because the scale of the scores is not known."""
        return -inf, inf

    @property
    def recipe(self) -> str:
        """Name, direction and file or scorer, with the start of a checksum of the scores."""
        direction = "higher" if self.higher_is_better else "lower"
        source = f"{self.source or 'none'}[sha256-{self.checksum}]"
        return f"external|name:{self.name}|better:{direction}|{self.origin}:{source}|version:{__version__}"

    def learn(self, corpus: Corpus) -> Corpus:
        """The corpus itself, when every one of its systems has scores for every segment."""
        scores = dict(self.scores)
        for system in corpus.systems:
            if system not in scores:
                raise UnknownName.among(f"{self.name} score of the system", system, scores)
            if len(scores[system]) != len(corpus):
                raise MisalignedCorpus(
                    f"System {system!r} has {len(scores[system])} {self.name} scores, the corpus has "
                    f"{len(corpus)} segments. Each segment needs one."
                )
        return corpus

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:  # noqa: ARG002
        """Texts alone do not tell whose scores are asked for."""
        raise InvalidOption(
            f"{self.name} was computed elsewhere, for the systems of a corpus. Use evaluate(corpus, …)."
        )

    def rows_with(
        self,
        knowledge: Corpus,
        systems: Sequence[Text],
        streams: Sequence[OptionalText],  # noqa: ARG002
        threads: int,  # noqa: ARG002
    ) -> list[Counts]:
        """Score and 1 for each segment, nothing for one without a score."""
        scores = dict(self.scores)
        rows: list[Any] = []
        for system in self._names(knowledge, systems):
            pairs = [(0, 0) if part is None else (part, 1) for part in scores[system]]
            rows.append(np.array(pairs, dtype=np.int64).reshape(-1, 2))
        return rows

    def _names(self, corpus: Corpus, systems: Sequence[Text]) -> list[str]:
        """Whose texts these are: those of the corpus in its order, or some of them."""
        texts = list(corpus.systems.values())
        if len(texts) == len(systems) and all(a is b for a, b in zip(texts, systems, strict=True)):
            return list(corpus.systems)
        return [self._name_of(corpus, text) for text in systems]

    def _name_of(self, corpus: Corpus, text: Text) -> str:
        same = [name for name, found in corpus.systems.items() if found is text]
        same = same or [name for name, found in corpus.systems.items() if list(found) == list(text)]
        if len(same) != 1:
            raise InvalidOption(
                f"{self.name} was computed elsewhere, and a text is not that of one system of the corpus. "
                "Use evaluate(corpus, …)."
            )
        return same[0]

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:  # noqa: ARG002
        """There is nothing to explain."""
        raise InvalidOption(f"{self.name} was computed elsewhere: Karat does not know how.")


def _in_parts(name: str, system: str, segment: int, score: float | None) -> int | None:
    if score is None:
        return None
    where = f"{name} of system {system!r}, segment {segment}, is {score!r}"
    if isinstance(score, bool) or not isfinite(float(score)):
        raise InvalidOption(f"{where}; a finite number was expected, or None where it is missing.")
    if abs(score) > LARGEST:
        raise InvalidOption(f"{where}; {TOO_LARGE}")
    return round(float(score) * REAL_PARTS)


def _checksum(parts: tuple[tuple[str, tuple[int | None, ...]], ...]) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:12]
