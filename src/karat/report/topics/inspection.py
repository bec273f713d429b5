"""What reports of calibration files show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.remedies import either
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Table, printable
from karat.report.topics.calibration import HEADS, labels
from karat.report.topics.calibration import tables as line_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration, CalibrationPair


_MOST_SHOWN = 60


def tables(
    files: Sequence[tuple[str, Sequence[Calibration]]], pairs: Sequence[CalibrationPair]
) -> list[Table]:
    """What the calibrations are, their lines, and where they differ between files."""
    lines = [
        table.changed(title=f"{table.title} ({printable(file)})" if len(files) > 1 else table.title)
        for file, calibrations in files
        for table in line_tables(calibrations)
    ]
    compared = [difference_table(pairs), test_table(pairs)]
    return [origin_table(files), *lines, *(table for table in compared if table.rows)]


def origin_table(files: Sequence[tuple[str, Sequence[Calibration]]]) -> Table:
    """Where each calibration comes from, and what it predicts."""
    rows = [
        Row(
            (
                printable(file),
                *labels(one),
                one.scale or "?",
                "higher" if one.human_higher_is_better else "lower",
                one.level,
                printable(one.data),
                one.fingerprint,
                one.date,
                one.version,
            ),
            (one.segments,),
        )
        for file, calibrations in files
        for one in calibrations
    ]
    heads = ("file", *HEADS, "scale", "better", "level", "data", "fingerprint", "date", "version")
    return Table(heads, (Column("segments", digits=0),), rows, title="Calibrations")


def difference_table(pairs: Sequence[CalibrationPair]) -> Table:
    """What two calibrations of one cell were made of, where it differs."""
    rows = [
        Row((printable(pair.first.name), name.replace("_", " "), _shown(one), _shown(other)), ())
        for pair in pairs
        for name, one, other in pair.differences
    ]
    return Table(("calibration", "what", "first file", "other file"), (), rows, title="What differs")


def test_table(pairs: Sequence[CalibrationPair]) -> Table:
    """Whether lines of one cell are equal in both files."""
    p = Column("p", digits=3)
    columns = (Column("Δ slope", digits=3), p, Column("Δ intercept"), p)
    rows = [
        Row(
            (printable(pair.first.name), _told(pair.tests.verdict)),
            (
                pair.tests.slopes.difference,
                pair.tests.slopes.p,
                pair.tests.intercepts.difference,
                pair.tests.intercepts.p,
            ),
        )
        for pair in pairs
        if pair.tests is not None
    ]
    return Table(("calibration", "the same line?"), columns, rows, title="Lines side by side")


def notes(files: Sequence[tuple[str, Sequence[Calibration]]], pairs: Sequence[CalibrationPair]) -> list[Note]:
    """What people's scores are, and why some lines are not compared."""
    humans = dict.fromkeys((one.human, one.human_recipe) for _, found in files for one in found)
    recipes = dict.fromkeys(
        pair for _, found in files for one in found for pair in zip(one.metrics, one.recipes, strict=True)
    )
    made = [Note(printable(name), printable(recipe)) for name, recipe in (*recipes, *humans)]
    made += [Note("not compared", printable(pair.refusal)) for pair in pairs if pair.tests is None]
    if len(files) > 1 and not pairs:
        made.append(
            Note(
                "side by side",
                "no two files have a cell in common",
                hint=either("transfer compares cells", "karat transfer compares cells"),
            )
        )
    return made


def as_json(files: Sequence[tuple[str, Sequence[Calibration]]], pairs: Sequence[CalibrationPair]) -> str:
    """Everything in full precision, but for profiles."""

    def entry(file: str, one: Calibration) -> dict[str, Any]:
        plain = {key: value for key, value in one.to_dict().items() if key != "profile"}
        return {"file": file, **plain}

    return document(
        {
            "calibrations": [entry(file, one) for file, found in files for one in found],
            "pairs": [pair.to_dict() for pair in pairs],
        }
    )


def _told(verdict: str) -> str:
    return verdict if verdict.startswith("no:") else "no difference found"


def _shown(value: Any) -> str:
    """A value in a cell of a table; of long lists how many there are."""
    if isinstance(value, tuple):
        if len(value) > 3:
            return f"{len(value)}: {printable(str(value[0]))} …"
        text = ", ".join(map(_shown, value))
    else:
        text = f"{value:.2f}" if isinstance(value, float) else printable(str(value))
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
