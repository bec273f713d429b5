"""A file name and a class name stand for one thing."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "karat"
# A topic has one name in its rooms: where it is read, where it is shown, its command; and where it is computed.
ROOMS = {"readers", "readers/people", "report/topics", "cli/commands", "cli/commands/campaign"}
# So has a metric with its tokenizer and its explanation, and a format that is read and written.
ALIKE = (
    {"metrics", "metrics/explain", "sacrebleu/metrics", "tokens"},
    {"readers/corpora", "report/formats"},
)
# Deliberate: sacreBLEU's interface has sacreBLEU's names.
SACREBLEU = {"Metric", "Score"}


def sources() -> list[Path]:
    """Every module."""
    found = [file for file in SOURCES.rglob("*.py") if not file.stem.startswith("__")]
    assert len(found) > 500
    return found


def test_a_file_name_stands_for_one_thing() -> None:
    """Files of one name are rooms of one topic."""
    places = defaultdict(set)
    for file in sources():
        places[file.stem].add(file.parent.relative_to(SOURCES).as_posix())
    elsewhere = {
        name: folders - ROOMS
        for name, folders in places.items()
        if not any(folders <= alike for alike in ALIKE)
    }
    assert {name: folders for name, folders in elsewhere.items() if len(folders) > 1} == {}


def test_a_class_name_stands_for_one_thing() -> None:
    """Private ones too: whoever searches for a name finds one class."""
    places = defaultdict(list)
    for file in sources():
        for name in re.findall(r"^ *class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            places[name].append(file.relative_to(SOURCES).as_posix())
    twice = {name: files for name, files in places.items() if len(files) > 1 and name not in SACREBLEU}
    assert twice == {}
