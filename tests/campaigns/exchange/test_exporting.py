"""Answers as files, and back: every format that Karat reads gives the judgements that were made."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat import Corpus
from karat.campaigns.answers import Span
from karat.campaigns.collected_judgements import judgements_of
from karat.campaigns.exchange.exporting import export
from karat.campaigns.questionnaire import SpanKinds
from karat.errors import InvalidJudgement, InvalidOption, UnknownName
from karat.judgements import aggregate
from karat.readers import read_judgements, read_mqm

if TYPE_CHECKING:
    from pathlib import Path

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.judgements import Judgements

TRUTH = Truth({"A": 70.0, "B": 60.0, "C": 50.0})


@pytest.fixture(scope="module")
def made() -> tuple[CampaignPlan, list[Recorded]]:
    """A campaign with repeats, spoilt outputs and a correction."""
    plan = small_plan("together", documents=6, repeats=2, spoilt=2, scale=PERCENT, dimension="DA")
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    corrected = replace(records[3], value=99.0, version=1, stored=records[-1].stored + 1)
    return plan, [*records, corrected]


def rows(judgements: Judgements) -> set[tuple[str, str, str, float, int | None]]:
    """Who said what, whatever the order."""
    return {(one.judge, one.system, one.segment, round(one.value, 4), one.occasion) for one in judgements}


def test_judgements_come_back(made: tuple[CampaignPlan, list[Recorded]], tmp_path: Path) -> None:
    """The JSON lines are read as they were judged: scale, documents, repeats and the correction."""
    path = tmp_path / "judgements.jsonl"
    path.write_text(export(*made, "judgements"), encoding="utf-8")
    found = read_judgements(path)
    # With the corpus too, of which the campaign has a part without its ends.
    text = [f"{name} {number}" for name in "ABC" for number in range(14)]
    corpus = Corpus.of({name: text[at * 14 : at * 14 + 14] for at, name in enumerate("ABC")}, text[:14])
    inside = [replace(record, document="") for record in made[1] if 1 < record.segment < 12]
    path.write_text(export(made[0], inside, "judgements"), encoding="utf-8")
    assert set(read_judgements(path, corpus).segments) == {str(number) for number in range(2, 12)}
    assert rows(found) == rows(judgements_of(*made))
    assert found.scales["DA"] == PERCENT
    assert 99.0 in found.value
    assert sorted(set(found.documents.values())) == [f"d{number}" for number in range(6)]


def test_spoilt_outputs_are_no_judgements(made: tuple[CampaignPlan, list[Recorded]]) -> None:
    """What was spoilt says nothing about its system; repeats are second occasions."""
    found = judgements_of(*made)
    assert len(found) == 36 + 12
    assert int(found.occasion.sum()) == 12


def test_appraise_comes_back(made: tuple[CampaignPlan, list[Recorded]], tmp_path: Path) -> None:
    """Appraise's rows, spoilt ones as BAD, which the reader leaves out with a warning."""
    path = tmp_path / "answers.csv"
    path.write_text(export(*made, "appraise"), encoding="utf-8")
    with pytest.warns(UserWarning, match="12"):
        found = read_judgements(path, first_segment=1)
    assert {row[:3] for row in rows(found)} == {row[:3] for row in rows(judgements_of(*made))}


def test_everything_is_in_the_csv(made: tuple[CampaignPlan, list[Recorded]]) -> None:
    """A row for each version of each value; no cell is a formula for a spreadsheet."""
    plan, records = made
    hostile = replace(records[0], comment="=cmd|' /C calc'!A0")
    found = list(csv.DictReader(io.StringIO(export(plan, [hostile, *records[1:]], "csv"))))
    assert len(found) == len(records)
    assert found[0]["comment"] == "'=cmd|' /C calc'!A0"
    assert {row["purpose"] for row in found} == {"plan", "repeat", "spoilt"}


def test_segment_scores_are_means(made: tuple[CampaignPlan, list[Recorded]]) -> None:
    """A line for each system and segment, in order: what `aggregate` has of them, repeats too."""
    plan, records = made
    repeated = next(one for one in records if one.purpose == "repeat")
    # A second judge, who judged once what the first judged twice.
    once = replace(repeated, judge="ben", purpose="plan", value=repeated.value + 30, item="x")
    made = (plan, [*records, once])
    lines = export(*made, "seg-score").splitlines()
    scores = aggregate(judgements_of(*made), "DA").scores
    found = [(name, float(value)) for name, value in (line.split("\t") for line in lines)]
    assert [name for name, _ in found] == [name for name in scores.systems for _ in range(12)]
    at = [scores.rows.index(str(number)) for number in range(1, 13)]
    assert [value for _, value in found] == pytest.approx(scores.values[:, at].ravel().tolist())


def test_segment_scores_have_a_line_for_every_segment(made: tuple[CampaignPlan, list[Recorded]]) -> None:
    """Also after the last that was judged, and where the plan has a part of the corpus: mt-metrics-eval counts lines."""
    plan, records = made
    few = [record for record in records if record.segment <= 3]
    for known, lines in ((20, 20), (None, 12)):
        found = export(replace(plan, corpus_segments=known), few, "seg-score").splitlines()
        assert len(found) == 3 * lines
        assert found[lines - 1] == "A\tNone"
        assert found[lines].startswith("B\t")


def test_errors_come_back(made: tuple[CampaignPlan, list[Recorded]], tmp_path: Path) -> None:
    """Google's table of errors: marked text between tags, a row without error where none was marked."""
    plan, records = made
    step = replace(
        plan.questionnaire.steps[0], spans=SpanKinds(("minor", "major"), weights={"minor": 1, "major": 5})
    )
    plan = replace(plan, questionnaire=replace(plan.questionnaire, steps=(step,)))
    marked = [replace(record, spans=(Span("x", 0, 1, "major", "accuracy"),)) for record in records[:1]]
    path = tmp_path / "mqm.tsv"
    path.write_text(export(plan, [*marked, *records[1:]], "mqm"), encoding="utf-8")
    found = read_mqm(path, first_segment=1)
    assert [(error.judge, error.span, error.severity) for error in found.errors] == [
        (records[0].judge, records[0].system, "major")
    ]


def test_what_cannot_be_exported_is_refused(made: tuple[CampaignPlan, list[Recorded]]) -> None:
    """No answers, no such dimension, no errors marked."""
    plan, records = made
    with pytest.raises(InvalidJudgement, match="Nobody has judged"):
        export(plan, [], "judgements")
    with pytest.raises(UnknownName):
        export(plan, records, "seg-score", dimension="clarity")
    with pytest.raises(InvalidOption, match="marks no errors"):
        export(plan, records, "mqm")


def test_lines_are_json(made: tuple[CampaignPlan, list[Recorded]]) -> None:
    """Each line is an object with the scale of its dimension."""
    first = json.loads(export(*made, "judgements").splitlines()[0])
    assert first["scale"] == "DA"
