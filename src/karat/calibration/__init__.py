"""From a metric to people: fit the map where people judged, predict where they did not, or refuse."""

from __future__ import annotations

from karat.calibration.acceptability import WEIGHTS, Acceptability, Acceptance, acceptability
from karat.calibration.accepting import accept
from karat.calibration.calibration import Calibration, Point
from karat.calibration.calibration_files import read_calibrations, write_calibrations
from karat.calibration.calibration_pairs import CalibrationPair, paired, pairings
from karat.calibration.cells import calibrate, calibrate_together
from karat.calibration.character_profiles import CharacterProfile, profile_of
from karat.calibration.chunks import ChunkVariation, cut, variation
from karat.calibration.fitting import Setting, fingerprint, fit, fit_points, points_of, with_pooling
from karat.calibration.human_scales import rescaled, same_scale
from karat.calibration.joint_transfer import JointEquality, JointTransfer, joint_transfer
from karat.calibration.judged_outputs import JudgedOutput, judged_outputs
from karat.calibration.judgement_needs import (
    Components,
    Need,
    components,
    judge_again,
    mean_width,
    most_useful,
    needs,
    next_segments,
)
from karat.calibration.left_out import LeftOutSystem
from karat.calibration.maps import Map
from karat.calibration.pooling import PooledLines, pooled_fit
from karat.calibration.prediction import Prediction, check_threshold, predict
from karat.calibration.refusals import NewText, Refusal, is_same_text
from karat.calibration.single_references import ReferenceLines, reference_lines
from karat.calibration.system_labels import LabelLine, LabelTest, LineTest, label_test
from karat.calibration.system_versions import Versions, compare_versions, compare_with_judged
from karat.calibration.text_error import TextError, with_text_error
from karat.calibration.thresholds import (
    HumanThreshold,
    MetricThreshold,
    human_threshold,
    metric_threshold,
    thresholds,
)
from karat.calibration.transfer import Equality, Transfer, TransferResult, transfer

__all__ = [
    "WEIGHTS",
    "Acceptability",
    "Acceptance",
    "Calibration",
    "CalibrationPair",
    "CharacterProfile",
    "ChunkVariation",
    "Components",
    "Equality",
    "HumanThreshold",
    "JointEquality",
    "JointTransfer",
    "JudgedOutput",
    "LabelLine",
    "LabelTest",
    "LeftOutSystem",
    "LineTest",
    "Map",
    "MetricThreshold",
    "Need",
    "NewText",
    "Point",
    "PooledLines",
    "Prediction",
    "ReferenceLines",
    "Refusal",
    "Setting",
    "TextError",
    "Transfer",
    "TransferResult",
    "Versions",
    "accept",
    "acceptability",
    "calibrate",
    "calibrate_together",
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
    "joint_transfer",
    "judge_again",
    "judged_outputs",
    "label_test",
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
    "reference_lines",
    "rescaled",
    "same_scale",
    "thresholds",
    "transfer",
    "variation",
    "with_pooling",
    "with_text_error",
    "write_calibrations",
]
