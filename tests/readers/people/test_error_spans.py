"""Files of error spans."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.reliability.marked import MQM, span_lines

from karat.errors import InvalidFile, KaratError
from karat.judgements import ErrorSpan
from karat.readers.people.error_spans import read_error_spans

if TYPE_CHECKING:
    from pathlib import Path


def test_json_lines(tmp_path: Path) -> None:
    """A line for each output; judges, documents, severities and categories are kept."""
    path = tmp_path / "spans.jsonl"
    path.write_text(span_lines())
    anna, ben = read_error_spans(path)
    assert (anna.rater, ben.rater) == ("anna", "ben")
    assert anna.outputs["B", "1"].spans == (
        ErrorSpan(4, 8, "major", "accuracy"),
        ErrorSpan(9, 11, "minor", "fluency/grammar"),
    )
    assert anna.outputs["A", "3"].document == "d3"
    assert anna.outputs["A", "3"].spans == ()


def test_mqm(tmp_path: Path) -> None:
    """An MQM table has a row for each error; what is marked in the source has no characters."""
    path = tmp_path / "mqm.tsv"
    path.write_text(MQM)
    one, other = read_error_spans(path)
    assert one.outputs["A", "1"].spans == (
        ErrorSpan(8, 12, "major", "accuracy/mistranslation"),
        ErrorSpan(4, 7, "minor", "style"),
    )
    assert one.outputs["A", "2"].spans == ()
    assert other.outputs["A", "2"].spans == (ErrorSpan(0, 0, "minor", "accuracy/omission"),)
    assert one.outputs["A", "1"].length == len("the old hose stands")


def test_pearmut_names_the_last_character(tmp_path: Path) -> None:
    """Its end is within the span, and behind the text stands what is missing."""
    line = {
        "user_id": "anna",
        "item_i": 0,
        "annotation": [
            {
                "A": {
                    "score": 70,
                    "error_spans": [
                        {"start_i": 4, "end_i": 7, "severity": "minor", "category": None},
                        {"start_i": 19, "end_i": 19, "severity": "major", "category": None},
                    ],
                }
            }
        ],
        "item": [{"item_id": "s1", "src": "x", "tgt": {"A": "the hose that stands"[:19]}}],
    }
    path = tmp_path / "pearmut.jsonl"
    path.write_text(json.dumps(line) + "\n")
    (anna,) = read_error_spans(path)
    assert anna.outputs["A", "s1"].spans == (ErrorSpan(4, 8, "minor"), ErrorSpan(0, 0, "major"))


def test_a_detector_is_called_as_its_file(tmp_path: Path) -> None:
    """Without a column of judges, the file's name says who marked; the text of a span is compared."""
    path = tmp_path / "xcomet.jsonl"
    span = {"text": "hose", "confidence": 0.4, "severity": "minor", "start": 4, "end": 8}
    path.write_text(json.dumps({"system": "A", "segment": 1, "mt": "the hose", "error_spans": [span]}) + "\n")
    (found,) = read_error_spans(path)
    assert found.rater == "xcomet"
    assert found.outputs["A", "1"].spans == (ErrorSpan(4, 8, "minor"),)


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ([{"start": 4, "end": 99}], "8 characters"),
        ([{"start": 5, "end": 4}], "goes from 5 to 4"),
        ([{"start": 4.5, "end": 5}], "whole number"),
        ([{"start": True, "end": 5}], "whole number"),
        ([{"start": 0, "end": 3, "text": "hose"}], "its text is given as"),
        ([3], "an object"),
        ("x", "no JSON"),
        (None, "a list was expected"),
    ],
)
def test_bad_spans(tmp_path: Path, spans: object, said: str) -> None:
    """What no span can be is refused, with the line."""
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"system": "A", "segment": 1, "mt": "the hose", "spans": spans}) + "\n")
    with pytest.raises(InvalidFile, match=said) as caught:
        read_error_spans(path)
    assert "line 1" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<v>old</v>", "<v>old", "without"),
        ("<v>old</v>", "old</v>", "without the other"),
        ("the <v>old</v> hose stands", "the <v>old</v> hose sits", "another text"),
    ],
)
def test_bad_marks(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Marks that do not close, and two texts of one output, are refused."""
    path = tmp_path / "mqm.tsv"
    path.write_text(MQM.replace(old, new))
    with pytest.raises(KaratError, match=said):
        read_error_spans(path)


def test_judgements_are_no_spans(tmp_path: Path) -> None:
    """A table without spans says what was expected."""
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"judge": "a", "system": "A", "segment": 1, "value": 3}) + "\n")
    with pytest.raises(InvalidFile, match="no error spans"):
        read_error_spans(path)
