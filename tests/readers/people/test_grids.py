"""Scores as people write them down, a column for each system, are read as the same scores in rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from karat import Corpus, read_judgements
from karat.errors import KaratError
from karat.readers.people.human_scores import read_human_scores
from karat.readers.people.judgements import SupposedScale

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    Write = Callable[[str, bytes | str], Path]

TEXTS = ["the old cat sat on the mat", "a dog saw the green door", "they left at noon"]
CORPUS = Corpus.of({"A": TEXTS, "B": [text[::-1] for text in TEXTS]}, TEXTS)


def table(rows: Sequence[Sequence[object]]) -> str:
    """Rows as CSV."""
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


GRID = table([["segment", "A", "remark", "B"], [1, 90, "good", 40], [3, 70, "", ""]])
ROWS = table([["system", "segment", "score"], ["A", 1, 90], ["B", 1, 40], ["A", 3, 70]])


def test_a_grid_is_its_rows(write: Write) -> None:
    """The same scores, called as the file; empty cells are not judged, remarks are passed over."""
    found = [
        read_human_scores(write(f"{folder}/adequacy.csv", text), CORPUS, first_segment=1)
        for folder, text in (("grid", GRID), ("rows", ROWS))
    ]
    for (scores,) in found:
        assert scores.metric == "adequacy"
        np.testing.assert_array_equal(scores.values, [[90, np.nan, 70], [40, np.nan, np.nan]])


def test_a_row_for_every_segment(write: Write) -> None:
    """Then no column needs to say which; where some are missing, one must."""
    (scores,) = read_human_scores(write("a.csv", table([["A", "B"], [9, 1], [8, 2], [7, 3]])), CORPUS)
    assert scores.values.tolist() == [[9, 8, 7], [1, 2, 3]]
    with pytest.raises(KaratError, match=r"no column for the segment, and there are 2 rows for 3 segments"):
        read_human_scores(write("a.csv", table([["A", "B"], [9, 1], [8, 2]])), CORPUS)


def test_judges_in_a_grid(write: Write) -> None:
    """Each row is of one judge. The scale is supposed where only one in use has such values, and that is told."""
    rows: list[list[object]] = [
        ["judge", "segment", "A", "B"],
        ["anna", 1, 90, 40],
        ["ben", 1, 80, 50],
        ["ben", 3, 70, 60],
    ]
    path = write("quality.csv", table(rows))
    with pytest.warns(SupposedScale, match=r"values are from 40 to 90, so 0\.\.100 is assumed"):
        found = read_judgements(path, CORPUS, first_segment=1)
    assert (found.dimensions, len(found), set(found.judges)) == (("quality",), 6, {"anna", "ben"})
    small = write("small.csv", table([["judge", "segment", "A", "B"], ["anna", 1, 5, 3], ["anna", 3, 4, 4]]))
    with pytest.raises(KaratError, match="the scale of 'small' is not known"):
        read_judgements(small, CORPUS, first_segment=1)
    said = small.read_text(encoding="utf-8").replace("\n", ",scale\n", 1).replace("3\n", "3,1-5\n")
    read_judgements(write("small.csv", said.replace("4\n", "4,1-5\n")), CORPUS, first_segment=1)


def test_slips(write: Write) -> None:
    """A column of numbers under a name that no system has is no remark; an alias says what it is."""
    path = write("a.csv", GRID.replace(",B", ",b"))
    with pytest.raises(KaratError, match="the column 'b' has numbers, and is no system of the corpus"):
        read_human_scores(path, CORPUS, first_segment=1)
    (scores,) = read_human_scores(path, CORPUS, first_segment=1, aliases={"b": "B"})
    assert scores.values[1, 0] == 40
