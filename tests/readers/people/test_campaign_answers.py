"""A campaign's file as a corpus and as judgements, and judgements as a campaign."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from karat import Corpus, demo
from karat.campaigns.exchange.importing import import_judgements
from karat.campaigns.store import open_store
from karat.campaigns.watch.watching import campaign_status
from karat.errors import InvalidFile, InvalidJudgement
from karat.readers import read, read_judgements
from karat.readers.people.appraise import RowsLeftOut
from karat.readers.people.pearmut import is_pearmut, read_pearmut

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    {
        "judge": judge,
        "system": system,
        "segment": segment,
        "dimension": "adequacy",
        "scale": "1-5",
        "value": value,
    }
    for judge in ("anna", "ben")
    for segment, system, value in ((2, "A", 4), (2, "B", 2), (3, "A", 5), (3, "B", 3))
]


@pytest.fixture
def corpus() -> Corpus:
    """Three segments, of which people judged two."""
    found = Corpus.of(
        {"A": ["a one", "a two", "a three"], "B": ["b one", "b two", "b three"]},
        ["one", "two", "three"],
        documents=["x", "x", "y"],
    )
    return replace(found, human_systems=frozenset({"B"}))


@pytest.fixture
def made(corpus: Corpus, tmp_path: Path) -> Path:
    """A campaign of judgements from elsewhere."""
    table = tmp_path / "judgements.jsonl"
    table.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    path = tmp_path / "old.campaign"
    assert (
        import_judgements(path, read_judgements(table, corpus, first_segment=1), corpus, name="old").pages
        == 8
    )
    return path


def test_a_campaign_is_a_corpus(made: Path) -> None:
    """It has the segments that were planned, with outputs, references and documents."""
    found = read(made)
    assert found.systems["A"] == ["a two", "a three"]
    assert found.documents == ["x", "y"]
    assert found.references.of_segment(0) == ("two",)
    assert found.human_systems == {"B"}
    assert list(read(made, systems=["B"]).systems) == ["B"]
    assert not read(made, systems=["A"]).human_systems


def test_judgements_follow_the_corpus(made: Path, corpus: Corpus) -> None:
    """Segments are numbered as in the corpus that is given: the planned one, or the campaign's own."""
    own, planned = read_judgements(made, read(made)), read_judgements(made, corpus)
    assert set(own.segments) == {"1", "2"}
    assert set(planned.segments) == {"2", "3"}
    assert sorted(own.value) == sorted(planned.value) == sorted(row["value"] for row in ROWS)
    assert own.scales["adequacy"].name == "1-5"


def test_a_segment_judged_in_some_systems_is_told(corpus: Corpus, tmp_path: Path) -> None:
    """The campaign's own texts lack it; the planned corpus has it."""
    table, path = tmp_path / "judgements.jsonl", tmp_path / "anchored.campaign"
    anchor = {**ROWS[0], "segment": 1}
    table.write_text("\n".join(map(json.dumps, [anchor, *ROWS])), encoding="utf-8")
    import_judgements(path, read_judgements(table, corpus, first_segment=1), corpus, name="anchored")
    own = read(path)
    assert own.systems["A"] == ["a two", "a three"]
    with pytest.warns(RowsLeftOut, match="every system was judged there: 1"):
        found = read_judgements(path, own)
    assert (len(found), set(found.segments), found.documents) == (8, {"1", "2"}, {"1": "x", "2": "y"})
    assert set(read_judgements(path, corpus).segments) == {"1", "2", "3"}


def test_another_corpus_is_refused(made: Path) -> None:
    """Judgements of other outputs would be of nothing."""
    other = Corpus.of({"A": ["x", "y"], "B": ["v", "w"]}, ["two", "three"])
    with pytest.raises(InvalidJudgement, match="not those of the corpus"):
        read_judgements(made, other)


def test_an_imported_campaign_is_weighed(made: Path) -> None:
    """It is closed, and has the standings of its judgements."""
    store = open_store(made)
    try:
        found = campaign_status(store)
    finally:
        store.close()
    assert (found.state, found.design) == ("closed", "together")
    means = {one.system: one.mean for one in found.standings[0].systems}
    assert means == pytest.approx({"A": 4.5, "B": 2.5})


