"""BLEU's options: what is refused, what is equal, and what each does to texts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from karat.errors import InvalidOption, InvalidText, UnknownName
from karat.metrics import Bleu

if TYPE_CHECKING:
    from collections.abc import Sequence


def score(
    metric: Bleu, hypotheses: Sequence[str], references: Sequence[str] | Sequence[Sequence[str]]
) -> float:
    """The corpus score."""
    return metric.value(metric.count(hypotheses, references).total())


class TestOptions:
    """What may be asked for."""

    @pytest.mark.parametrize(
        "options",
        [
            {"order": 0},
            {"order": -1},
            {"order": 2.0},
            {"order": True},
            {"order": "4"},
            {"order": 100_001},
            {"unit": "syllable"},
            {"spaces": "some"},
            {"smoothing": "laplace"},
            {"smoothing": None},
            {"brevity": "longest"},
            {"normalization": "NFD"},
            {"spaces": "keep"},
            {"smoothing": "exp", "smoothing_value": 1.0},
            {"smoothing": "none", "smoothing_value": 0.0},
            {"smoothing": "floor", "smoothing_value": -0.1},
            {"smoothing": "floor", "smoothing_value": math.nan},
            {"smoothing": "add-k", "smoothing_value": math.inf},
            {"weights": (1.0,)},
            {"weights": (1, 1, 1, 1, 1)},
            {"weights": (1, 1, 1, -1)},
            {"weights": (1, 1, 1, math.nan)},
            {"weights": (1, 1, 1, math.inf)},
            {"weights": (0, 0, 0, 0)},
            {"weights": ()},
        ],
    )
    def test_refused(self, options: dict[str, Any]) -> None:
        """An option that makes no sense is refused when the metric is made."""
        with pytest.raises(InvalidOption):
            Bleu(**options)

    def test_unknown_tokenizer(self) -> None:
        """An unknown tokenizer is refused when the metric is made, with the known ones and the nearest."""
        with pytest.raises(UnknownName, match=r"no tokenizer '13b'.*Known: none, 13a.*Did you mean '13a'"):
            Bleu(tokenize="13b")

    @pytest.mark.parametrize("tokenize", [None, 5])
    def test_tokenizer_that_is_no_function(self, tokenize: Any) -> None:
        """What is neither a name nor a function is refused when the metric is made."""
        with pytest.raises(InvalidOption):
            Bleu(tokenize=tokenize)

    @pytest.mark.parametrize(
        "options", [{"smoothing": "floor", "smoothing_value": "x"}, {"weights": "abcd"}, {"weights": 5}]
    )
    def test_numbers_that_are_none(self, options: dict[str, Any]) -> None:
        """Words in the place of numbers are refused like any other option."""
        with pytest.raises(InvalidOption):
            Bleu(**options)

    def test_near_words_are_suggested(self) -> None:
        """A slip of the pen is met with the word that was meant."""
        with pytest.raises(
            InvalidOption, match=r"it must be one of none, floor, add-k, exp. Did you mean 'floor'"
        ):
            Bleu(smoothing="flor")  # type: ignore[arg-type]

    def test_same_metric_is_equal(self) -> None:
        """Options that mean the same compare equal."""
        assert Bleu(tokenize="char") == Bleu(unit="char") == Bleu(unit="char", tokenize="char")
        assert Bleu(tokenize="char-spaces") == Bleu(unit="char", spaces="keep")
        assert Bleu(weights=(0.25,) * 4) == Bleu(weights=(7, 7, 7, 7)) == Bleu(weights="uniform") == Bleu()
        assert Bleu(weights=[1, 2, 3, 4]) == Bleu(weights=(1, 2, 3, 4))
        assert Bleu(smoothing="floor") == Bleu(smoothing="floor", smoothing_value=0.1)
        assert Bleu(smoothing="add-k") == Bleu(smoothing="add-k", smoothing_value=1)
        assert len({Bleu(), Bleu(order=4), Bleu(order=3)}) == 2

    def test_frozen(self) -> None:
        """A metric does not change."""
        with pytest.raises(AttributeError):
            Bleu().order = 2

    @pytest.mark.parametrize(
        ("metric", "name"),
        [(Bleu(), "BLEU"), (Bleu(order=2), "BLEU-w2"), (Bleu(unit="char", order=18), "BLEU-c18")],
    )
    def test_name(self, metric: Bleu, name: str) -> None:
        """The name says what is unusual: order and unit."""
        assert metric.name == name

    def test_columns(self) -> None:
        """Columns are named in the order of the row."""
        assert Bleu(order=2).columns == (
            "hypothesis_length",
            "reference_length",
            "matches_1",
            "matches_2",
            "totals_1",
            "totals_2",
        )

    def test_lowercase(self) -> None:
        """Lowercasing follows Python: final sigma, dotted I."""
        metric = Bleu(order=1, lowercase=True, tokenize="none")
        assert metric.count(["ΑΣ İ ß THE"], ["ας i̇ ß the"]).total() == [4, 4, 4, 4]
        assert Bleu(order=1, tokenize="none").count(["THE"], ["the"]).total()[2] == 0

    def test_normalization(self) -> None:
        """Unicode normalization makes one of two ways to write the same."""
        text, other = "e\u0301 ﬁ", "é fi"
        assert Bleu(order=1).count([text], [other]).total()[2] == 0
        assert Bleu(order=1, normalization="NFC").count([text], [other]).total()[2] == 1
        assert Bleu(order=1, normalization="NFKC").count([text], [other]).total()[2] == 2

    def test_characters(self) -> None:
        """In characters white space is dropped, or kept between words."""
        assert Bleu(order=1, unit="char").count(["a b "], ["a b"]).total() == [2, 2, 2, 2]
        assert Bleu(order=1, unit="char", spaces="keep").count(["a b "], ["a b"]).total() == [3, 3, 3, 3]

    def test_given_tokens(self) -> None:
        """Tokens made elsewhere are taken as they are."""
        metric = Bleu(order=1, tokenize="given")
        assert metric.count(["New York\0is big"], ["is big\0New York"]).total() == [2, 2, 2, 2]

    def test_custom_tokenizer(self) -> None:
        """A function of one's own makes the tokens."""
        metric = Bleu(order=1, tokenize=lambda text: text.split("-"))
        assert metric.count(["a b-c"], ["c-a b"]).total() == [2, 2, 2, 2]

    @pytest.mark.parametrize("options", [{"lowercase": True}, {"normalization": "NFC"}])
    def test_wrong_type_with_preparation(self, options: dict[str, Any]) -> None:
        """A segment that is no str is named, whatever has to be done to it first."""
        with pytest.raises(InvalidText, match="Segment 2 is of type int"):
            Bleu(**options).count(["a", 5], ["a", "b"])  # type: ignore[list-item]

    def test_wrong_type_with_custom_tokenizer(self) -> None:
        """A segment that is no str does not reach a tokenizer of the user's."""
        with pytest.raises(InvalidText, match="Segment 2 is of type int"):
            Bleu(tokenize=str.split).count(["a", 5], ["a", "b"])  # type: ignore[list-item]


