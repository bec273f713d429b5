"""Print the table: `python -m benchmarks [--quick]`."""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import peers
from benchmarks.aev import aev_rows
from benchmarks.alignment import alignment_rows
from benchmarks.corpora import distinct, pack, pairs
from benchmarks.equating import equating_row
from benchmarks.nee import nee_rows
from benchmarks.sequences import sequence_rows
from benchmarks.startup import startup_rows
from benchmarks.timing import HEADER, Row, cpu_seconds
from benchmarks.tuning import tuning_rows
from benchmarks.weights import weight_rows
from karat import Bleu, Chrf, References, Ter
from karat.kernel import LENGTH_PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator

QUICK = "--quick" in sys.argv


def compared(
    job: str, mine: Any, theirs: Any, text: tuple[list[str], list[str]], *, least: float, aim: float
) -> Row:
    """One metric of ours beside one of sacreBLEU's, their rows checked for equality."""
    hypotheses, references = text
    repeat = 7 if len(hypotheses) > 20_000 else 15
    slow, expected = cpu_seconds(lambda: peers.statistics(theirs, hypotheses, references))
    fast, got = cpu_seconds(lambda: mine.count(hypotheses, references, threads=1), repeat=repeat)
    rows = got.counts if not isinstance(mine, Ter) else got.counts / [1, LENGTH_PARTS]
    if not np.array_equal(rows, np.array(expected)):
        sys.exit(f"{job}: the statistics differ from sacreBLEU's")
    return Row(job, slow, fast, least, aim)


def of_a_pack(tokenize: str, name: str) -> Row:
    """All systems of a pack; ours reads the references once."""
    systems, references = pack(name)
    mine, texts = Bleu(tokenize=tokenize), list(systems.values())
    theirs = peers.bleu(tokenize)
    slow, _ = cpu_seconds(lambda: [peers.statistics(theirs, text, references) for text in texts])
    fast, _ = cpu_seconds(lambda: mine.count_systems(texts, References.of(references), threads=1), repeat=5)
    return Row(f"BLEU {tokenize}, {len(texts)} systems of {name}", slow, fast, 120, 250)


def bleu_rows() -> Iterator[Row]:
    """BLEU with every native tokenizer."""
    systems, references = pack("wmt22.de-en")
    segments = next(iter(systems.values())), references
    for tokenize, least, aim in [("13a", 120, 250), ("char", 120, 250), ("intl", 80, 200), ("none", 80, 200)]:
        mine, theirs = Bleu(tokenize=tokenize), peers.bleu(tokenize)
        yield compared(
            f"BLEU {tokenize}, wmt22.de-en, one system", mine, theirs, segments, least=least, aim=aim
        )
    chinese, chinese_references = pack("wmt23.en-ja")
    text = next(iter(chinese.values())), chinese_references
    yield compared(
        "BLEU zh, wmt23.en-ja, one system", Bleu(tokenize="zh"), peers.bleu("zh"), text, least=80, aim=200
    )
    for tokenize in ("13a", "char"):
        yield of_a_pack(tokenize, "wmt22.de-en")
    if not QUICK:
        hypotheses, references = pairs(100_000)
        many = distinct(hypotheses), distinct(references)
        for tokenize in ("13a", "char"):
            mine, theirs = Bleu(tokenize=tokenize), peers.bleu(tokenize)
            yield compared(f"BLEU {tokenize}, 100,000 segments", mine, theirs, many, least=120, aim=250)
        job, text = "BLEU 13a, 100,000 segments, lines repeated", (hypotheses, references)
        yield compared(job, Bleu(), peers.bleu("13a"), text, least=1, aim=120)


def chrf_rows() -> Iterator[Row]:
    """chrF and chrF++."""
    for name in ("wmt22.de-en", "wmt23.en-de"):
        systems, references = pack(name)
        text = next(iter(systems.values())), references
        for word_order, metric in [(0, "chrF"), (2, "chrF++")]:
            mine, theirs = Chrf(word_order=word_order), peers.chrf(word_order)
            yield compared(f"{metric}, {name}, one system", mine, theirs, text, least=100, aim=300)


def ter_rows() -> Iterator[Row]:
    """TER on short and on long segments."""
    for name, count, least, aim in [("wmt22.de-en", 1984, 60, 100), ("wmt23.en-de", 120, 200, 400)]:
        systems, references = pack(name)
        size = count // 10 if QUICK else count
        text = next(iter(systems.values()))[:size], references[:size]
        yield compared(
            f"TER, {name}, {len(text[0])} segments", Ter(), peers.ter(), text, least=least, aim=aim
        )


def sentence_row() -> Row:
    """One call per segment, as users of sentence BLEU make them."""
    from sacrebleu.metrics.bleu import BLEU

    from karat.sacrebleu.metrics import BLEU as OUR_BLEU

    systems, references = pack("wmt22.de-en")
    hypotheses = next(iter(systems.values()))
    theirs, ours = BLEU(effective_order=True), OUR_BLEU(effective_order=True)

    def scores(metric: Any) -> list[float]:
        peers.forget()
        both = zip(hypotheses, references, strict=True)
        return [metric.sentence_score(hypothesis, [reference]).score for hypothesis, reference in both]

    slow, expected = cpu_seconds(lambda: scores(theirs))
    fast, got = cpu_seconds(lambda: scores(ours), repeat=5)
    if not np.allclose(expected, got, rtol=0, atol=1e-9):
        sys.exit("sentence BLEU differs from sacreBLEU's")
    return Row("sentence BLEU, one call per segment", slow, fast, 15, 25)


def bleuscore_row() -> Row:
    """A million segments beside bleuscore (Rust)."""
    import bleuscore

    hypotheses, references = pairs(100_000 if QUICK else 1_000_000)
    nested = [[reference] for reference in references]
    slow, expected = cpu_seconds(lambda: bleuscore.compute(nested, hypotheses, max_order=4, smooth=False))
    mine = Bleu(smoothing="none", brevity="shortest")
    fast, got = cpu_seconds(lambda: mine.value(mine.count(hypotheses, references, threads=1).total()))
    if abs(100 * expected["bleu"] - got) > 0.05:
        sys.stderr.write(f"bleuscore says {100 * expected['bleu']:.4f}, Karat {got:.4f}\n")
    return Row(f"BLEU 13a, {len(hypotheses):,} segments, to bleuscore", slow, fast, 20, 50)


def thread_row() -> Row:
    """Two threads beside one, by the clock on the wall."""
    from benchmarks.timing import wall_seconds

    hypotheses, references = pairs(100_000)
    bleu = Bleu()
    one = wall_seconds(lambda: bleu.count(hypotheses, references, threads=1), repeat=7)
    two = wall_seconds(lambda: bleu.count(hypotheses, references, threads=2), repeat=7)
    return Row("two threads beside one, 100,000 segments (wall)", one, two, 1.6, 1.9)


def main() -> None:
    """Measure everything and print a line as soon as it is known."""
    print(f"Python {platform.python_version()}, one thread, CPU time; peer: sacreBLEU 2.6.0 unless named\n")
    print(HEADER)
    for rows in (
        bleu_rows,
        chrf_rows,
        ter_rows,
        sequence_rows,
        aev_rows,
        nee_rows,
        alignment_rows,
        tuning_rows,
    ):
        for row in rows():
            print(row, flush=True)
    for one in (sentence_row, bleuscore_row, thread_row, equating_row):
        print(one(), flush=True)
    for row in weight_rows(quick=QUICK):
        print(row, flush=True)
    for row in startup_rows():
        print(row, flush=True)


if __name__ == "__main__":
    main()
