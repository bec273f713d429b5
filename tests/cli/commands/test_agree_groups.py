"""`karat agree --by-group` and `--between-metrics`, `karat judges --by-group`: what they print and refuse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo

if TYPE_CHECKING:
    from pathlib import Path

SEGMENTS = demo.segments_path()
FEW = ("--samples", 100)


@pytest.fixture
def grouped(write: Write) -> Path:
    """The judgements of the demo, whose judges are in two groups."""
    lines = []
    for line in demo.judgements_path().read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        row["group"] = "bilingual" if row["judge"] == "judge-1" else "monolingual"
        lines.append(json.dumps(row))
    return write("grouped.jsonl", "\n".join(lines) + "\n")


def test_groups_and_metrics(karat: Karat, grouped: Path) -> None:
    """Who is in which group, each with the metrics, and with each other, at both levels."""
    arguments = ("agree", SEGMENTS, "--human-scores", grouped, "--human", "adequacy", "--by-group", *FEW)
    outcome = karat(*arguments, "--format", "table")
    assert (outcome.code, outcome.err) == (0, "")
    for words in (
        "Groups of judges",
        "Each group and the metrics, segment level",
        "Agreement between groups",
    ):
        assert words in outcome.out
    found = json.loads(karat(*arguments, "--format", "json").out)["judge_groups"]
    assert [one["dimension"] for one in found] == ["adequacy"]
    assert found[0]["groups"][1]["judges"] == ["judge-2", "judge-3"]
    assert {(one["first"], one["second"], one["level"]) for one in found[0]["between"]} == {
        ("bilingual", "monolingual", "system"),
        ("bilingual", "monolingual", "segment"),
    }
    assert {one["group"] for one in found[0]["with_metrics"]} == {"bilingual", "monolingual"}


def test_figures_have_the_sections_too(karat: Karat, grouped: Path, tmp_path: Path) -> None:
    """The figure with both groups, that of two metrics, and their tables are among the files."""
    folder = tmp_path / "figures"
    outcome = karat(
        *("agree", SEGMENTS, "--human-scores", grouped, "--human", "adequacy", "-m", "bleu", "chrf"),
        *("--by-group", "--between-metrics", "--figures", folder, *FEW),
    )
    assert outcome.code == 0
    for name in (
        "judge-groups-bleu-adequacy.svg",
        "between-metrics-bleu-chrf2.png",
        "table-agreement-agreement-between-groups.csv",
        "table-agreement-metric-against-metric-system-level.tex",
    ):
        assert (folder / name).stat().st_size > 0


def test_correlations_that_are_undefined_say_why(karat: Karat, grouped: Path, write: Write) -> None:
    """One system, or no system that both groups judged."""
    lines = grouped.read_text(encoding="utf-8").splitlines()
    apart = [line for line in lines if ('"bilingual"' in line) == ('"aurora"' in line)]
    file = write("apart.jsonl", "\n".join(apart) + "\n")
    of = ("--human", "adequacy", "-m", "bleu", "--by-group", *FEW)
    out = karat("agree", SEGMENTS, "--human-scores", file, *of, "--format", "table").out
    assert "an undefined correlation of systems (0 systems that both judged)" in out
    assert "BLEU with bilingual: 1 system has both scores, and a correlation takes at least two" in out
    alone = ("agree", SEGMENTS, "--systems", "aurora", "-m", "bleu", "chrf", "--between-metrics", *FEW)
    assert "BLEU with chrF2: 1 system has both scores" in karat(*alone, "--format", "table").out


def test_only_the_level_that_is_asked_for(karat: Karat, grouped: Path) -> None:
    """And the statistics, as far as they do not ask which group is right."""
    outcome = karat(
        *("agree", SEGMENTS, "--human-scores", grouped, "--by-group", "--level", "system", *FEW),
        *("--statistics", "spearman", "accuracy", "--format", "json"),
    )
    between = json.loads(outcome.out)["judge_groups"][0]["between"]
    assert [(one["level"], one["statistic"]) for one in between] == [("system", "spearman")]


def test_no_groups(karat: Karat) -> None:
    """The column that is missing is named."""
    refused(
        karat("agree", SEGMENTS, "--human-scores", demo.judgements_path(), "--by-group", *FEW),
        "no judgement says the group of its judge",
        "column 'group'",
    )
    refused(karat("judges", demo.judgements_path(), "--by-group", *FEW), "column 'group'")


def test_judges_by_group(karat: Karat, grouped: Path) -> None:
    """Agreement within and between groups."""
    arguments = ("judges", grouped, "--by-group", "--dimension", "fluency", *FEW)
    shown = karat(*arguments, "--format", "table").out
    for words in (
        "Agreement between groups",
        "Agreement within each group",
        "On fluency, bilingual and mono",
    ):
        assert words in shown
    found = json.loads(karat(*arguments).out)
    assert [one["dimension"] for one in found["judge_groups"]] == ["fluency"]
    assert [(one["group"], one["coverage"]["judges"]) for one in found["within_groups"]] == [
        ("bilingual", 1),
        ("monolingual", 2),
    ]
    refused(karat(*arguments, "--format", "tsv"), "--by-group", "json")


def test_between_metrics(karat: Karat) -> None:
    """Every two metrics, also one at two units, with people and without."""
    arguments = ("-m", "bleu", "bleu:unit=char,order=18", "ter", "--between-metrics", *FEW)
    with_people = json.loads(karat("agree", demo.path(), *arguments).out)
    without = json.loads(karat("agree", SEGMENTS, *arguments, "--level", "system", "segment").out)
    assert [(one["first"], one["second"]) for one in without["between_metrics"][::4]] == [
        ("BLEU", "BLEU-c18"),
        ("BLEU", "TER"),
        ("BLEU-c18", "TER"),
    ]
    assert with_people["agreements"]
    assert not without["agreements"]
    of_systems = [one for one in without["between_metrics"] if one["level"] == "system"]
    assert [one["value"] for one in of_systems] == [one["value"] for one in with_people["between_metrics"]]
    shown = karat("agree", SEGMENTS, *arguments, "--format", "table").out
    assert shown.startswith("Metric against metric, system level")


def test_between_metrics_refuses(karat: Karat) -> None:
    """One metric, a table for programs, and still data without people where people were asked for."""
    refused(karat("agree", SEGMENTS, "-m", "bleu", "--between-metrics", *FEW), "at least two metrics")
    refused(karat("agree", SEGMENTS, "--between-metrics", "--format", "tsv"), "--between-metrics", "json")
    refused(karat("agree", SEGMENTS, "--between-metrics", "--human", "adequacy"), "no human scores")
