"""What several systems wrote alike is counted once, and every system gets its row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from karat.kernel import count_bleu, count_chrf, count_ter

# Alike in length, beginning or end; as Latin-1, as UCS-2 and as ASCII.
_TEXTS = [
    "",
    "a",
    "b",
    "the cat sat on the mat today",
    "the cat sat on the mat todaz",
    "ähe cat sat on the mat today",
]
_TEXTS += ["\u0101" * 4, "\u0101" * 3 + "b", "aa" * 4, "x" * 40, "x" * 39 + "y", "x" * 35 + "yxxxx"]


_REFERENCES = [["the cat sat on a mat", "xx", "ähe \u0101\u0101 cat"]]


def _rows(systems: list[list[str]]) -> list[list[object]]:
    """Of each system, under BLEU, chrF++ and TER."""
    every = (
        count_bleu(systems, _REFERENCES, "13a", 4, "closest", 1),
        count_chrf(systems, _REFERENCES, 6, 2, 2.0, False, False, 1),
        count_ter(systems, _REFERENCES, "tercom", False, False, False, 1),
    )
    return [[counts.array().tolist() for counts in of_system] for of_system in zip(*every, strict=True)]


@given(st.lists(st.lists(st.sampled_from(_TEXTS), min_size=3, max_size=3), min_size=1, max_size=12))
def test_systems_together_have_the_rows_that_each_has_alone(systems: list[list[str]]) -> None:
    """Whatever other systems wrote, and however often, a system's rows are its own."""
    assert _rows(systems) == [row for system in systems for row in _rows([system])]
