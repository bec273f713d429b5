"""`karat diagnose sensitivity`: what it prints, and what it refuses."""

import json

import pytest
from tests.cli.conftest import Karat, Write, refused
from tests.golden import files as golden

from karat import demo

DEMO = demo.segments_path()
OF_AURORA = ("diagnose", "sensitivity", DEMO, "--system", "aurora", "--samples", 100)


def test_a_report(karat: Karat) -> None:
    """Examples, curves, and the smallest damage that is noticed."""
    outcome = karat(
        *(*OF_AURORA, "-m", "bleu", "chrf", "ter", "--strengths", "0.1", "0.5", "--format", "table"),
        *("--damages", "shuffle", "names", "negate", "synonyms"),
    )
    golden.check("sensitivity.table.txt", outcome.out)


def test_curves_and_verdicts_belong_together(karat: Karat) -> None:
    """The smallest strength is the first that is noticed."""
    document = json.loads(karat(*OF_AURORA, "-m", "bleu", "ter", "--format", "json").out)
    for metric in document["metrics"]:
        for damage, smallest in metric["smallest"].items():
            noticed = [
                row["strength"]
                for row in document["responses"]
                if row["metric"] == metric["metric"] and row["damage"] == damage and row["noticed"]
            ]
            assert smallest == min(noticed, default=None)
    assert document["without_sites"] == ["synonyms"]


def test_one_long_table(karat: Karat) -> None:
    """For programs."""
    out = karat(*OF_AURORA, "--damages", "repeat", "--strengths", 1, "--format", "tsv").out.splitlines()
    assert out[0].split("\t")[:5] == ["metric", "damage", "strength", "words", "segments"]
    assert out[1].split("\t")[:5] == ["BLEU", "repeat", "1.0000", "1.0000", "1.0000"]


def test_lists_of_words(karat: Karat, write: Write) -> None:
    """Synonyms and function words from files."""
    synonyms = write("synonyms.txt", "new\tnovel\nflood, deluge\n")
    words = write("function.txt", "the\nof\n")
    outcome = karat(
        *(*OF_AURORA, "--damages", "synonyms", "drop-function", "--strengths", 1, "--show", "examples"),
        *("--synonyms", synonyms, "--function-words", words, "--format", "table"),
    )
    assert outcome.code == 0
    assert "novel" in outcome.out or "deluge" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--damages", "hammer"), ("There is no damage 'hammer'",)),
        (("--strengths", "much"), ("--strengths", "numbers")),
        (("--strengths", "2"), ("between 0 and 1",)),
        (("--damages", "synonyms"), ("nothing in the text of aurora",)),
        (("--language", "xx"), ("en, de, es, fr",)),
        (("--show", "none"), ("--show is 'none'",)),
        (("--level", "2"), ("level is 2",)),
        (("-m", "tag-bleu"), ("reads tags",)),
        (("--synonyms", "none.txt"), ("none.txt",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat(*OF_AURORA, *arguments), *words)


@pytest.mark.parametrize(("text", "words"), [("alone\n", ("line 1", "stands alone")), ("\n", ("no words",))])
def test_bad_lists(karat: Karat, write: Write, text: str, words: tuple[str, ...]) -> None:
    """A set of one word, and none at all."""
    refused(karat(*OF_AURORA, "--synonyms", write("synonyms.txt", text)), *words)


def test_help(karat: Karat) -> None:
    """The help is what its golden file holds."""
    golden.check("help-diagnose-sensitivity.txt", karat("diagnose", "sensitivity", "--help").out)
