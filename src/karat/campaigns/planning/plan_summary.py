"""Everything that is known of a plan before anybody has judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.campaigns.planning.balance import balance_of
from karat.campaigns.planning.drawn_documents import planned_documents
from karat.campaigns.planning.precision import precision_of
from karat.campaigns.planning.variance_parts import assumed_parts, pilot_parts, span
from karat.campaigns.planning.workload import workload_of
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.planning.balance import Balance
    from karat.campaigns.planning.precision import DesignPrecision
    from karat.campaigns.planning.variance_parts import VarianceParts
    from karat.campaigns.planning.workload import Workload
    from karat.campaigns.questionnaire import Questionnaire
    from karat.judgements import Judgements


@dataclass(frozen=True, slots=True)
class TextTypeWork:
    """The texts of one type: how much there is of them, and how many judgements each system gets."""

    text_type: str
    documents: int
    segments: int
    words: int
    judgements: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlanSummary(Equal, Shown):
    """A plan with its work, its balance, and its precision."""

    plan: CampaignPlan
    texts: tuple[TextTypeWork, ...]
    workload: Workload
    balance: Balance
    parts: tuple[VarianceParts, ...]
    precision: tuple[DesignPrecision, ...]
    alpha: float
    power: float

    @property
    def purposes(self) -> Counter[str]:
        """How many items of each purpose there are in all packs."""
        return Counter(item.purpose for pack in self.plan.packs for item in pack.items)

    @property
    def damages(self) -> Counter[str]:
        """How many outputs are spoilt in each way."""
        return Counter(
            candidate.damage
            for pack in self.plan.packs
            for item in pack.items
            for candidate in item.candidates
            if candidate.damage
        )

    @property
    def documents(self) -> int:
        """How many documents there are in all packs, anchors included."""
        used = {item.segment for pack in self.plan.packs for item in pack.items}
        return len({segment.document for segment in self.plan.segments if segment.number in used})

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many outputs stand side by side in the items of the plan."""
        items = (item for pack in self.plan.packs for item in pack.items)
        return tuple(sorted({len(item.candidates) for item in items if item.purpose == "plan"}))

    def to_dict(self) -> dict[str, Any]:
        """As plain values, in a stable order; no ids, and no texts."""
        plan, work = self.plan, self.workload
        return {
            "name": plan.name,
            "protocol": plan.questionnaire.name,
            "design": plan.design,
            "seed": plan.seed,
            "systems": list(plan.systems),
            "judges_per_output": plan.judges_per_output,
            "side_by_side": list(self.sizes),
            "no_back": plan.no_back,
            "masked": plan.masked,
            "items": dict(self.purposes),
            "spoilt": dict(self.damages),
            "training_items": len(plan.training),
            "seconds_per_word": work.seconds_per_word,
            "seconds_per_word_source": work.source,
            "seconds_per_page": work.seconds_per_page,
            "hours": work.hours,
            "wage": work.wage,
            "cost": work.cost,
            "texts": [_fields(one) for one in self.texts],
            "judges": [_fields(one) for one in work.judges],
            "balance": [one.to_dict() for one in self.balance.evenness],
            "variance_parts": [one.to_dict() for one in self.parts],
            "alpha": self.alpha,
            "power": self.power,
            "precision": [one.to_dict() for one in self.precision],
        }


def summarise_plan(
    plan: CampaignPlan,
    *,
    pilot: Judgements | None = None,
    pilot_documents: Mapping[str, str] | None = None,
    seconds_per_word: float | None = None,
    seconds_per_page: float | None = None,
    wage: float | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
) -> PlanSummary:
    """The work of a plan, its balance, and its precision, by the variances of a pilot or by assumed ones.

    `pilot_documents` has the document of each segment of the pilot, where its judgements do not say.
    """
    if wage is not None and not wage >= 0:
        raise InvalidOption(f"The wage is {wage:g}; it must be 0 or more.")
    parts = _parts(plan.questionnaire, pilot, pilot_documents)
    return PlanSummary(
        plan,
        _texts(plan),
        workload_of(plan, seconds_per_word=seconds_per_word, seconds_per_page=seconds_per_page, wage=wage),
        balance_of(plan),
        parts,
        precision_of(plan, parts, alpha=alpha, power=power),
        alpha,
        power,
    )


def _texts(plan: CampaignPlan) -> tuple[TextTypeWork, ...]:
    documents = planned_documents(plan)
    return tuple(
        TextTypeWork(
            kind,
            documents=len(of_kind),
            segments=(segments := sum(len(one.segments) for one in of_kind)),
            words=sum(one.words for one in of_kind),
            judgements=segments * plan.judges_per_output,
        )
        for kind in dict.fromkeys(one.text_type for one in documents)
        if (of_kind := [one for one in documents if one.text_type == kind])
    )


def _parts(
    questionnaire: Questionnaire, pilot: Judgements | None, documents: Mapping[str, str] | None
) -> tuple[VarianceParts, ...]:
    """The variances on each dimension: those of the pilot, on the scale of the questionnaire."""
    if pilot is None:
        return tuple(
            assumed_parts(one.dimension, one.scale, wins=questionnaire.counts_wins(one))
            for one in questionnaire.questions
        )
    found = []
    for question in questionnaire.questions:
        if question.dimension in pilot.dimensions:
            wins = questionnaire.counts_wins(question)
            own = pilot_parts(pilot, question.dimension, documents=documents, wins=wins)
            factor = 1.0 if wins else span(question.scale) / span(pilot.scales[question.dimension])
            found.append(own if factor == 1 else own.scaled(factor))
    if not found:
        asked = ", ".join(question.dimension for question in questionnaire.questions)
        raise InvalidOption(
            f"The pilot has judgements on {', '.join(pilot.dimensions)}, and the protocol "
            f"{questionnaire.name} asks for {asked}. Rename the dimension of the pilot, if it is the same."
        )
    return tuple(found)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}
