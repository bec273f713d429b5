"""From a metric to people: fit the map where people judged, predict where they did not, or refuse."""

from __future__ import annotations

from karat.calibration.calibration import Calibration, Point
from karat.calibration.files import read_calibrations, write_calibrations
from karat.calibration.fitting import Setting, fingerprint, fit, fit_points, points_of, with_pooling
from karat.calibration.maps import Map
from karat.calibration.pooling import Pooled, pooled_fit
from karat.calibration.prediction import NewText, Prediction, Refusal, Versions, compare_versions, predict
from karat.calibration.profiles import Profile, profile_of

__all__ = [
    "Calibration",
    "Map",
    "NewText",
    "Point",
    "Pooled",
    "Prediction",
    "Profile",
    "Refusal",
    "Setting",
    "Versions",
    "compare_versions",
    "fingerprint",
    "fit",
    "fit_points",
    "points_of",
    "pooled_fit",
    "predict",
    "profile_of",
    "read_calibrations",
    "with_pooling",
    "write_calibrations",
]
