"""How many points matter: the probability that people agree with a difference of a metric."""

from __future__ import annotations

from karat.points.agreement_points import agreement_points, fits_of
from karat.points.judged_pairs import JudgedPairs, judged_pairs
from karat.points.pair_fitting import fit_pairs
from karat.points.points_files import check_points_path, read_points, write_points
from karat.points.points_fit import AgreementStep, PointsFit, PointsPair
from karat.points.preference_curves import isotonic_steps, logistic_slope

__all__ = [
    "AgreementStep",
    "JudgedPairs",
    "PointsFit",
    "PointsPair",
    "agreement_points",
    "check_points_path",
    "fit_pairs",
    "fits_of",
    "isotonic_steps",
    "judged_pairs",
    "logistic_slope",
    "read_points",
    "write_points",
]
