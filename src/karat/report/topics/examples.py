"""Examples of a difference: segments and n-grams that set two systems apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.report.tables import Column, Row, Table, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison import NgramDifference, SegmentDifference

# What the two are called where nobody says which systems they are.
_PAIR = ("first", "second")


@dataclass(frozen=True, slots=True)
class Examples:
    """What sets two systems apart, by one metric."""

    metric: str
    pair: tuple[str, str]
    segments: Sequence[SegmentDifference]
    ngrams: Sequence[NgramDifference]


def segment_table(examples: Examples) -> Table:
    """The segments that set two systems apart, with the reference and both outputs below each other."""
    rows = []
    for segment in examples.segments:
        number = str(segment.segment)
        rows.append(Row((number, "reference", segment.reference), (float("nan"),)))
        rows.append(Row((number, examples.pair[0], segment.first_text), (segment.first,)))
        rows.append(Row((number, examples.pair[1], segment.second_text), (segment.second,)))
    return Table(
        ("segment", "text of", "text"), (Column(examples.metric),), rows, title=("segments that differ most")
    )


def ngram_table(examples: Examples) -> Table:
    """The n-grams that one of two systems gets more often."""
    rows = [
        Row((" ".join(item.ngram),), (float(item.first), float(item.second), float(item.difference)))
        for item in examples.ngrams
    ]
    columns = tuple(Column(name, digits=0) for name in (*examples.pair, "difference"))
    return Table(("n-gram",), columns, rows, title="n-grams that only one gets right")


def segment_record(examples: Examples, segment: SegmentDifference) -> dict[str, Any]:
    """A segment in full precision."""
    first, second = examples.pair
    return {
        "segment": segment.segment,
        "metric": examples.metric,
        "values": {first: segment.first, second: segment.second},
        "reference": segment.reference,
        "texts": {first: segment.first_text, second: segment.second_text},
    }


def ngram_record(examples: Examples, item: NgramDifference) -> dict[str, Any]:
    """An n-gram and how often each system has it."""
    first, second = examples.pair
    return {"ngram": " ".join(item.ngram), "matches": {first: item.first, second: item.second}}


def segment_view(found: Sequence[SegmentDifference]) -> View:
    """Segments with both outputs; these do not know the names of their systems."""
    return View((segment_table(Examples("score", _PAIR, found, ())),))


def ngram_view(found: Sequence[NgramDifference]) -> View:
    """N-grams that one system gets more often."""
    return View((ngram_table(Examples("score", _PAIR, (), found)),))
