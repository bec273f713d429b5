"""What calibrations promise, in a small version: refusals, transfer, and coverage on new texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from benchmarks.other_texts import halves
from benchmarks.promises import calibration as promises

from karat.agreement import Rater
from karat.calibration import NewText, fit, fit_points, points_of, predict, transfer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.judged_cells import Cell


@pytest.fixture(scope="module")
def texts(shared_data: object) -> Iterator[tuple[promises.Text, ...]]:
    """All cells of two packs: scores of people by segment, and by system alone."""
    packs = promises.PACKS
    promises.PACKS = {"wmt23.en-de": ("mqm",), "wmt23.zh-en": ("da_sqm",)}
    promises.texts.cache_clear()
    yield promises.texts(every_dimension=True)
    promises.PACKS = packs
    promises.texts.cache_clear()


@pytest.mark.shared
@pytest.mark.parametrize("kind", list(promises.BREAKS))
def test_broken_output_is_refused(texts: tuple[promises.Text, ...], kind: str) -> None:
    """Also where one of the calibration's systems is broken, which switched refusals off."""
    text = next(
        one for one in texts if one.cell.text_type == "user_review" and one.cell.metric.name == "chrF2"
    )
    rows = range(len(text.sources))
    for name in text.cell.machines[:2]:
        output = promises.BREAKS[kind](text.output(name, rows), text.sources)
        for within in (None, kind):
            made = promises._predicted(text, promises._judged_text(text, name, within), output)
            assert "broken" in {refusal.reason for refusal in made.refusals}


@pytest.mark.shared
def test_a_broken_system_has_no_part_in_the_calibration(texts: tuple[promises.Text, ...]) -> None:
    """It is named, and line, range and profile are those of the others."""
    text = next(one for one in texts if one.cell.text_type == "user_review")
    left_out = text.cell.machines[0]
    within = promises._judged_text(text, left_out, "half empty")
    (broken,) = within.left_out
    assert "empty" in broken.reason
    assert not broken.in_line
    assert broken.system not in within.systems
    assert within.ranges[0][0] > 20


@pytest.mark.shared
def test_ordinary_systems_are_seldom_refused(texts: tuple[promises.Text, ...]) -> None:
    """Neither on the judged text, where 17 of 100 were out of range, nor on new documents, where 45 were."""
    judged, new = [], []
    luck = np.random.default_rng(1)
    for text in texts:
        cell = text.cell
        if cell.text_type is not None:
            judged += list(_refused(cell))
            continue
        half, rest = halves(cell, luck)
        documents = [cell.documents[row] for row in half]
        there = NewText("new", text="new", segments=50, documents=[cell.documents[row] for row in rest[:50]])
        on_new = cell.metric.within(rest[:50])
        for name in cell.machines:
            others = [other for other in cell.machines if other != name]
            made = fit(
                [cell.metric.only(others).within(half)],
                cell.human.only(others).within(half),
                documents=documents,
            )
            (score,) = on_new.only([name]).whole
            new.append(promises._is_refused(predict(made, [score], text=there)))
    assert np.mean(judged) <= 0.1
    assert np.mean(new) <= 0.15


def _refused(cell: Cell) -> Iterator[bool]:
    for name in cell.machines:
        others = [other for other in cell.machines if other != name]
        metric, human = cell.metric.only(others), cell.human.only(others)
        made = fit_points(points_of([metric], human), [metric], human)
        yield promises._is_refused(predict(made, [cell.metric_of(name)]))


@pytest.mark.shared
def test_transfer_says_when_it_cannot_tell(texts: tuple[promises.Text, ...]) -> None:
    """Nothing speaks against a transfer only where its error is not 1.5 times the cell's own."""
    verdicts = []
    fitted = []
    for text in texts:
        if text.cell.text_type is not None:
            cell = text.cell
            metric, human = cell.metric.only(cell.machines), cell.human.only(cell.machines)
            fitted.append(fit_points(points_of([metric], human), [metric], human))
    for source in fitted:
        for target in fitted:
            if source is not target and source.recipes == target.recipes and source.human == target.human:
                made = transfer(source, target, samples=99)
                verdicts.append(made.verdict)
                assert made.verdict != "nothing speaks against it" or made.error <= 1.5 * made.own_error
                assert made.overlap >= 0.5 or made.verdict != "nothing speaks against it"
    assert "can't tell" in verdicts


def test_intervals_on_a_text_of_short_documents() -> None:
    """80 of 100 lie inside of 80 % intervals; as if documents were as long as the judged ones, 99 did."""
    rng = np.random.default_rng(3)
    inside = [_is_inside(rng) for _ in range(100)]
    assert np.mean(inside) == pytest.approx(0.8, abs=2.5 * np.sqrt(0.16 / len(inside)))


def _is_inside(rng: np.random.Generator, systems: int = 9, size: int = 10) -> bool:
    """Whether a new system's mean on 20 documents of one segment lies inside, judged in documents of ten."""
    quality = rng.normal(35, 5, systems + 1)
    metric = np.tile(quality[:, None], (1, 200))
    shared = np.repeat(rng.normal(0, 1, 20), size)
    human = 1 + 0.08 * metric + shared + rng.normal(0, 0.3, metric.shape)
    names = tuple(f"S{number}" for number in range(systems))
    raters = [
        Rater(name, name, names, values[:-1].mean(axis=1), values[:-1])
        for name, values in (("BLEU", metric), ("adequacy", human))
    ]
    documents = [f"d{row // size}" for row in range(200)]
    calibration = fit([raters[0]], raters[1], documents=documents)
    truth = 1 + 0.08 * quality[-1] + rng.normal(0, 1, 20).mean() + rng.normal(0, 0.3, 20).mean()
    there = NewText(text="new", segments=20, documents=[f"n{row}" for row in range(20)])
    made = predict(calibration, [quality[-1]], text=there, confidence=0.8, force=True)
    return bool(made.low <= truth <= made.high)
