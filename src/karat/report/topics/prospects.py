"""From metrics to people: the lines, from which score on output is acceptable, and what is predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Section, printable
from karat.report.topics import acceptability, calibration, prediction
from karat.report.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Acceptance, Calibration, Prediction
    from karat.dossier import Dossier, Prospects
    from karat.report.tables import Part


_TITLE = "Is it good enough?"


def section(dossier: Dossier) -> Section | None:
    """Calibration lines with thresholds, acceptability of judged outputs, and predictions of the others."""
    found = dossier.prospects
    if found is None:
        return None
    parts: list[Part] = []
    limits = {one.human: limit_of(one) for one in found.accepted}
    every = [*found.own, *found.given]
    for human in dict.fromkeys(each.human for each in every):
        of_human = [each for each in every if each.human == human]
        parts += calibration.charts(of_human, threshold=limits.get(human))
    parts += _predicted(found.predictions, every)
    if found.accepted:
        parts += [*acceptability.tables(found.accepted), *acceptability.notes(found.accepted)]
    if every:
        parts += calibration.tables(every)
        parts += [note for note in calibration.notes(every, None) if note.label != "file"]
    return Section("calibration", _TITLE, _lead(found), tuple(parts))


def limit_of(accepted: Acceptance) -> float:
    """The human score from which on output is acceptable."""
    return accepted.threshold.value


def _predicted(found: Sequence[Prediction], every: Sequence[Calibration]) -> list[Part]:
    if not found:
        return []
    parts: list[Part] = []
    upward = {each.name: each.human_higher_is_better for each in every}
    for name in dict.fromkeys(each.calibration for each in found):
        of_cell = [each for each in found if each.calibration == name]
        chart = prediction.chart(of_cell, human=name, higher_is_better=upward.get(name, True))
        parts += [] if chart is None else [chart]
    return [*parts, prediction.table(found), *prediction.notes(found, ())]


def _lead(found: Prospects) -> str:
    said = (_of_thresholds(found), _of_predictions(found), _of_slopes(found), _of_lines(found))
    return " ".join(filter(None, said))


def _of_thresholds(found: Prospects) -> str:
    if not found.accepted:
        return "To find out which outputs are good enough, set the human score your readers need."
    return " ".join(map(_of_dimension, found.accepted))


def _of_dimension(one: Acceptance) -> str:
    human = printable(one.human)
    if one.outputs:
        counts = [sum(each.verdict == verdict for each in one.outputs) for verdict in ("pass", "fail")]
        return (
            f"By {human}, an output is acceptable if its mean is at least "
            f"{number(one.threshold.value, 2)}. Of {len(one.outputs)} outputs (a system in a text "
            f"type), {counts[0]} pass and {counts[1]} fail for certain."
        )
    text = f"Good enough means {human} {number(one.threshold.value, 2)} or better, as you set it."
    if one.judged:
        whole = [each for each in one.judged if each.cell == one.judged[0].cell]
        counts = [sum(each.verdict == verdict for each in whole) for verdict in ("pass", "fail")]
        text += (
            f" On the whole text, {counts[0]} of {len(whole)} judged systems "
            f"{'passes' if counts[0] == 1 else 'pass'}, and {counts[1]} "
            f"{'fails' if counts[1] == 1 else 'fail'}."
        )
    if not one.cells:
        return text
    metric = one.cells[0][0].metrics[0]
    verdicts = [
        at.of(point.scores[0]) for cell, at in one.cells if cell.metrics[0] == metric for point in cell.points
    ]
    return (
        f"{text} Of {len(verdicts)} outputs (a system in a text type), {printable(metric)} alone "
        f"shows that {verdicts.count('pass')} pass and {verdicts.count('fail')} fail."
    )


def _of_predictions(found: Prospects) -> str:
    held = [each for each in found.predictions if not each.refusals]
    refused = len(found.predictions) - len(held)
    if not found.predictions:
        return ""
    text = f"{len(held)} of {len(found.predictions)} outputs have a prediction"
    return f"{text}; for {refused} the calibration does not hold." if refused else f"{text}."


def _of_slopes(found: Prospects) -> str:
    """What a point of the first metric is worth to people, as the chart shows it."""
    every = [*found.own, *found.given]
    if not every or len(every[0].metrics) > 1:
        return ""
    first = every[0]
    same = [each for each in every if (each.metrics, each.human) == (first.metrics, first.human)]
    return calibration.worth(same)


def _of_lines(found: Prospects) -> str:
    flat = [each.name for each in found.own if _is_flat(each)]
    if not flat:
        return ""
    lines = "line has a slope" if len(flat) == 1 else "lines have slopes"
    return (
        f"{len(flat)} of {len(found.own)} {lines} that may be 0, and "
        f"{'predicts' if len(flat) == 1 else 'predict'} little more than the mean."
    )


def _is_flat(each: Calibration) -> bool:
    low, high = each.map_of("least-squares").coefficient_interval(1, each.confidence)
    return low <= 0 <= high
