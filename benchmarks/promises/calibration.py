"""Calibrations: what is refused rightly and wrongly, verdicts of transfer, and coverage on real systems.

Everything is measured on the packs beside the project. Each system is left out in turn and predicted from the
others of its cell: as it is, where a refusal is false, or broken, where a prediction is a missed refusal. New
texts are documents that the calibration has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import DATA
from benchmarks.judged_cells import JUDGED, Cell, cells
from benchmarks.other_texts import LEVELS as OF_LEVELS
from benchmarks.other_texts import SIZES, halves, inside, standard_error
from benchmarks.promises.promise import Promise, share
from karat import read
from karat.calibration import NewText, Point, Setting, fit, fit_points, points_of, predict, transfer
from karat.calibration.estimators import line_of
from karat.calibration.transfer import MOST_RATIO
from karat.metrics.catalogue import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.promises.promise import Case
    from karat.arrays import Floats
    from karat.calibration import Calibration, Prediction, Transfer

    Break = Callable[..., list[str]]

PACKS = {**JUDGED, "wmt23.en-ja": ("da_sqm_official",)}
LEVELS = (0.8, 0.9, 0.95)
# In standard deviations of the others: a system so far from them is no ordinary one.
FAR = 5.0
# What transfer says where it finds nothing wrong.
HOLDS = "no evidence against it"
# What people give to output that nobody can use.
WORST = {"mqm": -25.0, "da_z": -2.0}


def _shuffled(line: str, luck: Random) -> str:
    """Words in any order; characters, where words are not written apart."""
    words = line.split()
    apart = len(words) * 15 > len(line)
    parts = words if apart else list(line)
    return (" " if apart else "").join(luck.sample(parts, len(parts)))


def _some(share_of_all: float, instead: Callable[[str], str]) -> Break:
    def broken(output: Sequence[str], source: Sequence[str], seed: int = 0) -> list[str]:
        luck = Random(seed)
        return [
            instead(original) if luck.random() < share_of_all else line
            for line, original in zip(output, source, strict=True)
        ]

    return broken


def _all_shuffled(output: Sequence[str], _: Sequence[str], seed: int = 0) -> list[str]:
    luck = Random(seed)
    return [_shuffled(line, luck) for line in output]


# Each takes an output, its sources, and a seed.
BREAKS: dict[str, Break] = {
    "all shuffled": _all_shuffled,
    "half empty": _some(0.5, lambda _: ""),
    "a third in the source language": _some(1 / 3, lambda source: source),
}


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A cell with its sources and first references."""

    pack: str
    cell: Cell
    sources: list[str]
    references: list[str]

    def score(self, output: Sequence[str], rows: Sequence[int]) -> float:
        """The metric's score of an output of some segments."""
        metric = parse(self.cell.metric.recipe)
        return metric.value(metric.count(list(output), [self.references[row] for row in rows]).total())

    def setting(self, systems: Sequence[str], rows: Sequence[int]) -> Setting:
        """What a calibration of some systems and segments knows of them."""
        return Setting(
            self.cell.language_pair,
            scale=self.cell.scale,
            outputs={name: self.output(name, rows) for name in systems},
            sources=[self.sources[row] for row in rows],
            text="judged",
        )

    def output(self, system: str, rows: Sequence[int]) -> list[str]:
        """What a system wrote."""
        return [self.cell.outputs[system][row] for row in rows]


@cache
def texts(pack: str, *, every_dimension: bool = False) -> tuple[Text, ...]:
    """All cells of a pack: each text type, and the whole; of the first human score, or of each."""
    if not (DATA / pack).exists():
        return ()
    corpus = read(DATA / pack)
    labels = corpus.labels("text_type")
    # Most cases look at the first human score alone, lest the same outputs count several times.
    dimensions = PACKS[pack] if every_dimension else PACKS[pack][:1]
    found = []
    for cell in cells({pack: dimensions}, whole_too=True):
        rows = [row for row, label in enumerate(labels) if cell.text_type in (None, label)]
        found.append(
            Text(
                pack,
                cell,
                [(corpus.sources or ())[row] for row in rows],
                [corpus.references.streams[0][row] or "" for row in rows],
            )
        )
    return tuple(found)


