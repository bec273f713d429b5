"""Whether the line of one text type holds in another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.chunks import marks_beyond
from karat.report import transfers
from karat.report.charts import transfer
from karat.report.charts.words import number
from karat.report.page.section import Section
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Carried
    from karat.dossier import Dossier
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """z-scores of slope and intercept among the chunks of the other text, and tests of equal lines."""
    found = dossier.transfers
    if not found:
        return None
    chart = transfer.chart(found)
    parts: list[Part] = [*([chart] if chart is not None else []), *transfers.tables(found)]
    parts += transfers.notes(found)
    title = "May a calibration be carried to another text type?"
    return Section("transfer", title, _lead(found), tuple(parts))


def _lead(found: tuple[Carried, ...]) -> str:
    refused = [one for one in found if one.tests.verdict.startswith("no:")]
    pairs = _pairs(found)
    if not refused:
        return (
            f"No test speaks against it in any of {pairs} comparisons of two text types, which is no proof: "
            f"with few systems, only large differences show.{_beyond_variation(found)}"
        )
    worst = max(refused, key=_ratio)
    metric, human = printable(worst.source.metrics[0]), printable(worst.source.human)
    where = f"from {printable(worst.tests.source)} to {printable(worst.tests.target)}"
    return (
        f"Not without a check: in {_pairs(refused)} of {pairs} comparisons of two text types, each tested by "
        f"itself, the lines differ. Carried {where}, that from {metric} to {human} is off by "
        f"{number(worst.tests.error, 2)}, {number(_ratio(worst), 1)} times the error of the line made there."
    )


def _beyond_variation(found: Sequence[Carried]) -> str:
    """What the other way to ask says, lest the chart seem to contradict the tests."""
    beyond = [one for one in found if any(marks_beyond(z) for z in one.z_scores())]
    if not beyond:
        return ""
    return (
        f" Yet in {len(beyond)} of {len(found)} directions a figure of the line lies beyond the natural "
        "variation of the text that it came from, as the chart shows: check before you carry one over."
    )


def _pairs(found: Sequence[Carried]) -> int:
    """How many comparisons there are: from one cell to another is the same test as back."""
    return len({(one.labels[1], frozenset(one.labels[2:])) for one in found})


def _ratio(one: Carried) -> float:
    return one.tests.error / one.tests.own_error if one.tests.own_error else 0.0
