"""`karat equate`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo

DEMO = demo.segments_path()
QUICK = ("--samples", 50, "--characters", 20)


def test_the_tables_of_the_paper(karat: Karat) -> None:
    """Equivalents, lengths, systems and short outputs, and what they mean."""
    outcome = karat("equate", DEMO, *QUICK, "--format", "table")
    assert outcome.code == 0
    for words in (
        "corresponds to",
        "By length",
        "Systems in both units",
        "too short",
        "BLEU_c14 and BLEU_w4",
    ):
        assert words in outcome.out


def test_one_table_for_programs(karat: Karat) -> None:
    """Tsv has the equivalents, or the table that was asked for."""
    assert karat("equate", DEMO, *QUICK).out.startswith("words\tby\tcharacters\tfrom\tto\tvalue\tlow\thigh\n")
    curve = karat("equate", DEMO, *QUICK, "--show", "curve").out.splitlines()
    assert len(curve) == 1 + 4 * 20
    scatter = karat("equate", DEMO, *QUICK, "--show", "scatter").out.splitlines()
    assert len(scatter) == 1 + 6 * 48


def test_json_has_everything(karat: Karat) -> None:
    """The points of both figures are there, null where there is no number."""
    document = json.loads(karat("equate", DEMO, *QUICK, "--format", "json", "--lengths", "10,20").out)
    assert document["equated"][0]["words"] == 4
    assert len(document["curve"]) == 4 * 20
    assert document["curve"][0]["behaviour"] is None
    assert [len(cloud["points"]) for cloud in document["scatter"]] == [48] * 6
    assert [group["label"] for group in document["lengths"]] == ["below 10", "10 to 20", "20 or above"]
    assert sum(document["short"][0].values()) == 6 * 48


def test_one_word(karat: Karat) -> None:
    """Nothing is less than one word, so two methods are left."""
    lines = karat("equate", DEMO, *QUICK, "--order", 1).out.splitlines()
    assert [line.split("\t")[1] for line in lines[1:]] == ["Pearson's correlation", "kappa"]


def test_plain_text_and_chrf(karat: Karat, texts: Path) -> None:
    """Files of plain text are equated as a corpus is."""
    files = (texts / "aurora.txt", texts / "elm.txt", "-r", texts / "reference-1.txt")
    outcome = karat("equate", *files, *QUICK, "-m", "chrf", "--format", "table", "--at", 6)
    assert outcome.code == 0
    assert "chrF_c6 and chrF_w4" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-m", "ter"), ("-m is ter", "bleu")),
        (("--show", "all"), ("--show", "equivalents")),
        (("--at", "50"), ("Order 50 in characters",)),
        (("--threshold", "90"), ("threshold is 90", "0.9")),
        (("--characters", "0"), ("characters is 0",)),
        (("--lengths", "few"), ("--lengths",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("equate", DEMO, *QUICK, *arguments), *words)


def test_characters_for_a_word(karat: Karat) -> None:
    """The ratio and the mean word length, in words and in JSON."""
    outcome = karat("equate", demo.path(), "--samples", "20", "--format", "table")
    assert "M / N      3.50 characters for a word here" in outcome.out
    assert "a word of the outputs has" in outcome.out
    (about,) = json.loads(karat("equate", demo.path(), "--samples", "20", "--format", "json").out)["equated"]
    assert about["ratio"] == 3.5
    assert set(about["mean_ratios"]) == {"pearson", "kappa", "behaviour"}
    assert about["shares_below"]["words"] == 1.0


def test_the_figures_of_the_paper(karat: Karat, tmp_path: Path) -> None:
    """As files; a folder that has figures is not overwritten unasked."""
    folder = tmp_path / "units"
    of = ("equate", demo.path(), "--samples", "20", "--figures", folder)
    assert karat(*of).code == 0
    for name in ("units-bleu", "units-scatter-bleu", "units-behaviour-bleu"):
        assert (folder / f"{name}.svg").stat().st_size > 1000
    refused(karat(*of), "has figures already")
    assert karat(*of, "--overwrite").code == 0
    refused(karat(*of[:-2], "--overwrite"), "--overwrite is for --figures")
