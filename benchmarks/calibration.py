"""How far calibrations hold what they promise: `python -m benchmarks.calibration [TRIALS | packs]`.

Simulations with a known truth: coverage of prediction and threshold intervals, and refusals. With `packs`,
the real ones: each system left out in turn, and each cell's calibration carried to the others.
"""

from __future__ import annotations

import sys
from math import isinf
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.judged_cells import COMPARED, cells
from karat.agreement import Rater
from karat.calibration import NewText, Setting, estimators, fit, metric_threshold, predict, transfer
from karat.calibration.standard_errors import t_quantile
from karat.calibration.usual_range import usual_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from benchmarks.judged_cells import Cell
    from karat.calibration import Calibration, Map

    Floats = NDArray[np.float64]

LEVELS = (0.8, 0.9, 0.95)
SYSTEMS = (6, 12, 30)
SCATTERS: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "normal": lambda rng, n: rng.normal(0, 1, n),
    "heavy tails (t, 4 degrees)": lambda rng, n: rng.standard_t(4, n) / np.sqrt(2),
    "skewed (exponential)": lambda rng, n: rng.exponential(1, n) - 1,
}
TRUE_INTERCEPT, TRUE_SLOPE, SCATTER, MEAN, SPREAD = 1.0, 0.08, 0.3, 35.0, 5.0


def drawn(rng: np.random.Generator, scatter: str, systems: int) -> tuple[Floats, Floats]:
    """Metric and human scores of systems on a known line."""
    x = rng.normal(MEAN, SPREAD, systems)
    return x, TRUE_INTERCEPT + TRUE_SLOPE * x + SCATTER * SCATTERS[scatter](rng, systems)


def in_fieller_set(fitted: Map, human: float, level: float) -> bool:
    """Whether the true threshold is in Fieller's set, which may have a hole where an interval has no ends."""
    off = abs(fitted.value([MEAN]) - human)
    return off <= t_quantile((1 + level) / 2, fitted.freedom) * fitted.error_of_mean([MEAN])


def of_lines(trials: int) -> Iterator[tuple[str, int, list[float]]]:
    """Coverage of prediction and threshold intervals, new systems out of range, intervals without ends."""
    for scatter in SCATTERS:
        for systems in SYSTEMS:
            rng = np.random.default_rng(systems)
            inside, at_threshold, outside, endless = np.zeros(3), np.zeros(3), 0, 0
            human = TRUE_INTERCEPT + TRUE_SLOPE * MEAN
            for _ in range(trials):
                x, y = drawn(rng, scatter, systems + 1)
                fitted = estimators.least_squares(x[:-1, None], y[:-1])
                least, most = usual_range(x[:-1].tolist())
                outside += not least <= x[-1] <= most
                for place, level in enumerate(LEVELS):
                    low, high = fitted.interval([x[-1]], level)
                    inside[place] += low <= y[-1] <= high
                    at_threshold[place] += in_fieller_set(fitted, human, level)
                endless += isinf(metric_threshold(fitted, human, confidence=0.95).high)
            shares = [outside / trials, endless / trials]
            yield scatter, systems, [*inside / trials, *at_threshold / trials, *shares]


def of_choices(trials: int) -> Iterator[tuple[int, list[float]]]:
    """Coverage of the whole procedure, which may choose another map, and of the line on the same draws."""
    for systems in SYSTEMS:
        rng = np.random.default_rng(systems)
        inside, of_line, others = np.zeros(3), np.zeros(3), 0
        for _ in range(trials):
            x, y = drawn(rng, "normal", systems + 1)
            names = tuple(f"S{number}" for number in range(systems))
            found = fit([Rater("m", "m", names, x[:-1])], Rater("h", "h", names, y[:-1]))
            others += found.chosen != "least-squares"
            for place, level in enumerate(LEVELS):
                for kind, counts in ((found.chosen, inside), ("least-squares", of_line)):
                    low, high = found.map_of(kind).interval([x[-1]], level)
                    counts[place] += low <= y[-1] <= high
        yield systems, [*inside / trials, *of_line / trials, others / trials]


def percent(values: list[float]) -> str:
    """Shares in per cent, as cells of a table."""
    return " | ".join(f"{100 * value:.1f}" for value in values)


