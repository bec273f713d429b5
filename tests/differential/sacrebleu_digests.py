"""What sacreBLEU counts in fixed texts, stored as checksums: it takes minutes, and is the same in every run.

`python -m tests.differential.sacrebleu_digests` adds what is not in the file yet; without the file it counts all
anew, in some fifteen minutes. An entry belongs to a version of sacreBLEU, a metric and the very texts. With another
version of sacreBLEU there is no entry, and the tests run sacreBLEU itself on every segment. Where the metric or the
texts are others the tests do so as well, and then fail: the suite would be minutes slower from then on.
"""

from __future__ import annotations

import csv
import json
from functools import cache
from hashlib import blake2b
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
import sacrebleu
from tests.conftest import SHARED
from tests.differential import wmt
from tests.differential.peer import (
    assert_same,
    assert_same_scores,
    corpus_score,
    peer_of,
    peer_rows,
    whole_rows,
)

from karat.corpus import References
from karat.metrics import Bleu, Chrf, Metric, Ter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from karat.statistics import Statistics

FILE = Path(__file__).resolve().parents[1] / "golden" / "sacrebleu.tsv"

METRICS: list[Metric] = [
    Bleu(),
    Bleu(tokenize="intl"),
    Bleu(tokenize="zh"),
    Bleu(tokenize="none"),
    Bleu(tokenize="char"),
    Bleu(tokenize="char", order=18, lowercase=True),
    Chrf(word_order=2),
    Chrf(),
    Chrf(word_order=2, epsilon_smoothing=True, lowercase=True),
]
TERS: list[Metric] = [
    Ter(),
    Ter(normalized=True, asian_support=True),
    Ter(no_punctuation=True, case_sensitive=True),
]
# With long n-grams sacreBLEU counts every nth segment.
LONG_NGRAMS = 4
# Of each system, and of segments that sacreBLEU can do in a blink.
TER_SEGMENTS = 100
LONG_SENTENCES = range(16)
LENGTHS = [
    (0, 5),
    (1, 50),
    (1, 51),
    (1, 52),
    (1, 99),
    (2, 110),
    (3, 200),
    (60, 1),
    (120, 3),
    (130, 90),
    (33, 100),
]
# The scores of single segments are compared in every nth.
SCORED = 20


class Texts(NamedTuple):
    """What one system wrote, and the references, one text each."""

    hypotheses: list[str]
    streams: list[list[str]]

    def only(self, segments: Sequence[int]) -> Texts:
        """Some of the segments."""
        (hypotheses,) = _chosen([self.hypotheses], segments)
        return Texts(hypotheses, _chosen(self.streams, segments))

    def every(self, step: int) -> Texts:
        """Every nth segment."""
        return self.only(range(0, len(self.hypotheses), step))

    def checksum(self) -> str:
        """The same for the same texts alone."""
        return _checksum(json.dumps(self).encode())


class Digest(NamedTuple):
    """A line of the file: what sacreBLEU counted in every segment, as a checksum, and the score of the corpus."""

    sacrebleu: str
    data: str
    metric: str
    system: str
    texts: str
    statistics: str
    score: str


def recipe_of(metric: Metric) -> str:
    """The recipe without the version of Karat."""
    return metric.recipe.partition("|version")[0]


