"""How many texts a score cannot tell apart, by the length of the segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.charts.density import cloud, gathering_note
from karat.report.charts.layers import made
from karat.report.charts.words import power_of_ten, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.variation import Variation
    from karat.report.charts.chart import Chart


def chart(found: Sequence[Variation], *, metric: str = "BLEU", unit: str = "words") -> Chart | None:
    """Every segment of every system by length and log10 of its variants; None where there is no segment."""
    points = [
        (float(length), float(variants))
        for one in found
        for length, variants in zip(one.lengths.tolist(), one.safe.tolist(), strict=True)
    ]
    if not points:
        return None
    most = max(variants for _, variants in points)
    middle = sorted(variants for _, variants in points)[len(points) // 2]
    systems = f"{printable(found[0].system)}" if len(found) == 1 else f"{len(found)} systems"
    return made(
        stem("variation", metric),
        f"What {printable(metric)} cannot see",
        f"Half of the {len(points):,} outputs of {systems} have at least {power_of_ten(middle)} other "
        f"orders of {unit} that {printable(metric)} scores no lower; one has {power_of_ten(most)}."
        f"{gathering_note(len(points))}",
        lambda size: cloud(size, points, f"length of the output, {unit}", "log10 of the number of variants"),
    )
