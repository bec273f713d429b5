"""The documents of a corpus or of a plan, and their order in which as many as fit are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.planning.designs import PlannedDocument
from karat.campaigns.planning.workload import source_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from karat.campaigns.plan import CampaignPlan, PlannedSegment
    from karat.corpus import Corpus


def documents_of(corpus: Corpus, only: Collection[int] | None = None) -> list[PlannedDocument]:
    """The documents of a corpus, of `only` some segments; where it does not name any, each segment is one."""
    names = corpus.documents or [f"segment {number}" for number in range(1, len(corpus) + 1)]
    kinds = corpus.text_types or [""] * len(corpus)
    words = source_words(corpus)
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        if only is not None and place + 1 not in only:
            continue
        places.setdefault(name, []).append(place)
    return [
        PlannedDocument(
            name, kinds[of_name[0]], sum(words[one] for one in of_name), tuple(one + 1 for one in of_name)
        )
        for name, of_name in places.items()
    ]


def planned_documents(plan: CampaignPlan) -> list[PlannedDocument]:
    """The documents of a plan that are judged for the systems' sake; anchors and training are not."""
    wanted = {item.segment for pack in plan.packs for item in pack.items if item.purpose == "plan"}
    found: dict[str, list[PlannedSegment]] = {}
    for segment in plan.segments:
        if segment.number in wanted:
            found.setdefault(segment.document, []).append(segment)
    return [
        PlannedDocument(
            name,
            segments[0].text_type,
            sum(segment.words for segment in segments),
            tuple(segment.number for segment in segments),
        )
        for name, segments in found.items()
    ]


def by_text_type(documents: Sequence[PlannedDocument], random: Random) -> list[PlannedDocument]:
    """Documents at random, so that the first of them have text types in proportion."""
    kinds: dict[str, list[PlannedDocument]] = {}
    for document in random.sample(list(documents), len(documents)):
        kinds.setdefault(document.text_type, []).append(document)
    ranked = [
        ((place + 0.5) / len(of_kind), document)
        for of_kind in kinds.values()
        for place, document in enumerate(of_kind)
    ]
    return [document for _, document in sorted(ranked, key=lambda one: one[0])]
