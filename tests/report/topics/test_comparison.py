"""What a comparison shows is what it found."""

from __future__ import annotations

import json
from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING, Any

import pytest
from tests.dossier.dossiers import whole_dossier
from tests.report.charts import results as made_up
from tests.report.topics.shown import cells, column, labels, note, result, results, section

from karat import Bleu, demo, evaluate, read
from karat.comparison import PartitionSlices, Procedure, compare
from karat.report.topics import comparison, contrasts, power, slices, standings
from karat.report.topics import contrasts as examples

if TYPE_CHECKING:
    from karat.comparison import Comparison, MetricComparison


def test_charts_beside_a_baseline() -> None:
    """Of many systems, each is drawn beside the baseline; nothing is said of pairs that were not tested."""
    evaluation = evaluate(read(demo.segments_path()), Bleu())
    (found,) = compare(evaluation, Procedure(samples=50, shuffles=100), baseline="elm").metrics
    assert len(found.standings) > contrasts.MOST_IN_LINES
    beside = contrasts.chart(found)
    assert beside is not None
    assert "Hollow points" in beside.reading
    forest = standings.chart(found)
    assert forest.finding == "aurora has the best BLEU, 53.6."


def whole() -> Comparison:
    """The comparison of the demo data by three metrics."""
    found: Comparison = result("comparison.results.Comparison")
    return found


def by_bleu() -> MetricComparison:
    """Its first metric."""
    return whole().metrics[0]


def settled(**changes: Any) -> Comparison:
    """A comparison of one pair, changed as asked."""
    first = by_bleu()
    pair = replace(first.contrasts[0], **changes)
    alone = replace(first, standings=first.standings[:2], contrasts=(pair,))
    return replace(whole(), metrics=(alone,))


def test_standings_have_scores_intervals_and_clusters() -> None:
    """The best first, with a line between clusters."""
    table = standings.standings_table(by_bleu())
    assert labels(table, "system") == [one.system for one in by_bleu().standings]
    for one in by_bleu().standings:
        shown = cells(table, *table.rows[labels(table, "system").index(one.system)].labels)
        assert shown["score"] == one.value
        assert (shown["low"], shown["high"]) == (one.interval.low, one.interval.high)
    clusters = labels(table, "cluster")
    assert table.breaks == {place for place in range(1, 6) if clusters[place] != clusters[place - 1]}


def test_places_that_are_open_are_a_range() -> None:
    """And one that is certain is a number."""
    table = standings.standings_table(by_bleu())
    ranks = dict(zip(labels(table, "system"), labels(table, "ranks"), strict=True))
    assert ranks["aurora"] == "1–3"
    assert ranks["elm"] == "6"


def test_pairs_say_which_is_better() -> None:
    """By place or by name; `open` where the test does not decide."""
    table = contrasts.pairs_table(by_bleu())
    verdicts = {row.labels[:2]: row.labels[2] for row in table.rows}
    for pair in by_bleu().contrasts:
        expected = {None: "n.s.", pair.first: "first", pair.second: "second"}[pair.winner]
        assert verdicts[pair.first, pair.second] == expected
    named = contrasts.pairs_table(by_bleu(), names=True)
    assert set(labels(named, "better")) <= {*(one.system for one in by_bleu().standings), "n.s."}
    assert column(named, "corrected") == [pair.corrected for pair in by_bleu().contrasts]


def test_only_open_pairs() -> None:
    """Those without a winner, and no column that says so."""
    table = contrasts.pairs_table(by_bleu(), only_open=True)
    assert len(table.rows) == sum(pair.winner is None for pair in by_bleu().contrasts)
    assert table.labels == ("first", "second")
    assert table.title.endswith("pairs that are not significant")


@pytest.mark.parametrize(
    ("shown", "titles"),
    [
        ("standings", ["BLEU"]),
        ("pairs", ["BLEU, pairs"]),
        ("both", ["BLEU", "BLEU, pairs"]),
        ("open", ["BLEU, pairs that are not significant"]),
        ("brief", ["BLEU", "BLEU, pairs"]),
    ],
)
def test_what_is_asked_for_is_shown(shown: str, titles: list[str]) -> None:
    """Fifteen pairs are still shown in full."""
    alone = replace(whole(), metrics=whole().metrics[:1])
    assert [table.title for table in comparison.tables(alone, shown)] == titles


