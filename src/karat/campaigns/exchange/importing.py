"""A campaign of judgements that were collected elsewhere: packs as people judged, and their answers.

The campaign is closed. It can be weighed, shown and exported as any other.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter, defaultdict
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from karat.campaigns.answers import UNKNOWN_TIME, Answer, Value
from karat.campaigns.desk import Desk
from karat.campaigns.plan import CampaignPlan, Candidate, Item, Pack, PlannedSegment
from karat.campaigns.planning.shown_references import ShownReferences
from karat.campaigns.questionnaire import Question, Questionnaire, QuestionStep, gives_places
from karat.campaigns.store import create_store
from karat.errors import InvalidJudgement
from karat.judgements.side_by_side import judged_pages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from karat.campaigns.plan import Design
    from karat.campaigns.store.store import Store
    from karat.corpus import Corpus
    from karat.judgements import Judgement, Judgements
    from karat.judgements.side_by_side import JudgedPage

_ID = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class ImportedCampaign:
    """What was made: how many pages, and the fewest and most outputs side by side.

    `grouped` pages are put together from what one judge said of one segment, because the judgements do not
    say what stood together. `lone` are those with a place for one output alone, which tells nothing.
    """

    pages: int
    side_by_side: tuple[int, int]
    grouped: int = 0
    lone: int = 0


def import_judgements(
    address: str | Path, judgements: Judgements, corpus: Corpus, *, name: str
) -> ImportedCampaign:
    """Write judgements and the texts they are of to a new campaign.

    What a judge saw side by side is a page, where the judgements say so. Where they do not, each output is a
    page of its own; but places (1st, 2nd, …) tell nothing without the others, so all that a judge said of a
    segment is one page then. Pages are in the order of the times, where these are known. Whoever judged the
    same outputs again has judged a repeat.
    """
    found = _Pages.of(judgements, corpus)
    plan = found.plan(name)
    store = create_store(address, plan)
    try:
        found.answer(store, plan)
        Desk(store).close()
    finally:
        store.close()
    return found.told()


class _Pages:
    """Pages in the order in which they were answered, each with the judgements of its outputs."""

    def __init__(self, judgements: Judgements, corpus: Corpus) -> None:
        self.judgements, self.corpus = judgements, corpus
        self.rows = list(judgements)
        self.places = any(gives_places(scale) for scale in judgements.scales.values())
        self.pages = judged_pages(judgements, together=self.places)
        self.timed = all(not isnan(row.time) for row in self.rows)
        if self.timed:
            self.pages.sort(key=self._last)
        self.ids = _ids(self.pages)
        self.steps = self._steps()
        several = sum(len(page.systems) > 1 for page in self.pages)
        self.compares = self.places or 2 * several > len(self.pages)

    @classmethod
    def of(cls, judgements: Judgements, corpus: Corpus) -> _Pages:
        """The pages; places that stand beside no other are refused."""
        found = cls(judgements, corpus)
        if found.places and all(len(page.systems) == 1 for page in found.pages):
            scale = next(scale for scale in judgements.scales.values() if gives_places(scale))
            raise InvalidJudgement(
                f"On the scale {scale.recipe} values are places among outputs that a judge saw side by side, "
                "and no page has two outputs of a segment. Add what stood beside them, with a column 'page' "
                "if a judge had several pages of a segment. If values are grades, not places, "
                f"change the scale: {scale.low:g}..{max(one.value for one in judgements):g}:interval:lower."
            )
        return found

    def told(self) -> ImportedCampaign:
        """What to say of them."""
        sizes = [len(page.systems) for page in self.pages]
        return ImportedCampaign(
            len(self.pages),
            (min(sizes), max(sizes)),
            sum(not page.name and len(page.systems) > 1 for page in self.pages),
            sizes.count(1) if self.places else 0,
        )

    def plan(self, name: str) -> CampaignPlan:
        """One pack for each judge."""
        judged = set(self.judgements.systems)
        work: dict[str, list[Item]] = {judge: [] for judge in self.judgements.judges}
        for page, number in zip(self.pages, self.ids, strict=True):
            place = int(page.segment)
            candidates = tuple(
                Candidate(secrets.token_hex(16), system, self.corpus.systems[system][place - 1])
                for system in page.systems
            )
            work[page.judge].append(Item(number, place, candidates, "repeat" if page.repeats else "plan"))
        return CampaignPlan(
            name=name,
            questionnaire=self._questionnaire(),
            design=self._design(),
            segments=self._segments(),
            # A win is one against the systems that were compared.
            systems=tuple(system for system in self.corpus.systems if system in judged),
            packs=tuple(Pack(secrets.token_hex(16), tuple(items), judge) for judge, items in work.items()),
            training=(),
            judges=tuple(work),
            judges_per_output=1,
            seed=0,
            options=(("imported", "yes"),),
            human_systems=self.corpus.human_systems & judged,
            corpus_segments=len(self.corpus),
        )

    def answer(self, store: Store, plan: CampaignPlan) -> None:
        """Store what was said, as if it had been answered here: a step of a page after the other."""
        from karat.campaigns.store.answer_rows import AnswerRow, Showing

        candidates = {
            (item.id, one.system): one.id
            for pack in plan.packs
            for item in pack.items
            for one in item.candidates
        }
        answers = []
        for page, item in zip(self.pages, self.ids, strict=True):
            for step, dimensions in enumerate(self.steps):
                said = [self.rows[number] for number in page.rows]
                if said := [row for row in said if row.dimension in dimensions]:
                    answers.append((_time(said), page.judge, item, step, said))
        if self.timed:
            answers.sort(key=lambda answer: answer[0])
        with store.writing() as transaction:
            for moment, judge, item, step, said in answers:
                key = secrets.token_hex(16)
                transaction.answers.add_showing(Showing(key, judge, item, step, 0, moment))
                values = tuple(Value(candidates[item, row.system], row.dimension, row.value) for row in said)
                row = AnswerRow(
                    number=0,
                    key=key,
                    judge=judge,
                    item=item,
                    step=step,
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

    def _last(self, page: JudgedPage) -> float:
        return _time([self.rows[number] for number in page.rows])

    def _steps(self) -> tuple[tuple[str, ...], ...]:
        """The dimensions of each step: what was said of every output at the same time was one answer."""
        moments: dict[str, dict[tuple[int, str], str]] = defaultdict(dict)
        for place, page in enumerate(self.pages):
            for number in page.rows:
                row = self.rows[number]
                # NaN is not even itself.
                moments[row.dimension][place, row.system] = repr(row.time)
        steps: list[list[str]] = []
        for dimension in self.judgements.dimensions:
            if steps and moments[steps[-1][0]] == moments[dimension]:
                steps[-1].append(dimension)
            else:
                steps.append([dimension])
        return tuple(map(tuple, steps))

    def _questionnaire(self) -> Questionnaire:
        steps = tuple(
            QuestionStep(
                "compare" if self.compares else "rate",
                tuple(Question(name, self.judgements.scales[name], name) for name in dimensions),
                frozenset(),
            )
            for dimensions in self.steps
        )
        return Questionnaire("imported", steps, self.told().side_by_side, context="none")

    def _design(self) -> Design:
        """Whether judges mostly saw several outputs of a text: then severity cancels between them."""
        if self.compares:
            return "contrast"
        seen: dict[tuple[str, str], set[str]] = defaultdict(set)
        for page in self.pages:
            seen[page.judge, page.segment].update(page.systems)
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


def _ids(pages: Sequence[JudgedPage]) -> list[str]:
    """The id of each page: its own, where it comes from a campaign, so that an export has it again."""
    count = Counter(page.name for page in pages)
    return [
        page.name if count[page.name] == 1 and _ID.fullmatch(page.name) else secrets.token_hex(16)
        for page in pages
    ]


def _time(said: Sequence[Judgement]) -> float:
    """When the last of these was said."""
    found = max(row.time for row in said)
    return UNKNOWN_TIME if any(isnan(row.time) for row in said) else found


def _at(labels: Sequence[str] | None, number: int) -> str:
    return "" if labels is None else labels[number - 1]