def of_system(metric: Metric, name: str, data: wmt.DataSet, system: str) -> Texts:
    """The segments of a system in which the metric is compared: all, or where sacreBLEU is slow a sample.

    Of TER every system has another sample.
    """
    texts = Texts(data.systems[system], data.streams)
    if isinstance(metric, Bleu) and metric.order > 4:
        return texts.every(LONG_NGRAMS)
    if not isinstance(metric, Ter):
        return texts
    longest = 60 if metric.asian_support and name.endswith("-ja") else 200
    short = [index for index, text in enumerate(data.streams[0]) if len(text) < longest]
    return texts.only(short[list(data.systems).index(system) :: max(len(short) // TER_SEGMENTS, 1)])


def long_sentences(seed: int) -> Texts:
    """A sentence longer than TER's band is wide and than its shifts may reach."""
    rng = Random(seed)
    vocabulary = tuple(f"w{n}" for n in range(rng.choice([10, 40, 150])))
    reference = [rng.choice(vocabulary) for _ in range(rng.randrange(70, 160))]
    cut = rng.randrange(5, 65)
    hypothesis = reference[cut:] + reference[:cut]
    hypothesis = [word if rng.random() < 0.93 else "x" for word in hypothesis if rng.random() < 0.95]
    return Texts([" ".join(hypothesis)], [[" ".join(reference)]])


def sentences_of_lengths(hypothesis: int, reference: int) -> Texts:
    """Sentences of so many words, from few different ones."""
    rng = Random(f"{hypothesis} {reference}")
    spoken = " ".join(f"w{rng.randrange(30)}" for _ in range(hypothesis))
    wanted = " ".join(f"w{rng.randrange(30)}" for _ in range(reference))
    return Texts([spoken], [[wanted]])


def assert_as_stored(metric: Metric, texts: Texts, counted: Statistics | None = None) -> None:
    """Every segment has the statistics that sacreBLEU counted, and the scores that it makes of them."""
    stored = _stored().get((sacrebleu.__version__, recipe_of(metric), texts.checksum()))
    ours = counted
    if ours is None:
        ours = metric.count(texts.hypotheses, References(tuple(texts.streams)))
    if stored is None or _of_rows(ours.counts) != stored.statistics:
        assert_same(metric, peer_of(metric), *texts, every=SCORED)
        assert stored is None, f"{FILE.name} is not what sacreBLEU counts: remove it and write it anew"
        known = sacrebleu.__version__ in {version for version, *_ in _stored()}
        assert not known, f"{FILE.name} lacks this: `python -m tests.differential.sacrebleu_digests` adds it"
        return
    assert metric.value(ours.total()) == pytest.approx(float(stored.score), abs=1e-9)
    assert_same_scores(metric, peer_of(metric), ours, every=SCORED)


@cache
def _stored() -> dict[tuple[str, str, str], Digest]:
    """The lines of the file by what was counted."""
    if not FILE.exists():
        return {}
    with FILE.open(encoding="utf-8", newline="") as file:
        lines = [Digest(*line) for line in csv.reader(file, delimiter="\t")][1:]
    return {(line.sacrebleu, line.metric, line.texts): line for line in lines}


def _chosen(streams: Sequence[Sequence[str]], segments: Sequence[int]) -> list[list[str]]:
    return [[stream[index] for index in segments] for stream in streams]


def _checksum(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def _of_rows(rows: NDArray[Any]) -> str:
    return _checksum(np.ascontiguousarray(rows, dtype="<i8").tobytes())


class _Group(NamedTuple):
    """Texts of some systems whose digests belong in the file."""

    data: str
    metric: Metric
    texts: dict[str, Texts]


def _groups() -> Iterator[_Group]:
    """All that the tests compare with the file."""
    for name in wmt.NAMES:
        data = wmt.read(SHARED / "data" / name)
        for metric in (*METRICS, *TERS):
            texts = {system: of_system(metric, name, data, system) for system in data.systems}
            yield _Group(name, metric, texts)
    yield _Group("long sentences", Ter(), {str(seed): long_sentences(seed) for seed in LONG_SENTENCES})
    lengths = {"{} {}".format(*each): sentences_of_lengths(*each) for each in LENGTHS}
    yield _Group("lengths", Ter(), lengths)


def _counted(group: _Group) -> list[Digest]:
    """What is stored of these texts, or else what sacreBLEU counts."""
    recipe = recipe_of(group.metric)
    peer, streams = None, None
    lines = []
    for system, texts in group.texts.items():
        checksum = texts.checksum()
        line = _stored().get((sacrebleu.__version__, recipe, checksum))
        if line is None:
            if texts.streams != streams:
                peer, streams = peer_of(group.metric, texts.streams), texts.streams
            rows = peer_rows(peer, texts.hypotheses)
            statistics, score = _of_rows(whole_rows(group.metric, rows)), corpus_score(peer, rows)
            line = Digest(
                sacrebleu.__version__, group.data, recipe, system, checksum, statistics, repr(score)
            )
        lines.append(line)
    return lines


def main() -> None:
    """Write the file."""
    with Pool() as pool:
        lines = [line for group in pool.imap(_counted, _groups()) for line in group]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows([Digest._fields, *lines])


if __name__ == "__main__":
    main()
