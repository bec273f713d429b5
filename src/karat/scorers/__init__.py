"""Programs and models that score segments: what they compute stands beside Karat's own metrics.

A scorer sees source, output and references of a segment and gives a number. `score_with` runs it over a
corpus. The result is a metric as `read_scores` gives it, so intervals, tests, agreement and reports work as
for any other.
"""

from karat.scorers.comet import Comet
from karat.scorers.kept_scores import KeptScores
from karat.scorers.program import Program
from karat.scorers.scorer import Scorer, ScorerInput, score_with

__all__ = ["Comet", "KeptScores", "Program", "Scorer", "ScorerInput", "score_with"]
