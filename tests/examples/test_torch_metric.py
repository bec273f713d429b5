"""The metric of torchmetrics in `examples/training`: run by `make test-training`, where torch is installed."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from tests.examples.training import loaded

import karat
from karat import Bleu, Chrf, Nist, Ter, demo, evaluate

torch = pytest.importorskip("torch", reason="make test-training has torch")
pytest.importorskip("torchmetrics", reason="make test-training has torchmetrics")

SYSTEM = "aurora"


def texts() -> tuple[list[str], list[list[str]]]:
    """Outputs and references of the demo."""
    corpus = karat.read(demo.segments_path(), systems=[SYSTEM])
    references = [list(corpus.references.of_segment(number)) for number in range(len(corpus))]
    return [text or "" for text in corpus.systems[SYSTEM]], references


@pytest.mark.parametrize("metric", [Bleu(), Chrf(word_order=2), Ter()])
def test_batches_give_the_corpus_score(metric: Any) -> None:
    """However the corpus is cut, `compute` gives what `evaluate` gives, and a reset forgets it."""
    outputs, references = texts()
    counted = loaded("torch_metric").TorchMetric(metric)
    for start in range(0, len(outputs), 7):
        counted.update(outputs[start : start + 7], references[start : start + 7])
    expected = evaluate(karat.read(demo.segments_path(), systems=[SYSTEM]), metric).scores[0].value
    assert counted.compute().item() == expected
    assert counted.higher_is_better == metric.higher_is_better
    counted.reset()
    assert counted.totals.sum().item() == 0


def test_a_collection_and_single_references() -> None:
    """It stands in a MetricCollection, takes plain references, and gives the batch's score when called."""
    from torchmetrics import MetricCollection

    made = loaded("torch_metric").TorchMetric
    both = MetricCollection({"chrf": made(Chrf()), "bleu": made(Bleu())})
    assert both(["a cat sat here"], ["a cat sat here"])["bleu"].item() == pytest.approx(100)
    both.update(["a dog"], ["the dog"])
    assert both.compute()["chrf"].item() < 100


def test_what_must_see_the_corpus_is_refused() -> None:
    """NIST learns from all references before it counts."""
    with pytest.raises(karat.errors.InvalidOption, match="must see the whole corpus"):
        loaded("torch_metric").TorchMetric(Nist())


def _rank(rank: int, folder: str, scores: Any) -> None:
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2
    )
    outputs, references = texts()
    counted = loaded("torch_metric").TorchMetric(Bleu())
    counted.update(outputs[rank::2], references[rank::2])
    scores[rank] = counted.compute().item()
    torch.distributed.destroy_process_group()


@pytest.mark.skipif(sys.platform == "win32", reason="gloo meets in a file here")
def test_processes_share_their_totals(tmp_path: Any) -> None:
    """Two processes that saw half of the corpus each both compute the score of all of it."""
    from torch import multiprocessing

    with multiprocessing.get_context("spawn").Manager() as manager:
        scores = manager.dict()
        multiprocessing.spawn(_rank, (str(tmp_path), scores), nprocs=2)
        found = dict(scores)
    expected = evaluate(karat.read(demo.segments_path(), systems=[SYSTEM]), Bleu()).scores[0].value
    assert found == {0: expected, 1: expected}
