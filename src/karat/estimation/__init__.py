"""Human scores of systems and differences, estimated from few judgements and many metric scores."""

from __future__ import annotations

from karat.estimation.dimension import Choices, Estimation
from karat.estimation.estimates import estimates, people
from karat.estimation.further_judgements import JudgementPlan, StratumPlan, further_judgements
from karat.estimation.human_estimates import EstimatedValue, HumanEstimate, PeopleEstimates, Saving
from karat.estimation.sample_design import SampleDesign, Stratum

__all__ = [
    "Choices",
    "EstimatedValue",
    "Estimation",
    "HumanEstimate",
    "JudgementPlan",
    "PeopleEstimates",
    "SampleDesign",
    "Saving",
    "Stratum",
    "StratumPlan",
    "estimates",
    "further_judgements",
    "people",
]
