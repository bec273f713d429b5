"""Outputs that were cut into the segments of a reference: how well they fit, what seems left out or added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View
from karat.resegmentation import DOUBTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.resegmentation import Doubt, Resegmentation, ResegmentedOutput

_LONGEST = 60
_MEANING: dict[Doubt, str] = {
    "missing": "segments of the reference without any text in the output",
    "short": "segments with at most half the reference's words: something may be left out",
    "long": "segments with at least twice the reference's words: something may be added",
    "unlike": "segments of a usual length, of whose words four fifths are edits: do they belong together?",
}


def tables(found: Resegmentation, *, examples: int) -> list[Table]:
    """A row for each system, and the first segments that somebody should look at."""
    doubtful = list(_doubtful(found))
    made = [_systems(found)]
    if doubtful and examples > 0:
        made.append(_examples(doubtful[:examples]))
    return made


def _systems(found: Resegmentation) -> Table:
    columns = (
        Column("segments", digits=0),
        Column("edits %", better="lower", digits=1),
        *(Column(doubt, digits=0) for doubt in DOUBTS),
    )
    rows = [
        Row((name,), (len(output.segments), output.edit_rate, *map(output.count, DOUBTS)))
        for name, output in found.outputs.items()
    ]
    return Table(("system",), columns, rows)


def _examples(doubtful: Sequence[tuple[str, str, int, Doubt, str, str]]) -> Table:
    rows = [
        Row((system, document, str(number), doubt, _shortened(text), _shortened(reference)), ())
        for system, document, number, doubt, text, reference in doubtful
    ]
    labels = ("system", "document", "segment", "doubt", "output", "reference")
    return Table(labels, (), rows, title="Segments to look at")


def _doubtful(found: Resegmentation) -> Iterator[tuple[str, str, int, Doubt, str, str]]:
    for name, output in found.outputs.items():
        segments = zip(output.doubts, found.numbered(), output.segments, found.reference, strict=True)
        for doubt, (document, number), text, reference in segments:
            if doubt is not None:
                yield name, document, number, doubt, text, reference


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def notes(found: Resegmentation, *, examples: int) -> list[Note]:
    """How many documents there are, and what the columns mean."""
    counts = {doubt: sum(output.count(doubt) for output in found.outputs.values()) for doubt in DOUBTS}
    total = sum(counts.values())
    documents = len(set(found.documents))
    made = [
        Note("documents", f"{documents:,}, with {len(found.documents):,} segments in the reference"),
        Note("edits %", "words to insert, delete or replace, for each 100 words of the reference"),
        *(Note(doubt, _MEANING[doubt]) for doubt in DOUBTS if counts[doubt]),
    ]
    if total > examples > 0:
        made.append(Note("shown", f"{examples} of {total:,} segments to look at; the output as JSON has all"))
    return made


def as_json(found: Resegmentation) -> str:
    """Everything in full precision, with every segment that somebody should look at."""
    systems = [
        {
            "system": name,
            "segments": len(output.segments),
            "edits": int(output.edits.sum()),
            "reference_units": int(output.reference_units.sum()),
            "edit_rate": output.edit_rate,
            "under_translated": output.under_translated,
            "over_translated": output.over_translated,
            **{doubt.replace(" ", "_"): output.count(doubt) for doubt in DOUBTS},
        }
        for name, output in found.outputs.items()
    ]
    names = ("system", "document", "segment", "doubt", "hypothesis", "reference")
    doubtful = [dict(zip(names, one, strict=True)) for one in _doubtful(found)]
    return json_document.document(
        {
            "documents": len(set(found.documents)),
            "reference": found.reference_name,
            "systems": systems,
            "doubtful": doubtful,
        }
    )


def output_view(results: Sequence[ResegmentedOutput]) -> View:
    """How many words each segment has beside its reference, and its text."""
    columns = (Column("words", digits=0), Column("edits", digits=0), Column("reference words", digits=0))
    rows = [
        Row((output.system, str(number), output.doubts[number - 1] or "", _shortened(text)), tuple(counts))
        for output in results
        for number, (text, *counts) in enumerate(
            zip(
                output.segments,
                output.units.tolist(),
                output.edits.tolist(),
                output.reference_units.tolist(),
                strict=True,
            ),
            1,
        )
    ]
    return View((Table(("system", "segment", "doubt", "output"), columns, rows),), ())


def view(results: Sequence[Resegmentation]) -> View:
    """What `karat align` prints."""
    return View(
        tuple(table for found in results for table in tables(found, examples=0)),
        tuple(note for found in results for note in notes(found, examples=0)),
    )
