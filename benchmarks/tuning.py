"""Minimum Bayes risk and the best selection of n-best lists, beside sacreBLEU: `python -m benchmarks.tuning`.

The outputs of a pack's systems serve as n-best lists.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from sacrebleu.metrics.bleu import BLEU

from benchmarks import peers
from benchmarks.corpora import pack
from benchmarks.timing import HEADER, Row, cpu_seconds
from karat import Bleu, Chrf
from karat.tuning import best_selection, utilities

if TYPE_CHECKING:
    from collections.abc import Iterator

SEGMENTS = 100
_EQUAL = 1e-6


def tuning_rows() -> Iterator[Row]:
    """Every pair of candidates by BLEU and by chrF, and the selection with the best BLEU."""
    systems, references = pack("wmt22.de-en")
    lists = [list(one) for one in zip(*(text[:SEGMENTS] for text in systems.values()), strict=True)]
    size = f"{len(lists)} lists of {len(lists[0])}"
    effective = BLEU(effective_order=True, force=True)
    for name, mine, theirs in (
        ("BLEU", Bleu(effective_order=True), effective),
        ("chrF", Chrf(), peers.chrf(0)),
    ):
        slow, expected = cpu_seconds(partial(_pairs, theirs, lists))
        fast, got = cpu_seconds(partial(utilities, lists, mine, threads=1), repeat=5)
        if not np.allclose(got, expected, atol=_EQUAL):
            sys.exit(f"MBR by {name}: the scores differ from sacreBLEU's")
        yield Row(f"MBR by sentence {name}, {size}", slow, fast, 60, 120)
    wanted = references[: len(lists)]
    slow, reached = cpu_seconds(lambda: _selected(peers.bleu("13a"), lists, wanted))
    fast, found = cpu_seconds(lambda: best_selection(lists, wanted, Bleu(), threads=1), repeat=5)
    if found.value < reached - _EQUAL:
        sys.exit(f"the selection has BLEU {found.value:.4f}, with sacreBLEU's rows {reached:.4f}")
    yield Row(f"selection with the best BLEU, {size}", slow, fast, 1, 5)


def _pairs(metric: Any, lists: list[list[str]]) -> Any:
    """The score of every candidate against every other, one call each."""
    peers.forget()
    return np.array(
        [[[metric.sentence_score(one, [other]).score for other in of] for one in of] for of in lists]
    )


def _selected(metric: Any, lists: list[list[str]], references: list[str]) -> float:
    """The same search over sacreBLEU's rows, which add as well: counted once, then one call for each sum."""
    columns = [list(column) for column in zip(*lists, strict=True)]
    rows = np.stack([peers.statistics(metric, column, references) for column in columns], axis=1)

    def score(row: Any) -> float:
        return float(metric._compute_score_from_stats(row.tolist()).score)

    choices = [int(np.argmax([score(row) for row in of])) for of in rows]
    total = sum(of[choice] for of, choice in zip(rows, choices, strict=True))
    best, changed = score(total), True
    while changed:
        changed = False
        for segment, of in enumerate(rows):
            sums = total - of[choices[segment]] + of
            values = [score(row) for row in sums]
            place = int(np.argmax(values))
            if values[place] > best + _EQUAL:
                choices[segment], best, total, changed = place, values[place], sums[place], True
    return best


def main() -> None:
    """Print the table."""
    print(HEADER)
    for row in tuning_rows():
        print(row, flush=True)


if __name__ == "__main__":
    main()
