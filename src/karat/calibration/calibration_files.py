"""Calibrations as one readable file: JSON, with a list of them."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from karat.arguments import require, require_list, require_path
from karat.calibration.calibration import Calibration
from karat.errors import InvalidFile
from karat.output_files import begins_with, check_output, write_file
from karat.small_files import read_small_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from pathlib import Path

    from karat.calibration.single_references import ReferenceLines
    from karat.calibration.system_labels import LabelTest


FORMAT = "karat calibration 2"
CHECKSUM = "checksum"
# Beyond this, whole numbers are no fractions any more; no calibration has such.
_LARGEST = 2**53


def write_calibrations(
    calibrations: Sequence[Calibration], path: str | PathLike[str], *, overwrite: bool = False
) -> None:
    """Write calibrations to a file; what is there and holds anything else stays, unless `overwrite` is set.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, read_calibrations
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "news.json"
    ...     write_calibrations([fit([metric], human)], path)
    ...     read_calibrations(path)[0].name
    'BLEU → adequacy'
    """
    call = "write_calibrations(calibrate(evaluation, judgements), path)"
    require_list(calibrations, call)
    for calibration in calibrations:
        require(calibration, Calibration, call)
    require_path(path, call)
    check_calibration_path(path, overwrite=overwrite)
    write_file(path, document(calibrations))


def check_calibration_path(path: str | PathLike[str], *, overwrite: bool = False) -> None:
    """Refuse, before anybody waits, a file that cannot be written or that holds no calibrations."""
    check_output(path, overwrite=overwrite, is_ours=_has_calibrations)


def _has_calibrations(path: Path) -> bool:
    """Of this or another version of Karat."""
    return begins_with(path, b'{\n  "format": "karat calibration')


def document(
    calibrations: Sequence[Calibration],
    tests: Sequence[LabelTest] = (),
    references: Sequence[ReferenceLines] = (),
) -> str:
    """Calibrations as the text of a file: an entry for each value, long lists on one line.

    Tests of system labels and lines of single references follow where there are some; who reads calibrations
    passes them over.
    """
    bodies = []
    for calibration in calibrations:
        values = _plain(calibration.to_dict())
        entries = ",\n".join(
            f"      {json.dumps(key)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
            for key, value in {**values, CHECKSUM: checksum(values)}.items()
        )
        bodies.append(f"    {{\n{entries}\n    }}")
    more = _entry("label_tests", tests) + _entry("references", references)
    begin = f'{{\n  "format": {json.dumps(FORMAT)},\n  "calibrations": [\n'
    return begin + ",\n".join(bodies) + f"\n  ]{more}\n}}\n"


def _entry(name: str, results: Sequence[LabelTest] | Sequence[ReferenceLines]) -> str:
    """More of the document, a line for each result; nothing where there are none."""
    lines = [json.dumps(_plain(one.to_dict()), ensure_ascii=False, allow_nan=False) for one in results]
    return f",\n  {json.dumps(name)}: [\n    " + ",\n    ".join(lines) + "\n  ]" if lines else ""


def read_calibrations(path: str | PathLike[str]) -> tuple[Calibration, ...]:
    """The calibrations of a file that `write_calibrations` wrote.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, write_calibrations
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "news.json"
    ...     write_calibrations([fit([metric], human)], path)
    ...     [one.metrics for one in read_calibrations(path)]
    [('BLEU',)]
    """
    require_path(path, "read_calibrations('calibrations.json')")
    try:
        values = json.loads(read_small_bytes(path))
    except InvalidFile:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidFile.at(
            path, f"it is not JSON ({error}). Fit a calibration, and write it to a file."
        ) from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InvalidFile.at(
            path, f"its format is not {FORMAT!r}. Fit a calibration, and write it to a file."
        )
    found = values.get("calibrations")
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        raise InvalidFile.at(path, "it has no calibrations. Fit a calibration, and write it to a file.")
    for number, one in enumerate(found, 1):
        if one.get(CHECKSUM) != checksum(one):
            raise InvalidFile.at(
                path,
                f"calibration {number} is not as Karat wrote it: its checksum is another. "
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
