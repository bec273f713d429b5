"""The texts of a campaign: what its judges see, as a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.masking import shown_campaign
from karat.campaigns.planning.shown_references import references_of
from karat.campaigns.store import open_store
from karat.corpus import Corpus
from karat.errors import InvalidFile
from karat.readers.corpora.alignment import chosen
from karat.readers.corpora.documents import by_document
from karat.readers.files.opening import display_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import CampaignPlan, PlannedSegment
    from karat.corpus import Alignment
    from karat.readers.files.opening import FilePath

ENDING = ".campaign"


def is_campaign(path: FilePath) -> bool:
    """Whether a file is a campaign, by its name."""
    return display_name(path).lower().endswith(ENDING)


def read_campaign(
    path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment"
) -> Corpus:
    """The segments that a campaign's plan has, with the outputs that judges see, and all references.

    Of a plan that has a part of a corpus, it is that part. Masked names stay masked until the campaign is
    closed.
    """
    name = display_name(path)
    plan = plan_of(name)
    outputs = outputs_of(plan)
    segments = judged_segments_of(plan)
    if not segments:
        raise InvalidFile.at(
            name,
            "no segment has an output of every system, so there is no text on which to compare them. Read "
            "the corpus that the campaign was planned from, and give the campaign as its human scores.",
        )
    lacking = [text.number for text in segments if text.reference is None and not text.references]
    if lacking:
        raise InvalidFile.at(
            name, f"segment {lacking[0]} has no reference, so there is nothing to compare its outputs with."
        )
    labels = [text.document for text in segments]
    types = [text.text_type for text in segments]
    sources = [text.source for text in segments]
    taken = chosen(list(plan.systems), systems)
    corpus = Corpus(
        systems={system: [outputs[text.number, system] for text in segments] for system in taken},
        references=references_of(segments),
        sources=[source or "" for source in sources] if any(sources) else None,
        documents=labels if all(labels) else None,
        text_types=types if all(types) else None,
        source_language=segments[0].source_language or None,
        target_language=segments[0].target_language or None,
        human_systems=plan.human_systems & frozenset(taken),
    )
    return by_document(corpus, name) if align == "document" else corpus


def plan_of(name: str) -> CampaignPlan:
    """The plan of a campaign's file, with the names of systems that may be seen now."""
    store = open_store(name)
    try:
        return shown_campaign(store)[0]
    finally:
        store.close()


def outputs_of(plan: CampaignPlan) -> dict[tuple[int, str], str]:
    """The outputs that judges see, unspoilt, by segment and system."""
    return {
        (item.segment, candidate.system): candidate.text
        for pack in plan.packs
        for item in pack.items
        for candidate in item.candidates
        if not candidate.damage
    }


def judged_segments_of(plan: CampaignPlan) -> list[PlannedSegment]:
    """The segments of which every system has an output in the plan, in order; training is none of them."""
    outputs = outputs_of(plan)
    found = [text for text in plan.segments if all((text.number, name) in outputs for name in plan.systems)]
    return sorted(found, key=lambda text: text.number)
