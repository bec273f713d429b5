"""From a metric to people: fit the map where people judged, predict where they did not, or refuse."""

from __future__ import annotations

from karat.calibration.acceptability import WEIGHTS, Acceptability, Accepted, acceptability
from karat.calibration.calibration import Calibration, Point
from karat.calibration.choosing import judge_again, next_segments
from karat.calibration.chunks import Variation, cut, variation
from karat.calibration.comparing import Pairing, paired, pairings
from karat.calibration.files import read_calibrations, write_calibrations
from karat.calibration.fitting import Setting, fingerprint, fit, fit_points, points_of, with_pooling
from karat.calibration.human_threshold import HumanThreshold, human_threshold, thresholds
from karat.calibration.inverse import MetricThreshold, metric_threshold
from karat.calibration.maps import Map
from karat.calibration.planning import Components, Need, components, mean_width, most_useful, needs
from karat.calibration.pooling import Pooled, pooled_fit
from karat.calibration.prediction import Prediction, check_threshold, predict
from karat.calibration.profiles import Profile, profile_of
from karat.calibration.refusals import NewText, Refusal, is_same_text
from karat.calibration.rescaling import rescaled, same_scale
from karat.calibration.text_error import TextError, with_text_error
from karat.calibration.transfer import Carried, Equality, Transfer, transfer
from karat.calibration.versions import Versions, compare_versions, compare_with_judged

__all__ = [
    "WEIGHTS",
    "Acceptability",
    "Accepted",
    "Calibration",
    "Carried",
    "Components",
    "Equality",
    "HumanThreshold",
    "Map",
    "MetricThreshold",
    "Need",
    "NewText",
    "Pairing",
    "Point",
    "Pooled",
    "Prediction",
    "Profile",
    "Refusal",
    "Setting",
    "TextError",
    "Transfer",
    "Variation",
    "Versions",
    "acceptability",
    "check_threshold",
    "compare_versions",
    "compare_with_judged",
    "components",
    "cut",
    "fingerprint",
    "fit",
    "fit_points",
    "human_threshold",
    "is_same_text",
    "judge_again",
    "mean_width",
    "metric_threshold",
    "most_useful",
    "needs",
    "next_segments",
    "paired",
    "pairings",
    "points_of",
    "pooled_fit",
    "predict",
    "profile_of",
    "read_calibrations",
    "rescaled",
    "same_scale",
    "thresholds",
    "transfer",
    "variation",
    "with_pooling",
    "with_text_error",
    "write_calibrations",
]