def test_many_pairs_are_shortened() -> None:
    """Sixteen systems have 120 pairs: the open ones are shown, and the note says so."""
    many = made_up.comparison(tuple(f"system {number}" for number in range(16)))
    assert contrasts.is_shortened(many)
    brief = replace(whole(), metrics=(many,))
    assert [table.title for table in comparison.tables(brief, "brief")] == [
        "BLEU",
        "BLEU, pairs that are not significant",
    ]
    (shown,) = [one for one in comparison.notes(brief, "brief") if one.label == "shown"]
    assert shown.text == "only pairs that are not significant"
    assert shown.with_hint == "only pairs that are not significant (to_dict() has all of them)"


def test_one_pair_has_its_answer_in_a_sentence() -> None:
    """Which is better by how much, whether it may be chance, or that both are the same."""
    pair = by_bleu().contrasts[0]
    interval = replace(pair.interval, low=1.0, high=3.0)
    better = settled(difference=2.0, interval=interval, p=0.01, winner=pair.first)
    assert any(
        one.text
        == f"{pair.first} is significantly better than {pair.second} by 2.00 (95 %: 1.00 to 3.00), p = .010."
        for one in comparison.notes(better)
    )
    turned = replace(pair.interval, low=-3.0, high=-1.0)
    worse = settled(difference=-2.0, interval=turned, p=0.01, winner=pair.second)
    assert any(
        one.text
        == f"{pair.second} is significantly better than {pair.first} by 2.00 (95 %: 1.00 to 3.00), p = .010."
        for one in comparison.notes(worse)
    )
    chance = settled(difference=0.5, p=0.4, winner=None)
    assert any(
        "which is not significant (p = .400, above .05)" in one.text for one in comparison.notes(chance)
    )
    same = settled(difference=0.0, p=1.0, winner=None)
    assert any(one.text.endswith("have the same score.") for one in comparison.notes(same))


def test_a_pair_without_values_has_no_answer() -> None:
    """What cannot be compared is counted, not judged."""
    texts = [one.text for one in comparison.notes(settled(p=nan, winner=None))]
    assert "1 of 1 pairs have no value to compare." in texts
    assert not any("better" in text or "chance" in text for text in texts)


def test_few_samples_are_warned_of() -> None:
    """An interval rests on its tails; the option is named to the command line only."""
    few = replace(whole(), procedure=replace(whole().procedure, samples=20))
    (warning,) = [one for one in comparison.notes(few) if one.label == "warning"]
    assert warning.text == "an interval at 95 % needs at least 40 samples."
    assert warning.hint == "samples=…"


def test_the_record_has_every_figure() -> None:
    """Full precision, for every system and every pair of every metric."""
    read = json.loads(comparison.as_json(whole(), left_out=["reference"]))
    assert read["left_out"] == ["reference"]
    assert read["procedure"] == [{"recipe": whole().procedure.recipe, "documents": "known"}]
    for of_metric, kept in zip(whole().metrics, read["comparisons"], strict=True):
        assert [one["value"] for one in kept["systems"]] == [one.value for one in of_metric.standings]
        assert [one["interval"] for one in kept["pairs"]] == [
            [pair.interval.low, pair.interval.high] for pair in of_metric.contrasts
        ]
        assert [one["better"] for one in kept["pairs"]] == [pair.winner for pair in of_metric.contrasts]
        assert (kept["unit"], kept["units"], kept["effective_units"]) == ("document", 12, 12.0)
        for one, pair in zip(kept["pairs"], of_metric.contrasts, strict=True):
            assert one["design_effect"] == pair.design_effect
            assert one["detectable_interval"] == list(pair.power.detectable_interval)


def test_examples_stand_below_each_other() -> None:
    """The reference, then both outputs with their scores."""
    found = results("comparison.examples.SegmentDifference")
    table = examples.segment_table(examples.Examples("BLEU", ("a", "b"), found, ()))
    assert labels(table, "text of") == ["reference", "a", "b"] * len(found)
    assert column(table, "BLEU")[1:3] == [found[0].first, found[0].second]
    ngrams = results("comparison.examples.NgramDifference")
    table = examples.ngram_table(examples.Examples("BLEU", ("a", "b"), (), ngrams))
    assert labels(table, "n-gram") == [" ".join(one.ngram) for one in ngrams]
    assert column(table, "difference") == [one.first - one.second for one in ngrams]
    kept = examples.ngram_record(examples.Examples("BLEU", ("a", "b"), (), ngrams), ngrams[0])
    assert kept["matches"] == {"a": ngrams[0].first, "b": ngrams[0].second}


