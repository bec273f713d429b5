"""Names of metrics."""

from __future__ import annotations

import pytest

from karat.errors import InvalidOption, UnknownName
from karat.metrics import METRICS, Bleu, Chrf, Metric, Nee, RougeN, Wnm, metric
from karat.metrics.catalogue import HOMES

# Names that stand for options of a metric.
WITH_OPTIONS: dict[str, Metric] = {
    "chrf++": Chrf(word_order=2),
    "rouge-1": RougeN(order=1),
    "rouge-2": RougeN(order=2),
    "nee-partial": Nee(partial=True),
    "nee-precision": Nee(recogniser="rules"),
    "wnm-mean": Wnm(average="texts"),
}


@pytest.mark.parametrize("name", sorted(METRICS.keys() - WITH_OPTIONS.keys()))
def test_names(name: str) -> None:
    """Every other name is that of its class, and gives it with the usual options."""
    made = metric(name)
    assert type(made).__name__.lower() == name.replace("-", "")
    assert made == type(made)()


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_names_that_stand_for_options(name: str) -> None:
    """Such a name gives the metric with these options."""
    assert metric(name) == WITH_OPTIONS[name]


def test_every_name_with_options_is_tested() -> None:
    """The catalogue has no other names that stand for options."""
    assert {name for name, (_, _, options) in HOMES.items() if options} == set(WITH_OPTIONS)


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
