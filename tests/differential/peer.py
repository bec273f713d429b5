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

    from numpy.typing import NDArray

    from karat.metrics import Metric
    from karat.statistics import Statistics


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
            effective_order=metric.effective_order is True,
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


def whole_rows(metric: Metric, rows: list[list[float]]) -> NDArray[np.float64]:
    """sacreBLEU's statistics as whole numbers, which Karat's are."""
    whole = np.array(rows, dtype=np.float64)
    if isinstance(metric, Ter):
        # sacreBLEU divides the lengths' sum; we keep it in parts, whole.
        whole[:, 1] = np.rint(whole[:, 1] * LENGTH_PARTS)
    return whole


def corpus_score(peer: Any, rows: list[list[float]]) -> float:
    """sacreBLEU's score of the corpus that has these statistics."""
    score: float = peer._compute_score_from_stats([sum(column) for column in zip(*rows, strict=True)]).score
    return score


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
    assert np.array_equal(ours.counts, whole_rows(metric, theirs))
    _assert_scores(metric, peer, ours, theirs, every)
    assert metric.value(ours.total()) == pytest.approx(_ended(metric, corpus_score(peer, theirs)), abs=1e-9)


def _ended(metric: Metric, score: float) -> float:
    """sacreBLEU's BLEU ends at 100, as ours does; floors above 1 carry it further (tests/sacrebleu/test_defects.py)."""
    return min(score, 100.0) if isinstance(metric, Bleu) else score


def assert_same_scores(metric: Metric, peer: Any, ours: Statistics, *, every: int) -> None:
    """sacreBLEU makes the same score of the statistics of every nth segment, to 1e-9."""
    rows = ours.counts.tolist()
    if isinstance(metric, Ter):
        rows = [[edits, parts / LENGTH_PARTS] for edits, parts in rows]
    _assert_scores(metric, peer, ours, rows, every)


def _assert_scores(metric: Metric, peer: Any, ours: Statistics, rows: list[list[float]], every: int) -> None:
    # A copy of each row: with add-k sacreBLEU changes the lists it is given.
    scores = [_ended(metric, peer._compute_score_from_stats(list(row)).score) for row in rows[::every]]
    assert metric.values(ours)[::every] == pytest.approx(scores, abs=1e-9)
