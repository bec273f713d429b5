"""WER: word errors, or character errors (CER)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.kernel import count_wer
from karat.metrics.error_rate import ErrorRate
from karat.metrics.explain.edits import edit_path, marked
from karat.metrics.explain.explanation import Listing, Step
from karat.metrics.tokenized import UNIT_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.explain.explanation import Explanation


class Wer(ErrorRate):
    """Insertions, deletions and substitutions, per word of the references; in characters it is called CER.

    WER = Σ fewest edits to any reference / Σ mean length of the references, in percent. Lower is better.
    Levenshtein (1966); for translation: Nießen, Och, Leusch & Ney (2000).

    >>> wer = Wer()
    >>> round(wer.value(wer.count(["the cat sat on mat"], ["the cat sat on the mat"]).total()), 2)
    16.67
    """

    __slots__ = ()
    word = "WER"

    @property
    def name(self) -> str:
        """WER, or CER where characters are counted."""
        return "WER" if self.unit == "word" else "CER"

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        return self.counted(count_wer, systems, streams, threads)

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The alignment with the nearest reference: each edit, and what they add up to."""
        spoken = self.units_of(hypothesis)
        candidates = [(edit_path(spoken, wanted), wanted) for wanted in map(self.units_of, references)]
        path, wanted = min(candidates, key=lambda found: sum(edit.move != "match" for edit in found[0]))
        kept = {edit.hypothesis for edit in path if edit.move == "match"}
        found = {edit.reference for edit in path if edit.move == "match"}
        alignment = [
            (
                None if edit.hypothesis is None else spoken[edit.hypothesis],
                edit.move,
                None if edit.reference is None else wanted[edit.reference],
            )
            for edit in path
        ]
        moves = [edit.move for edit in path]
        row = self.segment_row(hypothesis, references)
        return self.told(
            row,
            texts=(
                marked("hypothesis", spoken, kept),
                marked("reference", wanted, found),
            ),
            listings=(Listing("alignment", ("hypothesis", "edit", "reference"), alignment),),
            steps=(
                Step("matches", moves.count("match")),
                Step("replaced", moves.count("replace")),
                Step("deleted", moves.count("delete"), "in the hypothesis, not in the reference"),
                Step("inserted", moves.count("insert"), "in the reference, not in the hypothesis"),
                *self.closing_steps(row, references),
            ),
        )


ENTRIES = UNIT_ENTRIES
