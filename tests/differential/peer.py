"""sacreBLEU as a peer: its metric for each of ours, and its figures for the same text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from karat.corpus import References
from karat.kernel import LENGTH_PARTS
from karat.metrics import Bleu, Chrf, Ter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric


def peer_of(metric: Metric, references: Any = None) -> Any:
    """sacreBLEU's metric with the same options; with references, it reads them once for all systems."""
    if isinstance(metric, Bleu):
        assert isinstance(metric.tokenize, str)
        return BLEU(
            lowercase=metric.lowercase,
            force=True,
            tokenize=metric.tokenize,
            smooth_method=metric.smoothing,
            smooth_value=metric.smoothing_value,
            max_ngram_order=metric.order,
            effective_order=metric.effective_order,
            references=references,
        )
    if isinstance(metric, Chrf):
        return CHRF(
            char_order=metric.character_order,
            word_order=metric.word_order,
            beta=metric.beta,  # type: ignore[arg-type]
            lowercase=metric.lowercase,
            whitespace=metric.spaces == "keep",
            eps_smoothing=metric.epsilon_smoothing,
            references=references,
        )
    assert isinstance(metric, Ter)
    return TER(
        normalized=metric.normalized,
        no_punct=metric.no_punctuation,
        asian_support=metric.asian_support,
        case_sensitive=metric.case_sensitive,
        references=references,
    )


def peer_rows(peer: Any, hypotheses: Sequence[str], streams: Any = None) -> list[list[float]]:
    """sacreBLEU's statistics of each segment."""
    rows: list[list[float]] = peer._extract_corpus_statistics(hypotheses, streams)
    return rows


def assert_same(
    metric: Metric,
    peer: Any,
    hypotheses: Sequence[str],
    streams: Any,
    *,
    cached: bool = False,
    every: int = 1,
) -> None:
    """The statistics are equal to the last bit, the scores of every nth segment and of the corpus to 1e-9."""
    ours = metric.count(hypotheses, References(tuple(streams)))
    theirs = peer_rows(peer, hypotheses, None if cached else streams)
    expected = np.array(theirs, dtype=np.float64)
    if isinstance(metric, Ter):
        # sacreBLEU divides the lengths' sum; we keep it in parts, whole.
        expected[:, 1] = np.rint(expected[:, 1] * LENGTH_PARTS)
    assert np.array_equal(ours.counts, expected)
    # A copy of each row: with add-k sacreBLEU changes the lists it is given.
    scores = [peer._compute_score_from_stats(list(row)).score for row in theirs[::every]]
    assert metric.values(ours)[::every] == pytest.approx(scores, abs=1e-9)
    total = [sum(column) for column in zip(*theirs, strict=True)]
    score = peer._compute_score_from_stats(total).score
    assert metric.value(ours.total()) == pytest.approx(score, abs=1e-9)
