"""What diagnoses show: variation, variants, damage, units, entities, buckets, checks and what is left out."""

from __future__ import annotations

import json
from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np
import pytest
from tests.dossier.dossiers import entity_dossier, lone_dossier, text_dossier, whole_dossier
from tests.report.topics.shown import cells, column, labels, note, result, results, section

from karat.diagnosis.suitability import Finding
from karat.dossier.reproduction import FigureDifference, Reproduction
from karat.frames import table
from karat.remedies import Remedy, command_line
from karat.report.tables import Note, Table
from karat.report.topics import (
    buckets,
    checks,
    corpus,
    entities,
    omissions,
    reproduction,
    scores,
    sensitivity,
    units,
    variants,
    variation,
)


def test_variation_adds_up_over_segments() -> None:
    """The table of systems has the sums of that of segments."""
    found = results("diagnosis.variation.Variation")
    systems, segments = variation.system_table(found, "BLEU"), variation.segment_table(found)
    for one in found:
        of_system = [row.values for row in segments.rows if row.labels[0] == one.system]
        shown = cells(systems, one.system)
        names = [each.name for each in segments.columns]
        assert shown["units"] == sum(values[names.index("length")] for values in of_system)
        assert shown["safe"] == pytest.approx(sum(values[names.index("safe")] for values in of_system))
        assert shown["BLEU"] == one.score


def test_what_was_drawn_has_its_error() -> None:
    """An exact share has none."""
    found = results("diagnosis.variation.Variation")
    exact = [replace(one, kept_errors=np.zeros_like(one.kept_errors)) for one in found]
    assert "standard error" not in note(variation.notes(exact, "recipe", segments=False), "kept %")
    assert note(variation.notes(found, "recipe", segments=True), "segments") == "48"


def test_the_chart_of_variation_has_the_median() -> None:
    """Nothing to draw of no segment."""
    found = results("diagnosis.variation.Variation")
    chart = variation.chart(found)
    assert chart is not None
    outputs = sum(len(one.lengths) for one in found)
    assert f"Half of the {outputs:,} outputs of 6 systems" in chart.description
    assert variation.chart([]) is None


def test_variants_stand_below_their_original() -> None:
    """The most plausible first, or the least."""
    found = results("diagnosis.variants.SegmentVariants")
    table = variants.table(found)
    assert len(table.rows) == sum(1 + len(one.variants) for one in found)
    assert table.rows[0].labels[2:] == ("original", found[0].text)
    turned = variants.table(found, least_first=True)
    assert [row.labels for row in turned.rows[1 : len(found[0].variants) + 1]] == [
        row.labels for row in reversed(table.rows[1 : len(found[0].variants) + 1])
    ]
    none = replace(found[0], variants=())
    assert "no variant was found" in variants.render([none], digits=2)


def test_the_blindest_metric_comes_first() -> None:
    """By the share of variants that it scores alike; of no variant, there is no share."""
    found = results("diagnosis.blindness.Blindness")
    table = variants.blindness_table(found)
    shares = column(table, "blind %")
    assert shares == sorted(shares, reverse=True)
    (empty,) = column(variants.blindness_table([replace(found[0], variants=0, same=0)]), "blind %")
    assert isnan(empty)


def test_damage_is_shown_dose_by_dose() -> None:
    """How much is struck, and how far each score moves."""
    found = results("diagnosis.sensitivity.Sensitivity")
    names = [one.metric for one in found]
    table = sensitivity.curve_table(found, names)
    for one in found:
        assert column(table, one.metric) == [each.change for each in one.responses]
    smallest = sensitivity.smallest_table(found, names, in_pairs=False)
    for one in found:
        (dose,) = column(smallest, one.metric)
        expected = one.smallest("shuffle")
        assert dose == (100 * expected.strength if expected else nan) or (expected is None and isnan(dose))


def test_damage_that_nobody_notices_is_said() -> None:
    """By the chart and by the lead; nothing was damaged, nothing is drawn."""
    found = results("diagnosis.sensitivity.Sensitivity")
    unseen = [
        replace(one, responses=tuple(replace(each, noticed=False) for each in one.responses)) for one in found
    ]
    chart = sensitivity.chart(unseen, system="aurora")
    assert chart is not None
    assert chart.description.startswith(
        "BLEU never notices words out of order; chrF2 never notices words out of order."
    )
    assert sensitivity.chart([replace(one, responses=()) for one in found]) is None


