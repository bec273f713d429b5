"""Transfer: the paper's figures, and tests that keep their error rates."""

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2
from tests.calibration.babych import CELLS, METRICS, TABLE_1, TABLE_2, TABLE_3
from tests.calibration.conftest import Raters

from karat.agreement import Rater
from karat.calibration import Calibration, Setting, TextError, fit, transfer
from karat.calibration.chunks import ChunkVariation, cut, marks_beyond, variation
from karat.calibration.transfer import _bound_by_texts, _ratio_bound
from karat.errors import InvalidOption, RefusedPrediction

DARPA = {name: ChunkVariation(*values) for name, values in TABLE_2.items()}
ROWS = [(cell, metric) for cell in CELLS for metric in METRICS]


@pytest.mark.parametrize("place", range(24), ids=["/".join(row) for row in ROWS])
def test_table_3_follows_from_tables_1_and_2(place: int) -> None:
    """All 72 z-scores of the paper, to within .006."""
    found = DARPA[ROWS[place][1]].z_scores(TABLE_1[place])
    assert found == pytest.approx(TABLE_3[place], abs=0.006)


def test_what_the_paper_concludes() -> None:
    """No r is beyond a mark; slope and intercept are for German e-mail, the intercept for two whitepapers."""
    beyond: dict[str, set[str]] = {"r": set(), "slope": set(), "intercept": set()}
    for (cell, metric), tested in zip(ROWS, TABLE_1, strict=True):
        for name, z in zip(beyond, DARPA[metric].z_scores(tested), strict=True):
            if marks_beyond(z) >= 2:
                beyond[name].add(cell)
    assert beyond == {"r": set(), "slope": {"DE/em"}, "intercept": {"DE/em", "ES/wp", "PT/wp"}}


def test_our_reading_of_two_scales() -> None:
    """With x the human score: e-mail rows are plausible on 0 to 1 only, whitepaper rows on 1 to 5 only.

    Rescaled by 5, the slopes of ES/wp and PT/wp are outside of the noise too.
    """
    for (cell, _), (_, slope, intercept) in zip(ROWS, TABLE_1, strict=True):
        at_best = intercept + slope * (1 if cell.endswith("em") else 5)
        on_the_other = intercept + slope * (5 if cell.endswith("em") else 1)
        assert 0 < at_best < 1
        assert not 0.05 < on_the_other < 0.95 or cell == "ES/em"
    for cell, wanted in (("ES/wp", 3.83), ("PT/wp", 4.28)):
        _, slope, _ = TABLE_1[ROWS.index((cell, "BLEU"))]
        assert DARPA["BLEU"].z_scores((0, 5 * slope, 0))[1] == pytest.approx(wanted, abs=0.01)


@given(st.lists(st.integers(1, 9), min_size=2, max_size=30), st.data())
def test_chunks_keep_documents_whole(sizes: list[int], data: st.DataObject) -> None:
    """Every segment is in one chunk, in order, and no chunk is empty."""
    documents = [f"d{number}" for number, size in enumerate(sizes) for _ in range(size)]
    chunks = data.draw(st.integers(2, len(sizes)))
    found = cut(documents, len(documents), chunks)
    assert [row for chunk in found for row in chunk] == list(range(len(documents)))
    assert all(found)
    homes = [{documents[row] for row in chunk} for chunk in found]
    assert sum(map(len, homes)) == len(sizes)


def test_too_many_chunks_are_refused() -> None:
    """Documents are not cut."""
    with pytest.raises(InvalidOption, match="between 2 and 3"):
        cut(["a", "b", "c"], 3, 4)


def test_variation_of_chunks() -> None:
    """Each chunk's line over systems, then mean and deviation with n − 1."""
    rng = np.random.default_rng(1)
    ours = rng.normal(30, 5, (8, 60))
    theirs = ours / 10 + rng.normal(0, 0.3, (8, 60))
    names = tuple("ABCDEFGH")
    metric, human = (
        Rater(name, name, names, values.mean(axis=1), values) for name, values in (("m", ours), ("h", theirs))
    )
    found = variation(metric, human, cut(None, 60, 6))
    slopes = [
        np.polyfit(ours[:, rows].mean(axis=1), theirs[:, rows].mean(axis=1), 1)[0]
        for rows in cut(None, 60, 6)
    ]
    assert found.means[1] == pytest.approx(np.mean(slopes))
    assert found.deviations[1] == pytest.approx(np.std(slopes, ddof=1))


