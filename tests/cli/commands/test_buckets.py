"""`karat buckets`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo

DEMO = demo.segments_path()


def test_what_can_be_sorted_is(karat: Karat) -> None:
    """Without tags and entities: words by frequency, segments by length and difficulty."""
    outcome = karat("buckets", DEMO, "--format", "table")
    assert (outcome.code, outcome.err) == (0, "")
    for words in ("F of words by frequency", "BLEU by length", "BLEU by difficulty", "hardest quarter"):
        assert words in outcome.out
    assert "by tag" not in outcome.out


def test_examples_are_shown(karat: Karat) -> None:
    """As many for every number as were asked for."""
    outcome = karat(
        "buckets", DEMO, "--systems", "elm", "--by", "difficulty", "--examples", 2, "--format", "table"
    )
    assert "Examples: BLEU by difficulty" in outcome.out
    assert "Warnstreik puts north valley train lame" in outcome.out


def test_json_has_counts_and_examples(karat: Karat) -> None:
    """Behind every number."""
    document = json.loads(karat("buckets", DEMO, "--by", "frequency", "--format", "json").out)
    once = next(bucket for bucket in document["buckets"] if bucket["bucket"] == "1")
    cell = once["systems"]["elm"]
    assert once["size"] == cell["counts"]["wanted"] == 418
    assert cell["value"] == pytest.approx(42.93, abs=0.005)
    assert len(cell["examples"]) == 5


def test_tsv_is_one_table(karat: Karat) -> None:
    """A row for each bucket and system, with the documents that its interval draws."""
    lines = karat("buckets", DEMO, "--by", "length", "difficulty", "-m", "ter").out.splitlines()
    assert lines[0] == "by\tbucket\tsystem\tunit\tunits\tn\tvalue\tlow\thigh"
    assert {line.split("\t")[3] for line in lines[1:]} == {"document"}
    assert len(lines) == 1 + 8 * 6


def test_the_difference_of_a_pair(karat: Karat) -> None:
    """Of two systems, or of two that are named: in every form."""
    asked = ("buckets", DEMO, "--by", "difficulty", "--samples", 100)
    table = karat(*asked, "--pair", "elm", "dune", "--format", "table").out
    assert "elm − dune" in table
    lines = karat(*asked, "--systems", "dune", "elm").out.splitlines()
    assert len(lines) == 1 + 4 * 3
    document = json.loads(karat(*asked, "--pair", "elm", "dune", "--format", "json").out)
    for bucket in document["buckets"]:
        difference, systems = bucket["difference"], bucket["systems"]
        assert difference["value"] == pytest.approx(systems["elm"]["value"] - systems["dune"]["value"])
        assert difference["low"] <= difference["value"] <= difference["high"]
        assert systems["elm"]["low"] <= systems["elm"]["value"] <= systems["elm"]["high"]


def test_tags_and_frequencies_from_files(karat: Karat, write: Write, output: Path, reference: Path) -> None:
    """Tags of the reference and frequencies of another corpus."""
    tags = write("tags.txt", "X X X X Y\nX X X X Y\n")
    frequencies = write("words.txt", "<CorpStat>;100;2\na;50;2\ne;1;1\n")
    files = (output, "-r", reference, "--reference-tags", tags, "--frequencies", frequencies)
    lines = karat("buckets", *files, "--by", "tag", "frequency").out.splitlines()
    assert "tag\tY\toutput\tsegment\t2\t2\t50.00\t0.00\t100.00" in lines
    assert "frequency\t10–99\toutput\tsegment\t1\t1\t100.00\t100.00\t100.00" in lines


def test_marked_entities(karat: Karat, write: Write) -> None:
    """By type, where they are marked."""
    marked = write(
        "reference.muc", '<ENAMEX TYPE="PERSON">Ann</ENAMEX> saw <ENAMEX TYPE="LOCATION">Rome</ENAMEX>\n'
    )
    outcome = karat("buckets", write("output.txt", "Ann saw Paris\n"), "-r", marked, "--by", "entity")
    assert outcome.out.splitlines()[1:] == [
        "entity\tperson\toutput\tsegment\t1\t1\t100.00\tnan\tnan",
        "entity\tlocation\toutput\tsegment\t1\t1\t0.00\tnan\tnan",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--by", "colour"), ("--by", "frequency")),
        (("--by", "tag"), ("--reference-tags",)),
        (("--by", "entity"), ("No named entities",)),
        (("--examples", "0"), ("--examples is 0",)),
        (("--edges", "0,5"), ("1 or more",)),
        (("--frequencies", "nowhere.txt"), ("nowhere.txt",)),
        (("--pair", "elm"), ("two different systems",)),
        (("--pair", "elm", "oak"), ("There is no system 'oak'",)),
        (("--samples", "0"), ("samples is 0",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    refused(karat("buckets", DEMO, *arguments), *words)
