"""Damaged files give an answer or an error in words; `make fuzz-files` looks at a million of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.hostile.damages import DIGITS, NESTED
from tests.hostile.search import content, problem_of
from tests.hostile.subjects import Subject, subjects

from karat.dossier.page_record import page_record
from karat.engines.partials import read_partials
from karat.errors import InvalidFile
from karat.report.page.frame import embedded
from karat.report.page.writing import packed, read_page

FEW = 25
_NAMES = [
    "tsv",
    "csv",
    "jsonl",
    "json",
    "sgml",
    "xml",
    "pearmut",
    "judgements",
    "scores",
    "training",
    "partials",
    "calibration",
    "page",
    "recipe",
]


@cache
def known() -> dict[str, Subject]:
    """The subjects, whose files are written once."""
    return subjects(Path(mkdtemp()))


def test_sound_files_are_read(tmp_path: Path) -> None:
    """What is damaged is sound at first: otherwise nothing but the first check would be seen."""
    for name, subject in known().items():
        path = tmp_path / subject.name
        path.write_bytes(subject.sound)
        if name != "sgml as text":
            subject.reads(path)


def test_every_reader_takes_damage(tmp_path: Path) -> None:
    """A few damages of each kind of file, the same in every run."""
    found = [
        (name, number, problem)
        for name, subject in known().items()
        for number in range(FEW)
        if (problem := problem_of(subject, tmp_path / subject.name, content(subject, f"{name}/{number}")))
    ]
    assert found == []


def _with(subject: str, old: str, new: str) -> bytes:
    sound = known()[subject].sound.decode()
    assert old in sound
    return known()[subject].mended(sound.replace(old, new, 1).encode())


@pytest.mark.parametrize(
    ("subject", "old", "new"),
    [
        ("documents of entities", '"d"', '"d'),
        ("documents of entities", '"d"', NESTED),
        ("documents of entities", '"start": 0', f'"start": {DIGITS}'),
        ("annotator", '"d"', NESTED),
        ("pearmut", '[{"time": 1.5}]', "1"),
        ("pearmut", "1.5", DIGITS),
        ("pearmut", "1.5", NESTED),
        ("seg.rating", "5", DIGITS),
        ("seg.rating", "5", NESTED),
        ("training", '"fluency"', "[]"),
        ("training", "1", DIGITS),
        ("training", '"A word', NESTED + '"'),
        ("partials", '"segments":4', f'"segments":{NESTED}'),
        ("partials", '"cells":4', '"cells":1e999'),
        ("partials", '"cells":4', '"cells":1000000000000000'),
        ("partials", '"cell":[', '"cell":[-1,'),
        ("partials", '"cell":[', '"cell":[0.5,'),
        ("metric scores", '"seg_id": 0', '"seg_id": 9223372036854775808'),
        ("metric scores", '"seg_id": 0', '"seg_id": 100000000'),
        ("metric scores", '"seg_id": 0', '"seg_id": -7'),
        ("metric scores", "0.5", "9" * 400),
        ("names", "2\t1", f"2\t{DIGITS}"),
        ("scores", "A\t1\t", f"A\t{DIGITS}\t"),
        ("mqm", "category", "kind"),
        ("condition", "2020", DIGITS),
        ("condition", "2020", "9" * 20),
        ("calibration", '"spread": [[', '"spread": [[1.0, '),
        ("calibration", '"points": [[', '"points": [[], ['),
        ("seg.rating", "5", "9" * 400),
        ("pearmut judgements", "1.5", "9" * 400),
        ("pearmut judgements", "90", "9" * 400),
        ("protocol", '"clarity"', DIGITS),
        ("protocol", '"clarity"', NESTED),
    ],
)
def test_what_was_a_fault(subject: str, old: str, new: str, tmp_path: Path) -> None:
    """Each of these was told as a fault of Karat, or was taken as if it meant something."""
    one = known()[subject]
    data = _with(subject, old, new)
    assert problem_of(one, tmp_path / one.name, data) == ""


@pytest.mark.parametrize("value", ["true", "0.5", "null", '"1"'])
@pytest.mark.parametrize("key", ['"cell":[', '"references":', '"cells":4', '"totals":[['])
def test_partial_sums_of_another_type(key: str, value: str, tmp_path: Path) -> None:
    """Numbers with fractions, or true and false, were counted as whole numbers."""
    path = tmp_path / "p.json"
    path.write_bytes(
        _with("partials", key, f"{key.removesuffix('4')}{value}{'' if key.endswith('4') else ','}")
    )
    with pytest.raises(InvalidFile, match=r"p\.json: this is no file of partial sums"):
        read_partials(str(path))


def test_half_a_surrogate_pair_in_a_page(tmp_path: Path) -> None:
    """In the name of a value it was told as a fault of Karat."""
    page = tmp_path / "p.html"
    values = {"\ud800": 1, "figures": packed({})}
    page.write_text(f"<p>x</p>{embedded(values)}", encoding="utf-8")
    with pytest.raises(InvalidFile, match="half a surrogate pair"):
        page_record(read_page(page))