def simulations(trials: int) -> None:
    """Print the tables of simulations."""
    print(f"\n{trials:,} trials; per cent that are inside of intervals of 80, 90 and 95 %\n")
    print("| scatter | systems | 80 | 90 | 95 | threshold 80 | 90 | 95 | out of range | without ends |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for scatter, systems, shares in of_lines(trials):
        print(f"| {scatter} | {systems} | {percent(shares)} |")
    some = max(trials // 10, 100)
    print(f"\n{some:,} trials with the choice of maps\n")
    print("| systems | 80 | 90 | 95 | line 80 | 90 | 95 | other model |")
    print("|---|---|---|---|---|---|---|---|")
    for systems, shares in of_choices(some):
        print(f"| {systems} | {percent(shares)} |")


def fitted_on(cell: Cell, left_out: str | None = None) -> Calibration:
    """The calibration of a cell's machines, without one of them."""
    machines = [name for name in cell.machines if name != left_out]
    setting = Setting(
        cell.language_pair,
        cell.text_type,
        scale=cell.scale,
        outputs={name: cell.outputs[name] for name in machines},
        text="same",
    )
    return fit(
        [cell.metric.only(machines)], cell.human.only(machines), setting=setting, documents=cell.documents
    )


def left_out(cell: Cell) -> dict[str, float]:
    """Each system predicted from the others, also where that is refused: coverage, error and width."""
    found = {"inside 80": 0.0, "inside 95": 0.0, "error": 0.0, "width": 0.0}
    spread = float(np.std([cell.human_of(name) for name in cell.machines], ddof=1))
    for name in cell.machines:
        calibration = fitted_on(cell, name)
        score, human = cell.metric_of(name), cell.human_of(name)
        text = NewText("new", output=cell.outputs[name], text="same")
        made = predict(calibration, [score], text=text, force=True)
        low, high = calibration.map.interval([score], 0.8)
        found["inside 80"] += low <= human <= high
        found["inside 95"] += made.low <= human <= made.high
        found["error"] += abs(human - made.value)
        found["width"] += (made.high - made.low) / spread
    return {key: value / len(cell.machines) for key, value in found.items()}


def people(cell: Cell) -> Iterator[tuple[bool, bool]]:
    """For each human translation: refused by its profile or score, and outside of the interval."""
    calibration = fitted_on(cell)
    for name in cell.people:
        score, human = cell.metric_of(name), cell.human_of(name)
        made = predict(
            calibration, [score], text=NewText(name, output=cell.outputs[name], text="same"), force=True
        )
        yield bool(made.refusals), not made.low <= human <= made.high


def real(packs: list[Cell]) -> None:
    """Print the tables of the real packs."""
    heads = ("cell", "human", "metric", "systems", "in 80 %", "in 95 %", "mean error", "width in SD")
    print(f"\n| {' | '.join(heads)} |")
    print("|---|---|---|---|---|---|---|---|")
    totals = np.zeros(3)
    of_people: list[tuple[bool, bool]] = []
    for cell in packs:
        made = left_out(cell)
        number = len(cell.machines)
        print(
            f"| {cell.name} | {cell.human.name} | {cell.metric.name} | {number} | "
            f"{100 * made['inside 80']:.0f} | {100 * made['inside 95']:.0f} | {made['error']:.2f} | "
            f"{made['width']:.1f} |"
        )
        totals += [number * made["inside 80"], number * made["inside 95"], number]
        of_people += list(people(cell))
    in_80, in_95, every = totals
    print(f"\nAll: {every:.0f}; {100 * in_80 / every:.1f} % in 80 %, {100 * in_95 / every:.1f} % in 95 %")
    for was_refused, outside in ((True, True), (True, False), (False, True), (False, False)):
        print(
            f"human translations {'refused' if was_refused else 'told'} and "
            f"{'outside' if outside else 'inside'}: {of_people.count((was_refused, outside))}"
        )


def between_text_types(first: Cell, second: Cell) -> bool:
    """Whether two cells are text types of one language pair."""
    return first.language_pair == second.language_pair and first.text_type != second.text_type


def between_languages(first: Cell, second: Cell) -> bool:
    """Whether two cells are one text type, or the whole text, of two language pairs."""
    return first.language_pair != second.language_pair and first.text_type == second.text_type


def carried(packs: list[Cell], which: Callable[[Cell, Cell], bool], *, listed: str) -> None:
    """Print what transfer says beside what carrying a calibration over costs."""
    ratios: dict[str, list[float]] = {}
    rows = []
    calibrations = [(cell, fitted_on(cell)) for cell in packs]
    for first, source in calibrations:
        for second, target in calibrations:
            alike = (first.human.name, source.recipes) == (second.human.name, target.recipes)
            if not alike or not which(first, second):
                continue
            made = transfer(source, target, samples=500)
            ratios.setdefault(made.verdict, []).append(made.error / made.own_error)
            if listed in first.metric.name:
                cells_of = f"{first.human.name} | {first.metric.name} | {first.name} | {second.name}"
                rows.append(f"| {cells_of} | {made.verdict} | {made.error:.2f} | {made.own_error:.2f} |")
    print("\n| verdict | pairs of cells | median of error / own error | more than 1.5 |\n|---|---|---|---|")
    for verdict, values in sorted(ratios.items()):
        print(
            f"| {verdict} | {len(values)} | {median(values):.2f} | {sum(value > 1.5 for value in values)} |"
        )
    print("\n| human | metric | from | to | verdict | error | own error |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))


def main() -> None:
    """Print every table."""
    asked = sys.argv[1:]
    if asked != ["packs"]:
        simulations(int(asked[0]) if asked else 20_000)
        return
    packs = list(cells())
    if not packs:
        print("\nThe real packs are not here.")
        return
    carried(packs, between_text_types, listed="BLEU")
    carried(list(cells(COMPARED, whole_too=True)), between_languages, listed="")
    real(packs)


if __name__ == "__main__":
    main()
