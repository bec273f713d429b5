"""Ways to cut a corpus into parts whose segments have something in common."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from karat.errors import InvalidOption, UnknownName
from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import Corpus

    # The part of each segment, and all parts in order.
    Parts = tuple[list[str], list[str]]


@dataclass(frozen=True, slots=True)
class Partition:
    """The part of each segment, and the parts in the order in which they are shown."""

    name: str
    labels: tuple[str, ...]
    parts: tuple[str, ...]

    @classmethod
    def of(cls, name: str, labels: Sequence[str]) -> Partition:
        """Parts in the order of their first segments."""
        return cls(name, tuple(labels), tuple(dict.fromkeys(labels)))


def partition(corpus: Corpus, name: str) -> Partition:
    """A way to cut the corpus, by its name.

    >>> from karat import Corpus
    >>> partition(Corpus.of(["a"] * 2, ["It cost 5 euros.", "It was dear."]), "numbers").labels
    ('with numbers', 'without numbers')
    """
    if name in _LEVELS:
        return Partition.of(name, corpus.labels(_LEVELS[name]))
    if name not in _MEASURES:
        raise UnknownName.among("partition", name, PARTITIONS)
    labels, parts = _MEASURES[name](corpus)
    return Partition(name, tuple(labels), tuple(part for part in parts if part in set(labels)))


def _source_length(corpus: Corpus) -> Parts:
    if corpus.sources is None:
        raise InvalidOption("The corpus has no source text, so it cannot be cut by its length.")
    return _by_quarters([len(text.split()) for text in corpus.sources], "words")


def _reference_length(corpus: Corpus) -> Parts:
    return _by_quarters([len(text.split()) for text in _references(corpus)], "words")


def _length_ratio(corpus: Corpus) -> Parts:
    """How long the outputs are beside the reference, in characters; the mean over all systems."""
    parts = ["shorter than 0.9", "0.9 to 1.1", "longer than 1.1"]
    systems = list(corpus.systems.values())
    labels = []
    for index, reference in enumerate(_references(corpus)):
        ratio = sum(len(text[index]) for text in systems) / len(systems) / max(len(reference), 1)
        labels.append(parts[0 if ratio < 0.9 else 1 if ratio <= 1.1 else 2])
    return labels, parts


def _frequency(corpus: Corpus) -> Parts:
    """Whether the reference has a word that no other segment's reference has."""
    texts = [set(text.lower().split()) for text in _references(corpus)]
    segments = Counter(word for words in texts for word in words)
    return _with_or_without("rare words", [any(segments[word] == 1 for word in words) for words in texts])


def _numbers(corpus: Corpus) -> Parts:
    return _with_or_without("numbers", [any(map(str.isdecimal, text)) for text in _references(corpus)])


def _with_or_without(what: str, has: Sequence[bool]) -> Parts:
    parts = [f"with {what}", f"without {what}"]
    return [parts[0] if found else parts[1] for found in has], parts


def _references(corpus: Corpus) -> list[str]:
    """The first reference of each segment."""
    return [corpus.references.of_segment(index)[0] for index in range(len(corpus))]


def _by_quarters(sizes: Sequence[int], unit: str) -> Parts:
    """Four ranges that hold about as many segments each; fewer where many sizes are equal."""
    ordered = sorted(sizes)
    ends = sorted({ordered[max(len(ordered) * quarter // 4 - 1, 0)] for quarter in (1, 2, 3, 4)})
    starts = [ordered[0], *(end + 1 for end in ends[:-1])]
    names = [f"{a} {unit}" if a == b else f"{a}–{b} {unit}" for a, b in zip(starts, ends, strict=True)]
    return [names[bisect_left(ends, size)] for size in sizes], names


_LEVELS = {"document": "document", "paragraph": "paragraph", "text-type": "text_type"}
_MEASURES: dict[str, Callable[[Corpus], Parts]] = {
    "source-length": _source_length,
    "reference-length": _reference_length,
    "length-ratio": _length_ratio,
    "frequency": _frequency,
    "numbers": _numbers,
}
PARTITIONS = (*_LEVELS, *_MEASURES)
