"""The judgements of a campaign, from its file."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from karat.campaigns.collected_judgements import judgements_of
from karat.campaigns.masking import is_masked, shown_campaign
from karat.campaigns.store import open_store
from karat.errors import InvalidJudgement
from karat.judgements import Judgements
from karat.readers.corpora.campaign import judged_segments_of, outputs_of
from karat.readers.files.opening import display_name
from karat.readers.people.appraise import RowsLeftOut

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.campaigns.plan import CampaignPlan
    from karat.corpus import Corpus
    from karat.judgements import Scale
    from karat.readers.files.opening import FilePath
    from karat.readers.people.judgement_rows import Unknown


def read_campaign_judgements(
    path: FilePath,
    corpus: Corpus | None = None,
    *,
    scales: Mapping[str, Scale] | None = None,
    unknown_systems: Unknown = "refuse",
) -> Judgements:
    """What judges have said so far, last versions only; spoilt outputs and training are no judgements.

    With a corpus, segments are called by their number in it. It may be the campaign's own texts, or the
    corpus that the campaign was planned for. The campaign's own texts lack a segment of which only some
    systems were judged, so what was said of it is left out, with a warning.
    """
    store = open_store(display_name(path))
    try:
        masked = is_masked(store)
        plan, records = shown_campaign(store)
    finally:
        store.close()
    found = judgements_of(plan, records)
    if corpus is None and not scales:
        return found
    rows = list(found)
    places = {row.segment: row.segment for row in rows}
    if corpus is not None:
        if masked and not set(corpus.systems) <= set(plan.systems):
            raise InvalidJudgement(
                f"{display_name(path)}: the systems' names are masked until the campaign is closed, so its "
                "judgements fit its own texts only. Leave the corpus out, or close it: karat campaign close."
            )
        places = _places(plan, corpus, display_name(path))
        rows = [row for row in rows if row.system in corpus.systems or unknown_systems == "refuse"]
        for row in rows:
            corpus.system(row.system)
        _warn_of_lacking({row.segment for row in rows} - set(places), display_name(path))
        rows = [row for row in rows if row.segment in places]
    return Judgements.of_columns(
        judges=[row.judge for row in rows],
        systems=[row.system for row in rows],
        segments=[places[row.segment] for row in rows],
        dimensions=[row.dimension for row in rows],
        values=[row.value for row in rows],
        times=[row.time for row in rows],
        occasions=[row.occasion for row in rows],
        pages=[row.page for row in rows],
        scales={**found.scales, **(scales or {})},
        documents={places[segment]: label for segment, label in found.documents.items() if segment in places},
    )


def _warn_of_lacking(segments: set[str], name: str) -> None:
    """Say which segments were judged, but are not among the texts."""
    if segments:
        listed = ", ".join(sorted(segments, key=int))
        warnings.warn(
            f"{name}: judgements of these segments are left out, as not every system was judged there: "
            f"{listed}.",
            RowsLeftOut,
            stacklevel=3,
        )


def _places(plan: CampaignPlan, corpus: Corpus, name: str) -> dict[str, str]:
    """The number of each segment in the corpus: that of the plan, or its place among the planned ones."""
    segments, outputs = judged_segments_of(plan), outputs_of(plan)
    as_planned = {
        str(number): str(number)
        for number in sorted({number for number, _ in outputs})
        if number <= len(corpus)
    }
    in_order = {str(text.number): str(place) for place, text in enumerate(segments, 1)}
    for places in (as_planned, in_order):
        inside = all(int(places.get(str(text.number), len(corpus) + 1)) <= len(corpus) for text in segments)
        if inside and all(
            corpus.systems[system][int(places[str(number)]) - 1] == text
            for (number, system), text in outputs.items()
            if system in corpus.systems and str(number) in places
        ):
            return places
    raise InvalidJudgement(
        f"{name}: the outputs that were judged are not those of the corpus. Give the corpus that the "
        "campaign was planned for, or none."
    )
