"""A campaign of judgements that were collected elsewhere: packs as people judged, and their answers.

The campaign is closed. It can be weighed, shown and exported as any other.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from math import isnan, nan
from typing import TYPE_CHECKING, TypeAlias

from karat.campaigns.answers import Answer, Value
from karat.campaigns.desk import Desk
from karat.campaigns.plan import CampaignPlan, Candidate, Item, Pack, PlannedSegment
from karat.campaigns.planning.shown_references import ShownReferences
from karat.campaigns.questionnaire import Question, Questionnaire, QuestionStep
from karat.campaigns.store import create_store
from karat.errors import InvalidJudgement

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from karat.campaigns.plan import Design
    from karat.campaigns.store.contract import Store
    from karat.corpus import Corpus
    from karat.judgements import Judgement, Judgements

# Judge, system, segment and occasion.
PageKey: TypeAlias = tuple[str, str, str, int]


def import_judgements(address: str | Path, judgements: Judgements, corpus: Corpus, *, name: str) -> int:
    """Write judgements and the texts they are of to a new campaign; how many pages it has.

    What one judge said of one output at one occasion is a page, in the order of the times, where they are
    known. Whoever judged an output again has judged a repeat.
    """
    found = _Pages.of(judgements, corpus)
    plan = found.plan(name)
    store = create_store(address, plan)
    try:
        found.answer(store, plan)
        Desk(store).close()
    finally:
        store.close()
    return len(found.pages)


class _Pages:
    """Pages by judge, system, segment and occasion, each with the judgements on its dimensions."""

    def __init__(self, judgements: Judgements, corpus: Corpus, pages: dict[PageKey, list[Judgement]]) -> None:
        self.judgements, self.corpus, self.pages = judgements, corpus, pages
        self.ids = {page: secrets.token_hex(16) for page in pages}

    @classmethod
    def of(cls, judgements: Judgements, corpus: Corpus) -> _Pages:
        """The pages in the order in which they were answered; all must have the same dimensions."""
        pages: dict[PageKey, list[Judgement]] = defaultdict(list)
        for one in judgements:
            pages[one.judge, one.system, one.segment, one.occasion or 0].append(one)
        wanted = set(judgements.dimensions)
        for (judge, system, segment, _), said in pages.items():
            lacking = wanted - {one.dimension for one in said}
            if lacking:
                raise InvalidJudgement(
                    f"{judge} judged segment {segment} of {system} on other dimensions than others: "
                    f"{', '.join(sorted(lacking))} is missing. Import each dimension alone."
                )
        timed = all(not isnan(one.time) for one in judgements)
        if timed:
            pages = dict(sorted(pages.items(), key=lambda page: max(one.time for one in page[1])))
        return cls(judgements, corpus, dict(pages))

    def plan(self, name: str) -> CampaignPlan:
        """One pack for each judge."""
        work: dict[str, list[Item]] = {judge: [] for judge in self.judgements.judges}
        for judge, system, segment, occasion in self.pages:
            text = self.corpus.systems[system][int(segment) - 1]
            page = self.ids[judge, system, segment, occasion]
            candidate = Candidate(secrets.token_hex(16), system, text)
            purpose = "repeat" if occasion else "plan"
            work[judge].append(Item(page, int(segment), (candidate,), purpose))  # type: ignore[arg-type]
        return CampaignPlan(
            name=name,
            questionnaire=self._questionnaire(),
            design=self._design(),
            segments=self._segments(),
            systems=tuple(self.corpus.systems),
            packs=tuple(Pack(secrets.token_hex(16), tuple(items), judge) for judge, items in work.items()),
            training=(),
            judges=tuple(work),
            judges_per_output=1,
            seed=0,
            options=(("imported", "yes"),),
            human_systems=self.corpus.human_systems,
            corpus_segments=len(self.corpus),
        )

    def answer(self, store: Store, plan: CampaignPlan) -> None:
        """Store what was said, as if it had been answered here."""
        from karat.campaigns.store.answer_rows import AnswerRow, Showing

        candidates = {item.id: item.candidates[0].id for pack in plan.packs for item in pack.items}
        with store.writing() as transaction:
            for page, said in self.pages.items():
                item, key = self.ids[page], secrets.token_hex(16)
                time = max(one.time for one in said)
                moment = 0.0 if isnan(time) else time
                transaction.answers.add_showing(Showing(key, page[0], item, 0, 0, moment))
                values = tuple(Value(candidates[item], one.dimension, one.value) for one in said)
                row = AnswerRow(
                    number=0,
                    key=key,
                    judge=page[0],
                    item=item,
                    step=0,
                    version=0,
                    training=False,
                    comment="",
                    shown=moment,
                    stored=moment,
                    active=nan,
                    guidelines="",
                    reference="",
                )
                transaction.answers.add(row, Answer(values))

    def _questionnaire(self) -> Questionnaire:
        questions = tuple(
            Question(dimension, self.judgements.scales[dimension], dimension)
            for dimension in self.judgements.dimensions
        )
        return Questionnaire("imported", (QuestionStep("rate", questions, frozenset()),), context="none")

    def _design(self) -> Design:
        """Whether judges mostly saw several outputs of a text: then severity cancels between them."""
        seen: dict[tuple[str, str], set[str]] = defaultdict(set)
        for judge, system, segment, _ in self.pages:
            seen[judge, segment].add(system)
        several = sum(len(systems) > 1 for systems in seen.values())
        return "together" if 2 * several > len(seen) else "square"

    def _segments(self) -> tuple[PlannedSegment, ...]:
        corpus = self.corpus
        judged = sorted({int(segment) for segment in self.judgements.segments})
        shown = ShownReferences(corpus.references)
        return tuple(
            PlannedSegment(
                number,
                _at(corpus.documents, number),
                _at(corpus.text_types, number),
                _at(corpus.sources, number) or None,
                shown.shown(number - 1),
                max(len(self._read(number).split()), 1),
                corpus.source_language or "",
                corpus.target_language or "",
                shown.kept(number - 1),
            )
            for number in judged
        )

    def _read(self, number: int) -> str:
        """What a judge has read of a segment: its source, or a reference."""
        references = self.corpus.references.of_segment(number - 1)
        return _at(self.corpus.sources, number) or next(iter(references), "")


def _at(labels: Sequence[str] | None, number: int) -> str:
    return "" if labels is None else labels[number - 1]
