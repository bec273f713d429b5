"""What a plan will be able to show: the error of a difference between systems, under each design.

Systems are compared as the live standings do: least squares of value = system + block, and in a square also +
judge. A block is what shares a text: in a square the segment, together a judge's view of it, in a contrast a
page. Errors are exact for the layout at hand: an estimate is a weighted sum of judgements, and each effect of
`variance_parts` enters with the sum of the weights of its groups.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isinf
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
from scipy.special import stdtrit

from karat.campaigns.plan import Design, JudgedDesign
from karat.campaigns.planning.designs import grouping_of, laid_out
from karat.campaigns.planning.drawn_documents import planned_documents
from karat.campaigns.planning.judged_rows import JudgedRows
from karat.campaigns.planning.variance_parts import covariance
from karat.campaigns.win_shares import among_all
from karat.resampling import power_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.arrays import Floats
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.planning.designs import Grouping, PlannedDocument
    from karat.campaigns.planning.variance_parts import VarianceParts

# Effects that a repeated campaign shares, as it has the same texts and systems.
_OF_TEXTS = ("document", "segment", "system × document", "system × segment")
# What rounding leaves of nothing, on any processor: effects are often not all told apart.
_NOTHING = 1e-9
_CAMPAIGNS = 4000
_BLOCKS: Mapping[Design, tuple[str, ...]] = MappingProxyType(
    {"square": ("segment",), "together": ("judge", "segment"), "contrast": ("page",)}
)
# How many outputs stand side by side where the protocol does not compare.
_SIDE_BY_SIDE = (2, 4)


@dataclass(frozen=True, slots=True)
class DesignPrecision:
    """The precision of one design on one dimension; `refused` says why a design is not possible.

    `error` is the standard error of the difference between two systems: the root of its mean square over
    pairs. A true difference of `detectable` is found with the wanted power. A share `significant` of pairs is
    expected to be significant. If the campaign is repeated on the same texts with other judges, all pairs get
    the same verdict with probability `same_order`, and a pair that was significant is significant again, in
    the same direction, with probability `again`. `largest` is the largest difference that the scale allows.
    """

    dimension: str
    design: Design
    error: float
    detectable: float
    same_order: float
    again: float
    significant: float
    chosen: bool
    refused: str = ""
    largest: float = inf

    @property
    def is_within_reach(self) -> bool:
        """Whether the scale allows a difference that is found with the wanted power."""
        return self.detectable <= self.largest

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        found = {name: getattr(self, name) for name in self.__slots__}
        return {**found, "largest": None if isinf(self.largest) else self.largest}


def precision_of(
    plan: CampaignPlan,
    parts: Sequence[VarianceParts],
    *,
    alpha: float = 0.05,
    power: float = 0.8,
) -> tuple[DesignPrecision, ...]:
    """For each dimension, the plan's own design, and the others with the same documents and judges."""
    if len(plan.systems) < 2:
        return ()
    layouts = {design: rows_of_design(plan, design) for design in get_args(JudgedDesign)}
    found = []
    for one in parts:
        for design, rows in layouts.items():
            if one.wins and design != "contrast":
                found.append(_refused(one.dimension, design, "places are given side by side"))
            elif design == "contrast" and plan.questionnaire.side_by_side[1] == 1:
                why = f"the protocol {plan.questionnaire.name} shows one output at a time"
                found.append(_refused(one.dimension, design, why))
            elif isinstance(rows, str):
                found.append(_refused(one.dimension, design, rows))
            else:
                chosen = design == plan.design
                of_design = precision_of_rows(rows, one, design, alpha=alpha, power=power, chosen=chosen)
                largest = plan.questionnaire.largest_difference(one.dimension)
                found.append(replace(of_design, largest=largest))
    return tuple(found)


def precision_of_rows(
    rows: JudgedRows,
    parts: VarianceParts,
    design: Design,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    chosen: bool = False,
) -> DesignPrecision:
    """What judgements in these rows can show."""
    weights = estimator(rows, design)
    if parts.wins:
        on_page = np.bincount(rows.page)[rows.page]
        count = int(rows.system.max()) + 1
        weights *= np.array([among_all(int(size), count) for size in on_page])[:, None]
    texts = covariance(rows, _only(parts.parts, texts=True), weights)
    judges = covariance(rows, _only(parts.parts, texts=False), weights)
    errors = np.sqrt(_of_differences(texts + judges))
    pairs = np.triu_indices(len(errors), 1)
    error = float(np.sqrt(np.square(errors[pairs]).mean()))
    # Documents are the units of chance; what is known of the error has their degrees of freedom.
    freedom = max(int(rows.document.max()), 1)
    detectable = power_of(error, freedom + 1, alpha=alpha, power=power, freedom=freedom).detectable
    limits = -float(stdtrit(freedom, alpha / 2)) * errors[pairs]
    return DesignPrecision(
        parts.dimension,
        design,
        error,
        detectable,
        *_repeated(texts, judges, parts.systems, pairs, limits),
        chosen=chosen,
    )


