"""`assert_not_worse` passes and fails as `karat gate` does."""

from __future__ import annotations

import pytest

from karat import Chrf, Corpus, Procedure, demo, evaluate, read
from karat.comparison import gate
from karat.errors import InvalidOption
from karat.testing import assert_not_worse

PROCEDURE = Procedure(samples=200, shuffles=200)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The demo data."""
    return read(demo.segments_path())


@pytest.mark.parametrize("margin", [1.0, 5.0, 25.0])
@pytest.mark.parametrize("system", ["birch", "dune", "elm"])
def test_as_the_gate_decides(corpus: Corpus, system: str, margin: float) -> None:
    """With documents, for each margin and system."""
    both = Corpus.of(
        {"output": corpus.systems[system], "baseline": corpus.systems["aurora"]},
        [list(corpus.references.of_segment(number)) for number in range(len(corpus))],
        documents=corpus.documents,
    )
    passes = gate(evaluate(both, Chrf()), PROCEDURE, baseline="baseline", margin=margin).passed

    def ask() -> None:
        assert_not_worse(
            corpus.systems[system],
            corpus.systems["aurora"],
            [list(corpus.references.of_segment(number)) for number in range(len(corpus))],
            margin=margin,
            metric=Chrf(),
            documents=corpus.documents,
            procedure=PROCEDURE,
        )

    if passes:
        ask()
    else:
        with pytest.raises(AssertionError, match=f"chrF2 .* margin {margin:.2f}"):
            ask()


@pytest.mark.parametrize("margin", [0, -1, float("nan")])
def test_a_margin_is_above_nothing(margin: float) -> None:
    """Equal scores could never be shown to be no worse by nothing."""
    with pytest.raises(InvalidOption, match="margin is"):
        assert_not_worse(["a"], ["a"], ["a"], margin=margin)
