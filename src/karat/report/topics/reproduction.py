"""What is shown of a page that was made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.remedies import either
from karat.report.formats.json_document import document
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.dossier.reproduction import FigureDifference, Reproduction


# So many differences tell what happened; the record has all.
_MOST_SHOWN = 20
_LONGEST = 60


def text(found: Reproduction, page: str) -> str:
    """The verdict, what changed, and the first figures that differ."""
    return "".join(f"{line}\n" for line in _lines(found, page))


def _lines(found: Reproduction, page: str) -> Iterator[str]:
    if found.agrees:
        yield f"{printable(page)} is reproduced: all {found.figures:,} figures agree."
    else:
        count = f"{len(found.differences):,} of {found.figures:,}"
        yield f"{printable(page)} is not reproduced: {count} figures differ."
    for file in found.changed:
        yield (f"  changed: {printable(file.file)} (sha256 was {file.before[:12]}, is {file.now[:12]})")
    if not found.changed:
        files = "The input file has" if found.inputs == 1 else f"The {found.inputs:,} input files have"
        yield f"  {files} not changed."
    yield "  The words and the charts of the page were not compared."
    for name, (before, now) in found.programs.items():
        yield f"  {name}: the page was made with {printable(before)}, this is {printable(now)}"
    for one in found.differences[:_MOST_SHOWN]:
        yield f"  {printable(one.place)}: {_shown(one)}"
    if len(found.differences) > _MOST_SHOWN:
        everything = either("differences has all of them", "--format json has all of them")
        yield f"  … and {len(found.differences) - _MOST_SHOWN:,} more; {everything}"


def _shown(one: FigureDifference) -> str:
    by = "" if one.amount is None else f" ({one.amount:+.4g})"
    return f"{_short(one.page)} on the page, {_short(one.now)} now{by}"


def _short(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return f"{value:.6g}"
    shown = printable(str(value))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def as_json(found: Reproduction) -> str:
    """Everything in full precision."""
    return document(found.to_dict())
