"""Judgements from elsewhere as a campaign: what stood side by side stays together, also there and back."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import md5
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat import Corpus, read_judgements
from karat.campaigns.collected_judgements import judgements_of
from karat.campaigns.exchange.exporting import export
from karat.campaigns.exchange.importing import import_judgements
from karat.campaigns.planning import pilot_parts
from karat.campaigns.questionnaire import Question, Questionnaire, QuestionStep
from karat.campaigns.store import open_store
from karat.campaigns.watch.standings import standings
from karat.cli import main
from karat.errors import InvalidJudgement
from karat.judgements import Judgement, Judgements, Scale

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.watch.standings import DimensionStandings

PLACES = Scale.parse("1..4:ordinal:lower")
TRUTH = Truth({"A": 40.0, "B": 50.0, "C": 60.0, "D": 70.0})


def campaign(scale: Scale, *, side_by_side: int = 2, compares: bool = True) -> CampaignPlan:
    """Outputs side by side, some pages a second time, and a step after another."""
    plan = small_plan(
        "contrast",
        documents=6,
        systems="ABCD",
        judges=3,
        per_output=2,
        side_by_side=side_by_side,
        repeats=2,
        scale=scale,
    )
    kind = "compare" if compares else "rate"
    steps = tuple(
        QuestionStep(kind, (Question(name, scale, "How good?"),), frozenset({"source"}))  # type: ignore[arg-type]
        for name in ("fluency", "adequacy")
    )
    return replace(plan, questionnaire=Questionnaire("own", steps, (2, 4)))


def answered(plan: CampaignPlan) -> list[Recorded]:
    """Everything answered, with ids as the planner makes them; the first answer is corrected at the end."""
    records = simulated(plan, TRUTH, np.random.default_rng(1))
    records = [replace(one, item=md5(one.item.encode()).hexdigest()) for one in records]
    first = records[0]
    last = records[-1].stored + 1
    again = [one for one in records if (one.item, one.step) == (first.item, first.step)]
    return [*records, *(replace(one, value=2.0, version=1, stored=last) for one in again)]


def corpus_of(plan: CampaignPlan, *more: str) -> Corpus:
    """The texts of a plan, and of systems that nobody judged."""
    count = len(plan.segments)
    return Corpus.of(
        {name: [f"{name} {place}" for place in range(count)] for name in (*plan.systems, *more)},
        [f"a reference {place}" for place in range(count)],
        documents=[text.document for text in plan.segments],
    )


def there_and_back(text: str, corpus: Corpus, folder: Path) -> tuple[str, Path]:
    """What an export is after it was imported and exported again."""
    file, path = folder / "judgements.jsonl", folder / "again.campaign"
    file.write_text(text, encoding="utf-8")
    import_judgements(path, read_judgements(file, corpus), corpus, name="again")
    store = open_store(path)
    try:
        return export(store.plan(), store.records(), "judgements"), path
    finally:
        store.close()


def standings_in(path: Path) -> list[DimensionStandings]:
    """The standings of a stored campaign, on each dimension."""
    store = open_store(path)
    try:
        plan, records = store.plan(), store.records()
    finally:
        store.close()
    return [standings(plan, records, one) for one in plan.questionnaire.questions]


@pytest.mark.parametrize(
    ("scale", "measure"), [(PLACES, "win share"), (PERCENT, "mean"), (Scale.parse("1-5"), "win share")]
)
def test_there_and_back_is_the_same(scale: Scale, measure: str, tmp_path: Path) -> None:
    """To the byte, with repeats, a correction and two steps; and standings are the same."""
    plan = campaign(scale)
    records = answered(plan)
    text = export(plan, records, "judgements")
    again, path = there_and_back(text, corpus_of(plan, "nobody"), tmp_path)
    assert again == text
    expected = [standings(plan, records, one) for one in plan.questionnaire.questions]
    assert [one.to_dict() for one in standings_in(path)] == [one.to_dict() for one in expected]
    assert {one.measure for one in expected} == {measure}


def test_there_and_back_of_single_outputs(tmp_path: Path) -> None:
    """Each output stays a page of its own, and an open page keeps the steps that it has."""
    plan = small_plan("together", documents=4, judges=2, repeats=2, scale=PERCENT, dimension="DA")
    rated = campaign(PERCENT, compares=False).questionnaire
    plan = replace(plan, questionnaire=replace(rated, side_by_side=(1, 1)))
    records = simulated(plan, TRUTH, np.random.default_rng(2))
    records = [replace(one, item=md5(one.item.encode()).hexdigest()) for one in records[:-1]]
    text = export(plan, records, "judgements")
    again, path = there_and_back(text, corpus_of(plan), tmp_path)
    assert again == text
    store = open_store(path)
    assert {len(item.candidates) for pack in store.plan().packs for item in pack.items} == {1}
    assert store.plan().design == "together"
    store.close()


def ranked(rows: Sequence[tuple[str, str, str, float]], *, scale: str = "rank", **more: Any) -> Judgements:
    """Places: judge, system, segment and place."""
    return Judgements.of_columns(
        judges=[row[0] for row in rows],
        systems=[row[1] for row in rows],
        segments=[row[2] for row in rows],
        dimensions=["rank"] * len(rows),
        values=[row[3] for row in rows],
        scales={"rank": Scale.parse(scale)},
        **more,
    )


TEXTS = Corpus.of({name: [f"{name} {number}" for number in range(4)] for name in "ABC"}, list("wxyz"))
# B beats C wherever they meet, and gets the better place only there.
FOREIGN = [
    (judge, system, segment, place)
    for judge in ("anna", "ben")
    for segment in "1234"
    for system, place in (("A", 1), ("B", 2), ("C", 3))
]


def test_places_without_pages_are_grouped_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a judge said of a segment is a page; the command says so, and standings count wins."""
    file, texts, path = tmp_path / "ranks.jsonl", tmp_path / "texts.jsonl", tmp_path / "old.campaign"
    names = ("judge", "system", "segment", "value")
    lines = (
        json.dumps(dict(zip(names, row, strict=True)) | {"dimension": "rank", "group": "students"})
        for row in FOREIGN
    )
    file.write_text("\n".join(lines), encoding="utf-8")
    rows = [
        {"system": name, "segment": place + 1, "hypothesis": text, "reference": "r", "source": "s"}
        for name, outputs in TEXTS.systems.items()
        for place, text in enumerate(outputs)
    ]
    texts.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main.main(["campaign", "import", str(file), "--data", str(texts), "-o", str(path)]) == 0
    out, told = capsys.readouterr()
    assert out == f"{path}: 8 pages of 2 judges, 3 outputs side by side.\n"
    assert "what one judge said of one segment is taken for one page (8 pages)" in " ".join(told.split())
    assert "does not keep groups of judges" in told
    (found,) = standings_in(path)
    assert found.measure == "win share"
    assert [(one.system, one.mean) for one in found.systems] == [("A", 1.0), ("B", 0.5), ("C", 0.0)]
    assert main.main(["campaign", "status", str(path), "--format", "table"]) == 0
    assert "win share rank: the share of the comparisons with other systems side by side" in " ".join(
        capsys.readouterr().out.split()
    )


