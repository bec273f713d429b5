"""How far predictions hold on other texts than the judged one: `python -m benchmarks.other_texts [DRAWS]`.

Half of the judged documents of each pack make calibrations, each system left out in turn and predicted on
texts of the other half, with the error of another text and without it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.judged_cells import cells
from karat.calibration import NewText, fit, predict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.judged_cells import Cell

LEVELS = (0.8, 0.95)
SIZES = (20, 50, 100, None)


def halves(cell: Cell, rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """Segments that all machines were judged on: of half of the documents, and of the others, one by one."""
    human = cell.human.only(cell.machines)
    rows = np.flatnonzero(~np.isnan(np.asarray(human.segments)).any(axis=0)).tolist()
    documents = list(dict.fromkeys(cell.documents[row] for row in rows))
    order = [documents[place] for place in rng.permutation(len(documents))]
    parts = order[: len(order) // 2], order[len(order) // 2 :]
    first, second = ([row for name in part for row in rows if cell.documents[row] == name] for part in parts)
    return first, second


def inside(cell: Cell, judged: list[int], new: list[int]) -> Iterator[list[bool]]:
    """For each system: inside of 80 and 95 %, without the error of another text and with it."""
    metric, human = cell.metric.within(judged), cell.human.within(judged)
    new_scores, new_human = cell.metric.within(new), cell.human.within(new)
    documents = [cell.documents[row] for row in judged]
    for name in cell.machines:
        others = [other for other in cell.machines if other != name]
        calibration = fit([metric.only(others)], human.only(others), documents=documents)
        (score,), (truth,) = new_scores.only([name]).whole, new_human.only([name]).whole
        yield [
            made.low <= truth <= made.high
            for text in (NewText(), NewText(text="another", segments=len(new)))
            for level in LEVELS
            for made in [predict(calibration, [score], text=text, confidence=level, force=True)]
        ]


def main() -> None:
    """Print the table."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print("\n| cell | human | metric | segments | 80 %, as if the same text | 95 % | 80 % | 95 % |")
    print("|---|---|---|---|---|---|---|---|")
    totals: dict[int | None, list[list[bool]]] = {size: [] for size in SIZES}
    for cell in cells(whole_too=True):
        if cell.text_type is not None or cell.human.segments is None:
            continue
        rng = np.random.default_rng(1)
        for size in SIZES:
            found, lengths = [], []
            for _ in range(draws):
                judged, new = halves(cell, rng)
                found += list(inside(cell, judged, new[:size]))
                lengths.append(len(new[:size]))
            totals[size] += found
            names = f"{cell.name} | {cell.human.name} | {cell.metric.name}"
            print(f"| {names} | {np.mean(lengths):.0f} | {shares(found)} |", flush=True)
    for size, found in totals.items():
        print(f"| all | | | {size or 'half'} | {shares(found)} |")


def shares(found: list[list[bool]]) -> str:
    """How many are inside, in per cent, as cells of a table."""
    return " | ".join(f"{100 * share:.0f}" for share in np.mean(found, axis=0))


if __name__ == "__main__":
    main()
