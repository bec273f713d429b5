"""Calibrations: what is refused rightly and wrongly, verdicts of transfer, and coverage on real systems.

Everything is measured on the packs beside the project. Each system is left out in turn and predicted from the
others of its cell: as it is, where a refusal is false, or broken, where a prediction is a missed refusal. New
texts are documents that the calibration has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import DATA
from benchmarks.judged_cells import JUDGED, Cell, cells
from benchmarks.other_texts import halves
from benchmarks.promises.promise import Promise, share
from karat import read
from karat.calibration import NewText, Point, Setting, fit, fit_points, predict, transfer
from karat.metrics.catalogue import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.promises.promise import Case
    from karat.arrays import Floats
    from karat.calibration import Calibration, Prediction, Transfer

    Break = Callable[[Sequence[str], Sequence[str]], list[str]]

PACKS = {**JUDGED, "wmt23.en-ja": ("da_sqm_official",)}
LEVELS = (0.8, 0.9, 0.95)
SIZES = (20, 50, 100, None)
# What people give to output that nobody can use.
WORST = {"mqm": -25.0, "da_z": -2.0}
# Of each pack the first human score, lest the same outputs count several times.
FIRST = {name: dimensions[:1] for name, dimensions in PACKS.items()}


def _shuffled(line: str, luck: Random) -> str:
    """Words in any order; characters, where words are not written apart."""
    words = line.split()
    apart = len(words) * 15 > len(line)
    parts = words if apart else list(line)
    return (" " if apart else "").join(luck.sample(parts, len(parts)))


def _some(share_of_all: float, instead: Callable[[str], str]) -> Break:
    def broken(output: Sequence[str], source: Sequence[str]) -> list[str]:
        luck = Random(len(output))
        return [
            instead(original) if luck.random() < share_of_all else line
            for line, original in zip(output, source, strict=True)
        ]

    return broken


def _all_shuffled(output: Sequence[str], _: Sequence[str]) -> list[str]:
    luck = Random(len(output))
    return [_shuffled(line, luck) for line in output]


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


@lru_cache(maxsize=1)
def texts(*, every_dimension: bool = False) -> tuple[Text, ...]:
    """All cells of the packs: each text type, and the whole."""
    found = []
    for name, dimensions in (PACKS if every_dimension else FIRST).items():
        if not (DATA / name).exists():
            continue
        corpus = read(DATA / name)
        labels = corpus.labels("text_type")
        for cell in cells({name: dimensions}, whole_too=True):
            rows = [row for row, label in enumerate(labels) if cell.text_type in (None, label)]
            found.append(
                Text(
                    name,
                    cell,
                    [(corpus.sources or ())[row] for row in rows],
                    [corpus.references.streams[0][row] or "" for row in rows],
                )
            )
    return tuple(found)


def _chosen(
    packs: Sequence[str], trials: int, which: Callable[[Cell], bool]
) -> Iterator[tuple[Text, str, int]]:
    """So many systems of each pack, spread over its cells, with a number each."""
    for pack in packs:
        every = [
            (text, name)
            for text in texts()
            if text.pack == pack and which(text.cell)
            for name in text.cell.machines
        ]
        order = np.random.default_rng(1).permutation(len(every))[:trials].tolist()
        for number, place in enumerate(sorted(order)):
            yield (*every[place], number)


def _packs() -> list[str]:
    return list(dict.fromkeys(text.pack for text in texts()))


def _by_type(cell: Cell) -> bool:
    """Calibrations are by text type; where people judged whole systems only, there is one."""
    return (cell.text_type is None) == (cell.human.segments is None)


def _judged_text(text: Text, left_out: str, broken: str | None = None) -> Calibration:
    """A calibration of the others; one of them may be broken, and people found it as bad as can be."""
    cell, rows = text.cell, range(len(text.sources))
    others = [name for name in cell.machines if name != left_out]
    setting = text.setting(others, rows)
    points = {name: Point(name, (cell.metric_of(name),), cell.human_of(name)) for name in others}
    if broken is not None:
        name = others[len(left_out) % len(others)]
        output = BREAKS[broken](text.output(name, rows), text.sources)
        points[name] = Point(name, (text.score(output, rows),), WORST.get(cell.human.name, 0.0))
        assert setting.outputs is not None
        setting = replace(setting, outputs={**setting.outputs, name: output})
    return fit_points(list(points.values()), [cell.metric], cell.human, setting=setting)


def _predicted(text: Text, calibration: Calibration, output: Sequence[str]) -> Prediction:
    rows = range(len(text.sources))
    known = NewText("new", output=list(output), text="judged", segments=len(output))
    return predict(calibration, [text.score(output, rows)], text=known)


def _is_refused(made: Prediction) -> bool:
    """Whether an output is refused for what it is; a line of the wrong sign refuses every output alike."""
    return any(refusal.reason != "direction" for refusal in made.refusals)


def judged_text(trials: int) -> Iterator[Promise]:
    """Broken and ordinary output of the judged text, also with a broken system in the calibration."""
    ordinary: list[bool] = []
    for pack in _packs():
        caught: dict[str, list[bool]] = {name: [] for name in BREAKS}
        beside: list[bool] = []
        for text, name, number in _chosen([pack], trials, _by_type):
            rows = range(len(text.sources))
            plain = _judged_text(text, name)
            ordinary.append(_is_refused(_predicted(text, plain, text.output(name, rows))))
            within = _judged_text(text, name, list(BREAKS)[number % len(BREAKS)])
            for kind, change in BREAKS.items():
                output = change(text.output(name, rows), text.sources)
                caught[kind].append(_is_refused(_predicted(text, plain, output)))
                beside.append(_is_refused(_predicted(text, within, output)))
        for kind, found in caught.items():
            yield Promise(f"{pack}: {kind}, refused", "100", *share(found), 98, 100)
        what = f"{pack}: the same, a broken system among the calibration's"
        yield Promise(what, "100", *share(beside), 98, 100)
    yield Promise("ordinary system on the judged text, refused", "few", *share(ordinary), 0, 10)


def new_text(trials: int) -> Iterator[Promise]:
    """Output of documents that the calibration has not seen, alone and beside systems of the calibration."""
    alone: list[bool] = []
    beside: list[bool] = []
    caught: dict[str, list[bool]] = {name: [] for name in BREAKS}
    whole = [text for text in texts() if text.cell.text_type is None and text.cell.human.segments is not None]
    for text in whole:
        # Both metrics see the same texts.
        luck = np.random.default_rng(2)
        for draw in range(max(trials // 15, 1)):
            judged, new = halves(text.cell, luck)
            for kind, known, refused in _refused(text, judged, new[: SIZES[(draw + 1) % len(SIZES)]]):
                (caught[kind] if kind else beside if known else alone).append(refused)
    yield Promise("ordinary system alone on a new text, refused", "few", *share(alone), 0, 15)
    yield Promise("ordinary system beside others on a new text, refused", "few", *share(beside), 0, 15)
    for kind, found in caught.items():
        yield Promise(f"{kind} on a new text, refused", "100", *share(found), 98, 100)


def _refused(text: Text, judged: Sequence[int], new: Sequence[int]) -> Iterator[tuple[str, bool, bool]]:
    """Of each system how it was broken, if at all, whether others were known, and whether it is refused."""
    cell = text.cell
    sources = [text.sources[row] for row in new]
    scores = {name: [text.score(text.output(name, new), new)] for name in cell.machines}
    for place, name in enumerate(cell.machines):
        others = [other for other in cell.machines if other != name]
        calibration = fit(
            [cell.metric.only(others).within(judged)],
            cell.human.only(others).within(judged),
            setting=text.setting(others, judged),
            documents=[cell.documents[row] for row in judged],
        )
        there = NewText("new", text="new", segments=len(new), documents=[cell.documents[row] for row in new])
        kind = list(BREAKS)[place % len(BREAKS)]
        for change, output in (
            ("", text.output(name, new)),
            (kind, BREAKS[kind](text.output(name, new), sources)),
        ):
            score = text.score(output, new)
            for known in (None, {other: scores[other] for other in others}):
                made = predict(calibration, [score], text=replace(there, output=output, others=known))
                yield change, known is not None, _is_refused(made)


def _pairs(every: Sequence[Text], trials: int) -> Iterator[tuple[Transfer, float]]:
    """Verdicts from half of the documents of two text types, and the ratio of errors on the other half."""
    luck = np.random.default_rng(3)
    of_types = [text.cell for text in every if text.cell.text_type is not None]
    for number in range(trials):
        fitted: list[tuple[Cell, Calibration, Calibration]] = []
        for cell in of_types:
            judged, new = halves(cell, luck)
            metric, human = cell.metric.only(cell.machines), cell.human.only(cell.machines)
            now, later = (
                fit([metric.within(rows)], human.within(rows), setting=Setting(scale=cell.scale))
                for rows in (judged, new)
            )
            fitted.append((cell, now, later))
        for first, source, _ in fitted:
            for second, target, later in fitted:
                alike = (first.human.name, source.recipes, first.language_pair)
                if first is second or alike != (second.human.name, target.recipes, second.language_pair):
                    continue
                made = transfer(source, target, samples=200, seed=number)
                off = [point.human - source.map.value(point.scores) for point in later.points]
                yield made, float(np.sqrt(np.mean(np.square(off)))) / later.errors[later.chosen]


def carried(trials: int) -> Iterator[Promise]:
    """How often nothing speaks against a transfer whose error is more than 1.5 times the cell's own."""
    made = list(_pairs(texts(every_dimension=True), max(trials // 8, 1)))
    held = [(one, ratio) for one, ratio in made if one.verdict == "nothing speaks against it"]
    same = [one.error > 1.5 * one.own_error for one, _ in held]
    later = [ratio > 1.5 for _, ratio in held]
    yield Promise("nothing speaks against it, error above 1.5 × own", "few", *share(same), 0, 5)
    yield Promise("the same on other documents of both", "few", *share(later), 0, 10)


def coverage(trials: int) -> Iterator[Promise]:
    """Intervals for systems that were left out, on the judged text and on new documents."""
    inside: dict[float, list[bool]] = {level: [] for level in LEVELS}
    every = texts(every_dimension=True)
    for text in every:
        cell = text.cell
        if not _by_type(cell):
            continue
        for name in cell.machines:
            others = [other for other in cell.machines if other != name]
            made = fit([cell.metric.only(others)], cell.human.only(others))
            for level, found in inside.items():
                low, high = made.map.interval([cell.metric_of(name)], level)
                found.append(low <= cell.human_of(name) <= high)
    for level, found in inside.items():
        percent = 100 * level
        yield Promise(
            "interval of a system left out", f"{percent:g}", *share(found), percent - 3, percent + 3
        )
    whole = [
        text.cell for text in every if text.cell.text_type is None and text.cell.human.segments is not None
    ]
    on_new = _on_new_texts(whole, max(trials // 2, 1))
    for place, size in enumerate(SIZES):
        for which, level in enumerate(LEVELS):
            percent = 100 * level
            what = f"interval on a new text of {size or '200 to 600'} segments"
            # Systems on one text err together: each text counts once.
            shares = on_new[:, place, which]
            measured = 100 * float(shares.mean()), len(shares)
            yield Promise(what, f"{percent:g}", *measured, percent - 3, percent + 3)


def _on_new_texts(whole: Sequence[Cell], draws: int) -> Floats:
    """Texts × sizes × levels: the share of systems inside of their intervals."""
    found = []
    for cell in whole:
        luck = np.random.default_rng(4)
        for _ in range(draws):
            judged, new = halves(cell, luck)
            found.append(np.mean(list(_left_out(cell, judged, new)), axis=0))
    return np.array(found)


def _left_out(cell: Cell, judged: Sequence[int], new: Sequence[int]) -> Iterator[Floats]:
    """Of each system sizes × levels: whether its human score lies inside of its interval."""
    metric, human = cell.metric.within(judged), cell.human.within(judged)
    documents = [cell.documents[row] for row in judged]
    parts = [
        (rows, cell.metric.within(rows), cell.human.within(rows)) for rows in (new[:size] for size in SIZES)
    ]
    for name in cell.machines:
        others = [other for other in cell.machines if other != name]
        calibration = fit([metric.only(others)], human.only(others), documents=documents)
        inside = np.zeros((len(SIZES), len(LEVELS)))
        for place, (rows, new_metric, new_human) in enumerate(parts):
            there = NewText(text="new", segments=len(rows), documents=[cell.documents[row] for row in rows])
            (score,), (truth,) = new_metric.only([name]).whole, new_human.only([name]).whole
            for which, level in enumerate(LEVELS):
                made = predict(calibration, [score], text=there, confidence=level, force=True)
                inside[place, which] = made.low <= truth <= made.high
        yield inside


CASES: dict[str, Case] = {
    "judged text": judged_text,
    "new text": new_text,
    "transfer": carried,
    "coverage": coverage,
}
