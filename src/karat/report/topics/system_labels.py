"""Kinds of systems: does the line from a metric to people depend on them? Tables, notes, chart, section."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from karat.report.charts.layers import across, layer, made, single
from karat.report.charts.scatter import ends
from karat.report.charts.theme import PAGE, colour, style
from karat.report.tables import Column, Note, Row, Section, Table, View, interval_columns, printable
from karat.report.topics.calibration import labels
from karat.report.topics.calibration_fields import cell_name
from karat.report.words import arrow, number, plain, stem
from karat.report.words import p_value as in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import LabelTest
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size
    from karat.report.tables import Part

_HEADS = ("languages", "text type", "human", "metric", "n")


def tables(found: Sequence[LabelTest]) -> list[Table]:
    """The tests of every cell, and the lines of every label."""
    return [test_table(found), label_table(found)]


def test_table(found: Sequence[LabelTest]) -> Table:
    """A row for each cell: one line for all against a line for each label."""
    columns = (
        Column("F"),
        Column("p (F)", digits=3, is_p=True),
        Column("p (perm.)", digits=3, is_p=True),
        Column("offsets p", digits=3, is_p=True),
        Column("slopes p", digits=3, is_p=True),
        Column("explained %", digits=1),
        Column("by chance %", digits=1),
    )
    rows = [
        Row(
            (*_cell(one), one.verdict),
            (
                one.lines.f,
                one.lines.p,
                one.lines.p_permuted,
                one.offsets.p,
                one.slopes.p,
                100 * one.explained,
                100 * one.by_chance,
            ),
        )
        for one in found
    ]
    title = "Does the line depend on the kind of system?"
    return Table((*_HEADS, "depends?"), columns, rows, title=title)


def label_table(found: Sequence[LabelTest]) -> Table:
    """A row for each label of each cell: its line, and where it lies beside the others."""
    columns = (
        Column("slope", digits=3),
        *interval_columns("offset"),
        *interval_columns("Δ slope", 3),
    )
    rows: list[Row] = []
    breaks: set[int] = set()
    for one in found:
        breaks |= {len(rows)} if rows else set()
        for line in one.labels:
            values = (
                line.slope,
                *(line.offset, line.offset_low, line.offset_high),
                *(line.slope_difference, line.slope_low, line.slope_high),
            )
            rows.append(Row((*_cell(one)[:4], line.label, str(line.systems)), values))
    heads = (*_HEADS[:4], "label", "n")
    return Table(heads, columns, rows, title="Lines of each kind of system", breaks=frozenset(breaks))


def _cell(one: LabelTest) -> tuple[str, ...]:
    return (*labels(one.calibration)[:4], str(len(one.of_systems)))


def notes(found: Sequence[LabelTest]) -> list[Note]:
    """What the columns mean, and whom the tests are without."""
    sure = f"{100 * found[0].confidence:g} %"
    made_notes = [
        Note(
            "depends?",
            "yes: one line for all is rejected by the F test and by permutation; no: no label can be off the "
            f"common line by more than its residual SD ({sure} confidence); otherwise Karat can't tell",
        ),
        Note(
            "offset",
            "human points by which the label is above all others at the same metric score; "
            "Δ slope: how much steeper its line is",
        ),
        Note(
            "explained",
            "share of the squared errors of the common line that a line for each label explains; "
            "by chance: what labels without meaning would explain",
        ),
    ]
    left = dict.fromkeys(name for one in found for name in one.unlabelled)
    if left:
        made_notes.append(Note("without a label", f"left out: {', '.join(map(printable, left))}"))
    return made_notes


def record(one: LabelTest) -> dict[str, Any]:
    """One cell in full precision."""
    return one.to_dict()


def chart(one: LabelTest) -> Chart:
    """Systems by the two scores, each label with its own mark and line; the common line is grey."""
    calibration = one.calibration
    metric, human = printable(calibration.metrics[0]), printable(calibration.human)
    return made(
        stem("labels", metric, human, calibration.text_type or ""),
        f"From {metric} to {human} by kind of system: {cell_name(calibration)}",
        verdict_sentence(one),
        lambda size: _draw(size, one),
        "Grey: the line of all systems. A kind of three systems or more has a line of its own.",
    )


def verdict_sentence(one: LabelTest) -> str:
    """The answer in words, with its effect and its p-value."""
    known = [line for line in one.labels if isfinite(line.offset)]
    human = printable(one.calibration.human)
    tests = f"F test {in_words(one.lines.p)}, by permutation {in_words(one.lines.p_permuted)}"
    if one.verdict == "no":
        return (
            f"The line does not depend on the kind of system by more than its scatter of "
            f"{number(one.margin, 2)} points of {human} ({tests})."
        )
    most = max(known, key=lambda line: abs(line.offset), default=None)
    where = (
        ""
        if most is None
        else f" At the same score, {printable(most.label)} is {number(abs(most.offset), 2)} points of "
        f"{human} {'above' if most.offset > 0 else 'below'} the others."
    )
    if one.verdict == "yes":
        return f"The line depends on the kind of system ({tests}).{where}"
    return f"These systems do not show whether the line depends on their kind ({tests}).{where}"


def _draw(size: Size, one: LabelTest) -> Spec:
    calibration = one.calibration
    points = [point for point in calibration.points if point.system in one.of_systems]
    names = [line.label for line in one.labels]
    shown = [printable(name) for name in names]
    looks = [style(place) for place in range(len(names))]
    colours = {"domain": shown, "range": [colour(look.colour) for look in looks]}
    shapes = {"domain": shown, "range": [look.shape for look in looks]}
    metric, human = printable(calibration.metrics[0]), printable(calibration.human)
    x = _axis("x", f"{metric} {arrow(calibration.higher_is_better[0])}", [p.scores[0] for p in points])
    y = _axis("y", f"{human} {arrow(calibration.human_higher_is_better)}", [p.human for p in points])
    rows = [
        {
            "x": plain(point.scores[0]),
            "y": plain(point.human),
            "label": printable(one.of_systems[point.system]),
            "words": f"{printable(point.system)}, {printable(one.of_systems[point.system])}: {metric} "
            f"{number(point.scores[0], 1)}, {human} {number(point.human, 2)}",
        }
        for point in points
    ]
    legend = {"title": None, "orient": "top", "columns": 4 if size is PAGE else 2}
    marks = layer(
        rows,
        {"type": "point", "size": size.point, "filled": True, "opacity": 1},
        {
            "x": x,
            "y": y,
            "shape": {"field": "label", "type": "nominal", "scale": shapes, "legend": legend},
            "color": {"field": "label", "type": "nominal", "scale": colours, "legend": legend},
        },
        said=True,
    )
    return single(size, [*_lines(one, x, y), marks], height=size.width * (0.5 if size is PAGE else 0.7))


def _lines(one: LabelTest, x: Spec, y: Spec) -> list[Spec]:
    """The line of all systems, and that of each label over its own scores."""
    line = one.calibration.map_of("least-squares")
    scores = {point.system: point.scores[0] for point in one.calibration.points}
    found = [
        _line(
            (line.intercept, line.slope),
            list(scores.values()),
            {"color": colour("muted"), "strokeWidth": 1},
            x,
            y,
        )
    ]
    for place, own in enumerate(one.labels):
        look = style(place)
        inside = [scores[name] for name, label in one.of_systems.items() if label == own.label]
        if not isfinite(own.slope):
            continue
        dash = [] if look.dash == (1, 0) else list(look.dash)
        mark = {"color": colour(look.colour), "strokeDash": dash, "strokeWidth": 1.5}
        found.append(_line((own.intercept, own.slope), inside, mark, x, y))
    return found


def _line(of_line: tuple[float, float], scores: Sequence[float], mark: Spec, x: Spec, y: Spec) -> Spec:
    intercept, slope = of_line
    rows = [{"x": plain(at), "y": plain(intercept + slope * at)} for at in (min(scores), max(scores))]
    return layer(rows, {"type": "line", "clip": True, **mark}, {"x": x, "y": y})


def _axis(field: str, title: str, values: Sequence[float]) -> Spec:
    scale = {"domain": [plain(end) for end in ends(values)], "nice": False}
    return across(field, title, scale=scale)


def section(dossier: Dossier) -> Section | None:
    """A chart of the first cell, the tests of all, and the lines of every kind."""
    found = dossier.label_tests
    if not found:
        return None
    first, *others = found
    parts: list[Part] = [chart(first), *tables(found), *map(chart, others), *notes(found)]
    title = "Does the calibration depend on the kind of system?"
    return Section("labels", title, _lead(found), tuple(parts))


def _lead(found: Sequence[LabelTest]) -> str:
    depend = [one for one in found if one.verdict == "yes"]
    if len(found) == 1:
        return verdict_sentence(found[0])
    if depend:
        strongest = max(depend, key=lambda one: one.explained)
        return (
            f"In {len(depend)} of {len(found)} calibrations the line depends on the kind of system, each "
            f"tested on its own; most in {cell_name(strongest.calibration)}. {verdict_sentence(strongest)}"
        )
    settled = sum(one.verdict == "no" for one in found)
    if settled:
        return (
            f"In {settled} of {len(found)} calibrations it does not matter; in the others there are too few "
            "systems of each kind to tell."
        )
    return (
        f"None of {len(found)} calibrations shows it: there are too few systems of each kind, or they "
        "scatter too widely."
    )


def view(found: Sequence[LabelTest]) -> View:
    """What `karat calibrate` prints of labels."""
    return View(tuple(tables(found)), tuple(notes(found)))