class TestWeights:
    """A geometric mean with weights."""

    ROW = (4, 4, 3, 2, 1, 1, 4, 3, 2, 1)

    def test_one_order(self) -> None:
        """A weight of 1 among noughts gives that order alone."""
        for n, expected in enumerate((3 / 4, 2 / 3, 1 / 2, 1), start=1):
            weights = tuple(float(order == n) for order in range(1, 5))
            assert Bleu(weights=weights).value(self.ROW) == pytest.approx(100 * expected)

    def test_weights_need_not_add_up(self) -> None:
        """Weights are shares: doubling all of them changes nothing."""
        assert Bleu(weights=(1, 2, 0, 1)).value(self.ROW) == pytest.approx(
            Bleu(weights=(2, 4, 0, 2)).value(self.ROW)
        )

    def test_weighted_mean(self) -> None:
        """Two orders, weighted three to one."""
        expected = 100 * math.exp((3 * math.log(3 / 4) + math.log(2 / 3)) / 4)
        assert Bleu(weights=(3, 1, 0, 0)).value(self.ROW) == pytest.approx(expected)

    def test_order_without_weight_may_be_missing(self) -> None:
        """An order that does not count may have no match and no n-grams."""
        assert Bleu(smoothing="none", weights=(1, 0, 0, 0)).value([1, 1, 1, 0, 0, 0, 1, 0, 0, 0]) == 100

    def test_details_where_the_first_order_has_no_weight(self) -> None:
        """Details can be had for any weights that the metric takes."""
        metric = Bleu(weights=(0, 0, 0, 1))
        assert metric.details(self.ROW)["matches"] == [3, 2, 1, 1]

    def test_the_arithmetic_mean(self) -> None:
        """The weighted mean of precisions instead of their logarithms, named in name and recipe."""
        metric = Bleu(mean="arithmetic", smoothing="none")
        assert metric.value(self.ROW) == pytest.approx(100 * (3 / 4 + 2 / 3 + 1 / 2 + 1) / 4)
        weighted = Bleu(mean="arithmetic", weights=(3, 1, 0, 0))
        assert weighted.value(self.ROW) == pytest.approx(100 * (3 * 3 / 4 + 2 / 3) / 4)
        assert metric.name == "BLEU-arithmetic"
        assert "|mean:arithmetic|" in metric.recipe
        assert "|mean:" not in Bleu().recipe
        assert metric.sacrebleu_options() is None

    def test_the_arithmetic_mean_of_an_order_without_a_match(self) -> None:
        """Nothing at one order does not make the whole 0: 2 of 2 words, no pair of 1."""
        row = [2, 2, 2, 0, 2, 1]
        assert Bleu(order=2, mean="arithmetic", smoothing="none").value(row) == 50
        assert Bleu(order=2, smoothing="none").value(row) == 0

    def test_orders_where_the_first_order_has_no_weight(self) -> None:
        """So can the values of all orders."""
        orders = Bleu(weights=(0, 0, 0, 1)).orders(self.ROW)
        assert orders[-1].cumulative == pytest.approx(100)
