"""How far judges agree, with each other and with themselves, and who of them may be careless."""

from __future__ import annotations

from karat.reliability.alpha import krippendorff_alpha
from karat.reliability.bootstrap import Bootstrap, Estimate
from karat.reliability.careless import Suspicion, suspicions
from karat.reliability.entity_agreement import (
    AnnotatedText,
    EntityAgreement,
    TypeAgreement,
    entity_agreement,
)
from karat.reliability.human_standings import HumanStanding, standings
from karat.reliability.icc import intraclass_correlation
from karat.reliability.judge_biases import Drift, LengthBias, OrderBias, drift, length_bias, order_biases
from karat.reliability.judge_profiles import JudgeProfile, profiles
from karat.reliability.kappa import cohen_kappa, fleiss_kappa, light_kappa
from karat.reliability.ratings import Ratings, ratings
from karat.reliability.repeats import SelfAgreement, self_agreement
from karat.reliability.scale_maps import MappedMark, ScaleMap, map_scale
from karat.reliability.span_agreement import SpanAgreement, span_agreement
from karat.reliability.summary import Reliability, reliability
from karat.reliability.verdict_study import VerdictStudy, study_verdicts

__all__ = [
    "AnnotatedText",
    "Bootstrap",
    "Drift",
    "EntityAgreement",
    "Estimate",
    "HumanStanding",
    "JudgeProfile",
    "LengthBias",
    "MappedMark",
    "OrderBias",
    "Ratings",
    "Reliability",
    "ScaleMap",
    "SelfAgreement",
    "SpanAgreement",
    "Suspicion",
    "TypeAgreement",
    "VerdictStudy",
    "cohen_kappa",
    "drift",
    "entity_agreement",
    "fleiss_kappa",
    "intraclass_correlation",
    "krippendorff_alpha",
    "length_bias",
    "light_kappa",
    "map_scale",
    "order_biases",
    "profiles",
    "ratings",
    "reliability",
    "self_agreement",
    "span_agreement",
    "standings",
    "study_verdicts",
    "suspicions",
]
