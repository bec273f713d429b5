"""Calibrations as one readable file: JSON, with a list of them."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from karat.calibration.calibration import Calibration
from karat.errors import InvalidFile, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike


FORMAT = "karat calibration 2"
CHECKSUM = "checksum"
# Beyond this, whole numbers are no fractions any more; no calibration has such.
_LARGEST = 2**53


def write_calibrations(path: str | PathLike[str], calibrations: Sequence[Calibration]) -> None:
    """Write calibrations to a file."""
    try:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 (a path may be a string)
            file.write(document(calibrations))
    except OSError as error:
        raise UnreadableFile(
            f"{path}: it cannot be written ({error.strerror}). Name another with -o."
        ) from None


def document(calibrations: Sequence[Calibration]) -> str:
    """Calibrations as the text of a file: an entry for each value, long lists on one line."""
    bodies = []
    for calibration in calibrations:
        values = _plain(calibration.to_dict())
        entries = ",\n".join(
            f"      {json.dumps(key)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
            for key, value in {**values, CHECKSUM: checksum(values)}.items()
        )
        bodies.append(f"    {{\n{entries}\n    }}")
    return f'{{\n  "format": {json.dumps(FORMAT)},\n  "calibrations": [\n' + ",\n".join(bodies) + "\n  ]\n}\n"


def read_calibrations(path: str | PathLike[str]) -> tuple[Calibration, ...]:
    """The calibrations of a file that `write_calibrations` wrote."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 (a path may be a string)
            values = json.load(file)
    except OSError as error:
        raise UnreadableFile(f"{path}: it cannot be opened ({error.strerror}).") from None
    except ValueError as error:
        raise InvalidFile.at(path, f"it is not JSON ({error}). Make one with karat calibrate -o.") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InvalidFile.at(path, f"its format is not {FORMAT!r}. Make one with karat calibrate -o.")
    found = values.get("calibrations")
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        raise InvalidFile.at(path, "it has no calibrations. Make one with karat calibrate -o.")
    for number, one in enumerate(found, 1):
        if one.get(CHECKSUM) != checksum(one):
            raise InvalidFile.at(
                path,
                f"calibration {number} is not as karat calibrate wrote it: its checksum is another. "
                "Fit it anew: what predicts must follow from the data.",
            )
    return tuple(Calibration.from_dict(one, file=str(path)) for one in found)


def checksum(values: Mapping[str, Any]) -> str:
    """By which the values of a calibration are known to be those that were written.

    Spaces, the order of entries and how a number is written do not count, so a file may be laid out anew.
    """
    kept = {key: _as_numbers(value) for key, value in values.items() if key != CHECKSUM}
    return sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


def _as_numbers(value: Any) -> Any:
    """The value with every number as one with a fraction: other programs write 10.0 as 10."""
    if isinstance(value, dict):
        return {key: _as_numbers(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_numbers(item) for item in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    return float(value) if abs(value) < _LARGEST else str(value)


def _plain(value: Any) -> Any:
    """The value with null for what is not defined: JSON has no NaN."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
