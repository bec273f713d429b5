"""AEv and tagBLEU beside sacreBLEU's BLEU, which is a part of either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import peers
from benchmarks.corpora import pack
from benchmarks.timing import Row, cpu_seconds
from karat import Aev, TagBleu

if TYPE_CHECKING:
    from collections.abc import Iterator


def aev_rows() -> Iterator[Row]:
    """One system of a data set; for tagBLEU every word is tagged with its length."""
    systems, references = pack("wmt22.de-en")
    hypotheses = next(iter(systems.values()))
    slow, _ = cpu_seconds(lambda: peers.statistics(peers.bleu("13a"), hypotheses, references))
    fast, _ = cpu_seconds(lambda: Aev().count(hypotheses, references, threads=1), repeat=15)
    yield Row("AEv, wmt22.de-en, beside sacreBLEU's BLEU", slow, fast, 80, 200)
    tagged, wanted = _tagged(hypotheses), _tagged(references)
    slow, _ = cpu_seconds(lambda: peers.statistics(peers.bleu("none"), tagged, wanted))
    fast, _ = cpu_seconds(lambda: TagBleu().count(tagged, wanted, threads=1), repeat=15)
    yield Row("tagBLEU, wmt22.de-en, beside sacreBLEU's BLEU", slow, fast, 3, 6)


def _tagged(texts: list[str]) -> list[str]:
    return [" ".join(f"{word}|L{len(word)}" for word in text.split()) for text in texts]
