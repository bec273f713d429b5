"""Which order in characters stands for which in words: against obvious versions, and what chance does."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from tests.oracles import likeness as oracle
from tests.packs import corpus_of

from karat import Corpus, demo, read
from karat.diagnosis.equate import Criteria, Equation, LikenessSums, equate, grades_of
from karat.diagnosis.equated_units import (
    UnitPairing,
    by_length,
    exchanged,
    pairing,
    short_outputs,
    systems_in_both,
)
from karat.diagnosis.order_scores import Units
from karat.errors import InvalidOption
from karat.resampling import bootstrap_rows, percentile_interval

DOCUMENTED = (Path(__file__).parents[2] / "docs" / "equate.md").read_text(encoding="utf-8")
SCORES = st.floats(0, 1, width=32)


@pytest.fixture(scope="module")
def equation() -> Equation:
    """The demo data, up to 4 words and 30 characters."""
    return equate(read(demo.segments_path()), Units(characters=30), criteria=Criteria(samples=200))


@given(arrays(np.float64, (2, 5, 3), elements=SCORES), arrays(np.float64, (2, 5, 4), elements=SCORES))
def test_measures_are_those_of_their_definitions(words: np.ndarray, characters: np.ndarray) -> None:
    """Correlation, kappa and behaviour of every pair of orders, beside obvious versions."""
    found = LikenessSums(words, characters, grades=10).likeness()
    for n in range(3):
        for m in range(4):
            x, y = words[:, :, n].ravel().tolist(), characters[:, :, m].ravel().tolist()
            if np.std(x) > 1e-3 and np.std(y) > 1e-3:
                assert found.pearson[0, n, m] == pytest.approx(oracle.pearson(x, y), abs=1e-6)
            if len({oracle.grade(each, 10) for each in (*x, *y)}) > 1:
                assert found.kappa[0, n, m] == pytest.approx(oracle.kappa(x, y, 10))
            if n:
                less = words[:, :, n - 1].ravel().tolist()
                assert found.behaviour[0, n, m] == pytest.approx(oracle.behaviour(less, y))
    assert np.isnan(found.behaviour[0, 0]).all()


def test_correlation_is_scipys(equation: Equation) -> None:
    """Pearson's r of the demo's sentences."""
    x, y = equation.words.values[:, :, 3].ravel(), equation.characters.values[:, :, 13].ravel()
    assert equation.likeness.pearson[0, 3, 13] == pytest.approx(stats.pearsonr(x, y).statistic)


def test_grades_have_equal_widths() -> None:
    """0.435 is grade 4 of ten; a score on an edge belongs above, 1 to the last."""
    assert grades_of(np.array([0, 0.0999, 0.1, 0.3, 0.435, 0.7, 0.9, 1.0]), 10).tolist() == [
        0,
        0,
        1,
        3,
        4,
        7,
        9,
        9,
    ]


def test_a_resampled_corpus_is_a_weighted_one(equation: Equation) -> None:
    """The measures of segments drawn twice are those of a corpus that has them twice."""
    words, characters = equation.words.values, equation.characters.values
    sums = LikenessSums(words, characters, grades=10)
    drawn = [0, 0, *range(2, words.shape[1])]
    weights = np.bincount(drawn, minlength=words.shape[1])[None, :]
    weighted = sums.likeness(sums.statistics.weighted(weights))
    again = LikenessSums(words[:, drawn], characters[:, drawn], grades=10).likeness()
    for name in ("pearson", "kappa", "behaviour"):
        assert np.allclose(getattr(weighted, name), getattr(again, name), equal_nan=True)


def test_the_best_order_is_the_best(equation: Equation) -> None:
    """No other order correlates more or agrees more; behaviour takes the first that is good enough."""
    for found in equation.equivalents:
        curve = getattr(equation.likeness, found.method)[0, found.words - 1]
        assert found.characters is not None
        assert found.value == curve[found.characters - 1]
        assert found.interval.low <= found.value <= found.interval.high
        assert found.least <= found.characters <= found.most
        if found.method == "behaviour":
            assert found.value >= 0.9
            assert (curve[: found.characters - 1] < 0.9).all()
        else:
            assert found.value == np.nanmax(curve)


def test_more_words_take_more_characters(equation: Equation) -> None:
    """The orders rise together, and each method's is near the others'."""
    chosen = [equation.chosen(words) for words in (1, 2, 3, 4)]
    assert None not in chosen
    assert chosen == sorted(chosen, key=lambda order: order or 0)


def test_where_words_are_characters_each_stands_for_itself() -> None:
    """If every character is a word, M is N, and the two agree wholly."""
    corpus = read(demo.segments_path())
    found = equate(corpus, Units(tokenize="char", characters=8), criteria=Criteria(samples=20))
    for each in found.equivalents:
        if each.method != "behaviour":
            assert each.characters == each.words
            assert each.value == pytest.approx(1)


def test_the_seed_decides(equation: Equation) -> None:
    """The same seed gives the same intervals, another one others."""
    corpus = read(demo.segments_path())
    same = equate(corpus, Units(characters=30), criteria=Criteria(samples=200), threads=1)
    other = equate(corpus, Units(characters=30), criteria=Criteria(samples=200, seed=1))
    assert same.equivalents == equation.equivalents
    assert other.equivalents != equation.equivalents
    assert [each.value for each in other.equivalents] == [each.value for each in equation.equivalents]


def test_texts_in_which_nothing_varies_have_no_equivalent() -> None:
    """All outputs perfect: no correlation is defined, and the error says why there is no table."""
    text = ["this is the only sentence of them all"] * 3
    found = equate(Corpus.of(text, text), Units(order=2, characters=4), criteria=Criteria(samples=10))
    assert found.of(2)["pearson"].characters is None
    assert found.of(2)["kappa"].characters is None
    assert found.of(2)["behaviour"].characters is None
    assert found.chosen(2) is None


def test_an_order_that_was_not_counted_is_refused(equation: Equation) -> None:
    """Tables can be had of counted orders only."""
    with pytest.raises(InvalidOption, match="Order 31 in characters"):
        pairing(equation, characters=31)
    with pytest.raises(InvalidOption, match="Order 5 in words"):
        pairing(equation, words=5)


def test_lengths_share_out_the_outputs(equation: Equation) -> None:
    """Outputs shorter than the order are in no group; all others are in one; the global order is no better."""
    pair = UnitPairing(4, 14)
    groups = by_length(equation, pair, edges=[10, 20])
    short = (equation.words.lengths < 4).mean()
    assert sum(group.share for group in groups) == pytest.approx(1 - short)
    assert [group.label for group in groups] == ["below 10", "10 to 20", "20 or above"]
    assert all(group.pearson <= group.local_pearson for group in groups)


def test_systems_in_both_units(equation: Equation) -> None:
    """Means are those of sentences, ranks those of the scores."""
    systems = systems_in_both(equation, UnitPairing(4, 14))
    assert [each.mean_ranks[0] for each in systems] == [1, 2, 3, 4, 5, 6]
    assert systems[0].mean_words == pytest.approx(equation.words.values[:, :, 3].mean(axis=1).max())
    assert exchanged([(1, 1), (2, 3), (3, 2)]) == 1


def test_short_outputs(equation: Equation) -> None:
    """The four cells hold every output once."""
    short = short_outputs(equation, UnitPairing(4, 14))
    assert short.both + short.only_words + short.only_characters + short.neither == 6 * 48
    assert short.both + short.only_words == (equation.words.lengths < 4).sum()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threshold": 0}, "threshold"),
        ({"grades": 1}, "grades"),
        ({"confidence": 95}, "confidence"),
        ({"samples": 0}, "samples"),
    ],
)
def test_criteria_are_checked(options: dict[str, float], words: str) -> None:
    """What cannot be meant is refused."""
    with pytest.raises(InvalidOption, match=words):
        Criteria(**options)  # type: ignore[arg-type]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("pack", "tokenize", "orders"),
    [
        ("wmt22.de-en", "13a", [16, 16, 18]),
        ("wmt23.en-de", "13a", [20, 18, 18]),
        ("wmt24.en-ja", "ja-mecab", [8, 7, 8]),
    ],
)
def test_figures_of_the_documentation(shared_data: Path, pack: str, tokenize: str, orders: list[int]) -> None:
    """Four words of English and German are about 18 characters, as in the paper; of Japanese, about 8."""
    try:
        units = Units(tokenize=tokenize)
    except ImportError:
        pytest.skip("MeCab is not installed")
    found = equate(corpus_of(shared_data / pack / "segments.jsonl.gz"), units, criteria=Criteria(samples=2))
    assert [each.characters for each in found.of(4).values()] == orders
    assert f"| {orders[0]} (" in next(
        line for line in DOCUMENTED.splitlines() if pack.replace("wmt", "WMT").replace(".", " ") in line
    )


@pytest.mark.shared
def test_chinese_words_of_the_documentation(shared_data: Path) -> None:
    """Four words of Chinese, cut by jieba, are 6 to 8 characters: a range, as the methods differ."""
    pytest.importorskip("rjieba", reason="no segmenter for Chinese")
    with gzip.open(shared_data / "ea-mt" / "items.jsonl.gz", "rt", encoding="utf-8") as lines:
        items = [row for row in map(json.loads, lines) if row["lp"] == "en-zh_TW"]
    systems = {name: [row["hypotheses"][name] for row in items] for name in items[0]["hypotheses"]}
    corpus = Corpus.of(systems, [row["references"] for row in items])
    found = equate(corpus, Units(tokenize="zh-jieba"), criteria=Criteria(samples=2))
    assert [each.characters for each in found.of(4).values()] == [6, 7, 8]
    assert found.found_range(4) == (6, 8)
    (row,) = (line for line in DOCUMENTED.splitlines() if "EA-MT en-zh-TW" in line)
    assert "| 6 (6–7) | 7 (6–7) | 8 (" in row


def test_intervals_cover_the_truth() -> None:
    """Systems' scores of a segment go together, and the interval allows for it: it covers about 95 %."""
    rng = np.random.default_rng(7)

    def draw(segments: int) -> tuple[np.ndarray, np.ndarray]:
        shared = rng.normal(0, 1, (1, segments, 1))
        words = shared + rng.normal(0, 0.5, (3, segments, 1))
        characters = words + shared**2 / 2 + rng.normal(0, 0.7, (3, segments, 1))
        return 1 / (1 + np.exp(-words)), 1 / (1 + np.exp(-characters))

    truth = LikenessSums(*draw(200_000), grades=10).likeness()
    covered = {"pearson": 0, "kappa": 0}
    for seed in range(300):
        sums = LikenessSums(*draw(80), grades=10)
        (drawn,) = bootstrap_rows([sums.statistics], samples=300, seed=seed)
        resampled = sums.likeness(drawn)
        for name in covered:
            interval = percentile_interval(getattr(resampled, name)[:, 0, 0])
            covered[name] += interval.low <= getattr(truth, name)[0, 0, 0] <= interval.high
    assert all(0.9 <= count / 300 <= 0.99 for count in covered.values()), covered


def test_the_answer_is_a_range_where_methods_differ(equation: Equation) -> None:
    """From the least to the most characters that a method finds; the order of the tables lies in it."""
    for words in (1, 2, 3, 4):
        found = [each.characters for each in equation.of(words).values() if each.characters is not None]
        assert equation.found_range(words) == (min(found), max(found))
        assert min(found) <= (equation.chosen(words) or 0) <= max(found)
    assert len({equation.found_range(words) for words in (1, 2, 3, 4)}) > 1
    text = ["this is the only sentence of them all"] * 3
    nothing = equate(Corpus.of(text, text), Units(order=2, characters=4), criteria=Criteria(samples=10))
    assert nothing.found_range(2) is None
