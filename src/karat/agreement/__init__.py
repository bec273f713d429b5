"""Metrics measured against people: does this metric track people here, how well, and where does it fail?"""

from __future__ import annotations

from karat.agreement.between import between
from karat.agreement.ceiling import BesideJudges, Ceiling
from karat.agreement.correlation import (
    PartialCorrelation,
    kendall,
    kendall_c,
    partial_correlations,
    pearson,
    spearman,
    williams,
    williams_p,
)
from karat.agreement.equal_scores import EqualSegments, EqualSystems, equal_segments, equal_systems
from karat.agreement.human_translations import Translator, human_translations, translators
from karat.agreement.judge_groups import GroupComparison, JudgeGroup, compare_groups, judge_groups
from karat.agreement.material import Material, Measurements, agreement_with_people, ceilings, measure, sweeps
from karat.agreement.measures import Agreement, PairedScores, agree, pair
from karat.agreement.order_sweep import OrderSweep, order_sweep
from karat.agreement.outliers import Influence, Influences, influences
from karat.agreement.pair_counts import PairCounts, TieCalibration, calibrate_ties, count_pairs
from karat.agreement.panels import Panel, panels
from karat.agreement.ranking import Ranking, metric_clusters, rank_metrics
from karat.agreement.raters import NothingJudged, Rater, counted_raters, human_raters, people_in, tables_of
from karat.agreement.regression import RegressionLine, least_squares, theil_sen
from karat.agreement.shift import ShiftedSegments, check_shift, shift_of
from karat.agreement.soft_accuracy import soft_accuracy
from karat.agreement.study import Plan, StudyLayout, judged, study
from karat.agreement.verdicts import Reversal, Verdict, tracks, verdict

__all__ = [
    "Agreement",
    "BesideJudges",
    "Ceiling",
    "EqualSegments",
    "EqualSystems",
    "GroupComparison",
    "Influence",
    "Influences",
    "JudgeGroup",
    "Material",
    "Measurements",
    "NothingJudged",
    "OrderSweep",
    "PairCounts",
    "PairedScores",
    "Panel",
    "PartialCorrelation",
    "Plan",
    "Ranking",
    "Rater",
    "RegressionLine",
    "Reversal",
    "ShiftedSegments",
    "StudyLayout",
    "TieCalibration",
    "Translator",
    "Verdict",
    "agree",
    "agreement_with_people",
    "between",
    "calibrate_ties",
    "ceilings",
    "check_shift",
    "compare_groups",
    "count_pairs",
    "counted_raters",
    "equal_segments",
    "equal_systems",
    "human_raters",
    "human_translations",
    "influences",
    "judge_groups",
    "judged",
    "kendall",
    "kendall_c",
    "least_squares",
    "measure",
    "metric_clusters",
    "order_sweep",
    "pair",
    "panels",
    "partial_correlations",
    "pearson",
    "people_in",
    "rank_metrics",
    "shift_of",
    "soft_accuracy",
    "spearman",
    "study",
    "sweeps",
    "tables_of",
    "theil_sen",
    "tracks",
    "translators",
    "verdict",
    "williams",
    "williams_p",
]
