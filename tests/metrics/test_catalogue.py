"""Names of metrics."""

from __future__ import annotations

import pytest

from karat.errors import InvalidOption, UnknownName
from karat.metrics import METRICS, Bleu, Chrf, Metric, Ter, metric


@pytest.mark.parametrize(
    ("name", "expected"), [("bleu", Bleu()), ("chrf", Chrf()), ("chrf++", Chrf(word_order=2)), ("ter", Ter())]
)
def test_names(name: str, expected: Metric) -> None:
    """Every name gives its metric with the usual options."""
    assert metric(name) == expected


def test_all_names_are_tested() -> None:
    """The catalogue has these names and no others."""
    assert list(METRICS) == ["bleu", "chrf", "chrf++", "ter", "nist", "wnm"]


def test_options() -> None:
    """Options go to the metric, and override what the name implies."""
    assert metric("bleu", order=2, unit="char") == Bleu(order=2, unit="char")
    assert metric("chrf++", word_order=1) == Chrf(word_order=1)


def test_unknown_name() -> None:
    """An unknown name is refused, with the known ones and the nearest."""
    with pytest.raises(
        UnknownName,
        match=r"no metric 'blue'\. Known: bleu, chrf, chrf\+\+, ter, nist, wnm\. Did you mean 'bleu'",
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
