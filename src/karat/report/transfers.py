"""What reports of transfer show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.calibration.chunks import PARAMETERS, marks_beyond
from karat.report.json_document import document
from karat.report.tables import Column, Note, Row, Table, interval_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Carried, Transfer

_HEADS = ("human", "metric", "from", "to")


def tables(found: Sequence[Carried]) -> list[Table]:
    """Tests of equal lines, and z-scores where there are chunks."""
    varied = [one for one in found if one.variation is not None]
    return [equality_table(found), *([z_table(varied)] if varied else [])]


def equality_table(found: Sequence[Carried]) -> Table:
    """A row for each pair of cells: differences with intervals, tests, errors, verdict."""
    return _equality_table(_HEADS, [(one.labels, one.tests) for one in found])


def test_table(found: Sequence[Transfer]) -> Table:
    """The same of tests alone, which do not know what was measured."""
    return _equality_table(_HEADS[2:], [((one.source, one.target), one) for one in found])


def _equality_table(heads: tuple[str, ...], found: Sequence[tuple[tuple[str, ...], Transfer]]) -> Table:
    columns = (
        *_test_columns("slope", 3),
        *_test_columns("intercept"),
        Column("error"),
        Column("own error"),
    )
    rows = []
    for labels, tests in found:
        values = [
            value
            for each in (tests.slopes, tests.intercepts)
            for value in (each.difference, each.low, each.high, each.p, each.p_permuted)
        ]
        rows.append(Row((*labels, tests.verdict), (*values, tests.error, tests.own_error)))
    return Table((*heads, "carry over?"), columns, rows, title="Are slopes and intercepts equal?")


def _test_columns(name: str, digits: int | None = None) -> tuple[Column, ...]:
    """A difference, its interval, and the tests of its being 0."""
    tests = (Column(f"{name} p ({how})", digits=3) for how in ("F", "perm."))
    return (*interval_columns(f"Δ {name}", digits), *tests)


def z_table(found: Sequence[Carried]) -> Table:
    """A row for each pair of cells: z-scores, marked."""
    rows = [
        Row((*one.labels, *(f"{z:.2f}{'*' * marks_beyond(z)}" for z in one.z_scores())), ()) for one in found
    ]
    heads = (*_HEADS, *(f"z of {name}" for name in PARAMETERS))
    return Table(heads, (), rows, title="Within the natural variation of chunks?")


def notes(found: Sequence[Carried]) -> list[Note]:
    """What the columns mean."""
    made = [
        Note("Δ", "of the second cell to the first; intercepts are compared at the mean metric score"),
        Note("error", "root mean square of human score minus what the first cell's calibration predicts"),
        Note("own error", "the same of the second cell's own calibration, each system left out in turn"),
        Note("nothing speaks against it", "is no proof: with few systems only large differences show"),
    ]
    varied = [one for one in found if one.variation is not None]
    if varied:
        made.append(Note("*, **, ***", "beyond 1.96, 2.576, 3.09: 95, 99, 99.9 % of natural variation"))
        shown = dict.fromkeys(
            f"{one.tests.source}: {one.variation.chunks} of about {one.variation.segments:.0f} segments, "
            f"{one.tests.target}: {one.target.segments}"
            for one in varied
            if one.variation is not None
        )
        made.append(Note("chunks", f"{'; '.join(shown)}; they should be about as large (--chunks)"))
    return made


def as_json(found: Sequence[Carried]) -> str:
    """Everything in full precision."""
    return document({"transfers": [record(one) for one in found]})


def record(one: Carried) -> dict[str, Any]:
    """One pair of cells in full precision."""
    return {
        "human": one.labels[0],
        "metric": one.labels[1],
        **one.tests.to_dict(),
        "variation": one.variation and one.variation.to_dict(),
        "z": dict(zip(PARAMETERS, one.z_scores(), strict=False)),
    }
