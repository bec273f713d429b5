"""Kinds of systems: tests of one line against a line for each kind, against statsmodels and by their level."""

import json
from math import isnan
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from karat.agreement import Rater
from karat.calibration import Calibration, NewText, Setting, fit, label_test, predict, transfer
from karat.calibration.calibration_files import document
from karat.calibration.cells import CellData
from karat.calibration.nested_models import f_values, p_value, permuted_scores
from karat.calibration.system_labels import label_of, split_by_label
from karat.errors import InvalidFile, InvalidOption, MissingColumn
from karat.readers import read_system_labels


def calibration_of(scores: list[float], human: list[float]) -> Calibration:
    """The calibration of systems called s0, s1, …"""
    names = tuple(f"s{place}" for place in range(len(scores)))
    return fit(
        [Rater("BLEU", "made up", names, np.array(scores))],
        Rater("adequacy", "made up", names, np.array(human)),
        setting=Setting("de-en", "news"),
    )


def kinds(count: int, systems: int) -> dict[str, str]:
    """Kinds in turn."""
    return {f"s{place}": f"kind {place % count}" for place in range(systems)}


def drawn(seed: int, systems: int, *, shift: float = 0.0, steeper: float = 0.0) -> Calibration:
    """Points around a line; every second system is off it by a shift and by a slope."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(30, 5, systems)
    odd = np.arange(systems) % 2
    human = 0.1 * scores + rng.normal(0, 0.3, systems) + odd * (shift + steeper * (scores - 30))
    return calibration_of(scores.tolist(), human.tolist())


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_f_is_that_of_statsmodels(seed: int, count: int) -> None:
    """One line, parallel lines and separate lines, each against the other."""
    made = drawn(seed, 14)
    found = label_test(made, kinds(count, 14), samples=10)
    x = np.array([point.scores[0] for point in made.points])
    y = np.array([point.human for point in made.points])
    inside = np.array([[place % count == kind for kind in range(count)] for place in range(14)], float)
    common = sm.OLS(y, np.column_stack([np.ones(14), x])).fit()
    parallel = sm.OLS(y, np.column_stack([inside, x])).fit()
    separate = sm.OLS(y, np.column_stack([inside, inside * x[:, None]])).fit()
    for test, smaller, larger in (
        (found.lines, common, separate),
        (found.offsets, common, parallel),
        (found.slopes, parallel, separate),
    ):
        f, p, added = larger.compare_f_test(smaller)
        assert (test.f, test.p) == pytest.approx((f, p), rel=1e-6)
        assert test.added == added
    assert found.explained == pytest.approx(1 - separate.ssr / common.ssr)


def test_an_offset_with_its_interval_is_that_of_statsmodels() -> None:
    """The coefficient of one kind beside all others, at the same score."""
    made = drawn(3, 12, shift=0.5)
    line = label_test(made, kinds(2, 12)).labels[1]
    x = np.array([point.scores[0] for point in made.points])
    y = np.array([point.human for point in made.points])
    design = np.column_stack([np.ones(12), x, np.arange(12) % 2])
    model = sm.OLS(y, design).fit()
    found = (line.offset, line.offset_low, line.offset_high)
    assert found == pytest.approx((model.params[2], *model.conf_int()[2]))
    own = sm.OLS(y[1::2], design[1::2, :2]).fit()
    assert (line.intercept, line.slope) == pytest.approx(tuple(own.params))


def test_labels_without_meaning_are_found_as_often_as_the_level_says() -> None:
    """Of a hundred draws some five say yes, and none is sure that labels do not matter by chance alone."""
    found = [label_test(drawn(seed, 12), kinds(2, 12), samples=200).verdict for seed in range(100)]
    assert found.count("yes") <= 12


@pytest.mark.parametrize(("shift", "steeper"), [(1.0, 0.0), (0.0, 0.2)])
def test_a_line_that_depends_on_the_kind(shift: float, steeper: float) -> None:
    """Another height or another slope is found, and the right test finds it."""
    found = label_test(drawn(5, 20, shift=shift, steeper=steeper), kinds(2, 20))
    assert found.verdict == "yes"
    assert (found.offsets.p < 0.01) == bool(shift)
    assert (found.slopes.p < 0.01) == bool(steeper)
    assert found.explained > 0.5 > found.by_chance


def test_a_line_that_does_not_depend_on_the_kind() -> None:
    """With many systems, no kind can be off the line by more than its scatter."""
    assert label_test(drawn(8, 200), kinds(2, 200), samples=200).verdict == "no"
    assert label_test(drawn(8, 6), kinds(2, 6), samples=200).verdict == "can't tell"


def test_kinds_of_one_system() -> None:
    """They have no line of their own; where every system is a kind, nothing can be tested."""
    made = drawn(2, 6)
    found = label_test(made, {**kinds(1, 6), "s5": "alone"}, samples=50)
    assert isnan(found.labels[1].slope)
    assert isnan(found.labels[1].slope_difference)
    assert not isnan(found.labels[1].offset)
    nothing = label_test(made, {name: name for name in made.systems}, samples=50)
    assert isnan(nothing.lines.p)
    assert nothing.verdict == "can't tell"


def test_systems_without_a_label_are_left_out() -> None:
    """They are named, and the common line of the test is without them."""
    made = drawn(4, 9)
    labels = kinds(2, 8)
    found = label_test(made, labels, samples=50)
    assert found.unlabelled == ("s8",)
    assert found.to_dict()["unlabelled"] == ["s8"]
    without = calibration_of(
        [point.scores[0] for point in made.points[:8]], [point.human for point in made.points[:8]]
    )
    assert found.lines == label_test(without, labels, samples=50).lines


def test_systems_of_several_data_sets() -> None:
    """The name before the slash is that of the data set."""
    assert label_of("wmt23/aurora", {"aurora": "neural"}) == "neural"
    assert label_of("wmt23/aurora", {"aurora": "neural", "wmt23/aurora": "LLM"}) == "LLM"
    assert label_of("elm", {"aurora": "neural"}) is None


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ({}, "mapping from each system"),
        (["neural"], "mapping from each system"),
        ({"s0": 1}, "mapping from each system"),
        ({"s0": "neural", "s1": "neural"}, "have 1 label;"),
    ],
)
def test_labels_that_are_refused(labels: object, words: str) -> None:
    """Each in words."""
    with pytest.raises(InvalidOption, match=words):
        label_test(drawn(1, 6), labels)  # type: ignore[arg-type]


def test_several_metrics_are_refused() -> None:
    """They have no line."""
    names = tuple("ABCDEF")
    raters = [
        Rater(name, name, names, np.random.default_rng(len(name)).normal(size=6)) for name in ("a", "bb")
    ]
    with pytest.raises(InvalidOption, match="one metric"):
        label_test(fit(raters, raters[0]), dict.fromkeys(names, "neural"))


def test_cells_of_one_kind() -> None:
    """A part is cut by systems; what was fitted says so, and refuses systems of other kinds."""
    names = tuple("ABCDEFGH")
    rng = np.random.default_rng(6)
    scores = rng.normal(30, 5, 8)
    metric = Rater("BLEU", "made up", names, scores)
    human = Rater("adequacy", "made up", names, scores / 10 + rng.normal(0, 0.1, 8))
    part = CellData((metric,), (human,), None, [0], Setting("de-en", outputs=None))
    labels = dict(zip(names, ["neural", "LLM"] * 4, strict=True))
    first, second = (
        fit(list(one.metrics), one.humans[0], setting=one.setting) for one in split_by_label(part, labels)
    )
    assert (first.system_label, first.systems) == ("neural", ("A", "C", "E", "G"))
    assert first.name == "BLEU → adequacy (de-en, neural)"
    tests = transfer(first, second, samples=50)
    assert (tests.source, tests.target, tests.paired) == ("de-en neural", "de-en LLM", False)
    middle = sum(first.ranges[0]) / 2
    refused = predict(first, [middle], text=NewText(system_label="LLM")).refusals
    assert [one.reason for one in refused] == ["system label"]
    assert "system label" in predict(first, [middle], text=NewText()).unchecked
    assert not predict(first, [middle], text=NewText(system_label="neural")).refusals


def test_files_of_earlier_versions_have_no_label() -> None:
    """They are read as calibrations of any kind of system."""
    made = drawn(1, 6)
    values = made.to_dict()
    del values["system_label"]
    assert Calibration.from_dict(values) == made


def test_the_document_has_the_tests() -> None:
    """In full, without NaN, after the calibrations."""
    made = drawn(1, 6)
    found = label_test(made, {name: name for name in made.systems}, samples=20)
    written = json.loads(document([made], [found]))
    assert list(written) == ["format", "calibrations", "label_tests"]
    assert written["label_tests"][0]["lines"]["p"] is None
    assert written["label_tests"][0]["systems"] == dict(zip(made.systems, made.systems, strict=True))


def test_a_model_that_adds_nothing() -> None:
    """F is 0 and p is 1 where the larger model says no more."""
    design = np.column_stack([np.ones(5), np.arange(5.0)])
    doubled = np.column_stack([design, 2 * np.arange(5.0)])
    rows = permuted_scores(design, np.arange(5.0) ** 2, paired=False, samples=3, seed=1)
    assert f_values(design, doubled, rows).tolist() == [0.0, 0.0, 0.0]
    assert p_value(design, doubled, 0.0) == 1.0


def test_labels_from_a_table(tmp_path: Path) -> None:
    """Of any format; what a column is called, empty labels, and two labels of one system."""
    path = tmp_path / "labels.csv"
    path.write_text("system,architecture\na,neural\nb,\na,neural\n", encoding="utf-8")
    assert read_system_labels(path) == {"a": "neural"}
    path.write_text("system,label\na,neural\na,LLM\n", encoding="utf-8")
    with pytest.raises(InvalidFile, match=r"line 3.*'LLM' here and 'neural' above"):
        read_system_labels(path)
    path.write_text("system,score\na,1\n", encoding="utf-8")
    with pytest.raises(MissingColumn, match="kind of the system"):
        read_system_labels(path)
