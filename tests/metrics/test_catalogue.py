"""Names of metrics."""

from __future__ import annotations

import pytest

from karat.errors import InvalidOption, UnknownName
from karat.metrics import (
    METRICS,
    Aev,
    Bleu,
    Cder,
    Chrf,
    Exact,
    Gtm,
    Meteor,
    Metric,
    Nee,
    Nist,
    Per,
    RougeL,
    RougeN,
    RougeS,
    RougeW,
    TagBleu,
    Ter,
    Wer,
    Wnm,
    metric,
)

EXPECTED: dict[str, Metric] = {
    "bleu": Bleu(),
    "chrf": Chrf(),
    "chrf++": Chrf(word_order=2),
    "ter": Ter(),
    "wer": Wer(),
    "per": Per(),
    "cder": Cder(),
    "exact": Exact(),
    "rouge-n": RougeN(),
    "rouge-1": RougeN(order=1),
    "rouge-2": RougeN(order=2),
    "rouge-l": RougeL(),
    "rouge-w": RougeW(),
    "rouge-s": RougeS(),
    "aev": Aev(),
    "tag-bleu": TagBleu(),
    "nee": Nee(),
    "nee-partial": Nee(partial=True),
    "nee-precision": Nee(recogniser="rules"),
    "meteor": Meteor(),
    "gtm": Gtm(),
    "nist": Nist(),
    "wnm": Wnm(),
    "wnm-mean": Wnm(average="texts"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_names(name: str) -> None:
    """Every name gives its metric with the usual options."""
    assert metric(name) == EXPECTED[name]


def test_all_names_are_tested() -> None:
    """The catalogue has these names and no others."""
    assert set(METRICS) == set(EXPECTED)


def test_options() -> None:
    """Options go to the metric, and override what the name implies."""
    assert metric("bleu", order=2, unit="char") == Bleu(order=2, unit="char")
    assert metric("chrf++", word_order=1) == Chrf(word_order=1)


def test_unknown_name() -> None:
    """An unknown name is refused, with the known ones and the nearest."""
    with pytest.raises(
        UnknownName, match=r"no metric 'blue'\. Known: bleu, chrf, chrf\+\+, ter, .*Did you mean 'bleu'"
    ):
        metric("blue")


def test_unknown_option() -> None:
    """An option that the metric does not have is refused, with the metric's name."""
    with pytest.raises(InvalidOption, match=r"ter: .*'order'"):
        metric("ter", order=4)


def test_bad_option() -> None:
    """An option with a bad value is refused by the metric itself."""
    with pytest.raises(InvalidOption, match="order is 0"):
        metric("bleu", order=0)
