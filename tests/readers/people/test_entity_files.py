"""Files of annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat.errors import InvalidFile
from karat.readers.people.entity_files import is_entity_file, read_annotator

if TYPE_CHECKING:
    from pathlib import Path

MUC = 'in <ENAMEX TYPE="LOCATION">Porto</ENAMEX>\nnothing\n'
LINE = (
    '{{"document": "{}", "text": "in Porto", "entities": [{{"start": 3, "end": 8, "type": "LOCATION"}}]}}\n'
)


def test_tags_and_stand_off_are_told_from_judgements(tmp_path: Path) -> None:
    """By their ending or their first line."""
    for name, text, expected in (
        ("a.muc", MUC, True),
        ("a.jsonl", LINE.format("d"), True),
        ("a.txt", MUC, True),
        ("b.jsonl", '{"judge": "anna", "value": 3}\n', False),
        ("b.tsv", "judge\tvalue\n", False),
        ("b.txt", "text\n", False),
    ):
        (tmp_path / name).write_text(text)
        assert is_entity_file(tmp_path / name) is expected, name


def test_annotator_is_called_as_the_file(tmp_path: Path) -> None:
    """Documents come from the lines, where every line has one."""
    (tmp_path / "anna.jsonl").write_text(LINE.format("one") + LINE.format("two"))
    (tmp_path / "ben.jsonl").write_text(LINE.format("one") + LINE.format(""))
    found = read_annotator(tmp_path / "anna.jsonl")
    assert (found.annotator, found.documents) == ("anna", ("one", "two"))
    assert found.entities[0][0].text == "Porto"
    assert read_annotator(tmp_path / "ben.jsonl").documents is None
    (tmp_path / "de.ben.jsonl").write_text(LINE.format("one"))
    assert read_annotator(tmp_path / "de.ben.jsonl").annotator == "de.ben"


def test_documents_of_another_text_are_refused(tmp_path: Path) -> None:
    """One for each segment."""
    (tmp_path / "a.muc").write_text(MUC)
    with pytest.raises(InvalidFile, match="there are 2 segments, and documents for 1"):
        read_annotator(tmp_path / "a.muc", documents=["d"])