def test_pages_decide_which_outputs_met(tmp_path: Path) -> None:
    """The same places on other pages are other wins; an output may stand on several pages of a judge."""
    rows = [("anna", *row) for row in (("A", "1", 1.0), ("B", "1", 2.0), ("B", "1", 1.0), ("C", "1", 2.0))]
    rows += [("anna", system, "2", place) for system, place in (("A", 1.0), ("B", 2.0), ("C", 3.0))]
    pages = [*"ppqq", *"ppp"]
    found = ranked(rows, pages=pages)
    assert found.occasion.tolist() == [0, 0, 1, 0, 0, 0, 0]
    made = import_judgements(tmp_path / "p.campaign", found, TEXTS, name="p")
    assert (made.pages, made.side_by_side, made.grouped, made.lone) == (3, (2, 3), 0, 0)
    (table,) = standings_in(tmp_path / "p.campaign")
    # No page is a repeat, so both places of B count.
    assert {one.system: one.judgements for one in table.systems} == {"A": 2, "B": 3, "C": 2}


def test_a_lone_place_is_told_or_refused(tmp_path: Path) -> None:
    """One among others is counted and told; where all are alone there is nothing to weigh."""
    made = import_judgements(
        tmp_path / "one.campaign", ranked([*FOREIGN, ("eve", "A", "1", 1.0)]), TEXTS, name="one"
    )
    assert (made.pages, made.lone) == (9, 1)
    alone = ranked([("anna", "A", "1", 1.0), ("anna", "B", "2", 2.0), ("ben", "C", "1", 2.0)])
    with pytest.raises(InvalidJudgement, match=r"no page has two outputs .* 1\.\.2:interval:lower"):
        import_judgements(tmp_path / "none.campaign", alone, TEXTS, name="none")
    assert not (tmp_path / "none.campaign").exists()


