"""Scores as JSON."""

import json

import pytest

import karat
from karat.report.formats.json_document import render
from karat.scores import Score


def score(value: float = 12.5, system: str = "online-B") -> Score:
    """A score."""
    details = {"length_ratio": None, "nested": [float("inf"), {"x": float("nan")}]}
    return Score("BLEU", value, "BLEU|order:4", system, 1, 10, details=details)


def test_the_shape_is_stable() -> None:
    """Version, scores, systems left out, and then what was asked for."""
    document = json.loads(render([score()], left_out=["refA"], parts={"groups": [{"a": 1}]}))
    assert list(document) == ["karat", "scores", "left_out", "groups"]
    assert document["karat"] == karat.__version__
    assert document["left_out"] == ["refA"]
    assert list(document["scores"][0]) == [
        "system",
        "metric",
        "value",
        "recipe",
        "sacrebleu_signature",
        "references",
        "segments",
        "details",
    ]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_json_has_no_nan(value: float) -> None:
    """What is missing is null, at any depth."""

    def refuse(name: str) -> None:
        pytest.fail(f"{name} is not JSON")

    document = json.loads(render([score(value)]), parse_constant=refuse)
    assert document["scores"][0]["value"] is None
    assert document["scores"][0]["details"]["nested"] == [None, {"x": None}]


def test_numbers_are_exact() -> None:
    """A value reads back as the same number."""
    assert json.loads(render([score(1 / 3)]))["scores"][0]["value"] == 1 / 3


def test_a_line_for_each_score() -> None:
    """Documents can be looked through with line tools."""
    lines = render([score(1, "a"), score(2, "b"), score(3, "日本")]).splitlines()
    assert sum(line.startswith('    {"system": ') for line in lines) == 3
    assert '"日本"' in lines[-4]


def test_no_scores() -> None:
    """Empty lists are lists."""
    assert json.loads(render([])) == {"karat": karat.__version__, "scores": [], "left_out": []}