def _every_text() -> Iterator[Text]:
    for pack in PACKS:
        yield from texts(pack, every_dimension=True)


def chosen(every: Sequence[tuple[Text, str]], trials: int) -> list[tuple[Text, str, int]]:
    """Some of the systems, spread over the cells of a pack, as often as they are needed; with a seed."""
    order = np.random.default_rng(1).permutation(len(every)).tolist()
    return [(*every[order[number % len(order)]], number) for number in range(trials if every else 0)]


def by_type(cell: Cell) -> bool:
    """Calibrations are by text type; where people judged whole systems only, there is one."""
    return (cell.text_type is None) == (cell.human.segments is None)


def is_ordinary(cell: Cell, system: str) -> bool:
    """Whether a system's score is not far from those of all others, where a line would say nothing of it."""
    others = [cell.metric_of(other) for other in cell.machines if other != system]
    return bool(abs(cell.metric_of(system) - np.mean(others)) <= FAR * np.std(others, ddof=1))


def on_judged_text(text: Text, left_out: str, broken: str | None = None, seed: int = 0) -> Calibration:
    """A calibration of the others; one of them may be broken, and people found it as bad as can be."""
    cell, rows = text.cell, range(len(text.sources))
    others = [name for name in cell.machines if name != left_out]
    setting = text.setting(others, rows)
    points = {name: Point(name, (cell.metric_of(name),), cell.human_of(name)) for name in others}
    if broken is not None:
        name = others[seed % len(others)]
        output = BREAKS[broken](text.output(name, rows), text.sources, seed)
        points[name] = Point(name, (text.score(output, rows),), WORST.get(cell.human.name, 0.0))
        assert setting.outputs is not None
        setting = replace(setting, outputs={**setting.outputs, name: output})
    return fit_points(list(points.values()), [cell.metric], cell.human, setting=setting)


def predicted(text: Text, calibration: Calibration, output: Sequence[str]) -> Prediction:
    """What the calibration says of an output of the judged text."""
    rows = range(len(text.sources))
    known = NewText("new", output=list(output), text="judged", segments=len(output))
    return predict(calibration, [text.score(output, rows)], text=known)


