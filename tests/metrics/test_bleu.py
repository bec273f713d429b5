"""BLEU: its values, and the cases on which programs differ."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracles import bleu as oracle
from tests.strategies import bleus

from karat.errors import InvalidOption
from karat.kernel import LENGTH_PARTS
from karat.metrics import Bleu, parse
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence


def score(
    metric: Bleu, hypotheses: Sequence[str], references: Sequence[str] | Sequence[Sequence[str]]
) -> float:
    """The corpus score."""
    return metric.value(metric.count(hypotheses, references).total())


def random_rows(rng: np.random.Generator, order: int, rows: int = 40) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Rows such as counting gives: no more matches than n-grams, and often none."""
    lengths = rng.integers(0, 30, size=(rows, 2))
    totals = np.maximum(lengths[:, :1] - np.arange(order), 0)
    matches = np.minimum(
        rng.integers(0, 30, size=totals.shape) * rng.integers(0, 2, size=totals.shape), totals
    )
    return np.hstack([lengths, matches, totals])


class TestCorners:
    """Cases on which programs differ."""

    def test_shorter_than_the_order(self) -> None:
        """`a b` against `a b c` is 0 as in sacreBLEU, or 60.65 with the orders that there are."""
        assert score(Bleu(), ["a b"], ["a b c"]) == 0
        assert score(Bleu(effective_order=True), ["a b"], ["a b c"]) == pytest.approx(60.65, abs=0.005)

    def test_single_segments_are_sacrebleus_sentences(self) -> None:
        """The effective order counts where segments are scored, unless it is decided otherwise."""
        texts = ["a b", "a", "", "a b c d e", "x y a b", "the cat sat"]
        references = ["a b c", "a", "b", "a b c d f", "a b y x", "the cat sat"]
        bleu = Bleu(tokenize="none")
        rows = bleu.count(texts, references)
        theirs = sacrebleu.BLEU(tokenize="none", effective_order=True)
        sentences = zip(texts, references, strict=True)
        wanted = [theirs.sentence_score(one, [other]).score for one, other in sentences]
        assert bleu.for_segments.values(rows) == pytest.approx(wanted, abs=1e-9)
        assert wanted[1] == wanted[5] == pytest.approx(100)
        assert bleu.value(rows.total()) == score(bleu.changed(effective_order=False), texts, references)
        for decided in (True, False):
            assert bleu.changed(effective_order=decided).for_segments.effective_order is decided
        assert parse(bleu.recipe.replace("eff:segments", "eff:no")) == bleu.changed(effective_order=False)

    @pytest.mark.parametrize("got", ["yes", None, "auto", 1])
    def test_no_effective_order(self, got: Any) -> None:
        """It is "segments", True or False."""
        with pytest.raises(InvalidOption, match="effective_order"):
            Bleu(effective_order=got)

    @pytest.mark.parametrize("smoothing", ["none", "floor", "add-k", "exp"])
    @pytest.mark.parametrize("effective_order", [True, False])
    @pytest.mark.parametrize("hypotheses", [["", ""], ["x y z v w", "x x x x"]])
    def test_nothing_matched(self, smoothing: Any, effective_order: bool, hypotheses: list[str]) -> None:
        """An empty output, and one of which no word matches, score 0 under every smoothing."""
        metric = Bleu(smoothing=smoothing, effective_order=effective_order)
        assert score(metric, hypotheses, ["a b c d e", "f g"]) == 0

    def test_empty_output_is_all_too_short(self) -> None:
        """An empty output has a penalty of 0."""
        metric = Bleu()
        assert metric.details(metric.count([""], ["a b"]).total())["brevity_penalty"] == 0

    def test_empty_references(self) -> None:
        """Nothing for nothing matches nothing; there is no ratio of lengths."""
        metric = Bleu()
        row = metric.count([""], [""]).total()
        assert metric.value(row) == 0
        assert metric.details(row)["length_ratio"] is None

    @pytest.mark.parametrize("tokenize", ["none", "13a", "intl", "zh"])
    @pytest.mark.parametrize("order", [1, 4, 7, 19])
    def test_perfect_match_is_exactly_100(self, tokenize: str, order: int) -> None:
        """A perfect match is 100, not a hair above or below, wherever there are n-grams of every order."""
        rng = Random(order)
        for _ in range(50):
            text = " ".join(rng.choice("abcde") for _ in range(rng.randrange(order, 60)))
            assert score(Bleu(order=order, tokenize=tokenize), [text], [text]) == 100

    def test_clipping_is_by_segment(self) -> None:
        """What one segment has too much, another cannot use."""
        assert Bleu(order=1).count(["a a", "b b"], ["a b", "a b"]).total() == [4, 4, 2, 4]

    @pytest.mark.parametrize(
        ("smoothing", "value", "expected"),
        [
            ("none", None, 0.0),
            ("floor", None, 100 * (3 / 4 * 1 / 3 * 0.1 / 2 * 0.1) ** 0.25),
            ("floor", 0.5, 100 * (3 / 4 * 1 / 3 * 0.5 / 2 * 0.5) ** 0.25),
            ("floor", 0.0, 0.0),
            ("add-k", None, 100 * (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25),
            ("add-k", 2.0, 100 * (3 / 4 * 3 / 5 * 2 / 4 * 2 / 3) ** 0.25),
            ("add-k", 0.0, 0.0),
            ("exp", None, 100 * (3 / 4 * 1 / 3 * 0.5 / 2 * 0.25) ** 0.25),
        ],
    )
    def test_smoothing(self, smoothing: Any, value: float | None, expected: float) -> None:
        """What each smoothing makes of 3/4, 1/3, 0/2 and 0/1."""
        metric = Bleu(smoothing=smoothing, smoothing_value=value)
        assert metric.value([4, 4, 3, 1, 0, 0, 4, 3, 2, 1]) == pytest.approx(expected, abs=1e-12)

    @pytest.mark.parametrize("effective_order", [False, True])
    @pytest.mark.parametrize("k", [0.5, 1.0])
    def test_add_k_counts_an_order_without_ngrams_as_precision_1(
        self, k: float, effective_order: bool
    ) -> None:
        """k matches of k n-grams: 1, as in sacreBLEU, also with the effective order; k = 0 adds nothing."""
        metric = Bleu(smoothing="add-k", smoothing_value=k, effective_order=effective_order)
        found = metric.value(metric.count(["a b"], ["a b c"]).total())
        assert found == pytest.approx(100 * math.exp(1 - 3 / 2))
        theirs = sacrebleu.BLEU(smooth_method="add-k", smooth_value=k, effective_order=effective_order)
        assert found == pytest.approx(theirs.corpus_score(["a b"], [["a b c"]]).score)
        nothing = Bleu(smoothing="add-k", smoothing_value=0)
        assert nothing.value(nothing.count(["a b"], ["a b c"]).total()) == 0

    def test_many_orders_without_a_match(self) -> None:
        """Halving a thousand times and more ends at 0, with one row and with many alike, and without a warning."""
        metric = Bleu(order=1200, effective_order=True)
        row = [1300, 1300, 1, *[0] * 1199, *range(1300, 100, -1)]
        assert metric.value(row) == pytest.approx(0, abs=1e-9)
        assert metric.values(Statistics(metric.columns, np.array([row]))) == pytest.approx([0], abs=1e-9)


class TestBrevity:
    """The length that an output is held against."""

    @pytest.mark.parametrize(
        ("brevity", "lengths", "expected"),
        [
            ("closest", (3, 5), 3),
            ("closest", (5, 3), 3),
            ("closest", (9, 5, 6), 5),
            ("closest", (4, 9), 4),
            ("shortest", (9, 2, 5), 2),
            ("average", (3, 5, 9), 17 / 3),
            ("average", (4,), 4),
            ("none", (9, 9), 9),
        ],
    )
    def test_reference_length(self, brevity: Any, lengths: tuple[int, ...], expected: float) -> None:
        """A hypothesis of four words is held against the closest (the shorter of two), the shortest or the mean."""
        metric = Bleu(brevity=brevity)
        row = metric.count(["w w w w"], [[" ".join("w" * length) for length in lengths]]).total()
        assert metric.details(row)["reference_length"] == pytest.approx(expected, abs=1e-12)

    @pytest.mark.parametrize("brevity", ["closest", "shortest", "average"])
    def test_penalty(self, brevity: Any) -> None:
        """A short output pays exp(1 - r/c); a long one nothing."""
        metric = Bleu(order=1, brevity=brevity)
        parts = LENGTH_PARTS if brevity == "average" else 1
        assert metric.value([8, 10 * parts, 8, 8]) == pytest.approx(100 * math.exp(1 - 10 / 8))
        assert metric.value([10, 10 * parts, 10, 10]) == 100
        assert metric.value([12, 10 * parts, 6, 12]) == pytest.approx(50)

    def test_no_penalty(self) -> None:
        """Without brevity the length does not matter."""
        assert Bleu(order=1, brevity="none").value([1, 100, 1, 1]) == 100

    def test_penalty_is_of_the_corpus(self) -> None:
        """A long segment makes up for a short one."""
        assert score(Bleu(order=1), ["a", "b b c"], ["a a", "b b"]) == pytest.approx(75)


class TestOrders:
    """Precisions as counts and percent, the penalty apart, BLEU up to each order."""

    def test_precision_is_not_smoothed(self) -> None:
        """8 of 14 words are 57.14 %, also where the output is short; no match is 0 %, whatever the smoothing."""
        first, second = Bleu(order=2).orders([14, 15, 8, 0, 14, 13])
        assert (first.matches, first.ngrams) == (8, 14)
        assert first.precision == pytest.approx(100 * 8 / 14)
        assert (second.matches, second.precision) == (0, 0)
        penalty = math.exp(1 - 15 / 14)
        assert first.brevity_penalty == second.brevity_penalty == pytest.approx(penalty)
        assert first.cumulative == pytest.approx(100 * penalty * 8 / 14)
        assert second.cumulative == pytest.approx(100 * penalty * math.sqrt(8 / 14 * 1 / 26))

    def test_an_order_without_ngrams_has_no_precision(self) -> None:
        """Nothing of nothing is not a number."""
        assert math.isnan(Bleu(order=2).orders([1, 1, 1, 0, 1, 0])[1].precision)

    def test_cumulative_follows_the_mean(self) -> None:
        """BLEU up to an order uses the mean of the metric."""
        _, second = Bleu(order=2, mean="arithmetic").orders([4, 4, 3, 1, 4, 3])
        assert second.cumulative == pytest.approx(100 * (3 / 4 + 1 / 3) / 2)


class TestValues:
    """One formula, for one row and for many."""

    @given(metric=bleus(), seed=st.integers(0, 2**32))
    def test_value_is_values(self, metric: Bleu, seed: int) -> None:
        """One row scored alone has the value that it has among others, and the one that the definition gives."""
        rows = random_rows(np.random.default_rng(seed), metric.order)
        values = metric.values(Statistics(metric.columns, rows))
        alone = [metric.value(row.tolist()) for row in rows]
        assert values == pytest.approx(alone, abs=1e-12)
        assert values.dtype == np.float64
        assert ((values >= 0) & (values <= 100)).all()

    @given(metric=bleus(), seed=st.integers(0, 2**32))
    def test_value_is_the_definition(self, metric: Bleu, seed: int) -> None:
        """Values are those of the definition, under every option."""
        # Deliberately left open: what the value is where only orders without n-grams have a weight.
        assume(not (metric.effective_order and metric.weights and metric.weights[0] == 0))
        for counts in random_rows(np.random.default_rng(seed), metric.order, rows=20).tolist():
            exact = list(counts)
            if metric.brevity == "average":
                exact[1] /= LENGTH_PARTS
            expected = oracle.value(
                exact,
                order=metric.order,
                smoothing=metric.smoothing,
                k=metric.smoothing_value,
                effective_order=metric.effective_order is True,
                brevity=metric.brevity,
                weights=tuple(map(float, metric.weights)) if metric.weights else None,
                average=metric.mean,
            )
            assert metric.value(counts) == pytest.approx(expected, abs=1e-9)

    @given(seed=st.integers(0, 2**32))
    def test_more_columns_than_needed(self, seed: int) -> None:
        """A metric of lower order reads the counts of a higher one."""
        rows = random_rows(np.random.default_rng(seed), 6)
        low, high = Bleu(order=3), Bleu(order=6)
        own = np.hstack([rows[:, :5], rows[:, 8:11]])
        shared_rows = Statistics(high.columns, rows)
        assert low.values(shared_rows) == pytest.approx(low.values(Statistics(low.columns, own)), abs=1e-12)
        assert low.value(rows[0].tolist(), high.columns) == pytest.approx(
            low.value(own[0].tolist()), abs=1e-12
        )

    @given(metric=bleus(weights=None), seed=st.integers(0, 2**32))
    def test_details_agree_with_the_value(self, metric: Bleu, seed: int) -> None:
        """The last cumulative order is the value, and the facts are the row's."""
        for row in random_rows(np.random.default_rng(seed), metric.order, rows=5).tolist():
            facts, orders = metric.details(row), metric.orders(row)
            assert orders[-1].cumulative == pytest.approx(metric.value(row), abs=1e-12)
            assert facts["hypothesis_length"] == row[0]
            assert facts["matches"] == row[2 : 2 + metric.order]
            assert facts["totals"] == row[2 + metric.order :]
            assert facts["precisions"] == pytest.approx(metric.precisions(row))
            if metric.smoothing != "floor":
                assert all(0 <= precision <= 100 + 1e-9 for precision in facts["precisions"])


@pytest.mark.parametrize("row", [[1, 2, 3], [1] * 11, []])
def test_row_of_another_size(row: list[int]) -> None:
    """A row that is not BLEU's is told how many numbers BLEU's has."""
    with pytest.raises(InvalidOption, match=rf"The row has {len(row)} numbers; a row of BLEU has 10"):
        Bleu().value(row)


def test_what_sacrebleu_can_give_has_its_signature() -> None:
    """Its options, and None where a formula or a text is not one of its own."""
    options = Bleu().sacrebleu_options()
    assert options is not None
    assert options["tok"] == "13a"
    for other in (
        Bleu(brevity="shortest"),
        Bleu(mean="arithmetic"),
        Bleu(weights=(1, 1, 1, 2)),
        Bleu(normalization="NFC"),
    ):
        assert other.sacrebleu_options() is None
