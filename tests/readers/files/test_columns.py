"""Columns are found by their names, and a missing one is told with what is there."""

from collections.abc import Callable
from pathlib import Path

import pytest

from karat import Corpus
from karat.errors import InvalidFile
from karat.readers import read_judgements, read_scores
from karat.readers.files import columns
from karat.readers.people.human_scores import read_human_scores


@pytest.mark.parametrize(
    ("role", "name"),
    [(columns.SEGMENT, name) for name in ("seg_id", "segment", "segment_id", "id")]
    + [(columns.DOCUMENT, name) for name in ("doc_id", "document", "doc")]
    + [(columns.TEXT_TYPE, name) for name in ("domain", "text_type", "genre")]
    + [(columns.SOURCE, name) for name in ("source", "src")]
    + [(columns.HYPOTHESIS, name) for name in ("hypothesis", "output", "translation", "mt")],
)
def test_columns_have_several_names(role: columns.Role, name: str) -> None:
    """A column is found under each of the names it may have."""
    assert name == columns.find(["other", name], role, "a.tsv")


def test_own_names_win() -> None:
    """Karat's own name for a column wins over the others."""
    assert columns.find(["id", "seg_id"], columns.SEGMENT, "a.tsv") == "seg_id"


def test_two_candidates_are_refused() -> None:
    """Where two columns may be meant, neither is taken."""
    with pytest.raises(
        InvalidFile, match=r"output and mt may each hold the hypothesis. Call the right one 'hypothesis'"
    ):
        columns.find(["mt", "output"], columns.HYPOTHESIS, "a.tsv")


def test_missing_columns_are_optional() -> None:
    """A column that is not there is None where it may be absent."""
    assert columns.find(["source"], columns.DOCUMENT, "a.tsv") is None


@pytest.mark.parametrize(
    ("names", "near"),
    [
        (["Source", "hypotesis"], "hypotesis"),
        (["HYPOTHESIS"], "HYPOTHESIS"),
        (["translations"], "translations"),
    ],
)
def test_near_names_are_suggested(names: list[str], near: str) -> None:
    """A missing column is told with the columns there are and the nearest of them."""
    with pytest.raises(InvalidFile) as caught:
        columns.require(names, columns.HYPOTHESIS, "a.tsv")

    message = str(caught.value)
    assert message.startswith("a.tsv: there is no column for the hypothesis; 'hypothesis' or 'output'")
    assert f"The columns are: {', '.join(names)}." in message
    assert f"Is {near!r} the one? Then call it 'hypothesis'." in message


def test_far_names_are_not_suggested() -> None:
    """Nothing is suggested when no name is near."""
    with pytest.raises(InvalidFile, match=r"The columns are: x, y\.$"):
        columns.require(["x", "y"], columns.SOURCE, "a.tsv")


def test_references_are_recognized() -> None:
    """A reference column has a number or a letter after its name, or nothing."""
    yes = ["reference", "ref", "reference_1", "reference_2", "ref1", "ref-10", "refA", "reference_B"]
    no = ["references", "reference_length", "referee", "href", "ref_name", "preference"]

    assert yes == columns.references([*no, *yes])


@pytest.mark.parametrize(
    ("reads", "name", "text"),
    [
        (read_scores, "s.tsv", "system\tsegment\tcomet\nA\t1\t1_0\nA\t2\t5\n"),
        (read_scores, "comet.seg.score", "A\t1_0\nA\t5\n"),
        (read_judgements, "j.tsv", "system\tseg_id\tjudge\tscale\tvalue\nA\t0\tann\t0-100\t1_0\n"),
        (read_human_scores, "h.tsv", "system\tseg_id\thuman_x\nA\t1\t1_0\nA\t2\t5\n"),
    ],
)
def test_a_number_is_written_as_one(
    reads: Callable[[Path, Corpus], object], name: str, text: str, tmp_path: Path
) -> None:
    """What Python's own numbers may look like in a program is none in a table: 1_0 was read as 10."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFile, match="'1_0'"):
        reads(path, Corpus.of({"A": ["a", "b"]}, ["a", "c"]))
