"""Planning a campaign: questionnaires, who judges what, and the precision and power of the plan."""

from __future__ import annotations

from karat.campaigns.planning.balance import Balance, Evenness, Reading, balance_of, readings_of
from karat.campaigns.planning.drawn_documents import documents_of, planned_documents
from karat.campaigns.planning.plan_making import plan_campaign
from karat.campaigns.planning.plan_sizes import PlanSize, plan_sizes
from karat.campaigns.planning.plan_summary import PlanSummary, TextTypeWork, summarise_plan
from karat.campaigns.planning.precision import DesignPrecision, estimator, precision_of, precision_of_rows
from karat.campaigns.planning.questionnaire_files import parse_questionnaire, read_questionnaire
from karat.campaigns.planning.training import TrainingExample, read_training
from karat.campaigns.planning.variance_parts import (
    VarianceParts,
    assumed_parts,
    covariance,
    estimated_parts,
    pilot_parts,
)
from karat.campaigns.planning.workload import JudgeWork, Workload, workload_of

__all__ = [
    "Balance",
    "DesignPrecision",
    "Evenness",
    "JudgeWork",
    "PlanSize",
    "PlanSummary",
    "Reading",
    "TextTypeWork",
    "TrainingExample",
    "VarianceParts",
    "Workload",
    "assumed_parts",
    "balance_of",
    "covariance",
    "documents_of",
    "estimated_parts",
    "estimator",
    "parse_questionnaire",
    "pilot_parts",
    "plan_campaign",
    "plan_sizes",
    "planned_documents",
    "precision_of",
    "precision_of_rows",
    "read_questionnaire",
    "read_training",
    "readings_of",
    "summarise_plan",
    "workload_of",
]
