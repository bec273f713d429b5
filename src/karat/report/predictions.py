"""What reports of predictions show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.json_document import document
from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Prediction, Versions


def table(predictions: Sequence[Prediction]) -> Table:
    """A row for each output: its scores, the human score predicted, and the verdict."""
    most = max(len(each.scores) for each in predictions)
    judged = any(each.threshold is not None for each in predictions)
    columns = (
        *(Column("score" if most == 1 else f"score {number}") for number in range(1, most + 1)),
        Column("predicted"),
        Column("low"),
        Column("high"),
        *((Column("P(passes)", digits=3),) if judged else ()),
    )
    rows = [
        Row(
            (each.calibration, each.system, each.verdict),
            (*each.scores, each.value, each.low, each.high, *((each.probability,) if judged else ())),
        )
        for each in predictions
    ]
    return Table(("calibration", "system", "verdict"), columns, rows)


def versions_table(versions: Sequence[Versions]) -> Table:
    """A row for each new version beside the earlier one."""
    columns = (Column("difference"), Column("low"), Column("high"), Column("P(better)", digits=3))
    rows = [
        Row(
            (each.new, each.old, each.verdict),
            (each.difference, each.low, each.high, each.probability_better),
        )
        for each in versions
    ]
    return Table(("new", "beside", "people will find it"), columns, rows, title="Versions, in human points")


def notes(predictions: Sequence[Prediction], versions: Sequence[Versions]) -> list[Note]:
    """What the interval is, what was refused or forced, and what could not be checked."""
    first = predictions[0]
    made = [
        Note("low, high", f"the human score of such a system lies there with {100 * first.confidence:g} %"),
    ]
    of_text = max(each.text_error for each in predictions)
    if of_text > 0:
        what = f"than the one that people judged: that alone is an error of up to {of_text:.2f} human points"
        made.append(Note("another text", what))
    if first.threshold is not None:
        made.append(Note("P(passes)", f"the probability of a mean human score beyond {first.threshold:g}"))
    refused = dict.fromkeys(
        (f"{'forced' if each.forced else 'refused'}: {printable(each.system)}", printable(str(one)))
        for each in predictions
        for one in each.refusals
    )
    made += [Note(label, text) for label, text in refused]
    unchecked = dict.fromkeys(what for each in predictions for what in each.unchecked)
    if unchecked:
        made.append(
            Note("not checked", f"{', '.join(unchecked)}: the calibration holds only if they are the same")
        )
    if versions:
        made.append(Note("versions", "each may be off the line on its own, so a small change can't be told"))
    return made


def as_json(predictions: Sequence[Prediction], versions: Sequence[Versions]) -> str:
    """Everything in full precision."""
    return document(
        {
            "predictions": [each.to_dict() for each in predictions],
            "versions": [each.to_dict() for each in versions],
        }
    )