def test_pages_that_cannot_be_made_out_are_refused(tmp_path: Path) -> None:
    """Who placed an output twice, once among others, had two pages; and no output stands twice on one."""
    unclear = ranked([*FOREIGN, ("anna", "A", "1", 2.0)], occasions=[0] * len(FOREIGN) + [1])
    with pytest.raises(InvalidJudgement, match="Add a column 'page'"):
        import_judgements(tmp_path / "unclear.campaign", unclear, TEXTS, name="unclear")
    twice = ranked([("anna", "A", "1", 1.0), ("anna", "A", "1", 2.0)], times=[1.0, 2.0], pages=["p", "p"])
    with pytest.raises(InvalidJudgement, match="two values of A on rank"):
        import_judgements(tmp_path / "twice.campaign", twice, TEXTS, name="twice")
    with pytest.raises(InvalidJudgement, match="a time, a page or an occasion"):
        ranked([("anna", "A", "1", 1.0), ("anna", "A", "1", 2.0)], pages=["p", "p"])


def test_judgements_without_times_come_back_without(tmp_path: Path) -> None:
    """Nobody judged in 1970."""
    import_judgements(tmp_path / "p.campaign", ranked(FOREIGN), TEXTS, name="p")
    store = open_store(tmp_path / "p.campaign")
    text = export(store.plan(), store.records(), "judgements")
    assert np.isnan(judgements_of(store.plan(), store.records()).time).all()
    store.close()
    assert not any("time" in json.loads(line) for line in text.splitlines())
    assert there_and_back(text, TEXTS, tmp_path)[0] == text


def test_tables_keep_pages(tmp_path: Path) -> None:
    """Where they are known, also appended to another table, of a group, and as a table for others."""
    found = ranked(FOREIGN[:3], pages=["p", "p", ""], groups={"anna": "students"})
    assert [one.page for one in found.append(ranked(FOREIGN[12:15]))] == ["p", "p", "", "", "", ""]
    assert [one.page for one in found.of_group("students")] == ["p", "p", ""]
    assert found.to_dict()["page"] == ["p", "p", None]
    assert Judgement("anna", "A", "1", "rank", 1.0).page == ""


def test_a_pilot_compares_what_stood_together() -> None:
    """Of the same places, pages of two give other shares than pages of three."""
    rng = np.random.default_rng(3)
    rows = [
        (judge, system, str(segment), float(rng.integers(1, 3)))
        for segment in range(30)
        for judge, pair in (("anna", "AB"), ("anna", "BC"), ("ben", "AC"))
        for system in pair
    ]
    pages = [f"{number // 2}" for number in range(len(rows))]
    apart = pilot_parts(ranked(rows, pages=pages), "rank", wins=True)
    assert apart.origin == "pilot of 180 judgements by 2 judges"
    with pytest.raises(InvalidJudgement, match="column 'page'"):
        pilot_parts(ranked(rows, occasions=[0, 0, 1, 0, 0, 0] * 30), "rank", wins=True)