def test_power_is_that_of_each_pair() -> None:
    """The difference it detects, and the test sets that others take."""
    found = results("comparison.pair_power.PairPower")
    tables = power.tables(found, (1.0, 1e9))
    metrics = dict.fromkeys(pair.metric for pair in found)
    assert [table.title for table in tables[::2]] == list(metrics)
    assert [table.title for table in tables[1::2]] == [f"{metric}, documents needed" for metric in metrics]
    first = found[0]
    shown = cells(tables[0], first.first, first.second)
    assert shown["detectable"] == first.power.detectable
    assert (shown["low"], shown["high"]) == first.power.detectable_interval
    assert cells(tables[1], first.first, first.second)["n for 1"] == first.power.units_for(1.0)
    wide = cells(power.wide_tables(found, (1.0,))[0], first.first, first.second)
    assert (wide["n for 1 low"], wide["n for 1 high"]) == first.power.units_interval_for(1.0)
    assert note(power.notes(found), "documents") == "12"


def test_the_section_of_scores_names_the_best() -> None:
    """Its lead and its chart agree with the table."""
    best = whole_dossier().comparison.metrics[0].standings[0]  # type: ignore[union-attr]
    assert section("scores").lead.startswith(f"{best.system} has the best BLEU")


def test_systems_that_cannot_be_told_apart_are_not_ranked_in_words() -> None:
    """One cluster is one cluster."""
    level = made_up.comparison(("a", "b", "c"))
    same = replace(level, standings=tuple(replace(one, cluster=1) for one in level.standings))
    assert standings.chart(same).description.startswith(
        "BLEU finds no significant difference between the 3 systems."
    )
    alone = replace(level, standings=level.standings[:1], contrasts=())
    assert standings.chart(alone).description.startswith("a has BLEU 50")
    assert contrasts.chart(alone) is None


def test_parts_show_reversals() -> None:
    """Where two systems change places it is said, with the certain ones first."""
    found = results("comparison.slices.Slice")
    cut = PartitionSlices("BLEU", "document", tuple(found))
    table = slices.slice_table(cut)
    assert labels(table, "document") == [one.label for one in found]
    assert column(table, "aurora") == [one.values["aurora"] for one in found]
    flips = [flip for one in found for flip in one.flips]
    notes = list(slices.flip_notes(cut))
    certain = sum(flip.certain for flip in flips)
    assert len(notes) == min(len(flips), max(certain, 3))
    assert all("overall" in one.text for one in notes)


def test_the_long_table_of_parts_has_every_system() -> None:
    """A row for each part and system, whatever their number."""
    found = results("comparison.slices.Slice")
    table = slices.long_table(PartitionSlices("BLEU", "document", tuple(found)))
    assert len(table.rows) == sum(len(one.values) for one in found)
    shown = cells(table, "document", found[0].label, "elm")
    assert shown["score"] == found[0].values["elm"]
    assert shown["segments"] == found[0].segments


def test_what_was_drawn_is_said() -> None:
    """Documents and their effect; segments, and why; and what so few units cannot show."""
    documents = whole()
    assert note(comparison.notes(documents), "documents") == "12, resampled and permuted as a whole"
    assert "Design effect of documents: " in said(documents)
    unit = documents.metrics[0].recipe
    of_segments = replace(
        documents.metrics[0], recipe=unit.replace("draw:document", "draw:segment"), units=48
    )
    unknown = replace(documents, metrics=(replace(of_segments, neighbours=2.0),), documents="unknown")
    assert "their documents are not known" in note(comparison.notes(unknown), "segments")
    assert "differences up to 1.5 times as wide" in note(comparison.notes(unknown), "segments")
    assert "about 1.4 times too narrow" in said(unknown)
    asked = replace(documents, metrics=(of_segments,))
    assert "too narrow by the root of the design effect" in said(asked)
    few = replace(documents, metrics=(replace(documents.metrics[0], effective_units=3.2),))
    assert "the information of 3.2 of equal size: do not rely on these intervals" in said(few)
    four = settled(power=replace(by_bleu().contrasts[0].power, units=4))
    assert "no p-value can be below 0.125" in said(four)


def said(found: Comparison) -> str:
    """All notes as one text."""
    return " ".join(one.text for one in comparison.notes(found))
