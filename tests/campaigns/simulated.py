"""Campaigns whose truth is known: judges with severity, noise and carelessness, systems with a quality."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from karat.campaigns.answers import Recorded
from karat.campaigns.plan import CampaignPlan, Candidate, Item, Pack, PlannedSegment
from karat.campaigns.questionnaire import Question, Questionnaire, QuestionStep
from karat.judgements.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.plan import Design, Purpose

EPOCH = 1_800_000_000.0
PERCENT = Scale("DA", 0, 100)
# Without ends nothing is cut off, so that means have no bias.
POINTS = Scale("points", -inf, inf)


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of a simulated campaign, in points of its scale.

    `spread` are standard deviations: of documents, of segments in them, of how a document suits a system
    (`suits`), of how a judge likes a system (`taste`), and of a judge's `noise`. `severity` is added to what
    a judge says. A judge in `careless` answers at random. `damages` are what a damage takes from a value.
    """

    quality: Mapping[str, float]
    severity: Mapping[str, float] = field(default_factory=dict)
    documents: float = 8.0
    segments: float = 8.0
    suits: float = 4.0
    taste: float = 0.0
    noise: float = 10.0
    careless: frozenset[str] = frozenset()
    inattentive: frozenset[str] = frozenset()
    damages: Mapping[str, float] = field(default_factory=lambda: {"negation": 30.0, "order": 20.0})
    seconds_per_word: float = 0.8


