"""Processes that each translate a part, as the ranks of a training loop do; one of them merges all totals."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from karat import Bleu, Chrf, Running, demo, read

RANKS = 2


def validate(rank: int) -> Running:
    """What one rank counts: with torch.distributed, send the result by `all_gather_object`."""
    corpus = read(demo.segments_path(), systems=["aurora"])
    outputs, references = corpus.systems["aurora"], corpus.references
    running = Running(Bleu(), Chrf())
    for segment in range(rank, len(corpus), RANKS):
        running.add([outputs[segment]], [list(references.of_segment(segment))])
    return running


if __name__ == "__main__":
    with ProcessPoolExecutor(RANKS, mp_context=get_context("spawn")) as ranks:
        first, *others = ranks.map(validate, range(RANKS))
    for other in others:
        first.merge(other)
    for score in first.scores():
        print(f"{score.metric}\t{score.value:.2f}\tover {score.segments} segments of {RANKS} ranks")
