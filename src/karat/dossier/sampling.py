"""A part of a corpus for what takes long: every so many-th segment, the same ones every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.corpus import Corpus, References

if TYPE_CHECKING:
    from collections.abc import Sequence


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
