"""Whether the line of one text type holds in another."""

from __future__ import annotations

from karat.report import transfers
from karat.report.charts import transfer
from karat.report.charts.words import number
from karat.report.page.section import Section
from karat.report.tables import printable
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
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
    if not refused:
        return (
            f"Nothing speaks against it in any of {len(found)} cases, which is no proof: with few systems, "
            "only large differences show."
        )
    worst = max(refused, key=_ratio)
    metric, human = printable(worst.source.metrics[0]), printable(worst.source.human)
    where = f"from {printable(worst.tests.source)} to {printable(worst.tests.target)}"
    return (
        f"Not without a check: in {len(refused)} of {len(found)} cases, each tested by itself, the lines "
        f"differ. Carried {where}, that from {metric} to {human} is off by {number(worst.tests.error, 2)}, "
        f"{number(_ratio(worst), 1)} times the error of the line that was fitted there."
    )


def _ratio(one: Carried) -> float:
    return one.tests.error / one.tests.own_error if one.tests.own_error else 0.0