def test_the_record_of_damage_has_every_response() -> None:
    """In full precision, with what had no sites."""
    found = results("diagnosis.sensitivity.Sensitivity")
    kept = sensitivity.record(found, system="aurora", unstruck=["numbers"])
    assert len(kept["responses"]) == sum(len(one.responses) for one in found)
    assert kept["metrics"][0]["score"] == found[0].value
    assert kept["without_sites"] == ["numbers"]


def test_orders_in_characters_have_their_method() -> None:
    """A row for each order in words and each way to find what stands for it."""
    found = result("diagnosis.equate.Equation")
    table = units.equivalents_table(found, "BLEU")
    assert len(table.rows) == len(found.equivalents)
    for each, row in zip(found.equivalents, table.rows, strict=True):
        assert row.labels[0] == str(each.words)
        assert row.values[3] == pytest.approx(each.value, nan_ok=True)
        if each.characters is None:
            assert isnan(row.values[0])
        else:
            assert row.values[0] == each.characters


def test_systems_in_both_units_have_their_ranks() -> None:
    """And the lead says how many pairs change places."""
    found = whole_dossier().units
    assert found is not None
    table = units.table_of(found, "systems")
    assert labels(table, "system") == [each.system for each in found.systems]
    short = units.table_of(found, "short")
    assert short.total is not None
    assert short.total.values[2] == sum(row.values[2] for row in short.rows)
    lead = section("units").lead
    assert ("Both rank the systems in the same order" in lead) == (found.exchanged[1] == 0)
    kept = units.record(found)
    assert kept["turned"] == [{"mean": found.exchanged[0], "corpus": found.exchanged[1]}]


def test_entities_are_counted_by_type() -> None:
    """With the total below, and what was missed beside what the output has."""
    found = entity_dossier().entities
    assert found is not None
    shown = entities.section(entity_dossier())
    assert shown is not None
    (by_type,) = [part for part in shown.parts if isinstance(part, Table) and part.title == "Found, %"]
    assert by_type.total is not None
    assert dict(zip([each.name for each in by_type.columns], by_type.total.values, strict=True)) == {
        score.system: score.value for score in found.scores
    }
    missed = scores.miss_table(found.misses)
    assert set(labels(missed, "system")) == {"wrong"}
    assert entities.section(text_dossier()) is None


def test_no_entity_counts_where_none_can_be_found() -> None:
    """Every score is missing then, and the lead says why."""
    dossier = entity_dossier()
    assert dossier.entities is not None
    empty = tuple(score.changed(value=nan) for score in dossier.entities.scores)
    shown = entities.section(replace(dossier, entities=replace(dossier.entities, scores=empty)))
    assert shown is not None
    assert shown.lead == "The references have no named entity that counts, so there is nothing to find."


def test_buckets_have_the_value_of_every_system() -> None:
    """Short tables side by side, the long one below each other."""
    found = result("diagnosis.buckets.Bucketing")
    table = buckets.table(found)
    first = next(bucket for bucket in found.buckets if not isnan(bucket.systems["elm"].value))
    shown = cells(table, first.label)
    assert shown["elm"] == first.systems["elm"].value
    long = buckets.long_table([found])
    assert len(long.rows) == sum(len(bucket.systems) for bucket in found.buckets)
    assert cells(long, found.by, first.label, "elm")["value"] == first.systems["elm"].value


def test_the_chart_of_buckets_has_the_best_and_the_worst() -> None:
    """By the mean of the systems; of nothing there is no chart."""
    found = result("diagnosis.buckets.Bucketing")
    chart = buckets.chart(found)
    assert chart is not None
    means = {
        bucket.label: sum(values) / len(values)
        for bucket in found.buckets
        if (values := [cell.value for cell in bucket.systems.values() if not isnan(cell.value)])
    }
    best = max(means, key=means.__getitem__)
    assert chart.description.startswith(f"On average systems do best on {best} ({means[best]:.1f})")
    assert buckets.chart(replace(found, buckets=())) is None


def finding(verdict: Any, **changes: Any) -> Finding:
    """A finding of one check."""
    plain: dict[str, Any] = {
        "check": "size",
        "summary": "48 segments.",
        "evidence": {},
        "advice": "",
    }
    return Finding(**{**plain, "verdict": verdict, **changes})


