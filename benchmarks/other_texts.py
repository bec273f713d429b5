"""How far predictions hold on other texts than the judged one: `python -m benchmarks.other_texts [DRAWS]`.

Half of the judged documents of each pack make calibrations, each system left out in turn and predicted on
texts of the other half: with the documents of the new text, with its length alone, and as if it were the
judged one.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.judged_cells import cells
from karat.calibration import NewText, fit, predict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.judged_cells import Cell
    from karat.arrays import Floats

LEVELS = (0.5, 0.8, 0.9, 0.95)
SIZES = (20, 50, 100, None)
# What a prediction may know of the new text: nothing, how long it is, and which documents it has.
KNOWN = ("as if the same text", "length", "documents")


def halves(cell: Cell, rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """Segments that all machines were judged on: of half of the documents, and of the others, one by one."""
    human = cell.human.only(cell.machines)
    rows = np.flatnonzero(~np.isnan(np.asarray(human.segments)).any(axis=0)).tolist()
    documents = list(dict.fromkeys(cell.documents[row] for row in rows))
    order = [documents[place] for place in rng.permutation(len(documents))]
    parts = order[: len(order) // 2], order[len(order) // 2 :]
    first, second = ([row for name in part for row in rows if cell.documents[row] == name] for part in parts)
    return first, second


def inside(cell: Cell, judged: Sequence[int], new: Sequence[int]) -> Floats:
    """Systems × sizes × what is known × levels: whether each is inside of its interval on one new text."""
    metric, human = cell.metric.within(judged), cell.human.within(judged)
    judged_documents, documents = ([cell.documents[row] for row in rows] for rows in (judged, new))
    parts = [
        (len(new[:size]), cell.metric.within(new[:size]), cell.human.within(new[:size])) for size in SIZES
    ]
    found = np.zeros((len(cell.machines), len(SIZES), len(KNOWN), len(LEVELS)))
    for system, name in enumerate(cell.machines):
        others = [other for other in cell.machines if other != name]
        calibration = fit([metric.only(others)], human.only(others), documents=judged_documents)
        for place, (size, new_metric, new_human) in enumerate(parts):
            (score,), (truth,) = new_metric.only([name]).whole, new_human.only([name]).whole
            there = NewText(text="another", segments=size)
            for known, text in enumerate((NewText(), there, replace(there, documents=documents[:size]))):
                for which, level in enumerate(LEVELS):
                    made = predict(calibration, [score], text=text, confidence=level, force=True)
                    found[system, place, known, which] = made.low <= truth <= made.high
    return found


def standard_error(inside_of: Floats) -> Floats:
    """Of a mean over texts × systems, by size: systems are drawn, and so are texts.

    Texts made of the same documents resemble each other, so this is rather too small.
    """
    parts = (inside_of.mean(axis=axis) for axis in (0, 1))
    return np.asarray(np.sqrt(sum(part.var(axis=0, ddof=1) / len(part) for part in parts)))


def whole_texts() -> Iterator[Cell]:
    """The cells of all text types together, of human scores by segment."""
    for cell in cells(whole_too=True):
        if cell.text_type is None and cell.human.segments is not None:
            yield cell


def main() -> None:
    """Print the tables."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print("\n80 % intervals with documents, by pack, with two standard errors\n")
    print(f"| cell | human | metric | {' | '.join(str(size or 'half') for size in SIZES)} |")
    print("|---|---|---|---|---|---|---|")
    every, off = [], []
    for cell in whole_texts():
        rng = np.random.default_rng(1)
        # Texts × systems × sizes × what is known × levels.
        found = np.array([inside(cell, *halves(cell, rng)) for _ in range(draws)])
        every.append(found.mean(axis=1))
        eighty = 100 * found[:, :, :, -1, LEVELS.index(0.8)]
        mean, error = eighty.mean(axis=(0, 1)), standard_error(eighty)
        off += ((mean - 80) / error).tolist()
        shown = [f"{each:.1f} ± {2 * around:.1f}" for each, around in zip(mean, error, strict=True)]
        names = f"{cell.name} | {cell.human.name} | {cell.metric.name}"
        print(f"| {names} | {' | '.join(shown)} |", flush=True)
    beyond = sum(abs(one) > 2 for one in off)
    print(f"\n{beyond} of {len(off)} are more than two standard errors from 80")
    print("\nAll: percent inside, with documents (with the length alone; as if the same text)\n")
    print(f"| segments | {' | '.join(f'{100 * level:g}' for level in LEVELS)} |\n|---|---|---|---|---|")
    shares = 100 * np.mean(np.concatenate(every), axis=0)
    for size, (same, length, documents) in zip(SIZES, shares, strict=True):
        figures = zip(documents, length, same, strict=True)
        row = " | ".join(f"{best:.1f} ({long:.1f}; {plain:.1f})" for best, long, plain in figures)
        print(f"| {size or 'half'} | {row} |")


if __name__ == "__main__":
    main()
