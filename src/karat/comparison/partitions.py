"""Ways to cut a corpus into parts whose segments have something in common."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.arguments import require_corpus
from karat.comparison.ranges import cut_at, quarters, values_in_parts
from karat.errors import InvalidOption, UnknownName
from karat.remedies import either
from karat.tokens.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.comparison.ranges import Parts
    from karat.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Partition:
    """The part of each segment, and the parts in the order in which they are shown.

    >>> from karat import demo, read
    >>> from karat.comparison import partition
    >>> found = partition(read(demo.segments_path()), "text-type")
    >>> found.name, found.parts
    ('text-type', ('news', 'email', 'manual'))
    """

    name: str
    labels: tuple[str, ...]
    parts: tuple[str, ...]

    @classmethod
    def of(cls, name: str, labels: Sequence[str]) -> Partition:
        """Parts in the order of their first segments."""
        return cls(name, tuple(labels), tuple(dict.fromkeys(labels)))

    @classmethod
    def of_values(
        cls, name: str, values: Sequence[object], *, edges: Sequence[float] | None = None
    ) -> Partition:
        """Parts by what is known of each segment, None where nothing is.

        Numbers are cut at `edges`, or into quarters where there are many different ones; everything else is a
        label.

        >>> Partition.of_values("year", [1999, 2007, 2015, None], edges=[2000, 2010]).labels
        ('below 2000', '2000 to 2010', '2010 or above', 'no year')
        """
        return cls._ordered(name, values_in_parts(name, values, edges))

    @classmethod
    def _ordered(cls, name: str, found: Parts) -> Partition:
        labels, parts = found
        there = set(labels)
        return cls(name, tuple(labels), tuple(part for part in parts if part in there))


def partition(corpus: Corpus, name: str, *, edges: Sequence[float] | None = None) -> Partition:
    """A way to cut the corpus, by its name; `edges` are for those that measure something.

    >>> from karat import Corpus
    >>> partition(Corpus.of(["a"] * 2, ["It cost 5 euros.", "It was dear."]), "numbers").labels
    ('with numbers', 'without numbers')
    """
    require_corpus(corpus, "partition(corpus, name)")
    if name in _MEASURES:
        sizes, unit, usual = _MEASURES[name](corpus)
        cuts = usual if edges is None else edges
        return Partition._ordered(name, quarters(sizes, unit) if cuts is None else cut_at(cuts, sizes, unit))
    if edges is not None:
        raise InvalidOption(f"{name!r} is no measure that could be cut at numbers. Leave them out.")
    if name in _LEVELS:
        return Partition.of(name, corpus.labels(_LEVELS[name]))
    if name not in _PRESENCES:
        raise UnknownName.among("partition", name, PARTITIONS)
    parts = [f"with {name}", f"without {name}"]
    labels = [parts[0] if there else parts[1] for there in _PRESENCES[name](corpus)]
    return Partition._ordered(name, (labels, parts))


# What a measure gives: a size for each segment, what it is counted in, and where it is usually cut.
Measure = tuple["Sequence[float]", str, "Sequence[float] | None"]


def _source_length(corpus: Corpus) -> Measure:
    if corpus.sources is None:
        raise InvalidOption("The corpus has no source text, so it cannot be cut by its length.")
    return _lengths(list(corpus.sources))


def _reference_length(corpus: Corpus) -> Measure:
    return _lengths(_references(corpus))


def _lengths(texts: Sequence[str]) -> Measure:
    """Words; characters of writing that has no spaces."""
    words = [text.split() for text in texts]
    if lacks_spaces(word for text in words for word in text):
        return [len(text) for text in texts], "characters", None
    return list(map(len, words)), "words", None


def _length_ratio(corpus: Corpus) -> Measure:
    """How long the outputs are beside the reference, in characters; the mean over all systems."""
    systems = list(corpus.systems.values())
    ratios = [
        sum(len(text[index]) for text in systems) / len(systems) / max(len(reference), 1)
        for index, reference in enumerate(_references(corpus))
    ]
    return ratios, "times the reference", (0.9, 1.1)


def _frequency(corpus: Corpus) -> Measure:
    """How many of the reference's words no other segment's reference has, in percent."""
    texts = [text.lower().split() for text in _references(corpus)]
    segments = Counter(word for words in texts for word in set(words))
    shares = [sum(segments[word] == 1 for word in words) / max(len(words), 1) for words in texts]
    return [round(100 * share) for share in shares], "% rare words", None


def _has_numbers(corpus: Corpus) -> list[bool]:
    return [any(map(str.isdecimal, text)) for text in _references(corpus)]


def _has_entities(corpus: Corpus) -> list[bool]:
    """Whether a reference has a named entity, by those references in which they are marked."""
    marked = [of_reference for of_reference in corpus.entities or () if of_reference is not None]
    if not marked:
        raise InvalidOption(
            "No named entities are marked in the references, so the corpus cannot be cut by them. "
            + either(
                "Mark them, and give them to the corpus: Corpus.of(…, entities=…).",
                "Mark them (karat entities --help says how), and give them with --entities or in the "
                "references.",
            )
        )
    return [any(of_reference[index] for of_reference in marked) for index in range(len(corpus))]


def _references(corpus: Corpus) -> list[str]:
    """The first reference of each segment."""
    return [corpus.references.of_segment(index)[0] for index in range(len(corpus))]


_LEVELS = {"document": "document", "paragraph": "paragraph", "text-type": "text_type"}
_MEASURES: dict[str, Callable[[Corpus], Measure]] = {
    "source-length": _source_length,
    "reference-length": _reference_length,
    "length-ratio": _length_ratio,
    "frequency": _frequency,
}
_PRESENCES: dict[str, Callable[[Corpus], list[bool]]] = {"numbers": _has_numbers, "entities": _has_entities}
PARTITIONS = (*_LEVELS, *_MEASURES, *_PRESENCES)
