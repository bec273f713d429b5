"""`karat outcomes`: samples of lm-evaluation-harness and tables of one's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.conftest import Karat, refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, bytes | str], Path]


def sample(item: int, right: float, **more: Any) -> dict[str, Any]:
    """A row as lm-evaluation-harness writes it."""
    row = {"doc_id": item, "doc": {"subject": f"s{item // 3}"}, "target": "x", "filtered_resps": ["y"]}
    return {**row, "metrics": ["acc"], "acc": right, "doc_hash": f"h{item}", **more}


def lines(rows: list[dict[str, Any]]) -> str:
    """JSON lines."""
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.fixture
def two(write: Write) -> tuple[Path, Path]:
    """Twelve questions, of which one model has six right and the other eleven, in another order."""
    small = [sample(item, float(item % 2)) for item in range(12)]
    large = [sample(item, float(item != 4)) for item in reversed(range(12))]
    return write("small.jsonl", lines(small)), write("large.jsonl", lines(large))


def test_samples_of_lm_evaluation_harness(karat: Karat, two: tuple[Path, Path]) -> None:
    """Items are matched by name whatever their order; the exact test is of the five on which they differ."""
    found = json.loads(karat("outcomes", *two, "--format", "json").out)
    (pair,) = found["pairs"]
    assert (pair["first"], pair["first_better"], pair["second_better"]) == ("large", 5, 0)
    assert pair["p"] == pytest.approx(2 / 2**5)
    assert [one["mean"] for one in found["systems"]] == pytest.approx([11 / 12, 6 / 12])
    shown = karat("outcomes", *two, "--format", "table").out
    assert "McNemar's exact test" in shown
    assert "41.67" in shown


def test_groups_within_an_object(karat: Karat, two: tuple[Path, Path]) -> None:
    """`doc.subject` names the group of each item; whole groups are exchanged, three of which differ."""
    found = json.loads(karat("outcomes", *two, "--group", "doc.subject", "--format", "json").out)
    assert found["groups"] == 4
    assert found["pairs"][0]["test"] == "exact randomization"
    assert found["pairs"][0]["p"] == pytest.approx(2 / 2**3)


def test_a_table_of_ones_own(karat: Karat, write: Write) -> None:
    """TSV with true and false, or numbers, in a column that is named."""
    first = write("a.tsv", "item\tok\n1\ttrue\n2\tfalse\n3\ttrue\n")
    second = write("b.tsv", "item\tok\n1\t1\n2\t1\n3\t0\n")
    done = karat("outcomes", first, second, "--metric", "ok", "--names", "old", "new")
    assert done.out.splitlines()[1].split("\t")[:3] == ["new", "old", "0.00"]


def test_one_system_has_an_interval(karat: Karat, two: tuple[Path, Path]) -> None:
    """There is no pair; its mean is shown."""
    assert karat("outcomes", two[0]).out.splitlines()[1].split("\t")[:2] == ["small", "50.00"]


def test_one_of_several_outcomes_and_filters_is_taken_and_told(karat: Karat, write: Write) -> None:
    """The first of each, unless another is named."""
    rows = [
        sample(item, 1.0, filter=name, metrics=["acc", "norm"], norm=float(name == "loose"))
        for item in range(3)
        for name in ("strict", "loose")
    ]
    path = write("a.jsonl", lines(rows))
    done = karat("outcomes", path)
    assert "those of 'strict' are used" in done.err
    assert "acc is used, not norm" in done.err
    found = karat("outcomes", path, "--metric", "norm", "--answers", "loose")
    assert found.out.splitlines()[1].split("\t")[1] == "100.00"
    assert found.err == ""


def test_what_does_not_match_is_refused(karat: Karat, two: tuple[Path, Path], write: Write) -> None:
    """Missing items, other questions, items that are there twice, outcomes that are none, columns that are
    not there."""
    rows = [sample(item, 1.0) for item in range(11)]
    short = write("short.jsonl", lines(rows))
    refused(karat("outcomes", two[0], short), "11 of 12 items; 11 is missing", "--common-items")
    assert karat("outcomes", two[0], short, "--common-items").code == 0
    other = write("other.jsonl", lines([sample(item, 1.0, doc_hash="x") for item in range(12)]))
    refused(karat("outcomes", two[0], other), "Item 0 of", "another question")
    refused(karat("outcomes", write("twice.jsonl", lines([*rows, rows[0]]))), "line 12", "a second time")
    refused(karat("outcomes", write("text.jsonl", lines([sample(1, 1.0, acc="good")]))), "acc is 'good'")
    refused(karat("outcomes", two[0], "--metric", "bleu"), "no column 'bleu'")
    refused(karat("outcomes", two[0], "--group", "doc.topic"), "doc.topic is None")
    refused(
        karat("outcomes", write("bare.tsv", "x\ty\n1\t2\n"), "--metric", "y"), "no column names the items"
    )
    refused(karat("outcomes", write("bare.tsv", "item\ty\n1\t2\n")), "--metric COLUMN")
    refused(karat("outcomes", two[0], "--answers", "strict"), "has no filters")
