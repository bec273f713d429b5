"""`karat people`: human scores from few judgements and many metric scores."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, refused
from tests.estimation.made_up import text

from karat.campaigns.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

MADE = text(documents=40, length=4)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A corpus of which fifteen documents were judged, and scores of two metrics."""
    judged = MADE.drawn(15, seed=3)
    with (tmp_path / "segments.jsonl").open("w", encoding="utf-8") as corpus:
        for place, document in enumerate(MADE.documents):
            for number, system in enumerate(MADE.systems):
                row = {
                    "system": system,
                    "seg_id": place + 1,
                    "doc_id": document,
                    "domain": MADE.text_types[place],
                    "source": f"source {place}",
                    "references": [f"reference {place}"],
                    "hypothesis": f"{system} says {place}",
                    "human_mqm": MADE.human[number, place] if judged[place] else None,
                }
                corpus.write(json.dumps(row) + "\n")
    lines = ["system\tsegment\tgood\tnoise"]
    lines += [
        f"{system}\t{place + 1}\t{MADE.metrics['good'][number, place]}\t{MADE.metrics['noise'][number, place]}"
        for number, system in enumerate(MADE.systems)
        for place in range(len(MADE.documents))
    ]
    (tmp_path / "scores.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def called(data: Path, *options: str) -> tuple[str, ...]:
    """The command on the made-up data."""
    names = () if "--score-names" in options else ("--score-names", "good")
    return ("people", str(data / "segments.jsonl"), "--scores", str(data / "scores.tsv"), *names, *options)


def test_table_has_both_intervals_and_what_was_saved(karat: Karat, data: Path) -> None:
    """Judgements alone, with the metric, and how many judgements it stands for."""
    out = karat(*called(data, "--format", "table")).out
    assert "with metric low" in out
    assert "good saved" in out
    assert "60 of 160 segments judged" in out
    assert "15 of 40 documents" in out


def test_metric_of_no_use_saves_none(karat: Karat, data: Path) -> None:
    """And says so."""
    assert "noise saved none" in karat(*called(data, "--score-names", "noise", "--format", "table")).out


def test_json_has_everything(karat: Karat, data: Path) -> None:
    """Systems, differences, saving, and how the sample was tested."""
    (found,) = json.loads(karat(*called(data, "--format", "json")).out)["people"]
    assert [one["system"] for one in found["systems"]] == MADE.systems
    assert len(found["differences"]) == 3
    assert found["saving"]["share"] > 0
    assert found["sample"]["p"] > 0.001


def test_written_scores_are_read_as_human_scores(karat: Karat, data: Path) -> None:
    """A table of systems with their standard errors; whatever is there already stays."""
    file = str(data / "people.tsv")
    note = karat(*called(data, "-o", file)).err
    assert "karat accept DATA --human-scores" in note
    head, first, *_ = (data / "people.tsv").read_text(encoding="utf-8").splitlines()
    assert head.split("\t") == ["system", "human_mqm", "error_mqm", "low_mqm", "high_mqm"]
    assert first.startswith("system0\t-")
    refused(karat(*called(data, "-o", file)), "is there already")
    assert karat(*called(data, "-o", file, "--overwrite")).code == 0


def test_plan_says_what_to_judge_next(karat: Karat, data: Path) -> None:
    """Whole documents that nobody judged, by stratum, until the width is reached."""
    file = data / "plan.json"
    out = karat(*called(data, "--plan", "1.2", "--plan-output", str(file), "--format", "table")).out
    assert "documents to judge for intervals 1.2 wide" in out
    (plan,) = json.loads(file.read_text(encoding="utf-8"))["plans"]
    judged = MADE.drawn(15, seed=3)
    assert plan["reached"] <= 1.2 < plan["now"]
    assert plan["more"] * 4 == len(plan["segments"])
    assert not any(judged[number - 1] for number in plan["segments"])
    work = ("campaign", "plan", str(data / "segments.jsonl"), "--judges", "3", "--protocol", "mqm")
    campaign = data / "more.campaign"
    outcome = karat(*work, "--only", str(file), "-o", str(campaign), "--format", "json")
    assert outcome.code == 0, outcome.err
    store = open_store(str(campaign))
    planned = store.plan()
    store.close()
    assert {item.segment for pack in planned.packs for item in pack.items} == set(plan["segments"])
    assert plan["alone"] is None or plan["alone"] >= plan["more"]


def test_accept_takes_estimates_with_their_errors(karat: Karat, data: Path) -> None:
    """The mean beside the threshold is the estimate, and its interval comes from the standard error."""
    file = data / "people.tsv"
    karat(*called(data, "-o", str(file)))
    head, first, *_ = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    known = dict(zip(head, first, strict=True))
    outcome = karat(
        *("accept", str(data / "segments.jsonl"), "--human-scores", str(file), "--threshold", "-4.5"),
        *("-m", "chrf", "--by", "language-pair", "--show", "outputs", "--format", "json"),
    )
    assert "its standard errors count" in outcome.err
    (judged,) = (
        one
        for found in json.loads(outcome.out)["dimensions"]
        for one in found["judged"]
        if one["system"] == "system0"
    )
    value, error = float(known["human_mqm"]), float(known["error_mqm"])
    assert judged["mean"] == pytest.approx(value)
    assert judged["high"] - judged["low"] == pytest.approx(2 * 1.959964 * error)


def test_calibrate_takes_estimates_of_the_whole_text(karat: Karat, data: Path) -> None:
    """Then metrics are of all segments, not only of the judged ones."""
    file = data / "people.tsv"
    karat(*called(data, "-o", str(file)))
    outcome = karat(
        *("calibrate", str(data / "segments.jsonl"), "--human-scores", str(file), "--by", "language-pair"),
        *("--scores", str(data / "scores.tsv"), "--score-names", "good", "--format", "json"),
    )
    (made,) = json.loads(outcome.out)["calibrations"]
    first = made["points"][0]
    assert made["segments"] == len(MADE.documents)
    assert first[-1] == pytest.approx(float(file.read_text(encoding="utf-8").splitlines()[1].split("\t")[1]))
    assert first[1] == pytest.approx(MADE.metrics["good"][0].mean())


def test_calibrate_and_accept_refuse_samples_for_ranking(karat: Karat, data: Path) -> None:
    """As the estimates do."""
    for command in ("calibrate", "accept"):
        refused(karat(command, str(data / "segments.jsonl"), "--sample", "ranking"), "chosen for ranking")


def test_what_does_not_go_together_is_refused(karat: Karat, data: Path) -> None:
    """Each with what to do."""
    refused(karat(*called(data, "--plan-for", "difference")), "Give the width")
    refused(karat(*called(data, "--plan", "-1", "--format", "json")), "no number of judgements")
    refused(karat(*called(data, "--sample", "ranking")), "were chosen for ranking")
    refused(karat("people", str(data), str(data)), "takes one DATA")