def cells(
    rater: Raters, seed: int, *, intercept: float = 0.0, slope: float = 0.0, systems: int = 10
) -> list[Calibration]:
    """Two cells of the same systems, the second off by so much."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(2):
        x = rng.normal(30, 4, systems)
        y = 1 + number * intercept + (0.1 + number * slope) * x + rng.normal(0, 0.2, systems)
        setting = Setting("en-de", f"type {number}", scale="0-20")
        found.append(fit([rater(x.tolist())], rater(y.tolist(), "human"), setting=setting))
    return found


def test_f_tests_are_statsmodels(rater: Raters) -> None:
    """F and p of slopes and intercepts, and the interval of each difference."""
    first, second = cells(rater, 2, intercept=0.3)
    found = transfer(first, second, samples=99)
    x = np.array([point.scores[0] for each in (first, second) for point in each.points])
    x -= x.mean()
    y = np.array([point.human for each in (first, second) for point in each.points])
    cell = np.repeat([0.0, 1.0], 10)
    same, parallel, separate = (
        sm.OLS(y, np.column_stack(columns)).fit()
        for columns in ([x * 0 + 1, x], [x * 0 + 1, x, cell], [x * 0 + 1, x, cell, cell * x])
    )
    for ours, smaller, larger in ((found.slopes, parallel, separate), (found.intercepts, same, parallel)):
        f, p, _ = larger.compare_f_test(smaller)
        assert (ours.f, ours.p) == pytest.approx((f, p))
        assert (ours.low, ours.high) == pytest.approx(larger.conf_int(0.05)[-1])


def test_tests_keep_their_error_rate(rater: Raters) -> None:
    """Lines that are the same are called different about as often as promised, by both tests."""
    rejected = np.zeros(4)
    trials = 300
    for seed in range(trials):
        found = transfer(*cells(rater, 1000 + seed), samples=199)
        rejected += [
            each < 0.05 for one in (found.slopes, found.intercepts) for each in (one.p, one.p_permuted)
        ]
    assert (abs(rejected / trials - 0.05) < 0.045).all()


def test_what_differs_is_found(rater: Raters) -> None:
    """An intercept that is 5 scatters off, a slope that is three times as steep, and neither."""
    assert transfer(*cells(rater, 3, intercept=1.0), samples=199).verdict == "no: intercepts differ"
    assert "slopes" in transfer(*cells(rater, 4, slope=0.2, systems=20), samples=199).verdict
    assert transfer(*cells(rater, 5), samples=199).verdict == "nothing speaks against it"


def test_the_same_line_does_not_differ_by_noise(rater: Raters) -> None:
    """What is 0 up to rounding is 0: neither test finds a calibration different from itself."""
    for seed in range(10):
        first, _ = cells(rater, seed)
        found = transfer(first, first, samples=199)
        for one in (found.slopes, found.intercepts):
            assert (one.f, one.p, one.p_permuted) == (0.0, 1.0, 1.0)
        assert found.verdict == "nothing speaks against it"


def test_the_error_of_carrying_over(rater: Raters) -> None:
    """It is what the other cell's people say against what the calibration says."""
    first, second = cells(rater, 6, intercept=2.0)
    found = transfer(first, second, samples=99)
    assert found.error == pytest.approx(2.0, abs=0.3)
    assert found.own_error < 0.5


@pytest.mark.parametrize(
    "change", [{"scale": "0-1"}, {"human": "fluency"}, {"recipes": ("chrF",)}, {"level": "document"}]
)
def test_lines_on_other_scales_are_not_compared(rater: Raters, change: dict[str, object]) -> None:
    """They would differ by the scale alone."""
    first, second = cells(rater, 7)
    with pytest.raises(RefusedPrediction, match="different"):
        transfer(first, replace(second, **change))  # type: ignore[arg-type]


@given(st.floats(0, 3), st.floats(0, 3), st.integers(5, 200))
def test_a_transfer_is_bounded_on_other_texts(common: float, own: float, freedom: int) -> None:
    """Never below the error of these systems, never below what other systems allow, and higher with texts."""
    carried = np.array([0.3, -0.2, 0.1, 0.4, -0.5, 0.2])
    error = TextError(common, own, 50, freedom)

    def bound(error: TextError | None) -> float:
        return _ratio_bound(carried, 0.5, error, samples=400, seed=1, confidence=0.95)

    # Of six systems' squared errors, χ² is below this in one of twenty cases.
    by_systems = np.sqrt((carried**2).sum() / chi2.ppf(0.05, 6)) / 0.5
    assert bound(None) == pytest.approx(by_systems)
    assert bound(error) >= bound(None)
    assert bound(TextError(4 * common, 4 * own, 50, freedom)) >= bound(error)


def test_an_error_on_another_text_keeps_its_bound() -> None:
    """Two texts of a cell, each with effects of its own: in 95 of 100 cases or more the second is below it."""
    rng = np.random.default_rng(1)
    common, own, segments, systems, trials = 4.0, 2.0, 50, 12, 400
    below = 0
    for trial in range(trials):
        true = rng.normal(0, 0.1, systems)
        first, second = (
            true + rng.normal(0, np.sqrt(common / segments)) + rng.normal(0, np.sqrt(own / segments), systems)
            for _ in range(2)
        )
        # As if the variances were estimated from 20 documents.
        estimated = rng.chisquare(19) / 19
        error = TextError(estimated * common, estimated * own, segments, 19)
        bound = _bound_by_texts(first, error, samples=300, seed=trial, confidence=0.95)
        below += bool(np.sqrt((second**2).mean()) <= bound)
    assert below / trials >= 0.95


def test_texts_that_move_make_it_impossible_to_tell(rater: Raters) -> None:
    """The same systems and lines, and a verdict that depends on how far texts of the target differ."""
    first, second = cells(rater, 5)
    told = {}
    for variance in (0.01, 100.0):
        error = TextError(common=variance, own=variance, segments=50, freedom=30)
        told[variance] = transfer(first, replace(second, text_error=error), samples=199)
    assert told[0.01].verdict == "nothing speaks against it"
    assert told[100.0].verdict == "can't tell"
    assert told[100.0].ratio_bound > 1.5 >= told[0.01].ratio_bound
