"""`make differential`: random hostile corpora under random options, each beside sacreBLEU; every difference once.

A case is a seed: `python -m tests.differential.search --seed SEED --corpora 1` sees it again. The corpora that
were compared are kept in tools/long_runs.json.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from tests.differential.peer import assert_same, peer_of
from tests.differential.test_hostile_text import hostile_corpus
from tests.strategies import PIECES, apart
from tools import long_runs

from karat.metrics import Bleu, Chrf, Ter

if TYPE_CHECKING:
    from tests.strategies import Streams

    from karat.metrics import Metric

# Few words repeat, shift and tie; pieces and any characters at all break tokenizers.
_WORDS = tuple(apart("a b c d the cat, sat. on The mat"))
_ALPHABETS = (range(0x80), range(0x100), range(0x10000), range(0x110000))


def random_metric(rng: Random) -> Metric:
    """A metric with any of the options that sacreBLEU has as well."""
    kind = rng.randrange(8)
    if kind < 4:
        smoothing: Any = rng.choice(["none", "floor", "add-k", "exp"])
        # Floors above 1 carry sacreBLEU's BLEU beyond what it means: see test_defects.py.
        value = rng.choice([None, 0.1, 0.5, 1.0]) if smoothing in ("floor", "add-k") else None
        return Bleu(
            order=rng.choice([4, 4, 4, rng.randint(1, 9)]),
            tokenize=rng.choice(["none", "13a", "13a", "intl", "char", "zh"]),
            lowercase=rng.random() < 0.3,
            smoothing=smoothing,
            smoothing_value=value,
            effective_order=rng.random() < 0.3,
        )
    if kind < 7:
        letters = rng.choice([6, 6, rng.randint(0, 8)])
        return Chrf(
            character_order=letters,
            word_order=rng.randint(0 if letters else 1, 3),
            beta=rng.choice([1, 2, 2, 3]),
            spaces=rng.choice(["drop", "keep"]),
            lowercase=rng.random() < 0.3,
            epsilon_smoothing=rng.random() < 0.3,
        )
    return Ter(
        normalized=rng.random() < 0.3,
        no_punctuation=rng.random() < 0.3,
        asian_support=rng.random() < 0.3,
        case_sensitive=rng.random() < 0.3,
    )


def corpus_of(rng: Random, metric: Metric) -> tuple[list[str], Streams]:
    """One to six segments: of few words, of hostile pieces, or of any characters."""
    kind = rng.randrange(3)
    if kind == 2:
        alphabet = rng.choice(_ALPHABETS)
        pieces = tuple(
            "".join(chr(rng.choice(alphabet)) for _ in range(rng.randint(1, 3))) for _ in range(12)
        )
    else:
        pieces = (_WORDS, PIECES)[kind]
    # sacreBLEU's TER takes time with a power of the length: four fifths of all, were it as frequent and long as the others.
    lengths = [6, 6, 6, 9, 9, 12, 12, 25] if isinstance(metric, Ter) else [6, 12, 12, 25]
    return hostile_corpus(rng, rng.randint(1, 6), rng.choice(lengths), pieces)


def problem_of(seed: str) -> str:
    """What differs in the corpus that a seed stands for; nothing where all is the same."""
    rng = Random(seed)
    metric = random_metric(rng)
    hypotheses, streams = corpus_of(rng, metric)
    try:
        assert_same(metric, peer_of(metric), hypotheses, streams)
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        return f"{metric.recipe}: {type(error).__name__}: {' / '.join(lines[:6])[:500]}"
    return ""


def main() -> int:
    """Compare so many corpora, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.search")
    parser.add_argument("--corpora", type=int, default=1_000_000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    running = long_runs.Running("differential")
    kinds: Counter[str] = Counter()
    done, end = 0, monotonic() + 60 * options.minutes
    for number in range(options.corpora):
        seed = f"{options.seed}/{number}" if number else options.seed
        problem = problem_of(seed)
        done += 1
        if problem:
            kind = problem.partition("|")[0]
            kinds[kind] += 1
            if kinds[kind] <= 5:
                print(f"{seed}: {problem}", flush=True)  # noqa: T201
        if done % 10_000 == 0:
            running.keep(corpora=done, differing=kinds.total())
            print(f"{done:,} corpora, {sum(kinds.values())} differ", flush=True)  # noqa: T201
        if monotonic() > end:
            break
    running.keep(corpora=done, differing=kinds.total())
    print(f"{done:,} corpora, {kinds.total()} differ, {process_time():.0f} CPU seconds")  # noqa: T201
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
