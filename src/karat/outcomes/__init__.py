"""What systems got right, item by item: benchmarks whose items have an outcome, not a text to compare."""

from __future__ import annotations

from karat.outcomes.outcome_comparison import OutcomeComparison, OutcomeMean, OutcomePair
from karat.outcomes.outcome_table import OutcomeTable
from karat.outcomes.paired_outcomes import compare_outcomes

__all__ = ["OutcomeComparison", "OutcomeMean", "OutcomePair", "OutcomeTable", "compare_outcomes"]
