"""Transfer of a calibration to other text types and languages: tables, notes, chart and section."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from karat.calibration.chunks import MARKS, PARAMETERS, marks_beyond
from karat.calibration.transfer import MOST_RATIO
from karat.remedies import option
from karat.report.charts.layers import made
from karat.report.charts.matrix import Legend, has_figures, matrix
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Section, Table, View, interval_columns, printable
from karat.report.words import listed, number, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import JointTransfer, Transfer, TransferResult
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows
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
    return Table((*heads, "transfers?"), columns, rows, title="Are slopes and intercepts equal?")


def _test_columns(name: str, digits: int | None = None) -> tuple[Column, ...]:
    """A difference, its interval, and the tests of its being 0."""
    tests = (Column(f"{name} p ({how})", digits=3, is_p=True) for how in ("F", "perm."))
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
            "no evidence against it",
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


# Below and above what the text varies by: within it, and beyond one, two or three marks.
_LEGEND = Legend(
    (
        ("worse3", "less ***"),
        ("worse2", "**"),
        ("worse1", "*"),
        ("even", "within"),
        ("better1", "*"),
        ("better2", "**"),
        ("better3", "more ***"),
    )
)


def chart(found: Sequence[TransferResult]) -> Chart | None:
    """A heat map of z-scores: a row for each direction, a column for r, slope and intercept of each metric.

    None where no text was cut into chunks.
    """
    varied = [one for one in found if one.variation is not None]
    if not varied:
        return None
    human, metric = varied[0].labels[:2]
    cells, rows, columns = _cells(varied)
    return made(
        stem("transfer", metric, human),
        "Does a calibration transfer elsewhere?",
        _finding(varied),
        lambda size: matrix(size, cells, rows, columns, _LEGEND),
        lambda size: _reading(has_figures(size, cells, rows, columns)),
    )


def _cells(
    varied: Sequence[TransferResult],
) -> tuple[Rows, list[str], list[tuple[str, tuple[str, ...]]]]:
    """The cells with the names of rows and columns."""
    shared = _shared([cell for one in varied for cell in one.labels[2:]])
    fitted = list(dict.fromkeys(one.labels[:2] for one in varied))
    humans = {human for human, _ in fitted}
    rows: list[str] = []
    cells: Rows = []
    for one in varied:
        human, metric, *texts = map(printable, one.labels)
        source, target = (text.removeprefix(shared) for text in texts)
        row = f"{source} → {target}"
        rows += [] if row in rows else [row]
        for parameter, z in zip(PARAMETERS, one.z_scores(), strict=True):
            beyond = marks_beyond(z) if isfinite(z) else 0
            side = "better" if z > 0 else "worse"
            cells.append(
                {
                    "row": row,
                    "column": f"{metric} {human} {parameter}",
                    "class": f"{side}{beyond}" if beyond else "even",
                    "signed": True,
                    "text": number(z, 1) + "*" * beyond,
                    "words": f"{row}, {metric} for {human}, {parameter}: z {number(z, 2)}, "
                    + (f"beyond {MARKS[beyond - 1]}" if beyond else "within natural variation"),
                }
            )
    columns: list[tuple[str, tuple[str, ...]]] = [
        (
            f"{printable(metric)} {printable(human)} {parameter}",
            # One line, which is broken at its spaces: where there is no room for that, it slants.
            (
                " ".join(
                    [
                        *([printable(metric)] if len(fitted) > 1 else []),
                        *([printable(human)] if len(humans) > 1 else []),
                        parameter,
                    ]
                ),
            ),
        )
        for human, metric in fitted
        for parameter in PARAMETERS
    ]
    return cells, rows, columns


def _reading(figures: bool) -> str:
    cell = (
        "A cell has the z-score of the other text" if figures else "A cell is the z-score of the other text"
    )
    stars = (
        "*, ** and *** mark z-scores beyond 1.96, 2.576 and 3.09, outside 95, 99 and 99.9 % of the natural "
        "variation"
        if figures
        else "colours begin beyond 1.96, 2.576 and 3.09, outside 95, 99 and 99.9 % of the natural variation"
    )
    return f"{cell} among equally large chunks of the text that the calibration came from; {stars}."


def _shared(cells: Sequence[str]) -> str:
    """The language pair, where all cells have the same."""
    firsts = {cell.partition(" ")[0] for cell in cells}
    return f"{firsts.pop()} " if len(firsts) == 1 and all(" " in cell for cell in cells) else ""


def _finding(varied: Sequence[TransferResult]) -> str:
    beyond = {
        parameter: sum(abs(one.z_scores()[place]) > MARKS[0] for one in varied)
        for place, parameter in enumerate(PARAMETERS)
    }
    said = listed([f"{parameter} in {count} of {len(varied)}" for parameter, count in beyond.items()])
    return f"Outside the natural variation of the text that a calibration came from: {said} transfers."


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
            f"No test found evidence against it in any of {pairs} comparisons of two text types, but in "
            f"{unknown} of {len(found)} directions the systems are too few, or too few of them lie in the "
            f"range of the calibration, to tell.{_beyond_variation(found)}"
        )
    if not refused:
        return (
            f"No test found evidence against it in any of {pairs} comparisons of two text types. That is "
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