def small_plan(  # noqa: PLR0912 (three designs and their checks, laid out by hand)
    design: Design,
    *,
    documents: int = 12,
    segments: int = 2,
    systems: Sequence[str] = ("A", "B", "C"),
    judges: int = 6,
    per_output: int = 1,
    anchors: int = 0,
    repeats: int = 0,
    spoilt: int = 0,
    scale: Scale = POINTS,
    dimension: str = "quality",
    side_by_side: int = 2,
    masked: bool = False,
) -> CampaignPlan:
    """A plan laid out by the shortest rules that keep the promises of its design, whole documents to a judge.

    The planner's own layouts have tests of their own; what is tested here is what answers are made into.
    """
    names = [f"judge {number}" for number in range(1, judges + 1)]
    texts = tuple(
        PlannedSegment(place + 1, f"d{place // segments}", "news", "a source", "a reference", 12, "fr", "en")
        for place in range(documents * segments)
    )
    work: list[list[Item]] = [[] for _ in names]

    def give(judge: int, document: int, together: Sequence[str], purpose: Purpose) -> None:
        for place in range(document * segments, (document + 1) * segments):
            number = f"{design}-{len(work[judge])}-{judge}"
            candidates = tuple(Candidate(f"{number}-{name}", name, f"{name} {place}") for name in together)
            work[judge].append(Item(number, place + 1, candidates, purpose))

    for document in range(documents):
        everybody = document < anchors
        for copy in range(per_output):
            if design == "square":
                for place, name in enumerate(systems):
                    judge = (document + place + copy * len(systems)) % judges
                    give(judge, document, [name], "anchor" if everybody else "plan")
            elif design == "together":
                for name in systems:
                    give((document + copy) % judges, document, [name], "anchor" if everybody else "plan")
            else:
                groups = list(combinations(systems, side_by_side))
                group = groups[(document + document // judges + copy) % len(groups)]
                give((document + copy) % judges, document, group, "anchor" if everybody else "plan")
        if everybody and design == "square":
            done = {(document + place) % judges: name for place, name in enumerate(systems)}
            for judge in range(judges):
                if judge not in done:
                    give(judge, document, [systems[0]], "anchor")
    for judge, items in enumerate(work):
        planned = list(items)
        for count in range(spoilt):
            one = planned[(7 * count + judge) % len(planned)]
            damage = ("negation", "order")[count % 2]
            spoiled = tuple(
                Candidate(f"{each.id}-s{count}", each.system, f"{each.text} spoilt", damage if not at else "")
                for at, each in enumerate(one.candidates)
            )
            items.append(Item(f"{one.id}-s{count}", one.segment, spoiled, "spoilt"))
        for count in range(repeats):
            one = planned[(5 * count + judge) % len(planned)]
            again = tuple(Candidate(f"{each.id}-r{count}", each.system, each.text) for each in one.candidates)
            items.append(Item(f"{one.id}-r{count}", one.segment, again, "repeat"))
    packs = tuple(
        Pack(f"pack {number + 1}", tuple(items), names[number]) for number, items in enumerate(work)
    )
    asked = Questionnaire(
        "da", (QuestionStep("rate", (Question(dimension, scale, "How good?"),), frozenset({"source"})),)
    )
    return CampaignPlan(
        name="simulated",
        questionnaire=asked,
        design=design,
        segments=texts,
        systems=tuple(systems),
        packs=packs,
        training=(),
        judges=tuple(names),
        judges_per_output=per_output,
        seed=1,
        masked=masked,
    )


def simulated(plan: CampaignPlan, truth: Truth, rng: np.random.Generator) -> list[Recorded]:
    """Everything that is answered, oldest first: all judges work at once, each through the packs in order."""
    said = _Minds(plan, truth, rng)
    records: list[Recorded] = []
    clock = dict.fromkeys(plan.judges, EPOCH)
    owners = {pack.judge for pack in plan.packs} - {None}
    free = [name for name in plan.judges if name not in owners] or list(plan.judges)
    for number, pack in enumerate(plan.packs):
        judge = pack.judge or free[number % len(free)]
        clock.setdefault(judge, EPOCH)
        for position, item in enumerate(pack.items):
            for step, asked in enumerate(plan.questionnaire.steps):
                shown = clock[judge]
                seconds = said.seconds(judge, item)
                clock[judge] = shown + seconds
                for candidate in item.candidates:
                    for question in asked.questions:
                        text = said.segments[item.segment]
                        records.append(
                            Recorded(
                                judge=judge,
                                item=item.id,
                                pack=pack.id,
                                position=position,
                                step=step,
                                purpose=item.purpose,
                                segment=item.segment,
                                document=text.document,
                                text_type=text.text_type,
                                system=candidate.system,
                                damage=candidate.damage,
                                dimension=question.dimension,
                                value=said.value(judge, item, candidate, question),
                                spans=(),
                                comment="",
                                shown=shown,
                                stored=clock[judge],
                                active=seconds,
                                version=0,
                                guidelines="",
                                reference=text.reference or "",
                            )
                        )
    return sorted(records, key=lambda record: record.stored)


class _Minds:
    """What judges think, drawn once: the same output gets the same true value on every page."""

    def __init__(self, plan: CampaignPlan, truth: Truth, rng: np.random.Generator) -> None:
        self.truth, self.rng = truth, rng
        self.segments = {segment.number: segment for segment in plan.segments}
        documents = {segment.document for segment in plan.segments}
        draw = rng.normal
        self.document = {name: draw(0, truth.documents) for name in sorted(documents)}
        self.segment = {number: draw(0, truth.segments) for number in self.segments}
        self.suits = {
            (name, system): draw(0, truth.suits) for name in sorted(documents) for system in plan.systems
        }
        self.taste = {
            (judge, system): draw(0, truth.taste) for judge in plan.judges for system in plan.systems
        }

    def value(self, judge: str, item: Item, candidate: Candidate, question: Question) -> float:
        """What this judge says, on the scale of the question."""
        truth, scale, document = self.truth, question.scale, self.segments[item.segment].document
        if judge in truth.careless:
            return self.on(scale, self.rng.uniform(0, 100))
        lost = truth.damages.get(candidate.damage, 0.0) if judge not in truth.inattentive else 0.0
        thought = (
            truth.quality[candidate.system]
            + truth.severity.get(judge, 0.0)
            + self.document[document]
            + self.segment[item.segment]
            + self.suits[document, candidate.system]
            + self.taste.get((judge, candidate.system), 0.0)
            + self.rng.normal(0, truth.noise)
            - lost
        )
        return self.on(scale, thought)

    @staticmethod
    def on(scale: Scale, thought: float) -> float:
        """From 0 to 100 to the scale, whole steps where it has them."""
        if not scale.is_bounded:
            return thought
        value = scale.low + thought / 100 * (scale.high - scale.low)
        step = np.round(value) if scale.kind == "ordinal" else value
        return float(np.clip(step, scale.low, scale.high))

    def seconds(self, judge: str, item: Item) -> float:
        """How long a page takes; who does not read is five times as fast."""
        words = self.segments[item.segment].words * len(item.candidates)
        haste = 0.2 if judge in self.truth.careless else 1.0
        return float(2 + self.truth.seconds_per_word * words * haste * self.rng.lognormal(0, 0.4))
