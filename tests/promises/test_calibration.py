"""What calibrations promise, in a small version: refusals, transfer, and coverage on new texts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from benchmarks.other_texts import halves
from benchmarks.promises import calibration as promises

from karat.agreement import Rater
from karat.calibration import NewText, fit, fit_points, fitting, points_of, predict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.judged_cells import Cell


@pytest.fixture(scope="module")
def texts(shared_data: object) -> tuple[promises.Text, ...]:
    """All cells of two packs, with the first human score of each."""
    return (*promises.texts("wmt23.en-de"), *promises.texts("wmt23.zh-en"))


@pytest.fixture(scope="module")
def reviews(texts: tuple[promises.Text, ...]) -> promises.Text:
    """One text type of English to German."""
    return next(
        one for one in texts if one.cell.text_type == "user_review" and one.cell.metric.name == "chrF2"
    )


@pytest.mark.shared
@pytest.mark.parametrize("kind", list(promises.BREAKS))
def test_broken_output_is_refused(reviews: promises.Text, kind: str) -> None:
    """Also where one of the calibration's systems is broken, which switched refusals off."""
    rows = range(len(reviews.sources))
    for seed, name in enumerate(reviews.cell.machines[:2]):
        output = promises.BREAKS[kind](reviews.output(name, rows), reviews.sources, seed)
        for within in (None, kind):
            calibration = promises.on_judged_text(reviews, name, within, seed)
            made = promises.predicted(reviews, calibration, output)
            assert "broken" in {refusal.reason for refusal in made.refusals}


@pytest.mark.shared
def test_a_broken_system_that_is_kept_switches_refusals_off(
    texts: tuple[promises.Text, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcome of the earlier rule, which looked at range and profile alone, and left nothing out."""
    text = next(one for one in texts if one.cell.name == "zh-en news" and one.cell.metric.name == "BLEU")
    name, kind = text.cell.machines[3], "all shuffled"
    output = promises.BREAKS[kind](text.output(name, range(len(text.sources))), text.sources, 1)

    def verdict(within: str | None, *, by_signs: bool) -> str:
        made = promises.on_judged_text(text, name, within)
        assert made.profile is not None
        profile = made.profile if by_signs else replace(made.profile, usual=None)
        return promises.predicted(text, replace(made, profile=profile), output).verdict

    assert [verdict(None, by_signs=True), verdict(kind, by_signs=True)] == ["refused", "refused"]
    monkeypatch.setattr(fitting, "broken_systems", lambda *_: ())
    monkeypatch.setattr(fitting, "far_systems", lambda *_: ())
    assert [verdict(None, by_signs=False), verdict(kind, by_signs=False)] == ["refused", "predicted"]


@pytest.mark.shared
def test_a_broken_system_has_no_part_in_the_calibration(reviews: promises.Text) -> None:
    """It is named, and line, range and profile are those of the others."""
    within = promises.on_judged_text(reviews, reviews.cell.machines[0], "half empty")
    (broken,) = (one for one in within.left_out if not one.in_line)
    assert "empty" in broken.reason
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
            new.append(bool(predict(made, [score], text=there).refusals))
    # The range alone; likeness and signs of broken output refuse a few more.
    assert np.mean(judged) <= 0.05
    assert np.mean(new) <= 0.1


def _refused(cell: Cell) -> Iterator[bool]:
    for name in cell.machines:
        others = [other for other in cell.machines if other != name]
        metric, human = cell.metric.only(others), cell.human.only(others)
        made = fit_points(points_of([metric], human), [metric], human)
        yield bool(predict(made, [cell.metric_of(name)]).refusals)


@pytest.mark.shared
def test_transfer_says_when_it_cannot_tell(texts: tuple[promises.Text, ...]) -> None:
    """Nothing speaks against a transfer only where its error is bounded, also on other documents."""
    made = list(promises.pairs([*texts, *promises.texts("wmt22.de-en")], 1))
    assert "can't tell" in {one.verdict for one, *_ in made}
    held = [each for each in made if each[0].verdict == "nothing speaks against it"]
    assert held
    assert all(one.error <= 1.5 * one.own_error and one.overlap >= 0.5 for one, *_ in held)
    assert all(later <= 1.5 * one.own_error for one, later, _ in held)


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
