"""`karat diagnose variants`: what it prints, and what it refuses."""

import json

import pytest
from tests.cli.conftest import Karat, Write, refused
from tests.golden import files as golden

from karat import Bleu, demo, read

DEMO = demo.segments_path()
OF_DUNE = ("diagnose", "variants", DEMO, "--system", "dune")


def test_variants_are_ties(karat: Karat) -> None:
    """What is printed scores what the original scores."""
    document = json.loads(karat(*OF_DUNE, "--sample", 8, "--format", "json").out)
    corpus = read(DEMO)
    assert len(document["segments"]) == 8
    for one in document["segments"]:
        references = corpus.references.of_segment(one["segment"] - 1)
        row = Bleu().count([corpus.system("dune")[one["segment"] - 1]], [references]).total()
        for variant in one["variants"]:
            assert Bleu().count([variant["text"]], [references]).total() == row


def test_a_report(karat: Karat) -> None:
    """Texts, and the table of blindness."""
    outcome = karat(
        *(*OF_DUNE, "--segment", 1, 3, "--variants", 2, "--format", "table"),
        *("--score-with", "bleu", "chrf", "ter", "per", "nist"),
    )
    golden.check("variants.table.txt", outcome.out)


def test_one_table_at_a_time(karat: Karat) -> None:
    """Tab-separated values hold the variants or the blindness."""
    several = karat(*OF_DUNE, "--segment", 3, "--score-with", "chrf", "--format", "tsv").out
    assert several.startswith("system\tsegment\tchanged\ttext\tplausibility\ndune\t3\toriginal\t")
    blind = karat(*OF_DUNE, "--score-with", "chrf", "--show", "blindness", "--format", "tsv").out
    assert blind.startswith("metric\tvariants\tsame")


def test_least_first_and_words_of_a_file(karat: Karat, write: Write) -> None:
    """The order of the variants turns round; words come from the file."""
    words = write("words.txt", "helicopters\nblack\n")
    asked = (*OF_DUNE, "--segment", 3, "--kinds", "words", "--words", words, "--format", "tsv")
    most, least = (karat(*asked, "--first", first).out.splitlines()[2:] for first in ("most", "least"))
    assert most == least[::-1]
    assert all("helicopters" in line or "black" in line for line in most)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--kinds", "magic"), ("must be one of order, words, references",)),
        (("--segment", "99"), ("segments 1 to 48",)),
        (("--segment", "one"), ("whole numbers",)),
        (("--sample", "0"), ("--sample is 0",)),
        (("--first", "best"), ("most, least",)),
        (("--show", "blindness"), ("--score-with",)),
        (("--show", "all"), ("--show is 'all'",)),
        (("--words", "none.txt"), ("none.txt",)),
        (("--score-with", "tag-bleu"), ("reads tags",)),
        (("--variants", "0"), ("variants is 0",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat(*OF_DUNE, *arguments), *words)


def test_a_system_must_be_named(karat: Karat) -> None:
    """Where there are several."""
    refused(karat("diagnose", "variants", DEMO), "--system NAME")
    refused(karat("diagnose", "variants", DEMO, "--system", "doon"), "dune")


def test_an_empty_list_of_words(karat: Karat, write: Write) -> None:
    """Nothing to put in place of anything."""
    refused(karat(*OF_DUNE, "--words", write("words.txt", "\n")), "no words")
