"""A calibration from a stranger is read as it should be, or refused with the place of what is wrong."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from karat.agreement import Rater
from karat.calibration import Setting, fit, read_calibrations
from karat.calibration.calibration_files import CHECKSUM, FORMAT, checksum, document
from karat.errors import InvalidFile, KaratError

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0.5,
    10**400,
    2**80,
    "",
    "x",
    [],
    [1],
    ["x"],
    {},
    {"x": 1},
    [[]],
    1e308,
)


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    """A calibration as a file has it."""
    systems = ("A", "B", "C", "D", "E", "F")
    metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    calibration = fit([metric], human, setting=Setting("de-en", "news", scale="1-5"))
    found: dict[str, Any] = json.loads(document([calibration]))["calibrations"][0]
    return found


def written(folder: Path, values: dict[str, Any]) -> Path:
    """A file with these values and a checksum that fits, as somebody makes who means harm."""
    path = folder / "stranger.json"
    signed = {**values, CHECKSUM: checksum(values)}
    path.write_text(json.dumps({"format": FORMAT, "calibrations": [signed]}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("references", "2", r"Expected `float`, got `str` - at `\$\.references`"),
        ("segments", 10**30, r"at `\$\.segments`"),
        ("metrics", [1], r"Expected `str`, got `int` - at `\$\.metrics\[0\]`"),
        ("level", "paragraph", r"Invalid enum value 'paragraph' - at `\$\.level`"),
        ("human_higher_is_better", "no", r"Expected `bool`, got `str`"),
        ("maps", [{"kind": "least-squares"}], r"missing required field `coefficients` - at `\$\.maps\[0\]`"),
        ("ranges", [[1.0]], r"length 2, got 1 - at `\$\.ranges\[0\]`"),
        ("confidence", 95, r"at `\$\.confidence`"),
        ("recipes", [], r"at `\$\.recipes`"),
    ],
)
def test_wrong_types_are_named_with_their_place(
    values: dict[str, Any], tmp_path: Path, name: str, value: Any, said: str
) -> None:
    """A fitting checksum does not help."""
    with pytest.raises(InvalidFile, match=said):
        read_calibrations(written(tmp_path, {**values, name: value}))


def test_numbers_as_other_programs_write_them(values: dict[str, Any], tmp_path: Path) -> None:
    """10.0 for 10 and 0 for 0.0 are the same numbers."""
    other = {**values, "segments": float(values["segments"]), "human_range": [2, 5]}
    (found,) = read_calibrations(written(tmp_path, other))
    assert (found.segments, found.human_range) == (values["segments"], (2.0, 5.0))


def test_no_value_whatever_ends_in_anything_but_a_refusal(values: dict[str, Any], tmp_path: Path) -> None:
    """Any one value replaced by any other: read, or refused in words."""
    chance, read = random.Random(0), 0
    for _ in range(300):
        changed = copy.deepcopy(values)
        place: Any = changed
        name: Any = chance.choice(list(changed))
        while isinstance(inner := place[name], dict | list) and inner and chance.random() < 0.7:
            place = inner
            name = chance.choice(list(inner)) if isinstance(inner, dict) else chance.randrange(len(inner))
        place[name] = chance.choice(HOSTILE)
        try:
            read_calibrations(written(tmp_path, changed))
            read += 1
        except KaratError:
            continue
    assert 0 < read < 200


def test_endless_nesting_is_refused(tmp_path: Path) -> None:
    """JSON a hundred thousand lists deep is no calibration."""
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(InvalidFile, match="not JSON"):
        read_calibrations(path)
