"""Fits as one readable file: JSON, checked when it is read, because it may come from anyone."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import msgspec

from karat.arguments import require, require_list, require_path
from karat.calibration.calibration_files import CHECKSUM, checksum
from karat.errors import InvalidFile
from karat.output_files import begins_with, check_output, write_file
from karat.points.points_fit import PointsFit
from karat.small_files import read_small_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

FORMAT = "karat points 1"


def write_points(fits: Sequence[PointsFit], path: str | PathLike[str], *, overwrite: bool = False) -> None:
    """Write fits to a file; what is there and holds anything else stays, unless `overwrite` is set.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from karat import Bleu, demo, evaluate, read, read_judgements
    >>> from karat.points import agreement_points, read_points, write_points
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> found = agreement_points(evaluate(corpus, Bleu()), judgements, samples=200)
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "points.json"
    ...     write_points(found, path)
    ...     read_points(path)[0] == found[0]
    True
    """
    call = "write_points(agreement_points(evaluation, judgements), path)"
    require_list(fits, call)
    for fit in fits:
        require(fit, PointsFit, call)
    require_path(path, call)
    check_points_path(path, overwrite=overwrite)
    write_file(path, document(fits))


def check_points_path(path: str | PathLike[str], *, overwrite: bool = False) -> None:
    """Refuse, before anybody waits, a file that cannot be written or that holds something else."""
    check_output(
        path,
        overwrite=overwrite,
        is_ours=lambda target: begins_with(target, b'{\n  "format": "karat points'),
    )


def document(fits: Sequence[PointsFit]) -> str:
    """Fits as the text of a file: a line for each value."""
    bodies = []
    for fit in fits:
        values = asdict(fit)
        entries = ",\n".join(
            f"      {json.dumps(key)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
            for key, value in {**values, CHECKSUM: checksum(values)}.items()
        )
        bodies.append(f"    {{\n{entries}\n    }}")
    return f'{{\n  "format": {json.dumps(FORMAT)},\n  "fits": [\n' + ",\n".join(bodies) + "\n  ]\n}\n"


def read_points(path: str | PathLike[str]) -> tuple[PointsFit, ...]:
    """The fits of a file that `write_points` wrote."""
    require_path(path, "read_points('points.json')")
    remedy = "Fit your judged data, and write the fit to a file."
    try:
        values = json.loads(read_small_bytes(path))
    except InvalidFile:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidFile.at(path, f"it is not JSON ({error}). {remedy}") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InvalidFile.at(path, f"its format is not {FORMAT!r}. {remedy}")
    found = values.get("fits")
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        raise InvalidFile.at(path, f"it has no fits. {remedy}")
    for number, one in enumerate(found, 1):
        if one.get(CHECKSUM) != checksum(one):
            raise InvalidFile.at(
                path, f"fit {number} is not as Karat wrote it: its checksum is another. Fit it anew."
            )
    try:
        fits = tuple(msgspec.convert(one, PointsFit) for one in found)
    except msgspec.ValidationError as problem:
        raise InvalidFile.at(path, f"a fit is not as Karat writes it ({problem}). Fit it anew.") from None
    if not all(fit.pairs and fit.steps for fit in fits):
        raise InvalidFile.at(path, "a fit has no pairs. Fit it anew.")
    return fits
