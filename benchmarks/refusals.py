"""What is refused wrongly, and what is predicted wrongly: `python -m benchmarks.refusals [PACK …]`.

Every machine of the real packs is predicted from the others of its cell, as it is (a refusal is false) and
after its output was broken in ways that readers would not forgive (a prediction is a missed refusal).
"""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

from benchmarks.promises.calibration import PACKS, by_type, is_ordinary, on_judged_text, predicted, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.promises.calibration import Text

    Break = Callable[[Sequence[str], Sequence[str]], list[str]]


def _shuffled(line: str) -> str:
    """Words in any order; characters, where words are not written apart."""
    words = line.split()
    apart = len(words) * 15 > len(line)
    parts = words if apart else list(line)
    Random(len(line)).shuffle(parts)
    return (" " if apart else "").join(parts)


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


def outcomes(text: Text) -> Iterator[tuple[str, set[str]]]:
    """Of each ordinary machine: how it was broken, and the reasons for which it is refused."""
    for name in text.cell.machines:
        if not is_ordinary(text.cell, name):
            continue
        calibration = on_judged_text(text, name)
        output = text.output(name, range(len(text.sources)))
        for kind, broken in BREAKS.items():
            made = predicted(text, calibration, broken(output, text.sources))
            yield kind, {refusal.reason for refusal in made.refusals}


def main() -> None:
    """Print the table of each pack, of BLEU and chrF together."""
    for pack in sys.argv[1:] or PACKS:
        found: dict[str, list[set[str]]] = {}
        for text in texts(pack):
            if by_type(text.cell):
                for kind, reasons in outcomes(text):
                    found.setdefault(kind, []).append(reasons)
        print(
            f"\n{pack}\n\n| output | outputs | refused | broken | range | unlike |\n|---|---|---|---|---|---|"
        )
        for kind, refused in found.items():
            shares = [
                sum(map(bool, refused)),
                *(sum(reason in reasons for reasons in refused) for reason in ("broken", "range", "unlike")),
            ]
            row = " | ".join(f"{100 * number / len(refused):.0f} %" for number in shares)
            print(f"| {kind} | {len(refused)} | {row} |", flush=True)


if __name__ == "__main__":
    main()
