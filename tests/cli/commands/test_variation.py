"""`karat diagnose variation`: what it prints, and what it refuses."""

import json

import pytest
from tests.cli.conftest import Karat, Write, refused
from tests.diagnosis.orejuela import BLOCKS, HYPOTHESIS, REFERENCES
from tests.golden import files as golden

from karat import demo

DEMO = demo.segments_path()


def test_the_papers_example(karat: Karat, write: Write) -> None:
    """Blocks with bars between them, and all the numbers."""
    hypothesis = write("output.txt", f"{HYPOTHESIS}\n")
    references = [write(f"{place}.txt", f"{text}\n") for place, text in enumerate(REFERENCES)]
    outcome = karat(
        "diagnose", "variation", hypothesis, "-r", *references, "--segment", 1, "--format", "table"
    )
    shown = outcome.out.replace("[", "").replace("]", "")
    assert BLOCKS in shown
    for words in ("paper 40,320, safe 40,320", "26,640 keep every count, 13,680 gain"):
        assert words in shown


def test_rows_and_totals_belong_together(karat: Karat) -> None:
    """The logarithms of a system are the sums of its segments'."""
    document = json.loads(karat("diagnose", "variation", DEMO, "--format", "json").out)
    for system in document["systems"]:
        rows = [row for row in document["segments"] if row["system"] == system["system"]]
        assert len(rows) == 48
        for name in ("log10_paper", "log10_safe"):
            assert system[name] == pytest.approx(sum(row[name] for row in rows))
        assert system["log10_safe"] <= system["log10_paper"]
        shares = [
            10 ** (row["log10_kept"] - row["log10_safe"]) for row in rows if row["log10_kept"] is not None
        ]
        assert system["share_kept"] == pytest.approx(sum(shares) / len(shares))
        assert system["untried"] == len(rows) - len(shares)


def test_a_report(karat: Karat) -> None:
    """Systems, examples and the plot."""
    outcome = karat(
        *("diagnose", "variation", DEMO, "--systems", "dune", "--format", "table"),
        *("--examples", 1, "--plot"),
    )
    golden.check("variation.table.txt", outcome.out)


@pytest.mark.parametrize("arguments", [("--unit", "char", "--order", 6), ("--order", 1), ("--segments",)])
def test_other_units_and_orders(karat: Karat, arguments: tuple[object, ...]) -> None:
    """Characters, any order, and a row for each segment."""
    outcome = karat("diagnose", "variation", DEMO, "--systems", "aurora", *arguments)
    assert outcome.code == 0
    assert "aurora" in outcome.out


def test_hostile_texts(karat: Karat, write: Write) -> None:
    """An empty line, no match, everything matched, one word."""
    hypothesis = write("output.txt", "\nx y z\na b c\nx\n")
    reference = write("reference.txt", "a b\na b\na b c\nx\n")
    outcome = karat("diagnose", "variation", hypothesis, "-r", reference, "--segments", "--format", "tsv")
    assert [line.split("\t")[4] for line in outcome.out.splitlines()] == ["blocks", "0", "3", "1", "1"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--enumerate", "10"), ("take at most 9",)),
        (("--examples", "0"), ("--examples is 0",)),
        (("--segment", "49"), ("segments 1 to 48",)),
        (("--plot", "--format", "tsv"), ("--plot is for reading",)),
        (("--segment", "1", "--segments", "--format", "table"), ("one segment alone",)),
        (("--seed", "-1"), ("seed is -1",)),
    ],
)
def test_what_is_refused(karat: Karat, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """One line that says what was expected."""
    form = () if "--format" in arguments else ("--format", "table")
    refused(karat("diagnose", "variation", DEMO, *arguments, *form), *words)


def test_a_diagnosis_must_be_named(karat: Karat) -> None:
    """What there is, is said."""
    refused(karat("diagnose"), "variation")
    refused(karat("diagnose", "variants-of"), "There is no diagnosis")