def judged_text(pack: str, trials: int) -> Iterator[Promise]:
    """Broken and ordinary output of the judged text, also with a broken system in the calibration."""
    every = [(text, name) for text in texts(pack) if by_type(text.cell) for name in text.cell.machines]
    plain = {(text, name): on_judged_text(text, name) for text, name in every}
    refused = {
        (text, name): bool(predicted(text, made, text.output(name, range(len(text.sources)))).refusals)
        for (text, name), made in plain.items()
    }
    caught: dict[str, list[bool]] = {name: [] for name in BREAKS}
    beside: list[bool] = []
    for text, name, seed in chosen(every, 3 * trials):
        own = text.output(name, range(len(text.sources)))
        damaged = {kind: change(own, text.sources, seed) for kind, change in BREAKS.items()}
        for kind, output in damaged.items():
            caught[kind].append(bool(predicted(text, plain[text, name], output).refusals))
        kinds = list(BREAKS)
        within = on_judged_text(text, name, kinds[seed % len(kinds)], seed)
        output = damaged[kinds[seed // len(kinds) % len(kinds)]]
        beside.append(bool(predicted(text, within, output).refusals))
    if not every:
        return
    for kind, found in caught.items():
        yield Promise(f"{pack}: {kind}, refused", "100", *share(found), 98, 100)
    what = f"{pack}: broken in any of these ways, beside a broken system in the calibration, refused"
    yield Promise(what, "100", *share(beside), 98, 100)
    ordinary = {one: wrongly for one, wrongly in refused.items() if is_ordinary(one[0].cell, one[1])}
    yield Promise(f"{pack}: ordinary system, refused", "few", *share(ordinary.values()), 0, 10)
    far = {one: rightly for one, rightly in refused.items() if one not in ordinary}
    if far:
        # A line says nothing of a system so far from all others; the refusal gives the range.
        names = " and ".join(sorted({name for _, name in far}))
        what = f"{pack}: {names}, more than 5 standard deviations from all others, refused"
        yield Promise(what, "100", *share(far.values()), 98, 100)
        what = f"{pack}: any system, ordinary or not, refused"
        yield Promise(what, "no promise", *share(refused.values()), 0, 100)


def new_text(pack: str, trials: int) -> Iterator[Promise]:
    """Output of documents that the calibration has not seen, alone and beside systems of the calibration."""
    alone: list[bool] = []
    beside: list[bool] = []
    caught: list[bool] = []
    for text in texts(pack):
        if text.cell.text_type is not None or text.cell.human.segments is None:
            continue
        # Both metrics see the same texts.
        luck = np.random.default_rng(2)
        for draw in range(max(trials // 10, 1)):
            judged, new = halves(text.cell, luck)
            size = SIZES[(draw + list(PACKS).index(pack)) % len(SIZES)]
            for broken, known, refused in _refused(text, judged, new[:size], draw):
                (caught if broken else beside if known else alone).append(refused)
    if alone:
        yield Promise(f"{pack}: ordinary system alone on a new text, refused", "few", *share(alone), 0, 15)
        yield Promise(
            f"{pack}: ordinary system beside others on a new text, refused", "few", *share(beside), 0, 15
        )
        yield Promise(f"{pack}: broken output of a new text, refused", "100", *share(caught), 98, 100)


def _refused(
    text: Text, judged: Sequence[int], new: Sequence[int], seed: int
) -> Iterator[tuple[bool, bool, bool]]:
    """Of each ordinary system whether it was broken, whether others were known, and whether it is refused."""
    cell = text.cell
    sources = [text.sources[row] for row in new]
    scores = {name: [text.score(text.output(name, new), new)] for name in cell.machines}
    for place, name in enumerate(cell.machines):
        if not is_ordinary(cell, name):
            continue
        others = [other for other in cell.machines if other != name]
        calibration = fit(
            [cell.metric.only(others).within(judged)],
            cell.human.only(others).within(judged),
            setting=text.setting(others, judged),
            documents=[cell.documents[row] for row in judged],
        )
        there = NewText("new", text="new", segments=len(new), documents=[cell.documents[row] for row in new])
        plain = text.output(name, new)
        change = BREAKS[list(BREAKS)[(place + seed) % len(BREAKS)]]
        for broken, output in ((False, plain), (True, change(plain, sources, seed))):
            score = text.score(output, new)
            for known in (None, {other: scores[other] for other in others}):
                made = predict(calibration, [score], text=replace(there, output=output, others=known))
                yield broken, known is not None, bool(made.refusals)


def pairs(every: Sequence[Text], trials: int) -> Iterator[tuple[Transfer, float, float]]:
    """Verdicts from half of the documents of two text types, and both errors on the target's other half.

    That of the carried calibration, and that of the target's own, which has not seen the other half either;
    each system is left out of the line that predicts it.
    """
    luck = np.random.default_rng(3)
    of_types = [text.cell for text in every if text.cell.text_type is not None]
    for number in range(trials):
        fitted: list[tuple[Cell, Calibration, tuple[Point, ...], float]] = []
        for cell in of_types:
            judged, new = halves(cell, luck)
            metric, human = cell.metric.only(cell.machines), cell.human.only(cell.machines)
            now = fit(
                [metric.within(judged)],
                human.within(judged),
                setting=Setting(scale=cell.scale),
                documents=[cell.documents[row] for row in judged],
            )
            later = points_of([metric.within(new)], human.within(new))
            fitted.append((cell, now, later, _own_error(now, later)))
        for first, source, *_ in fitted:
            for second, target, later, own in fitted:
                alike = (first.human.name, source.recipes, first.language_pair)
                if first is second or alike != (second.human.name, target.recipes, second.language_pair):
                    continue
                made = transfer(source, target, samples=400, seed=number)
                off = [point.human - source.map.value(point.scores) for point in later]
                yield made, float(np.sqrt(np.mean(np.square(off)))), own


def _own_error(now: Calibration, later: Sequence[Point]) -> float:
    """Of lines through all systems but one, on that one's scores of other documents."""
    off = []
    for point in later:
        others = [one for one in now.points if one.system != point.system]
        line = line_of([one.scores[0] for one in others], [one.human for one in others])
        assert line is not None
        off.append(point.human - line.value(point.scores))
    return float(np.sqrt(np.mean(np.square(off))))


def carried(trials: int) -> Iterator[Promise]:
    """How often there is no evidence against a transfer whose error is more than 1.5 times the cell's own.

    Both are errors on documents that neither calibration has seen.
    """
    made = list(pairs(list(_every_text()), max(trials // 2, 1)))
    worse = [(one.verdict, error > MOST_RATIO * own) for one, error, own in made]
    held = [above for verdict, above in worse if verdict == HOLDS]
    if held:
        what = "Karat finds no evidence against it, but the error is above 1.5 × that of an own one"
        yield Promise(what, "5", *share(held), 0, 6)
        fine = [verdict == HOLDS for verdict, above in worse if not above and not verdict.startswith("no:")]
        what = (
            "Karat says so where no test finds a difference and the error is below 1.5 × that of an own one"
        )
        yield Promise(what, "many", *share(fine), 20, 100)


def left_out(_: int) -> Iterator[Promise]:
    """Intervals for systems that were left out, on the judged text."""
    inside_of: dict[float, list[bool]] = {level: [] for level in LEVELS}
    for text in _every_text():
        cell = text.cell
        if not by_type(cell):
            continue
        for name in cell.machines:
            others = [other for other in cell.machines if other != name]
            made = fit_points(
                points_of([cell.metric.only(others)], cell.human.only(others)), [cell.metric], cell.human
            )
            for level, found in inside_of.items():
                low, high = made.map.interval([cell.metric_of(name)], level)
                found.append(low <= cell.human_of(name) <= high)
    for level, found in inside_of.items():
        percent = 100 * level
        what = "interval of a system left out"
        if found:
            yield Promise(what, f"{percent:g}", *share(found), percent - 3, percent + 3)


def coverage(trials: int) -> Iterator[Promise]:
    """Intervals for systems that were left out, on new documents that the prediction knows."""
    every: list[Floats] = []
    by_pack: dict[str, list[Floats]] = {}
    for text in _every_text():
        cell = text.cell
        if cell.text_type is not None or cell.human.segments is None:
            continue
        luck = np.random.default_rng(4)
        # Texts × systems × sizes × levels, of a prediction that knows the documents.
        found = np.array([inside(cell, *halves(cell, luck))[:, :, -1] for _ in range(max(trials // 2, 2))])
        every += list(found.mean(axis=1))
        by_pack.setdefault(text.pack, []).append(found)
    for place, size in enumerate(SIZES):
        for level in LEVELS:
            what = f"interval on a new text of {size or '200 to 600'} segments"
            yield from _covered(what, level, [shares[place] for shares in every])
    for pack, of_pack in by_pack.items():
        yield _covered_in(pack, of_pack)


def _covered(what: str, level: float, shares: Sequence[Floats]) -> Iterator[Promise]:
    """Systems on one text err together: each text counts once."""
    if shares:
        percent = 100 * level
        measured = 100 * float(np.mean([one[OF_LEVELS.index(level)] for one in shares]))
        yield Promise(what, f"{percent:g}", measured, len(shares), percent - 3, percent + 3)


def _covered_in(pack: str, found: Sequence[Floats]) -> Promise:
    """80 % intervals in one pack, where the same 9 to 15 systems decide in every draw.

    As many trials as would have the standard error that systems and texts give together. Metrics and human
    scores of the same systems and texts add nothing to that.
    """
    eighty = [each[..., OF_LEVELS.index(0.8)].mean(axis=2, keepdims=True) for each in found]
    error = float(np.mean([standard_error(each)[0] for each in eighty]))
    measured = float(np.mean([each.mean() for each in eighty]))
    worth = max(round(measured * (1 - measured) / error**2), 1)
    return Promise(f"{pack}: interval on new texts", "80", 100 * measured, worth, 77, 83)


CASES: dict[str, Case] = {
    **{f"judged text of {pack}": partial(judged_text, pack) for pack in PACKS},
    **{f"new text of {pack}": partial(new_text, pack) for pack in JUDGED},
    "transfer": carried,
    "systems left out": left_out,
    "new texts": coverage,
}
