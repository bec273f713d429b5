"""Views of calibrations and of what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.notebook.view import View
from karat.report.topics import acceptability
from karat.report.topics import calibration as report
from karat.report.topics import prediction as prediction_report
from karat.report.topics import transfer as transfer_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Acceptability, Calibration, Prediction, Transfer
    from karat.calibration import Versions as VersionsFound


def calibrations(found: Sequence[Calibration]) -> View:
    """What `karat calibrate` prints."""
    notes = [note for note in report.notes(found, None) if note.label != "file"]
    return View(tuple(report.tables(found)), tuple(notes))


def predictions(found: Sequence[Prediction]) -> View:
    """What `karat predict` prints."""
    return View((prediction_report.table(found),), tuple(prediction_report.notes(found, ())))


def versions(found: Sequence[VersionsFound]) -> View:
    """New versions beside earlier ones."""
    return View((prediction_report.versions_table(found),))


def acceptabilities(found: Sequence[Acceptability]) -> View:
    """What the judgements of each output add up to."""
    return View((acceptability.outputs_table(found, "Weighted judgements"),))


def transfers(found: Sequence[Transfer]) -> View:
    """Whether lines are equal."""
    return View((transfer_report.test_table(found),), tuple(transfer_report.notes(())))
