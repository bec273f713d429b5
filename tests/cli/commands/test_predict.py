"""`karat predict`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo

DEMO = demo.path()


def test_predicting_what_was_fitted(karat: Karat, calibration_file: Path) -> None:
    """Every system gets a score; the human translation is refused."""
    outcome = karat("predict", calibration_file, DEMO, "--threshold", 3.5, "--format", "json")
    predictions = json.loads(outcome.out)["predictions"]
    assert len(predictions) == 18
    assert {each["system"] for each in predictions if each["refusals"]} == {"human"}
    for each in predictions:
        assert each["refusals"] or 1 <= each["low"] < each["value"] < each["high"] <= 5


def test_versions(karat: Karat, calibration_file: Path, texts: Path) -> None:
    """A weak system beside a good one: the predicted difference, and how sure one can be of it."""
    outcome = karat(
        *("predict", calibration_file, texts / "elm.txt", texts / "aurora.txt"),
        *("-r", texts / "reference-1.txt", texts / "reference-2.txt"),
        *(
            "--text-type",
            "email",
            "--language-pair",
            "de-en",
            "--beside",
            "aurora",
            "--format",
            "json",
            "--force",
        ),
    )
    (found,) = json.loads(outcome.out)["versions"]
    assert (found["new"], found["old"]) == ("elm", "aurora")
    assert found["low"] < found["difference"] < 0
    assert found["probability_better"] < 0.05


def test_beside_a_judged_system(karat: Karat, calibration_file: Path) -> None:
    """The benchmark needs no files of the earlier version: its human score is in the calibration."""
    some = ("--systems", "elm", "--text-type", "email", "--beside", "aurora", "--format", "json")
    (found,) = json.loads(karat("predict", calibration_file, DEMO, *some).out)["versions"]
    assert (found["new"], found["old"], found["verdict"]) == ("elm", "aurora", "worse")


def test_the_recipe_of_a_score(karat: Karat, calibration_file: Path) -> None:
    """The same recipe, written in short, is checked; another is refused."""
    arguments = ("predict", calibration_file, "--score", 30, "--text-type", "news")
    outcome = karat(*arguments, "--recipe", "BLEU|order:4|tok:13a", "--format", "table")
    assert "not checked  language pair, likeness" in outcome.out
    refused(karat(*arguments, "--recipe", "BLEU|order:2"), "No prediction", "order:2")
    refused(karat("predict", calibration_file, DEMO, "--recipe", "BLEU"), "--recipe", "Leave it out")


def test_predictions_on_another_scale(karat: Karat, calibration_file: Path) -> None:
    """4 of 1 to 5 is 75 of 0 to 100."""
    arguments = ("predict", calibration_file, "--score", 30, "--text-type", "news", "--format", "json")
    (own,) = json.loads(karat(*arguments).out)["predictions"]
    (other,) = json.loads(karat(*arguments, "--scale", "0-100").out)["predictions"]
    assert other["value"] == pytest.approx(25 * own["value"] - 25)


def test_a_bare_score(karat: Karat, calibration_file: Path) -> None:
    """With the cell, and what was not checked."""
    outcome = karat("predict", calibration_file, "--score", 30, "--text-type", "news", "--format", "table")
    assert "not checked" in outcome.out
    assert "BLEU → adequacy (de-en, news)" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--score", 30), ("Say which", "--text-type")),
        (("--score", 99, "--text-type", "news"), ("No prediction", "outside of", "--force")),
        (("--score", 30, "--text-type", "law"), ("No prediction", "law", "de-en news, de-en email")),
        (("--score", 30, "--text-type", "news", "--language-pair", "de-fr"), ("No prediction", "de-fr")),
        (("--score", "good", "--text-type", "news"), ("must be numbers",)),
        (("--score", 30, "--text-type", "news", "--threshold", 9), ("threshold is 9", "1 to 5")),
        (("--score", 30, 40, "--text-type", "news"), ("has 2 numbers",)),
        (("--score", 30, "--metric", "chrF"), ("no metric", "BLEU")),
        (("--score", 30, "--text-type", "news", "--map", "magic"), ("no map", "least-squares")),
        ((DEMO, "--beside", "zebra"), ("zebra", "aurora")),
        ((DEMO, "--score", 3), ("files are named",)),
        ((), ("no hypothesis",)),
    ],
)
def test_what_is_refused(
    karat: Karat, calibration_file: Path, arguments: tuple[object, ...], words: tuple[str, ...]
) -> None:
    """One line that says why and what to do."""
    refused(karat("predict", calibration_file, *arguments), *words)


def test_new_text_belongs_to_a_score(karat: Karat, calibration_file: Path) -> None:
    """Files say themselves how long they are, and no text has 0 segments."""
    for more, words in (
        (["--score", "30", "--new-text", "0"], "at least 1"),
        ([DEMO, "--new-text", "5"], "Leave it out"),
    ):
        refused(karat("predict", calibration_file, *more, "--text-type", "email"), words)


def test_scores_that_are_no_numbers(karat: Karat, calibration_file: Path) -> None:
    """NaN is no score, whether forced or not."""
    refused(
        karat("predict", calibration_file, "--score", "nan", "--text-type", "email", "--force"),
        "must be numbers",
    )


def test_references_of_a_recipe_are_checked(karat: Karat, calibration_file: Path) -> None:
    """A printed recipe says how many references there were: the demo has two."""
    recipe = json.loads(calibration_file.read_text())["calibrations"][0]["recipes"][0]
    arguments = ("predict", calibration_file, "--score", "30", "--text-type", "email", "--recipe")
    assert karat(*arguments, f"{recipe}|refs:2").code == 0
    refused(karat(*arguments, f"{recipe}|refs:1"), "2 references", "1 reference")


def test_one_text_type_of_a_mixture(karat: Karat, tmp_path: Path) -> None:
    """A line of all text types together is not for one of them; all of them together are predicted."""
    path = tmp_path / "all.json"
    arguments = ("-m", "bleu", "--human", "adequacy", "--by", "language-pair", "-o", path)
    assert karat("calibrate", DEMO, *arguments).code == 0
    assert karat("predict", path, DEMO, "--systems", "aurora").code == 0
    refused(karat("predict", path, DEMO, "--systems", "aurora", "--text-type", "email"), "together")


def test_a_calibration_of_one_kind_predicts_that_kind(karat: Karat, tmp_path: Path) -> None:
    """Of a file with lines of one kind, systems of another are refused."""
    path = tmp_path / "kinds.json"
    typed = ("--system-labels", "neural=aurora,birch,cobalt", "LLM=dune,elm", "--by-label")
    made = karat(
        "calibrate", DEMO, "-m", "bleu", "--human", "adequacy", "--by", "language-pair", *typed, "-o", path
    )
    assert made.code == 0
    assert "No calibration of BLEU and adequacy in" in made.err
    low, high = json.loads(path.read_text(encoding="utf-8"))["calibrations"][0]["ranges"][0]
    of = ("predict", path, "--score", (low + high) / 2, "--language-pair", "de-en")
    assert karat(*of, "--system-label", "neural").code == 0
    refused(karat(*of, "--system-label", "LLM"), "system label 'neural'", "this is 'LLM'")
