"""The alarm for scores of the neighbouring segment: right on real data, and seldom wrong."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.packs import corpus_of, rows_of

import karat
from karat import Judgements, demo, evaluate, read, read_judgements
from karat.agreement import Material, Plan, Rater, ShiftedSegments, check_shift, study
from karat.agreement.shift import best_offset
from karat.judgements import aggregate
from karat.judgements.scale import SCALES
from karat.metrics import Chrf
from karat.reliability import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat import Corpus


def test_offsets() -> None:
    """Moved values are found to be moved; others and chance are not."""
    rng = np.random.default_rng(1)
    metric = rng.normal(size=(3, 200))
    human = metric + 2 * rng.normal(size=metric.shape)
    assert best_offset(metric, human) == 0
    assert best_offset(metric, np.roll(human, 1, axis=1)) == -1
    assert best_offset(metric, np.roll(human, -1, axis=1)) == 1
    assert best_offset(metric, rng.normal(size=metric.shape)) == 0
    assert best_offset(metric[:, :10], np.roll(human, 1, axis=1)[:, :10]) == 0
    assert best_offset(metric, np.full(metric.shape, np.nan)) == 0
    assert best_offset(metric, np.ones(metric.shape)) == 0


def test_false_alarms_are_rare() -> None:
    """Of a hundred sets of scores that have nothing to do with the metric, hardly one gives an alarm."""
    rng = np.random.default_rng(2)
    alarms = sum(best_offset(*rng.normal(size=(2, 4, 100))) != 0 for _ in range(300))
    assert alarms < 5


def test_demo_judgements(tmp_path: Path) -> None:
    """The demo's judgements are in their place; counted from the wrong number, they are not."""
    corpus = read(demo.segments_path())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_shift(read_judgements(demo.judgements_path(), corpus), corpus)
    rows = [json.loads(line) for line in demo.judgements_path().read_text(encoding="utf-8").splitlines()]
    early = [{**row, "seg_id": row["seg_id"] - 1} for row in rows if row["seg_id"] > 0]
    path = tmp_path / "early.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in early))
    moved = read_judgements(path, corpus, first_segment=0)
    with pytest.warns(ShiftedSegments, match="adequacy would fit the text better.* one segment later"):
        check_shift(moved, corpus)


def test_metrics_beside_people() -> None:
    """Where metrics and people are brought together, it is asked of the metrics that are there."""
    corpus = read(demo.segments_path())
    evaluation = evaluate(corpus, Chrf())
    metric = Rater.of_tables(evaluation.table(Chrf(), "segment"))
    scores = aggregate(read_judgements(demo.judgements_path(), corpus), "adequacy", corpus=corpus).scores
    moved = replace(scores, values=np.roll(scores.values, 1, axis=1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Material.of("demo", corpus, [metric], [Rater.of_tables(scores)])
        check_shift([scores], corpus)
    with pytest.warns(ShiftedSegments, match="adequacy would fit.*earlier"):
        Material.of("demo", corpus, [metric], [Rater.of_tables(moved)])
    with pytest.warns(ShiftedSegments, match="earlier"):
        check_shift([moved], corpus)
    errors = replace(moved, values=-moved.values, higher_is_better=False)
    with pytest.warns(ShiftedSegments, match="earlier"):
        check_shift([errors], corpus)


@pytest.mark.shared
def test_a_line_too_many(shared_data: Path) -> None:
    """The ids of wmt24.en-ja count a line that is not there; taken for places from 0, they are noticed."""
    corpus = corpus_of(shared_data / "wmt24.en-ja")
    with pytest.warns(ShiftedSegments, match="earlier"):
        check_shift(judgements_of(shared_data / "wmt24.en-ja", "esa", 0, len(corpus)), corpus)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_shift(judgements_of(shared_data / "wmt24.en-ja", "esa", -1, len(corpus)), corpus)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "score"), [("wmt23.en-de", "mqm"), ("wmt22.de-en", "da_z"), ("wmt23.zh-en", "da_sqm")]
)
def test_real_judgements(shared_data: Path, name: str, score: str) -> None:
    """Real scores raise no alarm in their place, and one when they are moved."""
    corpus = corpus_of(shared_data / name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_shift(judgements_of(shared_data / name, score, 0, len(corpus)), corpus)
    for by, where in ((1, "earlier"), (-1, "later")):
        with pytest.warns(ShiftedSegments, match=where):
            check_shift(judgements_of(shared_data / name, score, by, len(corpus)), corpus)


def judgements_of(pack: Path, score: str, by: int, segments: int) -> Judgements:
    """The human scores of a data set, moved by so many segments, as one judge's."""
    judged = [row for row in rows_of(pack) if row[f"human_{score}"] is not None]
    low = min(row[f"human_{score}"] for row in judged)
    kept = [row for row in judged if 0 <= row["seg_id"] + by < segments]
    return Judgements.of_columns(
        judges=["all"] * len(kept),
        systems=[row["system"] for row in kept],
        segments=[str(row["seg_id"] + by + 1) for row in kept],
        dimensions=["x"] * len(kept),
        values=[min(row[f"human_{score}"] - low, 100) for row in kept],
        scales={"x": SCALES["DA"]},
    )


def late(values: Any) -> Any:
    """The same values, each given to the segment after its own."""
    return np.roll(values, 1, axis=1)


def test_whoever_brings_metrics_and_people_together_is_warned() -> None:
    """`study` of raters; `measure` has asked before, and asks no more."""
    scores = np.random.default_rng(4).normal(size=(3, 60))
    metric = Rater("BLEU", "made up", ("A", "B", "C"), scores.mean(axis=1), scores)
    human = Rater("adequacy", "made up", ("A", "B", "C"), scores.mean(axis=1), late(scores))
    plan = Plan(statistics=("pearson",), samples=10)
    with pytest.warns(ShiftedSegments, match="adequacy would fit") as caught:
        study([metric], [human], plan=plan)
    assert [Path(one.filename) for one in caught] == [Path(__file__)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study([metric], [replace(human, segments=scores)], plan=plan)
        study([], [human], plan=plan)


def moved_demo() -> tuple[Corpus, Judgements]:
    """The demo's corpus, and its judgements given to the segments before their own."""
    corpus = read(demo.segments_path())
    judgements = read_judgements(demo.judgements_path(), corpus)
    keys = list(judgements.segments)
    rows = [
        replace(one, segment=keys[keys.index(one.segment) - 1])
        for one in judgements
        if one.segment != keys[0]
    ]
    return corpus, Judgements.of(rows, scales=judgements.scales)


def test_each_verb_warns_once() -> None:
    """Where it is given the corpus or an evaluation, at the caller's line; fluency is alike in neighbours."""
    corpus, moved = moved_demo()
    evaluation = evaluate(corpus, Chrf())
    plan = Plan(statistics=("pearson",), samples=10)
    bootstrap = Bootstrap(samples=10)
    calls: list[tuple[int, Callable[[], object]]] = [
        (1, lambda: karat.agree(evaluation, moved, plan=plan)),
        (1, lambda: karat.calibrate(evaluation, moved, by="language-pair")),
        (1, lambda: karat.judge_agreement(moved, "adequacy", corpus=corpus, bootstrap=bootstrap)),
        (0, lambda: karat.judge_agreement(moved, "adequacy", bootstrap=bootstrap)),
    ]
    for count, call in calls:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        shifted = [one for one in caught if one.category is ShiftedSegments]
        assert len(shifted) == count
        assert all(Path(one.filename) == Path(__file__) for one in shifted)
