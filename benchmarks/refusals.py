"""What is refused wrongly, and what is told wrongly: `python -m benchmarks.refusals`.

Every machine of the real packs is predicted from the others of its cell, as it is (a refusal is false) and
after its output was broken in ways that readers would not forgive (a prediction is a missed refusal).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from benchmarks.calibration import fitted_on
from benchmarks.corpora import DATA
from benchmarks.judged_cells import cells
from karat import read
from karat.calibration import NewText, predict
from karat.metrics.catalogue import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.judged_cells import Cell
    from karat import Corpus

    Break = Callable[[Sequence[str], Sequence[str]], list[str]]

PACKS = {"wmt23.en-de": ("mqm",), "wmt23.zh-en": ("mqm",)}


def _shuffled(line: str) -> str:
    words = line.split()
    Random(len(line)).shuffle(words)
    return " ".join(words)


def _some(share: float, change: Callable[[str, str], str]) -> Break:
    """A change to a share of the segments."""

    def broken(output: Sequence[str], source: Sequence[str]) -> list[str]:
        luck = Random(1)
        return [
            change(line, original) if luck.random() < share else line
            for line, original in zip(output, source, strict=True)
        ]

    return broken


BREAKS: dict[str, Break] = {
    "as it is": lambda output, _: list(output),
    "a tenth left in the source language": _some(0.1, lambda _, source: source),
    "a third left in the source language": _some(0.33, lambda _, source: source),
    "a third with words shuffled": _some(0.33, lambda line, _: _shuffled(line)),
    "all with words shuffled": _some(1.0, lambda line, _: _shuffled(line)),
    "a third cut in half": _some(0.33, lambda line, _: line[: len(line) // 2]),
    "a tenth said four times": _some(0.1, lambda line, _: " ".join([line] * 4)),
    "a third empty": _some(0.33, lambda _, __: ""),
}


def outcomes(cell: Cell, corpus: Corpus, broken: Break) -> Iterator[set[str]]:
    """For each machine, the reasons for which its broken output is refused."""
    rows = [row for row, label in enumerate(corpus.labels("text_type")) if label == cell.text_type]
    references = corpus.references.streams[0]
    for name in cell.machines:
        calibration = fitted_on(cell, name)
        output = broken(cell.outputs[name], [(corpus.sources or ())[row] for row in rows])
        metric = parse(calibration.recipes[0])
        score = metric.value(metric.count(output, [references[row] or "" for row in rows]).total())
        made = predict(calibration, [score], text=NewText("new", output=output, text="same"))
        yield {refusal.reason for refusal in made.refusals}


def main() -> None:
    """Print the table."""
    packs = {name: read(DATA / name) for name in PACKS if (DATA / name).exists()}
    by_pair = {f"{one.source_language}-{one.target_language}": one for one in packs.values()}
    made = [cell for cell in cells(PACKS) if cell.metric.name == "BLEU"]
    print("\n| output | outputs | refused | by range | by likeness |\n|---|---|---|---|---|")
    for name, broken in BREAKS.items():
        found = [reasons for cell in made for reasons in outcomes(cell, by_pair[cell.language_pair], broken)]
        shares = [
            sum(map(bool, found)),
            *(sum(reason in reasons for reasons in found) for reason in ("range", "unlike")),
        ]
        print(f"| {name} | {len(found)} | {' | '.join(f'{100 * n / len(found):.0f} %' for n in shares)} |")


if __name__ == "__main__":
    main()
