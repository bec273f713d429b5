"""`karat power`: what it prints, and what it refuses."""

import json

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo

DEMO = demo.segments_path()
TWO = ("--systems", "aurora", "birch")


def test_a_pair(karat: Karat) -> None:
    """What the pair detects, and what differences would take."""
    outcome = karat("power", DEMO, *TWO, "--difference", 1, 2, "--format", "table")
    assert outcome.code == 0
    for word in (
        "detectable",
        "n for 1",
        "n for 2",
        "documents   12",
        "documents needed",
        "80 % interval",
        "0.05 with power 0.8",
    ):
        assert word in outcome.out


def test_figures_belong_together(karat: Karat) -> None:
    """Half the difference takes four times the text; the detectable one takes the documents there are."""
    document = json.loads(karat("power", DEMO, *TWO, "--difference", 1, 2, "--format", "json").out)
    (pair,) = document["pairs"]
    assert (pair["unit"], pair["units"], pair["degrees_of_freedom"]) == ("document", 12, pytest.approx(11))
    assert pair["units_for"]["1"] == pytest.approx(4 * pair["units_for"]["2"], rel=0.02)
    low, high = pair["units_interval_for"]["1"]
    assert low < pair["units_for"]["1"] < high
    low, high = pair["detectable_interval"]
    assert low < pair["detectable"] < high
    detectable = pair["detectable"]
    again = json.loads(karat("power", DEMO, *TWO, "--difference", detectable, "--format", "json").out)
    assert next(iter(again["pairs"][0]["units_for"].values())) == pytest.approx(12, abs=1)


def test_more_pairs_and_more_power_take_more(karat: Karat) -> None:
    """A correction for many pairs and a higher power raise what is detectable."""

    def detectable(*arguments: object) -> float:
        document = json.loads(karat("power", DEMO, *TWO, "--format", "json", *arguments).out)
        return float(document["pairs"][0]["detectable"])

    assert detectable() < detectable("--power", 0.9) < detectable("--power", 0.9, "--pairs", 15)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--difference", "big"), ("--difference", "numbers")),
        (("--difference", "0"), ("not above 0",)),
        (("--power", "80"), ("power is 80", "between 0 and 1")),
        (("--power", "0.04"), ("--power is 0.04", "above", "0.05")),
        (("--power", "0.004", "--pairs", "10"), ("--power is 0.004", "0.005")),
        (("--pairs", "0"), ("--pairs is 0",)),
        (("--systems", "aurora"), ("at least two",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("power", DEMO, *arguments), *words)


def test_segments_are_said_to_be_taken_for_independent(karat: Karat) -> None:
    """With what documents usually do; documents say nothing of the kind."""
    by_segment = karat("power", DEMO, "--draw", "segment", "--format", "table")
    assert "treated as independent: documents like those of WMT's test sets" in by_segment.out
    assert "independent" not in karat("power", DEMO, "--format", "table").out
