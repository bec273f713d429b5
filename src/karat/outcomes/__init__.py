"""What systems got right, item by item: benchmarks whose items have an outcome, not a text to compare."""

from __future__ import annotations

from karat.outcomes.comparing import compare_outcomes
from karat.outcomes.outcome_table import OutcomeTable
from karat.outcomes.results import OutcomeComparison, OutcomeMean, OutcomePair

__all__ = ["OutcomeComparison", "OutcomeMean", "OutcomePair", "OutcomeTable", "compare_outcomes"]