def test_the_demo_comes_through(tmp_path: Path) -> None:
    """All 1,728 judgements of the demo, in and out."""
    corpus = read(demo.path())
    given = read_judgements(demo.judgements_path(), corpus)
    import_judgements(tmp_path / "demo.campaign", given, corpus, name="demo")
    found = read_judgements(tmp_path / "demo.campaign", corpus)
    assert sorted((one.judge, one.system, one.segment, one.dimension, one.value) for one in found) == sorted(
        (one.judge, one.system, one.segment, one.dimension, one.value) for one in given
    )


def page(user: str, scores: list[dict[str, float | None]], number: int = 0) -> str:
    """A page of Pearmut's, with two segments and two systems."""
    items = [
        {"item_id": f"s{place}", "src": f"source {place}", "tgt": {"A": f"a {place}", "B": f"b {place}"}}
        for place in range(2)
    ]
    said = [{system: {"score": score} for system, score in one.items()} for one in scores]
    return json.dumps({"user_id": user, "item_i": number, "item": items, "annotation": said, "actions": []})


def test_pearmut_is_read(tmp_path: Path) -> None:
    """Scores by person, system and segment; the last submission counts, a missing score is none."""
    path = tmp_path / "pearmut.jsonl"
    first = page("u1", [{"A": 10, "B": 20}, {"A": 30, "B": None}])
    again = page("u1", [{"A": 70, "B": 60}, {"A": 30, "B": None}])
    other = page("u2", [{"A": 90, "B": 50}, {"A": 80, "B": 40}])
    path.write_text("\n".join([first, again, other]), encoding="utf-8")
    assert is_pearmut(path)
    found = read_pearmut(path)
    assert found.corpus.sources == ["source 0", "source 1"]
    said = {(one.judge, one.system, one.segment): one.value for one in found.judgements}
    assert said == {
        ("u1", "A", "1"): 70,
        ("u1", "B", "1"): 60,
        ("u1", "A", "2"): 30,
        ("u2", "A", "1"): 90,
        ("u2", "B", "1"): 50,
        ("u2", "A", "2"): 80,
        ("u2", "B", "2"): 40,
    }
    import_judgements(tmp_path / "p.campaign", found.judgements, found.corpus, name="p")


# A page as Pearmut 1.1.6 wrote it when its own form was filled in by a browser; the texts are ours.
WRITTEN = (
    '{"annotation": [{"A": {"score": 29, "error_spans": [], "textfield": null}, "B": {"score": 45, '
    '"error_spans": [], "textfield": null}}], "actions": [{"time": 1794994166.936, "action": "load"}, '
    '{"time": 1794994169.94, "action": "score", "index": 0, "model": "A", "value": 29}, {"time": '
    '1794994170.013, "action": "score", "index": 0, "model": "B", "value": 45}, {"time": 1794994170.238, '
    '"action": "submit"}], "item": [{"src": "Es regnet.", "tgt": {"A": "It rains.", "B": "Rain."}, '
    '"item_id": "s3", "doc_id": "d2"}], "user_id": "anna", "item_i": 1}'
)


@pytest.mark.parametrize(
    ("name", "text"),
    [("annotations.jsonl", WRITTEN + "\n"), ("annotations.json", '{"small":[' + WRITTEN + "]}")],
)
def test_what_pearmut_itself_wrote_is_read(tmp_path: Path, name: str, text: str) -> None:
    """Its log of answers, and what its download gives."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert is_pearmut(path)
    found = read_pearmut(path)
    assert [(one.judge, one.system, one.value) for one in found.judgements] == [
        ("anna", "A", 29),
        ("anna", "B", 45),
    ]
    assert {one.time for one in found.judgements} == {1794994170.238}
    assert (found.corpus.sources, found.corpus.documents) == (["Es regnet."], ["d2"])


def test_what_pearmut_would_not_write_is_refused(tmp_path: Path) -> None:
    """A score of 999, a page without texts, and no JSON are told with their line."""
    path = tmp_path / "pearmut.jsonl"
    path.write_text(page("u", [{"A": 999, "B": 1}, {"A": 1, "B": 1}]), encoding="utf-8")
    with pytest.raises(InvalidJudgement, match="999"):
        read_pearmut(path)
    path.write_text('{"user_id": "u", "item_i": 0, "annotation": {}}', encoding="utf-8")
    with pytest.raises(InvalidFile, match="lacks"):
        read_pearmut(path)
    path.write_text('{"user_id": "u", "annotation"\n{', encoding="utf-8")
    with pytest.raises(InvalidFile, match="no JSON"):
        read_pearmut(path)
