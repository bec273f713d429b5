"""What reports of variants show: texts that are scored alike, and which metrics tell them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.diagnosis.blindness import Blindness
    from karat.diagnosis.variants import SegmentVariants, Variant


def render(found: Sequence[SegmentVariants], *, digits: int, least_first: bool = False) -> str:
    """Each segment with its variants below it."""
    width = max((len(_kinds(variant)) for one in found for variant in one.variants), default=0)
    width = max(width, len("original"))
    blocks = []
    for one in found:
        lines = [f"{printable(one.system)}, segment {one.segment}"]
        for label, plausibility, text in _texts(one, least_first):
            lines.append(
                f"  {plausibility:{digits + 3}.{digits}f}  {label:{width}}  {printable(text)}".rstrip()
            )
        if not one.variants:
            lines.append("  no variant was found: every change that was tried alters a count")
        blocks.append("".join(f"{line}\n" for line in lines))
    return "\n".join(blocks)


def table(found: Sequence[SegmentVariants], *, least_first: bool = False) -> Table:
    """A row for each text."""
    rows = [
        Row((one.system, str(one.segment), label, printable(text)), (plausibility,))
        for one in found
        for label, plausibility, text in _texts(one, least_first)
    ]
    return Table(("system", "segment", "changed", "text"), (Column("plausibility"),), rows)


def blindness_table(seen: Sequence[Blindness]) -> Table:
    """A row for each metric: the blindest first."""
    rows = [
        Row(
            (one.metric,),
            (
                float(one.variants),
                float(one.same),
                float(one.better),
                float(one.worse),
                100 * one.same / one.variants if one.variants else float("nan"),
                one.mean_change,
                one.largest_change,
            ),
        )
        for one in sorted(seen, key=lambda one: -one.same / max(one.variants, 1))
    ]
    whole = tuple(Column(name, digits=0) for name in ("variants", "same", "better", "worse"))
    return Table(("metric",), (*whole, Column("blind %"), Column("mean"), Column("largest")), rows)


def notes(recipe: str, *, seen: bool) -> list[Note]:
    """What the figures are."""
    lines = [
        Note("equal", f"every variant has exactly the original's statistics: {printable(recipe)}"),
        Note("plausibility", "log10 of the probability per unit, by trigrams of the references"),
    ]
    if seen:
        lines.append(Note("blind %", "share of variants that the metric scores the same as the original"))
        lines.append(
            Note("mean, largest", "change of a segment's score; negative means the variant is worse")
        )
    return lines


def as_json(found: Sequence[SegmentVariants], seen: Sequence[Blindness], *, recipe: str) -> str:
    """Everything in full precision."""
    segments = [
        {
            "system": one.system,
            "segment": one.segment,
            "recipe": recipe,
            "text": one.text,
            "plausibility": one.plausibility,
            "variants": [
                {"text": each.text, "changed": list(each.kinds), "plausibility": each.plausibility}
                for each in one.variants
            ],
        }
        for one in found
    ]
    blind = [
        {
            "metric": one.metric,
            "recipe": one.recipe,
            "variants": one.variants,
            "same": one.same,
            "better": one.better,
            "worse": one.worse,
            "mean_change": one.mean_change,
            "largest_change": one.largest_change,
        }
        for one in seen
    ]
    return json_document.render([], parts={"segments": segments, "blindness": blind})


def _texts(one: SegmentVariants, least_first: bool) -> Iterator[tuple[str, float, str]]:
    yield "original", one.plausibility, one.text
    for variant in reversed(one.variants) if least_first else one.variants:
        yield _kinds(variant), variant.plausibility, variant.text


def _kinds(variant: Variant) -> str:
    return ", ".join(variant.kinds)


def view(found: Sequence[SegmentVariants]) -> View:
    """Texts that are scored alike."""
    return View((table(found),))


def blindness_view(found: Sequence[Blindness]) -> View:
    """Which metrics see the difference."""
    return View((blindness_table(found),))
