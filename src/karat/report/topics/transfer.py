"""Transfer of a calibration to other text types and languages: tables, notes, chart and section."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from karat.calibration.chunks import MARKS, PARAMETERS, marks_beyond
from karat.calibration.transfer import MOST_RATIO
from karat.remedies import option
from karat.report.charts.layers import Grid, across, haloed, layer, made, named, panels
from karat.report.charts.theme import colour
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Section, Table, View, interval_columns, printable
from karat.report.words import listed, number, plain, stem, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import JointTransfer, Transfer, TransferResult
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size
    from karat.report.tables import Part


_HEADS = ("human", "metric", "from", "to")


def tables(found: Sequence[TransferResult]) -> list[Table]:
    """Tests of equal lines; where there are chunks, how far they vary, and z-scores."""
    varied = [one for one in found if one.variation is not None]
    return [equality_table(found), *([chunk_table(varied), z_table(varied)] if varied else [])]


def equality_table(found: Sequence[TransferResult]) -> Table:
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
        Column("at most × own"),
        Column("in range %", digits=0),
    )
    rows = []
    for labels, tests in found:
        values = [
            value
            for each in (tests.slopes, tests.intercepts)
            for value in (each.difference, each.low, each.high, each.p, each.p_permuted)
        ]
        errors = (tests.error, tests.own_error, tests.ratio_bound, 100 * tests.overlap)
        rows.append(Row((*labels, tests.verdict), (*values, *errors)))
    return Table((*heads, "carry over?"), columns, rows, title="Are slopes and intercepts equal?")


def _test_columns(name: str, digits: int | None = None) -> tuple[Column, ...]:
    """A difference, its interval, and the tests of its being 0."""
    tests = (Column(f"{name} p ({how})", digits=3) for how in ("F", "perm."))
    return (*interval_columns(f"Δ {name}", digits), *tests)


def chunk_table(found: Sequence[TransferResult]) -> Table:
    """Mean and standard deviation over chunks of each baseline, as in Table 2 of Babych et al. (2005)."""
    columns = (
        Column("r", digits=3),
        Column("SD", digits=3),
        Column("slope", digits=3),
        Column("SD", digits=3),
        Column("intercept"),
        Column("SD"),
        Column("segments each", digits=0),
        Column("words each", digits=0),
    )
    rows: dict[tuple[str, ...], Row] = {}
    for one in found:
        if one.variation is None:
            continue
        varied = one.variation
        pairs = zip(varied.means, varied.deviations, strict=True)
        values = (
            *(value for pair in pairs for value in pair),
            varied.segments,
            varied.words or nan,
        )
        rows.setdefault(one.labels[:3], Row((*one.labels[:3], str(varied.chunks)), values))
    heads = ("human", "metric", "baseline", "chunks")
    title = "Mean and SD over chunks of the baseline"
    return Table(heads, columns, list(rows.values()), title=title)


def z_table(found: Sequence[TransferResult]) -> Table:
    """A row for each pair of cells: z-scores, marked."""
    rows = [
        Row((*one.labels, *(f"{z:.2f}{'*' * marks_beyond(z)}" for z in one.z_scores())), ()) for one in found
    ]
    heads = (*_HEADS, *(f"z of {name}" for name in PARAMETERS))
    return Table(heads, (), rows, title="Within the natural variation of chunks?")


def notes(found: Sequence[TransferResult]) -> list[Note]:
    """What the columns mean."""
    made = [
        Note("Δ", "second cell minus the first; intercepts are compared at the mean metric score"),
        Note("error", "RMSE of the first cell's calibration on the second cell"),
        Note("own error", "leave-one-out RMSE of the second cell's own calibration"),
        Note("at most × own", "upper bound of the error ÷ own error, of other systems on another text"),
        Note("in range %", "systems of the second cell whose scores lie in the range of the first"),
        Note(
            "nothing speaks against it",
            "no significant difference, half of the systems in range, and an error of at most "
            f"{MOST_RATIO:g} × own",
        ),
        Note(
            "can't tell",
            "no significant difference, but too few systems in range, or the error may be larger elsewhere",
        ),
    ]
    varied = [one for one in found if one.variation is not None]
    if varied:
        made.append(
            Note("*, **, ***", "beyond 1.96, 2.576, 3.09: outside 95, 99, 99.9 % of the natural variation")
        )
        shown = dict.fromkeys(
            f"{one.tests.source}: {one.variation.chunks} of about {one.variation.segments:.0f} segments, "
            f"{one.tests.target}: {one.target.segments}"
            for one in varied
            if one.variation is not None
        )
        made.append(
            Note("chunks", f"{'; '.join(shown)}; they should be about as large", hint=option("chunks"))
        )
    return made


def as_json(found: Sequence[TransferResult], joint: Sequence[JointTransfer] = ()) -> str:
    """Everything in full precision."""
    return document({"transfers": [record(one) for one in found], "joint": [one.to_dict() for one in joint]})


def record(one: TransferResult) -> dict[str, Any]:
    """One pair of cells in full precision."""
    return {
        "human": one.labels[0],
        "metric": one.labels[1],
        **one.tests.to_dict(),
        "variation": one.variation and one.variation.to_dict(),
        "z": dict(zip(PARAMETERS, one.z_scores(), strict=False)),
    }


# Within natural variation, and beyond one, two or three marks.
_CLASSES = ("better1", "worse1", "worse2", "worse3")
# z-scores beyond this are cut off, and their figures say how far they go.
_FARTHEST = 12.0


def chart(found: Sequence[TransferResult]) -> Chart | None:
    """Bars of z-scores with the marks 1.96, 2.576 and 3.09; None where no text was cut into chunks."""
    varied = [one for one in found if one.variation is not None]
    if not varied:
        return None
    rows = _rows(varied)
    order = list(dict.fromkeys(row["name"] for row in rows))
    ends = min(max([3.6, *(abs(row["z"]) for row in rows if row["z"] is not None)]), _FARTHEST) * 1.25
    human, metric = varied[0].labels[:2]
    return made(
        stem("transfer", metric, human),
        "Does a calibration transfer elsewhere?",
        _finding(varied),
        lambda size: _draw(size, rows, order, ends),
    )


def _rows(varied: Sequence[TransferResult]) -> Rows:
    several = len({one.labels[:2] for one in varied}) > 1
    shared = _shared([cell for one in varied for cell in one.labels[2:]])
    rows = []
    for one in varied:
        human, metric, *cells = map(printable, one.labels)
        source, target = (cell.removeprefix(shared) for cell in cells)
        name = f"{source} → {target}" + (f" ({metric}, {human})" if several else "")
        for parameter, z in zip(PARAMETERS, one.z_scores(), strict=True):
            beyond = marks_beyond(z) if isfinite(z) else 0
            rows.append(
                {
                    "name": name,
                    "parameter": parameter,
                    "z": plain(max(min(z, _FARTHEST), -_FARTHEST) if isfinite(z) else None),
                    "class": _CLASSES[beyond],
                    "text": number(z, 1) + "*" * beyond,
                    "words": f"{name}, {parameter}: z {number(z, 2)}, "
                    + (f"beyond {MARKS[beyond - 1]}" if beyond else "within natural variation"),
                }
            )
    return rows


def _shared(cells: Sequence[str]) -> str:
    """The language pair, where all cells have the same."""
    firsts = {cell.partition(" ")[0] for cell in cells}
    return f"{firsts.pop()} " if len(firsts) == 1 and all(" " in cell for cell in cells) else ""


def _draw(size: Size, rows: Rows, order: Sequence[str], ends: float) -> Spec:
    names = min(max(text_width(name, size.letters) for name in order), size.names)
    height = size.step * 0.78 * len(order)
    grid = Grid(1, height, left=names + 8, between=0, below=size.letters * 7.5, above=size.letters * 3.2)
    return panels(
        size,
        grid,
        [
            (name, _field(size, [row for row in rows if row["parameter"] == name], order, ends, grid))
            for name in PARAMETERS
        ],
    )


def _field(size: Size, rows: Rows, order: Sequence[str], ends: float, grid: Grid) -> list[Spec]:
    up = named("name", order, scale={"domain": list(order), "padding": 0.15})
    title = "z-score" if rows and rows[0]["parameter"] == PARAMETERS[-1] else None
    scale = {"domain": [plain(-ends), plain(ends)], "nice": False}
    x = across("z", title, scale=scale, axis={"grid": False})
    known = [row for row in rows if row["z"] is not None]
    fill = {
        "field": "class",
        "type": "nominal",
        "scale": {"domain": list(_CLASSES), "range": [colour(role) for role in _CLASSES]},
        "legend": None,
    }
    sides = [
        each
        for below in (True, False)
        for each in haloed(
            [row for row in known if (row["z"] < 0) == below],
            {
                "align": "right" if below else "left",
                "dx": -3 if below else 3,
                "fontSize": size.letters - 1,
            },
            {"x": x, "y": up, "text": {"field": "text"}},
        )
    ]
    return [
        *_marks(size, x, ends, grid),
        layer(
            known,
            {"type": "bar", "stroke": colour("muted"), "strokeWidth": 0.5},
            {"x": x, "y": up, "fill": fill},
            said=True,
        ),
        layer([{"z": 0}], {"type": "rule", "color": colour("muted")}, {"x": x}),
        *sides,
    ]


def _marks(size: Size, x: Spec, ends: float, grid: Grid) -> list[Spec]:
    """Lines at the marks, and what they are: one above the other where there is no room in a row."""
    marks: Rows = [
        {"z": sign * mark, "text": f"{mark:g}", "mark": mark} for mark in MARKS for sign in (-1, 1)
    ]
    apart = (MARKS[1] - MARKS[0]) / (2 * ends) * grid.width(size)
    letters = size.letters - 2
    steps = 0.0 if text_width(f"{MARKS[1]:g}", letters) + 3 <= apart else letters
    for row in marks:
        row["dy"] = -3 - MARKS.index(row["mark"]) * steps
    return [
        layer(marks, {"type": "rule", "color": colour("rule"), "strokeDash": [3, 3]}, {"x": x}),
        layer(
            marks,
            {
                "type": "text",
                "color": colour("muted"),
                "fontSize": letters,
                "baseline": "bottom",
                "dy": {"expr": "datum.dy"},
            },
            {"x": x, "y": {"value": 0}, "text": {"field": "text"}},
        ),
    ]


def _finding(varied: Sequence[TransferResult]) -> str:
    beyond = {
        parameter: sum(abs(one.z_scores()[place]) > MARKS[0] for one in varied)
        for place, parameter in enumerate(PARAMETERS)
    }
    said = listed([f"{parameter} in {count} of {len(varied)}" for parameter, count in beyond.items()])
    return (
        f"Outside the natural variation of the first cell's text (1.96 deviations): {said}. "
        "Dashed lines are at 1.96, 2.576 and 3.09, which contain 95, 99 and 99.9 % of the "
        "natural variation; each star is one line passed."
    )


def section(dossier: Dossier) -> Section | None:
    """z-scores of slope and intercept among the chunks of the other text, and tests of equal lines."""
    found = dossier.transfers
    if not found:
        return None
    drawn = chart(found)
    parts: list[Part] = [*([drawn] if drawn is not None else []), *tables(found)]
    parts += notes(found)
    title = "Does a calibration transfer to another text type?"
    return Section("transfer", title, _lead(found), tuple(parts))


def _lead(found: tuple[TransferResult, ...]) -> str:
    refused = [one for one in found if one.tests.verdict.startswith("no:")]
    pairs = _pairs(found)
    unknown = sum(one.tests.verdict == "can't tell" for one in found)
    if not refused and unknown:
        return (
            f"No test speaks against it in any of {pairs} comparisons of two text types, but in {unknown} of "
            f"{len(found)} directions the systems are too few, or too few of them lie in the range of the "
            f"calibration, to tell.{_beyond_variation(found)}"
        )
    if not refused:
        return (
            f"No test speaks against it in any of {pairs} comparisons of two text types. That is "
            "no proof: with few systems, only large differences are "
            f"significant.{_beyond_variation(found)}"
        )
    worst = max(refused, key=_ratio)
    metric, human = printable(worst.source.metrics[0]), printable(worst.source.human)
    where = f"from {printable(worst.tests.source)} to {printable(worst.tests.target)}"
    return (
        f"Not without a check: in {_pairs(refused)} of {pairs} comparisons of two text types, "
        f"each tested on its own, the lines differ significantly. Transferred {where}, the calibration "
        f"of {metric} for {human} has an error of {number(worst.tests.error, 2)}, "
        f"{number(_ratio(worst), 1)} times that of the line fitted there."
    )


def _beyond_variation(found: Sequence[TransferResult]) -> str:
    """What the other way to ask says, lest the chart seem to contradict the tests."""
    beyond = [one for one in found if any(marks_beyond(z) for z in one.z_scores())]
    if not beyond:
        return ""
    return (
        f" But in {len(beyond)} of {len(found)} directions, r, slope or intercept lies outside "
        "the natural variation of the text that it came from (see the chart): check before you "
        "use one elsewhere."
    )


def _pairs(found: Sequence[TransferResult]) -> int:
    """How many comparisons there are: from one cell to another is the same test as back."""
    return len({(one.labels[1], frozenset(one.labels[2:])) for one in found})


def _ratio(one: TransferResult) -> float:
    return one.tests.error / one.tests.own_error if one.tests.own_error else 0.0


def view(found: Sequence[Transfer]) -> View:
    """Whether lines are equal."""
    return View((test_table(found),), tuple(notes(())))
