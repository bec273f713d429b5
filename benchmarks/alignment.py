"""The metrics that align words beside sacreBLEU's corpus BLEU, which does less."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks import peers
from benchmarks.corpora import pack
from benchmarks.timing import HEADER, Row, cpu_seconds
from karat.metrics import Gtm, Meteor, stems

if TYPE_CHECKING:
    from collections.abc import Iterator


def forgetful(metric: Any, hypotheses: list[str], references: list[str]) -> Any:
    """A count that stems every word anew, as the first one of a process does."""
    stems._known.clear()
    return metric.count(hypotheses, references, threads=1)


def alignment_rows() -> Iterator[Row]:
    """METEOR and GTM on one system, beside BLEU of the same text; METEOR also on one with long paragraphs."""
    yield from _rows(
        "wmt22.de-en",
        [
            ("METEOR exact", Meteor(stages=("exact",))),
            ("METEOR exact, stem", Meteor()),
            ("GTM e=1", Gtm()),
            ("GTM e=2", Gtm(exponent=2)),
            ("GTM e=2, exact matching", Gtm(exponent=2, matching="exact")),
        ],
    )
    yield from _rows("wmt23.en-de", [("METEOR exact, stem", Meteor()), ("GTM e=2", Gtm(exponent=2))])


def _rows(name: str, jobs: list[tuple[str, Any]]) -> Iterator[Row]:
    systems, references = pack(name)
    hypotheses = next(iter(systems.values()))
    theirs = peers.bleu("13a")
    slow, _ = cpu_seconds(lambda: peers.statistics(theirs, hypotheses, references), repeat=3)
    for job, metric in jobs:
        fast, _ = cpu_seconds(partial(forgetful, metric, hypotheses, references), repeat=5)
        yield Row(f"{job}, {name}, to BLEU", slow, fast, 1, 1)


if __name__ == "__main__":
    print(HEADER)
    for row in alignment_rows():
        print(row, flush=True)
