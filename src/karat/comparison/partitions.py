"""Ways to cut a corpus into parts whose segments have something in common, and numbers into named ranges."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from karat.arguments import require_corpus
from karat.errors import InvalidOption, UnknownName
from karat.remedies import either
from karat.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import Corpus

    Parts = tuple[list[str], list[str]]

# A column with more different numbers than this is cut into ranges.
_MOST_VALUES = 8


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


def quarters(sizes: Sequence[float], unit: str = "") -> Parts:
    """Four ranges that hold about as many segments each; fewer where many sizes are equal."""
    ordered = sorted(sizes)
    ends = sorted({ordered[max(len(ordered) * quarter // 4 - 1, 0)] for quarter in (1, 2, 3, 4)})
    starts = [ordered[0], *(ordered[bisect_right(ordered, end)] for end in ends[:-1])]
    names = [_range(start, end, unit) for start, end in zip(starts, ends, strict=True)]
    if len(set(names)) < len(names):  # numbers that differ beyond the digits shown
        names = [f"{name} ({place})" for place, name in enumerate(names, 1)]
    return [names[bisect_left(ends, size)] for size in sizes], names


def cut_at(edges: Sequence[float], sizes: Sequence[float], unit: str = "") -> Parts:
    """Ranges between edges; a size that is an edge is above it."""
    ordered = sorted(set(edges))
    if not ordered or any(edge - edge != 0 for edge in ordered):
        raise InvalidOption("The edges must be one or more finite numbers.")
    unit = f" {unit}" if unit else ""
    between = [f"{a:g} to {b:g}{unit}" for a, b in pairwise(ordered)]
    names = [f"below {ordered[0]:g}{unit}", *between, f"{ordered[-1]:g}{unit} or above"]
    return [names[bisect_right(ordered, size)] for size in sizes], names


def values_in_parts(name: str, values: Sequence[object], edges: Sequence[float] | None) -> Parts:
    """Parts by the values of a column, with one of its own for segments that have none."""
    there = [value for value in values if not _is_missing(value)]
    if not there:
        raise InvalidOption(f"{name!r} is empty, so nothing can be cut by it.")
    numbers = [_number(value) for value in there]
    sizes = [number for number in numbers if number is not None]
    if len(sizes) == len(there) and (edges is not None or len(set(sizes)) > _MOST_VALUES):
        labels, parts = quarters(sizes) if edges is None else cut_at(edges, sizes)
    elif edges is not None:
        raise InvalidOption(f"{name!r} holds {there[0]!r}, which is no number; it cannot be cut at numbers.")
    else:
        labels = [_label(value) for value in there]
        order = dict.fromkeys(labels)
        # Few numbers are in their own order, other labels in that of the text.
        parts = sorted(order, key=float) if len(sizes) == len(there) else list(order)
    none = f"no {name}"
    following = iter(labels)
    return [none if _is_missing(value) else next(following) for value in values], [*parts, none]


def _range(start: float, end: float, unit: str) -> str:
    name = f"{start:.4g}" if start == end else f"{start:.4g}–{end:.4g}"
    return f"{name} {unit}".rstrip()


def _is_missing(value: object) -> bool:
    return value is None or value == "" or value != value  # noqa: PLR0124 (NaN is not itself)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if number - number == 0 else None


def _label(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