def estimator(rows: JudgedRows, design: Design) -> Floats:
    """The weight of each judgement in the estimate of each system: least squares, see the module."""
    columns = [(rows.system == number).astype(np.float64) for number in range(int(rows.system.max()) + 1)]
    systems = len(columns)
    if design == "square":
        columns += [(rows.judge == number).astype(np.float64) for number in range(int(rows.judge.max()) + 1)]
    block = rows.groups(_BLOCKS[design])
    sizes = np.bincount(block)
    within = np.stack([one - (np.bincount(block, one) / sizes)[block] for one in columns], axis=1)
    found: Floats = within @ np.linalg.pinv(within.T @ within, rcond=_NOTHING, hermitian=True)[:, :systems]
    return found


def _repeated(
    texts: Floats, judges: Floats, systems: float, pairs: Any, limits: Floats
) -> tuple[float, float, float]:
    """How often two campaigns agree on all pairs; how often a finding holds; and how many pairs are findings.

    By simulation: systems and texts are the same, judges are not.
    """
    generator = np.random.default_rng(1)
    count = len(texts)
    true = np.sqrt(systems) * generator.standard_normal((_CAMPAIGNS, count))
    true = true + generator.standard_normal((_CAMPAIGNS, count)) @ _root(texts)
    verdicts = []
    for _ in range(2):
        seen = true + generator.standard_normal((_CAMPAIGNS, count)) @ _root(judges)
        differences = seen[:, pairs[0]] - seen[:, pairs[1]]
        verdicts.append(np.sign(differences) * (np.abs(differences) > limits))
    first, second = verdicts
    found = first != 0
    same = float((first == second).all(axis=1).mean())
    again = float((first == second)[found].mean()) if found.any() else float("nan")
    return same, again, float(found.mean())


def _root(of_means: Floats) -> Floats:
    """The symmetric square root. Other roots depend on signs, which differ between processors."""
    values, vectors = np.linalg.eigh(of_means)
    found: Floats = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return found


def _only(parts: Mapping[str, float], *, texts: bool) -> dict[str, float]:
    return {name: variance for name, variance in parts.items() if (name in _OF_TEXTS) == texts}


def _of_differences(of_means: Floats) -> Floats:
    """The variance of the difference of each two systems."""
    own = np.diag(of_means)
    return np.maximum(own[:, None] + own - 2 * of_means, 0.0)


def rows_of_design(
    plan: CampaignPlan, design: Design, documents: Sequence[PlannedDocument] | None = None
) -> JudgedRows | str:
    """What a design would have judged of the plan's documents, or of others; or why it cannot."""
    if design == plan.design and documents is None:
        return JudgedRows.of_plan(plan)
    systems, judges, each = len(plan.systems), len(plan.judges), plan.judges_per_output
    if design == "square" and judges < systems * each:
        return f"it needs {systems * each} judges"
    grouping: Grouping | None = None
    if design == "contrast":
        low, high = plan.questionnaire.side_by_side
        allowed = (low, high) if high > 1 else _SIDE_BY_SIDE
        wanted = int(dict(plan.options).get("side_by_side") or allowed[1])
        grouping = grouping_of(systems, wanted, allowed, judges=judges, each=each)
        if grouping is None:
            return f"it needs another number of systems, or other than {wanted} side by side"
    chosen = planned_documents(plan) if documents is None else documents
    layout = laid_out(
        chosen,
        systems,
        design,
        grouping,
        judges=judges,
        each=each,
        random=Random(f"{plan.seed} {design}"),
    )
    return JudgedRows.of_layout(layout, chosen)


def _refused(dimension: str, design: Design, why: str) -> DesignPrecision:
    nan = float("nan")
    return DesignPrecision(dimension, design, nan, nan, nan, nan, nan, chosen=False, refused=why)
