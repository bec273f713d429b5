"""Does the range hold on packs that it was not chosen on? `python -m benchmarks.range_choice`.

A range is a prediction interval for a new system, cut off at some leverage of the line. For each pack, both
numbers are chosen on the other packs: the narrowest range that refuses at most one ordinary system of twenty,
on judged and on new text. What is printed is how often that choice refuses in the pack itself, beside the
range that Karat has.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.other_texts import SIZES, halves
from benchmarks.promises.calibration import PACKS, by_type, is_ordinary, texts
from karat.calibration import fit
from karat.calibration.standard_errors import t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.judged_cells import Cell

SHARES = (0.975, 0.995, 0.99865, 0.9995)
LEVERAGES = (0.75, 1.0, 1.5, 2.5, inf)
CANDIDATES = [(share, leverage) for share in SHARES for leverage in LEVERAGES]
KARAT = (0.99865, 1.5)
DRAWS = 4


class Seen(NamedTuple):
    """The scores of others, the standard error of another text, and the score of the system left out."""

    others: list[float]
    error: float
    score: float
    new: bool


def seen_in(pack: str) -> Iterator[Seen]:
    """Every ordinary system of a pack, on the judged text and alone on new ones."""
    for text in texts(pack):
        cell = text.cell
        machines = [name for name in cell.machines if is_ordinary(cell, name)]
        if by_type(cell):
            for name in machines:
                others = [cell.metric_of(other) for other in cell.machines if other != name]
                yield Seen(others, 0.0, cell.metric_of(name), new=False)
        elif cell.text_type is None:
            yield from _on_new_texts(cell, machines)


def _on_new_texts(cell: Cell, machines: Sequence[str]) -> Iterator[Seen]:
    luck = np.random.default_rng(5)
    for draw in range(DRAWS):
        judged, new = halves(cell, luck)
        there = new[: SIZES[draw % len(SIZES)]]
        for name in machines:
            others = [other for other in cell.machines if other != name]
            made = fit(
                [cell.metric.only(others).within(judged)],
                cell.human.only(others).within(judged),
                documents=[cell.documents[row] for row in judged],
            )
            moves = made.score_errors[0].of_scores(len(there), [cell.documents[row] for row in there])
            (score,) = cell.metric.only([name]).within(there).whole
            yield Seen([point.scores[0] for point in made.points], sqrt(sum(moves)), float(score), new=True)


def most(systems: int, share: float, leverage: float) -> float:
    """How many standard deviations from the mean a range ends."""
    by_chance = t_quantile(share, systems - 1) * sqrt(1 + 1 / systems)
    return float(min(by_chance, sqrt((leverage - 1 / systems) * (systems - 1))))


def refused(one: Seen, rule: tuple[float, float]) -> bool:
    """Whether the score lies outside of the range, and of all the others' scores."""
    width = most(len(one.others), *rule) * hypot(float(np.std(one.others, ddof=1)), one.error)
    middle = float(np.mean(one.others))
    low, high = min(middle - width, *one.others), max(middle + width, *one.others)
    return not low <= one.score <= high


def rates(some: Sequence[Seen], rule: tuple[float, float]) -> tuple[float, float]:
    """False refusals by range in percent, on judged and on new text."""
    found = [[refused(one, rule) for one in some if one.new == new] for new in (False, True)]
    return tuple(100 * float(np.mean(each)) if each else 0.0 for each in found)  # type: ignore[return-value]


def main() -> None:
    """Print a row for each pack."""
    every = {pack: list(seen_in(pack)) for pack in PACKS}
    print("| pack left out | chosen on the others | judged | new | Karat's: judged | new |")
    print("|---|---|---|---|---|---|")
    for pack, own in every.items():
        others = [one for name, some in every.items() if name != pack for one in some]
        fine = [rule for rule in CANDIDATES if max(rates(others, rule)) <= 5]
        chosen = min(fine, key=lambda rule: most(12, *rule))
        figures = [*rates(own, chosen), *rates(own, KARAT)]
        what = f"{100 * (2 * chosen[0] - 1):g} %, leverage {chosen[1]:g}"
        print(f"| {pack} | {what} | {' | '.join(f'{figure:.1f}' for figure in figures)} |", flush=True)


if __name__ == "__main__":
    main()
