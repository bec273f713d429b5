"""Agreement of annotators on named entities: the table by type, what it says, and the record."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.reliability.entity_agreement import CRITERIA
from karat.report.formats.json_document import document
from karat.report.tables import Note, Row, Table, View, ends, interval_columns, printable
from karat.report.words import number, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.reliability.entity_agreement import EntityAgreement, TypeAgreement

_DIGITS = 3
# With fewer units, intervals of F1 hold the truth more often than they promise.
_ENOUGH = 10


def table(found: EntityAgreement) -> Table:
    """F1 of all marks and of each type, by each criterion, with intervals."""
    columns = [column for criterion in CRITERIA for column in interval_columns(criterion, _DIGITS)]
    rows = [_row(one) for one in found.by_type]
    return Table(
        ("type", printable(found.first), printable(found.second)),
        tuple(columns),
        rows,
        title="F1 of entities",
        total=_row(found.whole),
    )


def _row(one: TypeAgreement) -> Row:
    figures = [figure for each in one.f1.values() for figure in (each.value, *ends(each.interval))]
    return Row((one.kind or "all", str(one.marks[0]), str(one.marks[1])), tuple(figures))


def notes(found: Sequence[EntityAgreement]) -> list[Note]:
    """What the figures say, and what the criteria mean."""
    lines = [Note("agreement", finding(one)) for one in found]
    if any(one.unit == "segment" for one in found):
        lines.append(
            Note(
                "units", "segments are taken as independent; those of one document seldom are: name documents"
            )
        )
    if any(one.whole.f1["exact"].units < _ENOUGH for one in found):
        lines.append(
            Note(
                "intervals",
                f"with fewer than {_ENOUGH} units they are wider than need be; with one, there is none",
            )
        )
    return [
        *lines,
        Note(
            "criteria",
            "exact: same extent and type; span: same extent; overlap: same type, a character in common",
        ),
    ]


def finding(found: EntityAgreement) -> str:
    """One sentence."""
    exact = found.whole.f1["exact"]
    first, second = printable(found.first), printable(found.second)
    if isnan(exact.value):
        return f"{first} and {second} marked nothing, so there is nothing to compare."
    low, high = ends(exact.interval)
    where = "" if isnan(low) else f" ({number(low, 2)} to {number(high, 2)})"
    return (
        f"{first} and {second} marked {found.whole.marks[0]} and {found.whole.marks[1]} entities: "
        f"F1 = {number(exact.value, 2)}{where} over {plural(exact.units, found.unit)} with marks."
    )


def record(found: EntityAgreement) -> dict[str, Any]:
    """In full precision."""
    return found.to_dict()


def as_json(found: Sequence[EntityAgreement]) -> str:
    """Every two annotators."""
    return document({"entity_agreement": [record(one) for one in found]})


def view(found: Sequence[EntityAgreement]) -> View:
    """Every two annotators, for notebooks."""
    return View(tuple(table(one) for one in found), tuple(notes(found)))
