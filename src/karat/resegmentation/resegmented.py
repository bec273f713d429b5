"""Outputs that were cut into the segments of a reference, and where something seems left out or added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.corpus import Corpus, References
from karat.display import Shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.arrays import Integers
    from karat.frames import Columns

Doubt: TypeAlias = Literal["missing", "short", "long", "unlike"]

DOUBTS: tuple[Doubt, ...] = ("missing", "short", "long", "unlike")
# A segment with half the words of its reference, or twice as many, lacks something or has too much; but one
# word of two says nothing.
_TIMES = 2
_LEAST_DIFFERENCE = 4
# Full stops and short words match by chance.
_UNLIKE = 0.8


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ResegmentedOutput(Shown):
    """The output of one system, cut into the segments of the reference."""

    system: str
    segments: tuple[str, ...]
    # Words, or characters: those of each segment, and the edits between it and the reference.
    units: Integers
    edits: Integers
    reference_units: Integers

    @property
    def edit_rate(self) -> float:
        """The edits as a percentage of the reference's words."""
        return 100 * float(self.edits.sum()) / max(1, int(self.reference_units.sum()))

    @property
    def doubts(self) -> list[Doubt | None]:
        """What seems wrong with each segment, None where nothing does.

        "missing": it has no text. "short": at most half the reference's words. "long": at least twice as
        many. "unlike": of a usual length, but four fifths of its words are edits.
        """
        return [
            _doubt(*numbers)
            for numbers in zip(
                self.units.tolist(), self.edits.tolist(), self.reference_units.tolist(), strict=True
            )
        ]

    def count(self, doubt: Doubt) -> int:
        """How many segments have this doubt."""
        return self.doubts.count(doubt)

    @property
    def under_translated(self) -> int:
        """How many segments are missing or short."""
        return self.count("missing") + self.count("short")

    @property
    def over_translated(self) -> int:
        """How many segments are long."""
        return self.count("long")

    def _columns(self) -> Columns:
        return {
            "system": [self.system] * len(self.segments),
            "segment": list(range(1, len(self.segments) + 1)),
            "hypothesis": list(self.segments),
            "units": self.units,
            "edits": self.edits,
            "reference_units": self.reference_units,
            "doubt": self.doubts,
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Resegmentation(Shown):
    """Outputs that were cut into the segments of a reference.

    `others` are references, and `sources` the source, if they have the same segments.
    """

    outputs: Mapping[str, ResegmentedOutput]
    reference: tuple[str, ...]
    documents: tuple[str, ...]
    reference_name: str = ""
    others: Mapping[str, tuple[str, ...]] | None = None
    sources: tuple[str, ...] | None = None
    source_language: str | None = None
    target_language: str | None = None

    def __getitem__(self, system: str) -> ResegmentedOutput:
        return self.outputs[system]

    def corpus(self) -> Corpus:
        """The texts, aligned segment by segment, for every other function.

        >>> from karat import resegment
        >>> found = resegment("One two three. Four five.", ["One two three.", "Four five."])
        >>> found.corpus().systems
        {'hypothesis': ('One two three.', 'Four five.')}
        """
        others = dict(self.others or {})
        return Corpus(
            {name: output.segments for name, output in self.outputs.items()},
            References((self.reference, *others.values()), (self.reference_name, *others) if others else ()),
            sources=self.sources,
            documents=self.documents,
            source_language=self.source_language,
            target_language=self.target_language,
        )

    def numbered(self) -> Iterator[tuple[str, int]]:
        """The document of each segment, and its number there."""
        return numbered(self.documents)

    def _columns(self) -> Columns:
        outputs = list(self.outputs.values())
        return {
            "system": [output.system for output in outputs],
            "segments": [len(output.segments) for output in outputs],
            "edit_rate": [output.edit_rate for output in outputs],
            "under_translated": [output.under_translated for output in outputs],
            "over_translated": [output.over_translated for output in outputs],
            "unlike": [output.count("unlike") for output in outputs],
        }


def numbered(documents: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The document of each segment, and its number there."""
    seen: dict[str, int] = {}
    for document in documents:
        seen[document] = seen.get(document, 0) + 1
        yield document, seen[document]


def _doubt(units: int, edits: int, reference_units: int) -> Doubt | None:
    difference = units - reference_units
    if units == 0:
        return "missing" if reference_units > 0 else None
    if -difference >= _LEAST_DIFFERENCE and units * _TIMES <= reference_units:
        return "short"
    if difference >= _LEAST_DIFFERENCE and units >= reference_units * _TIMES:
        return "long"
    return "unlike" if edits >= _UNLIKE * max(units, reference_units) else None
