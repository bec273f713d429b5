"""The scope of a dossier: the settings of resampling, and the samples that slow analyses look at.

A slow analysis takes every so many-th segment of a long text, the same ones every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.errors import InvalidOption
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Scope:
    """Every choice that decides a figure of a dossier, beside the metrics' own.

    `threshold` is the human score from which on a translation is good enough; None where it is to be found
    from the judgements. `dimensions` is how many kinds of human scores are looked at. Damage is done to
    `damaged` segments of the best system, arrangements are counted in `arranged` segments of `arranging`
    systems, and units are equated on `equated` segments.

    >>> Scope(samples=200, threshold=3.5).threshold
    3.5
    """

    samples: int = 1000
    seed: int = 12345
    confidence: float = 0.95
    threshold: float | None = None
    dimensions: int = 3
    damaged: int = 250
    arranged: int = 500
    arranging: int = 3
    equated: int = 500

    def __post_init__(self) -> None:
        check_count("samples", self.samples)
        check_seed(self.seed)
        check_confidence(self.confidence)
        for name in ("dimensions", "damaged", "arranged", "arranging", "equated"):
            if getattr(self, name) < 1:
                raise InvalidOption(f"{name} is {getattr(self, name)}; it must be 1 or more.")

    @property
    def recipe(self) -> str:
        """Every choice, as a string."""
        threshold = "none" if self.threshold is None else f"{self.threshold:g}"
        return (
            f"samples:{self.samples}|seed:{self.seed}|confidence:{self.confidence:g}|threshold:{threshold}|"
            f"dimensions:{self.dimensions}|damaged:{self.damaged}|arranged:{self.arranged}|"
            f"arranging:{self.arranging}|equated:{self.equated}"
        )


def evenly(corpus: Corpus, most: int, *, systems: Sequence[str] | None = None) -> Corpus:
    """At most so many segments, spread over the whole text, of the named systems or of all.

    >>> corpus = Corpus.of(["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e"])
    >>> list(evenly(corpus, 2).systems["hypothesis"])
    ['a', 'c']
    """
    size = len(corpus)
    rows = range(size) if size <= most else [place * size // most for place in range(most)]
    names = list(corpus.systems) if systems is None else systems
    streams = tuple([stream[row] for row in rows] for stream in corpus.references.streams)
    sources = corpus.sources
    return Corpus(
        {name: [corpus.systems[name][row] for row in rows] for name in names},
        References(streams),
        sources=None if sources is None else [sources[row] for row in rows],
        source_language=corpus.source_language,
        target_language=corpus.target_language,
        human_systems=corpus.human_systems & frozenset(names),
    )
