"""Scores of many metrics, as the WMT Metrics task's data have them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from karat.errors import InvalidFile, KaratError, UnknownName
from karat.readers.scores.metric_scores import read_metric_scores

Write = Callable[[str, bytes | str], Path]

WIDE = "metric\tA\tB\tref\nBLEU\t30\t20\t\nCOMET\t0.9\t\t1\n"
LONG = "metric\tsystem\tseg_id\tscore\n" + "".join(
    f"{metric}\t{system}\t{segment}\t{segment + number}\n"
    for number, metric in enumerate(("BLEU", "COMET"))
    for system in "AB"
    for segment in range(3)
)


def test_wide(write: Write) -> None:
    """A row for each metric, a column for each system; other systems are passed over, none is NaN."""
    bleu, comet = read_metric_scores(write("sys.tsv", WIDE), systems=("B", "A"))

    assert (bleu.metric, bleu.level, bleu.systems) == ("BLEU", "system", ("B", "A"))
    assert bleu.values.tolist() == [[20], [30]]
    np.testing.assert_array_equal(comet.values, [[np.nan], [0.9]])
    assert comet.recipe.startswith("external|name:COMET|file:sys.tsv[sha256-")


def test_long(write: Write) -> None:
    """A row for each metric, system and segment, numbered from 0 or from 1."""
    for text in (LONG, LONG.replace("\t2\t", "\t3\t").replace("\t1\t", "\t2\t").replace("\t0\t", "\t1\t")):
        bleu, comet = read_metric_scores(write("seg.tsv", text), systems=("A", "B"), segments=4)

        assert (bleu.level, bleu.rows) == ("segment", ("1", "2", "3", "4"))
        np.testing.assert_array_equal(bleu.values, [[0, 1, 2, np.nan]] * 2)
        np.testing.assert_array_equal(comet.values[0], [1, 2, 3, np.nan])


def test_long_of_systems(write: Write) -> None:
    """Without segments, a row is of a system."""
    (bleu,) = read_metric_scores(write("sys.tsv", "metric\tsystem\tscore\nBLEU\tA\t3\n"), systems=("A",))

    assert (bleu.level, bleu.values.tolist()) == ("system", [[3]])


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("system\tscore\nA\t1\n", InvalidFile, "there is no column 'metric'"),
        (WIDE.replace("A\tB", "X\tY"), UnknownName, "no column is called as a system"),
        (WIDE.replace("COMET", "BLEU"), InvalidFile, "the metric 'BLEU' is there twice"),
        (WIDE.replace("30", "many"), InvalidFile, "line 2: A is 'many'; a number was expected"),
        (WIDE.replace("30", "nan"), InvalidFile, "A is 'nan'; a finite number"),
        (LONG.replace("A\t1\t", "A\t0\t"), InvalidFile, "BLEU has this text of 'A' a second time"),
        (LONG.replace("A\t2\t", "A\t9\t"), InvalidFile, "seg_id is 9, and there are 3 segments"),
        (LONG.replace("A\t2\t", "A\tlast\t"), InvalidFile, "seg_id is 'last'; a number was expected"),
    ],
)
def test_refused(write: Write, text: str, error: type[KaratError], words: str) -> None:
    """What is wrong is said with its place."""
    with pytest.raises(error, match=words):
        read_metric_scores(write("scores.tsv", text), systems=("A", "B"), segments=3)
