"""CDER: errors where blocks may stand anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.kernel import count_cder
from karat.metrics.error_rate import ErrorRate
from karat.metrics.explain.edits import block_path, marked
from karat.metrics.explain.explanation import Listing, Step
from karat.metrics.tokenized import UNIT_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.explain.edits import PathEdit
    from karat.metrics.explain.explanation import Explanation


class Cder(ErrorRate):
    """Edits per word of the references, where a jump to another place of the hypothesis costs 1.

    The reference is read once from beginning to end; blocks of the hypothesis may be read in any order, more
    than once, or not at all. CDER = Σ fewest edits and jumps / Σ mean length of the references, in percent.
    Lower is better. Leusch, Ueffing & Ney (2006).

    >>> cder = Cder()
    >>> round(cder.value(cder.count(["on the mat the cat sat"], ["the cat sat on the mat"]).total()), 2)
    50.0
    """

    __slots__ = ()
    word = "CDER"

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_cder, systems, streams, threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The blocks that the reference is read as, and the jumps between them."""
        spoken = self.units_of(hypothesis)
        candidates = [(block_path(spoken, wanted), wanted) for wanted in map(self.units_of, references)]
        path, wanted = min(candidates, key=lambda found: sum(edit.move != "match" for edit in found[0]))
        blocks = [_described(block, spoken, wanted) for block in _blocks(path)]
        moves = [edit.move for edit in path]
        row = self.segment_row(hypothesis, references)
        edits = ", ".join(f"{moves.count(move)} {move}d" for move in ("replace", "delete"))
        return self.told(
            row,
            texts=(
                marked("hypothesis", spoken, {edit.hypothesis for edit in path if edit.move == "match"}),
                marked("reference", wanted, {edit.reference for edit in path if edit.move == "match"}),
            ),
            listings=(Listing("blocks", ("reference", "hypothesis", "edits"), blocks),),
            steps=(
                Step(
                    "jumps", moves.count("jump"), "from and to the ends of the hypothesis, and between blocks"
                ),
                Step(
                    "edits",
                    len(moves) - moves.count("jump") - moves.count("match"),
                    f"{edits}, {moves.count('insert')} inserted",
                ),
                *self.closing_steps(row, references),
            ),
        )


def _blocks(path: Sequence[PathEdit]) -> list[list[PathEdit]]:
    """The moves between jumps."""
    blocks: list[list[PathEdit]] = [[]]
    for edit in path:
        if edit.move == "jump":
            blocks.append([])
        else:
            blocks[-1].append(edit)
    return [block for block in blocks if block]


def _described(block: Sequence[PathEdit], spoken: list[str], wanted: list[str]) -> tuple[str, str, int]:
    return (
        " ".join(wanted[edit.reference] for edit in block if edit.reference is not None),
        " ".join(spoken[edit.hypothesis] for edit in block if edit.hypothesis is not None),
        sum(edit.move != "match" for edit in block),
    )


ENTRIES = UNIT_ENTRIES
