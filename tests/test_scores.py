"""Scores and tables of them."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from karat.errors import UnknownName
from karat.score_table import ScoreTable
from karat.scores import Score

SCORE = Score(
    metric="BLEU",
    value=34.1962,
    recipe="BLEU|order:4",
    system="online-B",
    references=1,
    segments=2000,
    signature="nrefs:1",
    details={"brevity_penalty": 0.98},
)
TABLE = ScoreTable(
    metric="BLEU",
    recipe="BLEU|order:4",
    level="document",
    systems=("a", "b"),
    rows=("d1", "d2"),
    values=np.array([[1.0, 2.0], [3.0, np.nan]]),
)


def test_one_line() -> None:
    """A score is a line: metric, value to two places, recipe."""
    assert str(SCORE) == "BLEU 34.20 (BLEU|order:4)"


def test_score_as_plain_values() -> None:
    """A score as a dictionary has a stable order and goes through JSON."""
    plain = SCORE.to_dict()
    names = [
        "system",
        "metric",
        "value",
        "recipe",
        "sacrebleu_signature",
        "references",
        "segments",
        "details",
    ]
    assert list(plain) == names
    assert json.loads(json.dumps(plain)) == plain


def test_defaults() -> None:
    """A score needs neither a signature nor details."""
    score = Score("TER", 1.0, "TER", "a", 1, 1)
    assert score.signature is None
    assert score.to_dict()["details"] == {}


def test_scores_compare_and_stay() -> None:
    """Equal scores are equal, and do not change."""
    assert Score("TER", 1.0, "TER", "a", 1, 1) == Score("TER", 1.0, "TER", "a", 1, 1)
    with pytest.raises(FrozenInstanceError):
        SCORE.value = 0.0


def test_system_of_a_table() -> None:
    """A table gives a system's values by its name."""
    assert TABLE["a"].tolist() == [1.0, 2.0]
    with pytest.raises(UnknownName, match=r"no system 'c'. Known: a, b"):
        TABLE["c"]


def test_table_as_plain_values() -> None:
    """A table as a dictionary has the values of each system, NaN where one is missing."""
    plain = TABLE.to_dict()
    assert list(plain) == ["metric", "recipe", "level", "rows", "values"]
    assert plain["rows"] == ["d1", "d2"]
    assert plain["values"]["a"] == [1.0, 2.0]
    assert np.isnan(plain["values"]["b"][1])
