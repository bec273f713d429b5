"""What calibrations, predictions, thresholds and transfers show is what was fitted."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf, isfinite, nan
from typing import Any

import pytest
from tests.dossier.dossiers import text_dossier, whole_dossier
from tests.report.charts.results import cells as fitted
from tests.report.topics.shown import cells, column, labels, note, result, section

from karat.calibration import Calibration, Prediction, Refusal, Transfer, paired
from karat.remedies import command_line
from karat.report.charts import Chart
from karat.report.tables import Table
from karat.report.topics import acceptability, calibration, inspection, prediction, prospects, transfer


def calibrations() -> list[Calibration]:
    """One of each text type of the demo."""
    return [each for each, _ in fitted().values()]


def predicted(**changes: Any) -> Prediction:
    """A prediction, changed as asked."""
    made: Prediction = replace(result("calibration.prediction.Prediction"), **changes)
    return made


def test_lines_have_slopes_with_their_intervals() -> None:
    """As the map of least squares has them."""
    table = calibration.line_table(calibrations())
    for each, row in zip(calibrations(), table.rows, strict=True):
        line = each.map_of("least-squares")
        shown = cells(table, *row.labels)
        assert (shown["slope"], shown["intercept"]) == (line.slope, line.intercept)
        assert (shown["slope low"], shown["slope high"]) == line.coefficient_interval(1, each.confidence)
        assert shown["r"] == each.correlation
    assert labels(table, "text type") == ["news", "email", "manual"]


def test_the_errors_of_every_kind_of_map_are_shown() -> None:
    """And which was chosen."""
    table = calibration.error_table(calibrations())
    assert labels(table, "chosen") == [each.chosen for each in calibrations()]
    for kind in calibrations()[0].errors:
        assert column(table, kind) == [each.errors[kind] for each in calibrations()]


def test_a_turned_line_asks_whether_errors_were_counted() -> None:
    """The option that says so is for the command line."""
    human_first = replace(
        calibrations()[0], human_higher_is_better=not calibrations()[0].human_higher_is_better
    )
    assert human_first.is_turned
    with command_line():
        said = calibration.notes([human_first], None)
    (turned,) = [one for one in said if "worse human scores" in one.text]
    assert turned.hint == "then say --fewer-is-better"
    (in_python,) = [one for one in calibration.notes([human_first], None) if one.text == turned.text]
    assert in_python.hint == "then say so in the scale: better='lower'"
    assert "--" not in turned.text


def test_the_file_is_named_where_there_is_one() -> None:
    """Else the command line says how to keep it."""
    assert note(calibration.notes(calibrations(), "kept.json"), "file") == "written to kept.json"
    (none,) = [one for one in calibration.notes(calibrations(), None) if one.label == "file"]
    assert none.with_hint == "none (write_calibrations keeps this for predict)"


def test_a_chart_for_each_metric_and_dimension() -> None:
    """With as many fields as there are cells; the finding has the slopes."""
    (chart,) = calibration.charts(calibrations(), threshold=3.5)
    slopes = [each.map_of("least-squares").slope for each in calibrations()]
    assert f"between {min(slopes):.3f} and {max(slopes):.3f} of adequacy" in chart.description
    assert "The threshold of 3.50 (dashed) is reached at BLEU" in chart.description
    assert "threshold" not in calibration.chart(calibrations()).description


def test_predictions_have_their_intervals() -> None:
    """And a probability where there is a threshold to pass."""
    table = prediction.table([predicted()])
    shown = cells(table, predicted().calibration)
    assert (shown["predicted"], shown["low"], shown["high"]) == (
        predicted().value,
        predicted().low,
        predicted().high,
    )
    assert shown["P(passes)"] == predicted().probability
    without = prediction.table([predicted(threshold=None, probability=nan)])
    assert "P(passes)" not in [one.name for one in without.columns]


def test_what_was_refused_or_forced_is_said() -> None:
    """With the reason; what could not be checked is named."""
    refusal = Refusal("range", "The score is outside.", "Score another text.")
    refused = predicted(system="new", refusals=(refusal,), unchecked=("domain",))
    notes = prediction.notes([refused], ())
    assert note(notes, "refused: new") == str(refusal)
    assert note(notes, "not checked").startswith("domain: ")
    assert note(prediction.notes([replace(refused, forced=True)], ()), "forced: new") == str(refusal)


def test_refused_predictions_are_not_drawn() -> None:
    """They are named below the chart; where all are refused there is none."""
    held, refused = predicted(system="held"), predicted(system="refused", value=nan, low=nan, high=nan)
    chart = prediction.chart([held, refused], human="adequacy")
    assert chart is not None
    assert "Karat refused a prediction for refused." in chart.description
    assert prediction.chart([refused], human="adequacy") is None


def test_versions_stand_side_by_side() -> None:
    """With the probability that people find the new one better."""
    found = result("calibration.system_versions.Versions")
    shown = cells(prediction.versions_table([found]), found.new, found.old)
    assert (shown["difference"], shown["P(better)"]) == (found.difference, found.probability_better)


def test_records_are_json_without_infinities() -> None:
    """Whatever was found."""
    read = json.loads(
        prediction.as_json([predicted(low=-inf)], [result("calibration.system_versions.Versions")])
    )
    assert read["predictions"][0]["low"] is None
    assert read["predictions"][0]["value"] == predicted().value


def test_outputs_have_the_sums_of_their_judgements() -> None:
    """And whether that is acceptable."""
    (accepted, *_) = whole_dossier().prospects.accepted  # type: ignore[union-attr]
    sums, thresholds, systems = acceptability.tables([accepted])
    assert column(sums, "sum") == [each.sum for each in accepted.outputs]
    assert labels(sums, "acceptable") == [each.verdict for each in accepted.outputs]
    known = [at.value if isfinite(at.low) or isfinite(at.high) else nan for _, at in accepted.cells]
    assert column(thresholds, "metric threshold") == pytest.approx(known, nan_ok=True)
    (cell, at), row = accepted.cells[0], systems.rows[0]
    passing = [point.system for point in cell.points if at.of(point.scores[0]) == "pass"]
    assert row.labels[4] == (", ".join(passing) or "–")


def test_a_threshold_that_was_given_has_no_interval() -> None:
    """And no sums of judgements."""
    (accepted, *_) = whole_dossier().prospects.accepted  # type: ignore[union-attr]
    given = replace(accepted, outputs=())
    value = accepted.threshold.value
    assert note(acceptability.notes([given]), f"{accepted.human} threshold") == f"{value:g}, as given"
    assert [table.title for table in acceptability.tables([given])] == [
        "Thresholds",
        "Systems by metric score",
    ]
    assert acceptability.record(given)["outputs"] == []


def test_tests_of_equal_lines_have_their_verdict() -> None:
    """In the table of pairs and in that of the tests alone."""
    found = whole_dossier().transfers
    table = transfer.equality_table(found)
    assert labels(table, "transfers?") == [one.tests.verdict for one in found]
    assert column(table, "error") == [one.tests.error for one in found]
    alone: Transfer = result("calibration.transfer.Transfer")
    shown = cells(transfer.test_table([alone]), alone.source, alone.target)
    assert shown["Δ slope"] == alone.slopes.difference
    assert shown["slope p (F)"] == alone.slopes.p


def test_z_scores_have_a_star_for_each_mark_passed() -> None:
    """1.96, 2.576 and 3.09."""
    varied = [one for one in whole_dossier().transfers if one.variation is not None]
    for one, row in zip(varied, transfer.z_table(varied).rows, strict=True):
        for z, written in zip(one.z_scores(), row.labels[4:], strict=True):
            marks = sum(abs(z) > mark for mark in (1.96, 2.576, 3.09))
            assert written == f"{z:.2f}{'*' * marks}"


def test_nothing_to_draw_where_no_text_was_cut() -> None:
    """The tests alone have no natural variation."""
    plain = [replace(one, variation=None) for one in whole_dossier().transfers]
    assert transfer.chart(plain) is None
    assert [table.title for table in transfer.tables(plain)] == ["Are slopes and intercepts equal?"]
    assert not any(one.label == "chunks" for one in transfer.notes(plain))


def test_the_section_says_which_outputs_are_acceptable() -> None:
    """Counted from the sums, by each dimension."""
    found = whole_dossier().prospects
    assert found is not None
    lead = section("calibration").lead
    for one in found.accepted:
        passing = sum(each.verdict == "pass" for each in one.outputs)
        assert (
            f"By {one.human}, an output is acceptable if its mean is at least {one.threshold.value:.2f}."
            in lead
        )
        assert f"{passing} pass and " in lead
    assert any(isinstance(part, Chart) for part in section("calibration").parts)


def test_without_a_threshold_the_reader_is_told_to_set_one() -> None:
    """In plain words; a dossier without prospects has no section."""
    found = whole_dossier().prospects
    assert found is not None
    without = prospects.section(replace(whole_dossier(), prospects=replace(found, accepted=())))
    assert without is not None
    assert without.lead.startswith("To find out which outputs are good enough, set the human score")
    assert prospects.section(text_dossier()) is None


def test_predictions_are_counted_in_the_section() -> None:
    """Those that hold and those that do not."""
    found = whole_dossier().prospects
    assert found is not None
    refusal = Refusal("range", "The score is outside.", "Score another text.")
    both = (predicted(), predicted(system="far", refusals=(refusal,), value=nan, low=nan, high=nan))
    shown = prospects.section(replace(whole_dossier(), prospects=replace(found, predictions=both)))
    assert shown is not None
    assert "1 of 2 outputs have a prediction; for 1 the calibration does not hold." in shown.lead
    assert any(
        isinstance(part, Table) and "predicted" in [one.name for one in part.columns] for part in shown.parts
    )


def test_files_of_calibrations_are_inspected() -> None:
    """Where each comes from, and where two of one cell differ."""
    first = calibrations()[0]
    other = replace(first, version="0.0.9", data="other")
    origin = inspection.origin_table([("a.json", [first]), ("b.json", [other])])
    assert labels(origin, "file") == ["a.json", "b.json"]
    assert labels(origin, "version") == [first.version, "0.0.9"]
    pair = paired(first, other)
    table = inspection.difference_table([pair])
    assert {row.labels[1] for row in table.rows} >= {"version"}
    (apart,) = [
        one
        for one in inspection.notes([("a", [first]), ("b", [calibrations()[1]])], [])
        if one.label == "side by side"
    ]
    assert apart.with_hint == "no two files have a cell in common (transfer compares cells)"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.12345, "0.12"), (("a", "b"), "a, b"), (tuple("abcd"), "4: a …"), ("x" * 80, "x" * 59 + "…")],
)
def test_values_of_calibrations_are_short(value: Any, shown: str) -> None:
    """A cell of a table is no place for a list."""
    assert inspection._shown(value) == shown
