"""From a metric to people: fit the map where people judged, predict where they did not, or refuse."""

from __future__ import annotations

from karat.calibration.acceptability import WEIGHTS, Acceptability, Accepted, acceptability, human_threshold
from karat.calibration.calibration import Calibration, Point
from karat.calibration.chunks import Variation, cut, variation
from karat.calibration.files import read_calibrations, write_calibrations
from karat.calibration.fitting import Setting, fingerprint, fit, fit_points, points_of, with_pooling
from karat.calibration.inverse import MetricThreshold, metric_threshold
from karat.calibration.maps import Map
from karat.calibration.planning import Components, Need, components, mean_width, most_useful, needs
from karat.calibration.pooling import Pooled, pooled_fit
from karat.calibration.prediction import NewText, Prediction, Refusal, Versions, compare_versions, predict
from karat.calibration.profiles import Profile, profile_of
from karat.calibration.transfer import Carried, Equality, Transfer, transfer

__all__ = [
    "WEIGHTS",
    "Acceptability",
    "Accepted",
    "Calibration",
    "Carried",
    "Components",
    "Equality",
    "Map",
    "MetricThreshold",
    "Need",
    "NewText",
    "Point",
    "Pooled",
    "Prediction",
    "Profile",
    "Refusal",
    "Setting",
    "Transfer",
    "Variation",
    "Versions",
    "acceptability",
    "compare_versions",
    "components",
    "cut",
    "fingerprint",
    "fit",
    "fit_points",
    "human_threshold",
    "mean_width",
    "metric_threshold",
    "most_useful",
    "needs",
    "points_of",
    "pooled_fit",
    "predict",
    "profile_of",
    "read_calibrations",
    "transfer",
    "variation",
    "with_pooling",
    "write_calibrations",
]
