"""Training items: read, checked, and put into the plan."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.random_plans import corpus_of

from karat.campaigns.planning import plan_campaign
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.planning.training import read_training
from karat.errors import InvalidFile, UnreadableFile

if TYPE_CHECKING:
    from pathlib import Path

RATE = {
    "source": "Guten Tag",
    "reference": "Hello",
    "outputs": ["Good day day"],
    "expected": [{"dimension": "fluency", "low": 1, "high": 2, "feedback": "A word comes twice."}],
}
COMPARE = {
    "source": "Guten Tag",
    "outputs": ["Hello", "Farewell"],
    "expected": [
        [{"dimension": "esa", "low": 80, "feedback": "Right."}],
        [{"dimension": "esa", "high": 40, "feedback": "The opposite."}],
    ],
}


def written(path: Path, *lines: object) -> Path:
    """A file with these lines."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def test_training_items_come_into_the_plan(tmp_path: Path) -> None:
    """They have segments of their own, after those of the corpus, and what is expected of each output."""
    corpus = replace(corpus_of([1, 2], ["a", "b"], 2), source_language="de", target_language="en")
    examples = read_training(written(tmp_path / "t.jsonl", RATE), read_questionnaire("adequacy-fluency"))
    plan = plan_campaign(corpus, "adequacy-fluency", judges=2, training=examples)
    (item,) = plan.training
    assert (item.purpose, item.segment) == ("training", 4)
    segment = next(one for one in plan.segments if one.number == 4)
    assert (segment.source, segment.reference, segment.words) == ("Guten Tag", "Hello", 2)
    assert (segment.source_language, segment.target_language) == ("de", "en")
    (expected,) = item.expected
    assert (expected.dimension, expected.low, expected.high) == ("fluency", 1, 2)
    assert expected.candidate == item.candidates[0].id
    assert all(one.purpose != "training" for pack in plan.packs for one in pack.items)


def test_several_outputs_have_expectations_of_their_own(tmp_path: Path) -> None:
    """Each names its candidate; an end that is not given is that of the scale."""
    examples = read_training(written(tmp_path / "t.jsonl", COMPARE), read_questionnaire("cesa"))
    plan = plan_campaign(corpus_of([1], ["a"], 2), "cesa", judges=1, training=examples)
    (item,) = plan.training
    assert [one.candidate for one in item.expected] == [one.id for one in item.candidates]
    assert [(one.low, one.high) for one in item.expected] == [(80, 100), (0, 40)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"outputs": "one"}, "outputs must be a list"),
        ({"outputs": ["one", "two"]}, "2 outputs; the protocol adequacy-fluency shows 1 at a time"),
        ({"reference": None}, "reference is missing"),
        ({"expected": []}, "expected must be a list"),
        (
            {"expected": [{"dimension": "esa", "feedback": "x"}]},
            "no dimension 'esa'. Known: fluency, adequacy",
        ),
        ({"expected": [{"dimension": "fluency", "low": 0, "feedback": "x"}]}, "on its scale, from 1 to 5"),
        ({"expected": [{"dimension": "fluency", "low": 4, "high": 2, "feedback": "x"}]}, "from 4 to 2"),
        ({"expected": [{"dimension": "fluency", "low": 4}]}, "has no feedback"),
        ({"expected": [{"dimension": "fluency", "value": 4}]}, "the keys dimension, low, high and feedback"),
        ({"answer": 1}, "there is no key 'answer'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, change: dict[str, object], words: str) -> None:
    """An error names the file and the line."""
    path = written(tmp_path / "t.jsonl", RATE, {**RATE, **change})
    with pytest.raises(InvalidFile) as error:
        read_training(path, read_questionnaire("adequacy-fluency"))
    assert f"{path}, line 2: " in str(error.value)
    assert words in str(error.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    """Missing, empty, not JSON, or no objects."""
    protocol = read_questionnaire("da")
    with pytest.raises(UnreadableFile, match="no such file"):
        read_training(tmp_path / "none.jsonl", protocol)
    with pytest.raises(InvalidFile, match="it is empty"):
        read_training(written(tmp_path / "empty.jsonl"), protocol)
    with pytest.raises(InvalidFile, match=r"line 1: a JSON object was expected"):
        read_training(written(tmp_path / "list.jsonl", [1]), protocol)
    path = tmp_path / "half.jsonl"
    path.write_text('{"source": ', encoding="utf-8")
    with pytest.raises(InvalidFile, match=r"line 1: it is not JSON"):
        read_training(path, protocol)
