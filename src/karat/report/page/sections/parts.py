"""Parts of the text: where the ranking of the whole turns round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report import slicing
from karat.report.charts import slices
from karat.report.charts.words import listed, number, p_value
from karat.report.page.section import Section
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.comparison import Cut
    from karat.dossier import Dossier
    from karat.report.page.section import Part

_SPOKEN = {
    "text-type": "text type",
    "source-length": "length of the source",
    "reference-length": "length of the reference",
    "numbers": "numbers in the reference",
    "entities": "named entities in the reference",
}


def section(dossier: Dossier) -> Section | None:
    """A heat map of each way to cut the text."""
    if not dossier.cuts:
        return None
    upward = dossier.evaluation.metrics[0].higher_is_better
    parts: list[Part] = []
    for cut in dossier.cuts:
        by = _SPOKEN.get(cut.partition, cut.partition)
        chart = slices.chart(list(cut.slices), metric=cut.metric, by=by, higher_is_better=upward)
        parts += [*([chart] if chart is not None else []), slicing.slice_table(cut)]
        parts += slicing.flip_notes(cut, digits=1)
    return Section("parts", "Does the ranking hold in every part of the text?", _lead(dossier), tuple(parts))


def _lead(dossier: Dossier) -> str:
    certain = [
        (cut, part, flip)
        for cut in dossier.cuts
        for part in cut.slices
        for flip in part.flips
        if flip.certain
    ]
    ways = len(dossier.cuts)
    if not certain:
        looked = f"{_names(dossier.cuts)} {'was' if ways == 1 else 'were'} looked at"
        return f"Yes, as far as can be seen: no part turns two systems round beyond chance. {looked}."
    cut, part, flip = min(certain, key=lambda found: found[2].p)
    count = len(certain)
    turns = f"{count} {'turn' if count == 1 else 'turns'} of two systems {'is' if count == 1 else 'are'}"
    return (
        f"Not everywhere: {turns} beyond chance. The clearest: in {printable(part.label)}, "
        f"{printable(flip.ahead)} is ahead of {printable(flip.behind)} by {number(abs(flip.difference), 1)} "
        f"{printable(cut.metric)} ({p_value(flip.p)}), and behind it over all."
    )


def _names(cuts: tuple[Cut, ...]) -> str:
    names = listed([_SPOKEN.get(cut.partition, cut.partition) for cut in cuts])
    return names[:1].upper() + names[1:]
