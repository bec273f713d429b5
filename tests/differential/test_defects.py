"""Where sacreBLEU is wrong, Karat is not."""

from __future__ import annotations

from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.ter import TER

from karat import Corpus, evaluate
from karat.corpus import References
from karat.errors import InvalidOption, MisalignedCorpus, MissingReference
from karat.metrics import Bleu, Chrf, Metric, Ter

METRICS: list[Metric] = [Bleu(), Chrf(), Ter()]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_unequal_lengths(metric: Metric) -> None:
    """Three hypotheses against two references are refused; sacreBLEU drops the third."""
    texts = ["a b c d", "e f g h", "i j k l"]
    assert BLEU().corpus_score(texts, [texts[:2]]).score == pytest.approx(100)
    with pytest.raises(MisalignedCorpus, match="has 3 segments, the references have 2"):
        metric.count(texts, texts[:2])


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_streams_of_unequal_lengths(metric: Metric) -> None:
    """So are references of unequal lengths."""
    texts = ["a b c d", "e f g h"]
    assert BLEU().corpus_score(texts, [texts, texts[:1]]).score == pytest.approx(100)
    with pytest.raises(MisalignedCorpus, match="Reference 2 has 1 segment, the first reference has 2"):
        metric.count(texts, References((texts, texts[:1])))


def test_empty_corpus() -> None:
    """An empty corpus is refused with a word of explanation; sacreBLEU falls over it."""
    with pytest.raises(IndexError):
        BLEU().corpus_score([], [[]])
    with pytest.raises(MisalignedCorpus, match="nothing to compare with"):
        evaluate(Corpus.of([], []), Bleu())


def test_no_reference_at_all() -> None:
    """A segment without any reference is named; sacreBLEU divides by nothing."""
    with pytest.raises(ZeroDivisionError):
        TER().corpus_score(["a"], [[None]])  # type: ignore[list-item]
    with pytest.raises(MissingReference, match="Segment 1 has no reference"):
        Ter().count(["a"], References(([None],)))


def test_unknown_smoothing() -> None:
    """An unknown smoothing is named; sacreBLEU prints the place where its name should be."""
    with pytest.raises(AssertionError, match=r"self.smooth_method"):
        BLEU(smooth_method="nope")
    with pytest.raises(InvalidOption, match="smoothing is 'nope'"):
        Bleu(smoothing="nope")  # type: ignore[arg-type]


def test_perfect_match() -> None:
    """A perfect match is 100; sacreBLEU gives a hair more."""
    texts = ["a b c d e f g"]
    assert BLEU().corpus_score(texts, [texts]).score > 100
    assert Bleu().value(Bleu().count(texts, texts).total()) == 100


def test_row_is_not_changed() -> None:
    """Smoothing does not change the row that it is given; sacreBLEU's adds to it."""
    row: list[Any] = [4, 4, 3, 1, 0, 0, 4, 3, 2, 1]
    correct, total = row[2:6], row[6:]
    BLEU.compute_bleu(correct, total, 4, 4, smooth_method="add-k")
    assert (correct, total) != (row[2:6], row[6:])
    kept = list(row)
    Bleu(smoothing="add-k").value(row)
    assert row == kept
