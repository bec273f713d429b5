"""What another text than the judged one adds to the error of a prediction."""

import numpy as np
import pytest
from numpy.typing import NDArray

from karat.agreement import Rater
from karat.calibration import (
    Calibration,
    NewText,
    Setting,
    TextError,
    compare_versions,
    fit,
    predict,
    rescaled,
)

Floats = NDArray[np.float64]
SYSTEMS = tuple(f"S{number}" for number in range(8))
COMMON, OWN = 0.5, 0.8  # deviations of human scores of one segment
OTHER_TEXT = NewText(text="another", segments=40)


def segments(rng: np.random.Generator, quality: Floats, count: int, size: int = 1) -> tuple[Floats, Floats]:
    """Metric and human scores, systems × segments, in documents of a size; people scatter, the metric does not."""
    shared = np.repeat(rng.normal(0, COMMON, (1, count // size)), size, axis=1)
    own = rng.normal(0, OWN, (len(quality), count))
    metric = np.tile(quality[:, None], (1, count))
    return metric, 1 + 0.08 * metric + shared + own


def raters(scores: tuple[Floats, Floats]) -> tuple[Rater, Rater]:
    """The metric and people."""
    metric, human = (
        Rater(name, name, SYSTEMS[: len(values)], values.mean(axis=1), values)
        for name, values in zip(("BLEU", "adequacy"), scores, strict=True)
    )
    return metric, human


def fitted(count: int = 200, size: int = 1, documents: list[str] | None = None, seed: int = 1) -> Calibration:
    """A calibration of eight systems, all of them on the line."""
    rng = np.random.default_rng(seed)
    metric, human = raters(segments(rng, rng.normal(35, 5, 8), count, size))
    outputs = {name: ["one text"] for name in SYSTEMS}
    return fit([metric], human, setting=Setting("en-de", outputs=outputs, text="judged"), documents=documents)


def test_the_parts_are_found() -> None:
    """Both variances that the scores were made with, from 2,000 segments."""
    error = fitted(2000).text_error
    assert error is not None
    assert error.common == pytest.approx(COMMON**2, rel=0.15)
    assert error.own == pytest.approx(OWN**2, rel=0.15)
    assert (error.segments, error.freedom) == (2000, 1999)


def test_documents_vary_as_a_whole() -> None:
    """Where all segments of a document are easier together, a text of few documents says less."""
    documents = [f"d{number // 10}" for number in range(2000)]
    whole, apart = fitted(2000, 10, documents).text_error, fitted(2000, 10).text_error
    assert whole is not None
    assert apart is not None
    assert whole.common == pytest.approx(10 * apart.common, rel=0.2)
    assert (whole.freedom, apart.freedom) == (199, 1999)


def test_a_text_of_some_length() -> None:
    """By hand: common · (1/n + 1/N) + own · (1/n − 1/N); a longer text does not make systems scatter less."""
    error = TextError(common=2.0, own=3.0, segments=100, freedom=99)
    assert error.of_one(50) == pytest.approx(2 * (1 / 50 + 1 / 100) + 3 * (1 / 50 - 1 / 100))
    assert error.of_each(50) == pytest.approx(3 * (1 / 50 - 1 / 100))
    assert error.of_one(1000) == pytest.approx(2 * (1 / 1000 + 1 / 100))


def test_predictions_widen() -> None:
    """Not for the judged text; for another one, the more the shorter it is; the value stays."""
    calibration = fitted()
    score = [float(np.mean(calibration.ranges[0]))]
    same, long, short = (
        predict(calibration, score, text=NewText(text=text, segments=size), threshold=4.0)
        for text, size in (("judged", 200), ("another", 200), ("another", 20))
    )
    assert same.text_error == 0
    assert (same.low, same.high) == calibration.map.interval(score, 0.95)
    assert short.low < long.low < same.low < same.high < long.high < short.high
    assert same.value == long.value == short.value
    assert "text" in predict(calibration, score).unchecked
    assert "text" not in short.unchecked


def test_intervals_cover_on_other_texts() -> None:
    """90 of 100 new systems on 40 new segments lie inside 90 % intervals; without the text's error, far fewer."""
    rng = np.random.default_rng(5)
    with_it, without, trials = 0, 0, 150
    for trial in range(trials):
        calibration = fitted(300, seed=trial)
        metric, human = raters(segments(rng, rng.normal(35, 5, 1), 40))
        made = predict(calibration, [metric.whole[0]], text=OTHER_TEXT, confidence=0.9, force=True)
        narrow = predict(calibration, [metric.whole[0]], confidence=0.9, force=True)
        with_it += made.low <= human.whole[0] <= made.high
        without += narrow.low <= human.whole[0] <= narrow.high
    assert with_it / trials == pytest.approx(0.9, abs=3 * np.sqrt(0.09 / trials))
    assert without / trials < 0.7


def test_two_versions_share_the_text() -> None:
    """How hard it is cancels out; the interval of their difference widens by the rest."""
    calibration = fitted()
    new, old = ("new", [36.0]), ("old", [34.0])
    same = compare_versions(calibration, new, old)
    short = compare_versions(calibration, new, old, segments=20)
    assert short.difference == same.difference
    assert short.low < same.low < same.high < short.high
    assert calibration.text_error is not None
    assert compare_versions(calibration, new, old, segments=200) == same


def test_another_scale_scales_it() -> None:
    """Half the points, a quarter of the variance."""
    rng = np.random.default_rng(1)
    metric, human = raters(segments(rng, rng.normal(35, 5, 8), 300))
    before = fit([metric], human, setting=Setting(scale="0-10"))
    after = rescaled(before, "0-5")
    assert before.text_error is not None
    assert after.text_error is not None
    assert after.text_error.own == pytest.approx(before.text_error.own / 4)
    assert after.text_error.common == pytest.approx(before.text_error.common / 4)


def test_files_keep_it() -> None:
    """As every other figure."""
    calibration = fitted()
    assert Calibration.from_dict(calibration.to_dict()).text_error == calibration.text_error


def test_scores_of_whole_systems_tell_nothing_of_texts() -> None:
    """Then the error on another text is not known, and the prediction says so."""
    metric, human = (
        Rater(name, name, SYSTEMS, values)
        for name, values in (
            ("BLEU", np.linspace(20, 40, 8)),
            ("adequacy", np.array([2, 3, 2, 4, 3, 4, 5, 4.0])),
        )
    )
    calibration = fit([metric], human)
    assert calibration.text_error is None
    made = predict(calibration, [30.0], text=OTHER_TEXT)
    assert (made.text_error, "text" in made.unchecked) == (0, True)
