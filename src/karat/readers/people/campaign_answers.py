"""The judgements of a campaign, from its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.collected_judgements import judgements_of
from karat.campaigns.store import open_store
from karat.errors import InvalidJudgement
from karat.judgements import Judgements
from karat.readers.corpora.campaign import judged_segments_of, outputs_of
from karat.readers.files.opening import display_name

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
    corpus that the campaign was planned for.
    """
    store = open_store(display_name(path))
    try:
        plan, records = store.plan(), store.records()
    finally:
        store.close()
    found = judgements_of(plan, records)
    if corpus is None and not scales:
        return found
    places = {} if corpus is None else _places(plan, corpus, display_name(path))
    rows = [
        row for row in found if corpus is None or row.system in corpus.systems or unknown_systems == "refuse"
    ]
    if corpus is not None:
        for row in rows:
            corpus.system(row.system)
    return Judgements.of_columns(
        judges=[row.judge for row in rows],
        systems=[row.system for row in rows],
        segments=[places.get(row.segment, row.segment) for row in rows],
        dimensions=[row.dimension for row in rows],
        values=[row.value for row in rows],
        times=[row.time for row in rows],
        occasions=[row.occasion for row in rows],
        scales={**found.scales, **(scales or {})},
        documents={places.get(segment, segment): label for segment, label in found.documents.items()},
    )


def _places(plan: CampaignPlan, corpus: Corpus, name: str) -> dict[str, str]:
    """The number of each segment in the corpus: that of the plan, or its place among the planned ones."""
    segments, outputs = judged_segments_of(plan), outputs_of(plan)
    shared = [system for system in plan.systems if system in corpus.systems]
    as_planned = {str(text.number): str(text.number) for text in segments}
    in_order = {str(text.number): str(place) for place, text in enumerate(segments, 1)}
    for places in (as_planned, in_order):
        inside = all(int(place) <= len(corpus) for place in places.values())
        if inside and all(
            corpus.systems[system][int(places[str(text.number)]) - 1] == outputs[text.number, system]
            for text in segments
            for system in shared
        ):
            return places
    raise InvalidJudgement(
        f"{name}: the outputs that were judged are not those of the corpus. Give the corpus that the "
        "campaign was planned for, or none."
    )