def test_checks_give_advice_where_something_is_wrong() -> None:
    """With the segments to look at; options are told to the command line alone."""
    found = finding("warning", advice="Take more.", segments=(3, 5), hint=Remedy("more=…", "--more"))
    (only,) = checks.notes([found, finding("fine")])
    assert only == Note("size", "Take more. Segments 3, 5.", hint="more=…")
    (one,) = checks.notes([replace(found, segments=(3,))])
    assert one.text == "Take more. Segment 3."
    (many,) = checks.notes([replace(found, segments=tuple(range(1, 11)))])
    assert many.text.endswith("10, …")


def test_a_line_follows_a_score() -> None:
    """One where all is fine, and one more for everything that is unfit."""
    assert list(checks.lines([finding("fine")])) == ["1 check raised no warning."]
    unfit = finding("unfit", advice="Do not.", hint=Remedy.option("lowercase", True))
    found = [unfit, finding("warning", check="length")]
    with command_line():
        assert list(checks.lines(found)) == [
            "unfit: size. 48 segments. Do not. (--lowercase)",
            "1 of 2 checks found the scores unfit: size; 1 raised a warning: length. See karat check.",
        ]
    assert list(checks.lines(found)) == [
        "unfit: size. 48 segments. Do not. (lowercase=True)",
        "1 of 2 checks found the scores unfit: size; 1 raised a warning: length. See check(evaluation).",
    ]


def test_the_record_of_a_check_is_the_same_on_both_sides() -> None:
    """JSON and tables have Python's words, wherever they are written."""
    found = finding("unfit", advice="Do not.", hint=Remedy.option("lowercase", True))
    with command_line():
        at_command_line = found.to_dict()
    assert found.to_dict() == at_command_line
    assert found.to_dict()["hint"] == "lowercase=True"
    assert table([found, finding("fine")]).to_dict()["hint"] == ["lowercase=True", ""]


def test_what_is_not_fine_comes_first() -> None:
    """In a table of its own, which stands open; the lead counts."""
    found = (finding("fine", check="a"), finding("unfit", check="b"), finding("warning", check="c"))
    shown = checks.section(replace(text_dossier(), findings=found))
    assert shown is not None
    warned, fine = shown.parts
    assert isinstance(warned, Table)
    assert isinstance(fine, Table)
    assert labels(warned, "check") == ["b", "c"]
    assert labels(fine, "check") == ["a"]
    assert shown.lead == "1 of 3 checks found the scores unfit: b; 1 raised a warning: c."
    alone = checks.section(replace(text_dossier(), findings=found[:1]))
    assert alone is not None
    assert alone.lead == "1 check raised no warning."
    assert checks.section(replace(text_dossier(), findings=())) is None


def test_what_is_left_out_is_named_with_the_reason() -> None:
    """Systems that are references first; nothing is said where nothing is missing."""
    shown = omissions.section(replace(lone_dossier(), left_out=("reference",)))
    assert shown is not None
    (table,) = shown.parts
    assert isinstance(table, Table)
    assert table.rows[0].labels == ("reference", "It is one of the references, so it would score perfectly.")
    assert len(table.rows) == 1 + len(lone_dossier().omissions)
    assert omissions.section(replace(lone_dossier(), omissions=())) is None


def test_a_corpus_is_shown_by_its_beginnings() -> None:
    """Every text with its first segment, and what is known of the segments."""
    found = result("corpus.Corpus")
    view = corpus.view([found])
    (table,) = view.tables
    kinds = labels(table, "text")
    assert kinds.count("system") + kinds.count("people") == len(found.systems)
    assert (
        dict(zip(labels(table, "name"), labels(table, "first segment"), strict=True))["elm"]
        == found.systems["elm"][0]
    )
    assert note(view.notes, "segments") == "48"
    assert note(view.notes, "text types") == "3: news, email, manual"


def test_a_page_that_is_reproduced_says_so() -> None:
    """Else the figures that differ, of many the first twenty."""
    same = Reproduction(figures=1200, differences=(), changed=(), programs={}, inputs=1)
    assert reproduction.text(same, "page.html").splitlines() == [
        "page.html is reproduced: all 1,200 figures agree.",
        "  The input file has not changed.",
        "  The words and the charts of the page were not compared.",
    ]
    differing = tuple(FigureDifference(f"scores.{place}", 1.0, 1.5) for place in range(25))
    lines = reproduction.text(replace(same, differences=differing), "page.html").splitlines()
    assert lines[0] == "page.html is not reproduced: 25 of 1,200 figures differ."
    assert lines[3] == "  scores.0: 1 on the page, 1.5 now (+0.5)"
    assert lines[-1].startswith("  … and 5 more")
    assert json.loads(reproduction.as_json(same))["figures"] == 1200
