"""`karat verdicts`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.conftest import Karat, refused

from karat import demo

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = [("1", "A", "B", "A"), ("1", "B", "A", "B"), ("2", "A", "B", "tie"), ("2", "B", "A", "first")]


def lines(rows: list[dict[str, object]]) -> str:
    """JSON lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def write_pairs(folder: Path) -> Path:
    """Two pairs, each in both orders."""
    path = folder / "pairs.jsonl"
    names = ("segment", "first", "second", "winner")
    path.write_text(lines([{"judge": "llm", **dict(zip(names, one, strict=True))} for one in SHOWN]))
    return path


def test_pairs(karat: Karat, tmp_path: Path) -> None:
    """Which of two outputs stands first: how often the verdict stays, and the lean."""
    outcome = karat("verdicts", write_pairs(tmp_path), "--format", "json")
    assert outcome.code == 0
    (found,) = json.loads(outcome.out)["verdicts"]
    (order,) = found["orders"]
    assert (order["pairs_in_both_orders"], order["lean_to_the_first"]["value"]) == (2, 0.75)


def test_marks_beside_people(karat: Karat, tmp_path: Path) -> None:
    """Marks of a model that is a judge of the demo: agreement, length and versions in one table each."""
    rows = [json.loads(line) for line in demo.judgements_path().read_text().splitlines()]
    model = tmp_path / "llm.jsonl"
    versions = [{**row, "judge": f"llm-{row['judge'][-1]}"} for row in rows if row["judge"] != "judge-3"]
    model.write_text(lines(versions))
    people = tmp_path / "people.jsonl"
    people.write_text(
        lines([{**row, "judge": name} for name in "ab" for row in rows if row["judge"] == "judge-3"])
    )
    outcome = karat(
        *("verdicts", model, "--human-scores", people, "--data", "demo:", "--versions", "llm-1", "llm-2"),
        *("--format", "table", "--statistics", "pearson"),
    )
    assert outcome.code == 0
    for word in ("(another judge)", "Length", "Versions", "points per doubling", "change of r"):
        assert word in outcome.out
    tsv = karat("verdicts", model, "--versions", "llm-1", "llm-2", "--format", "tsv")
    assert tsv.out.startswith("dimension\tjudge\tfigure\tvalue")


def test_a_winner_who_did_not_take_part(karat: Karat, tmp_path: Path) -> None:
    """The winner is one of the two."""
    path = tmp_path / "pairs.jsonl"
    path.write_text(lines([{"judge": "l", "segment": 1, "first": "A", "second": "B", "winner": "C"}]))
    refused(karat("verdicts", path), "the winner is 'C'")


def test_no_file(karat: Karat) -> None:
    """Without a file there is nothing to test."""
    refused(karat("verdicts"), "no verdicts")
    refused(karat("verdicts", "demo:judgements.jsonl", "--versions", "judge-1"), "--versions")
