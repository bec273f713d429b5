"""Human scores of systems and differences, estimated from few judgements and many metric scores."""

from __future__ import annotations

from karat.estimation.design import Design, Stratum
from karat.estimation.estimates import Choices, estimates, people
from karat.estimation.results import Figure, HumanEstimate, PeopleEstimates, Saving

__all__ = [
    "Choices",
    "Design",
    "Figure",
    "HumanEstimate",
    "PeopleEstimates",
    "Saving",
    "Stratum",
    "estimates",
    "people",
]
