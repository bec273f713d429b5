"""What files hold decides how they are read, and what was lost in them is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Karat, Write

LINES = [f"The {word} cat sat on the mat at noon." for word in ("old", "young", "grey", "wild", "sad")]


def _set(kind: str, lines: list[str]) -> str:
    segments = "".join(f'<seg id="{at}">{line}</seg>' for at, line in enumerate(lines, 1))
    name = ' sysid="A"' if kind == "tstset" else ""
    return f'<{kind}{name}><doc docid="d"{name}>{segments}</doc></{kind}>\n'


def test_sgml_under_another_name(karat: Karat, write: Write) -> None:
    """The same figures as under its own name, and a note."""
    output, reference = _set("tstset", ["The old dog sat.", *LINES[1:]]), _set("refset", LINES)
    named = karat("score", write("out.sgm", output), "-r", write("ref.sgm", reference), "-q")
    found = karat("score", write("out.txt", output), "-r", write("ref.txt", reference), "-q")
    assert (found.code, found.out) == (0, named.out)
    assert found.err.count("mteval's tags") == 1
    assert "out.txt" in found.err
    assert "ref.txt" in found.err
    assert named.err == ""


def test_sgml_beside_text(karat: Karat, write: Write) -> None:
    """Plain output and a tagged reference are refused with what to do; tags are not scored as text."""
    text = write("out.txt", "\n".join(LINES) + "\n")
    tagged = write("ref.txt", _set("refset", LINES))
    outcome = karat("score", text, "-r", tagged, "-q")
    refused(outcome, "ref.txt is mteval's SGML", "one per line")
    refused(karat("score", text, "-r", text, "--source", tagged), "mteval's SGML and not plain text")


def test_sgml_from_standard_input(installed: Karat, write: Write) -> None:
    """What can be read only once is refused when it is read."""
    text = write("ref.txt", "\n".join(LINES) + "\n")
    outcome = installed("score", "-", "-r", text, stdin=_set("tstset", LINES))
    assert outcome.code == 2
    assert "begins with <tstset>" in outcome.err


def test_a_workbook(karat: Karat, write: Write) -> None:
    """Older ones and those of other programs are told in which form to save them."""
    book = write("data.xls", b"\xd0\xcf\x11\xe0")
    refused(karat("score", book), "Save it as .xlsx, CSV", "soffice --headless --convert-to csv 'data.xls'")
    refused(karat("agree", "demo:", "--human-scores", book), "Save it as .xlsx, CSV or TSV")


def test_sheets_of_a_workbook(karat: Karat, tmp_path: Path) -> None:
    """One workbook has the texts and what people say; a page made from it can be computed again."""
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl reads workbooks")
    made = openpyxl.Workbook()
    made.active.title = "Text"
    made.active.append(["source", "reference", "system:A", "system:B"])
    people = made.create_sheet("What people say")
    people.append(["system", "segment", "human_quality"])
    for at, line in enumerate(LINES, 1):
        made.active.append([line[::-1], line, line, line.replace("e", "a")])
        people.append(["A", at, 90 + at])
        people.append(["B", at, 50 + at])
    path = tmp_path / "my book.xlsx"
    made.save(path)
    assert karat("score", f"{path}#Text", "--format", "tsv").out.count("\n") == 3
    refused(karat("score", path), "there are several sheets: Text, What people say", "my book.xlsx#Text")
    refused(karat("score", path, "-r", path), "hypotheses side by side into one sheet with a header")
    page = tmp_path / "page.html"
    options = ("--human-scores", f"{path}#What people say", "-m", "chrf", "--samples", 20)
    report = karat("report", f"{path}#Text", *options, "-o", page)
    assert (report.code, "quality" in report.out) == (0, True), report.err
    again = karat("reproduce", page, "--data", tmp_path)
    assert again.code == 0, again


def _told(karat: Karat, *arguments: object) -> list[str]:
    outcome = karat(*arguments, "--format", "tsv")
    assert outcome.code == 0
    return [line for line in outcome.err.splitlines() if "size of the test set" not in line]


def test_blank_outputs(karat: Karat, write: Write) -> None:
    """Two blank lines are told wherever they stand, one is not, nor any where the reference is blank."""
    lines = [f"{line} Number {at}." for at, line in enumerate(LINES * 80)]
    reference = write("ref.txt", "\n".join([*lines[:-1], ""]) + "\n")
    near = [line.replace("sat on", "lay upon") for line in lines]
    for places, is_told in (((5, 390), True), ((380, 390), True), ((390,), False), ((390, 399), False)):
        text = ["" if at in places else line for at, line in enumerate(near)]
        output = write("out.txt", "\n".join(text) + "\n")
        told = _told(karat, "score", output, "-r", reference)
        assert [("2 blank segments" in line) for line in told] == ([True] if is_told else []), told
        assert karat("score", output, "-r", reference, "-q").err == ""
        assert (
            any(
                "blank" in line
                for line in _told(karat, "score", output, "-r", reference, "--source", reference)
            )
            == is_told
        )


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_source_as_reference(command: str, karat: Karat, write: Write) -> None:
    """A reference that is the source is told; without a source, outputs in another script are."""
    source = write("source.txt", "\n".join(LINES) + "\n")
    outputs = [
        write(f"{name}.txt", "\n".join(f"{start} кошка сидела на коврике." for start in starts) + "\n")
        for name, starts in (("a", "абвгд"), ("b", "еёжзи"))
    ]
    told = _told(karat, command, *outputs, "-r", source, "--source", source)
    assert any("source as reference" in line for line in told)
    told = _told(karat, command, *outputs, "-r", source)
    assert any("is in Cyrillic script, the references in Latin" in line for line in told)


@pytest.mark.parametrize("command", ["score", "compare"])
def test_another_language(command: str, karat: Karat, write: Write) -> None:
    """So is a source in the script of the outputs: it has other frequent words."""
    german = [f"Das ist der {word} und die Katze von gestern." for word in range(20)]
    english = [f"This is the {word} and the cat of yesterday." for word in range(20)]
    outputs = [
        write(f"{name}.txt", "\n".join(line.replace(*change) for line in german) + "\n")
        for name, change in (("a", ("ist", "war")), ("b", ("gestern", "heute")))
    ]
    told = _told(karat, command, *outputs, "-r", write("source.txt", "\n".join(english) + "\n"))
    assert any("a hardly uses the frequent words of the references" in line for line in told)
    told = _told(karat, command, *outputs, "-r", write("reference.txt", "\n".join(german) + "\n"))
    assert not any("frequent words" in line for line in told)


def test_a_list_of_objects(karat: Karat, write: Write, tmp_path: Path) -> None:
    """A .json list is a corpus, and a table of scores, as JSON lines are."""
    rows = [
        {"system": "A", "seg_id": at, "hypothesis": line, "reference": line} for at, line in enumerate(LINES)
    ]
    listed = write("corpus.json", json.dumps(rows, indent=1))
    lines = write("corpus.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert karat("score", listed).out == karat("score", lines).out
    scores = [{"system": "A", "seg_id": at, "metric": "mine", "score": at / 2} for at in range(5)]
    given = write("scores.json", json.dumps(scores))
    outcome = karat("score", listed, "--scores", given, "--format", "json")
    assert outcome.code == 0, outcome.err
    assert '"mine"' in outcome.out


def test_offers_and_a_few_scores(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Offers, a reference, and a table of a few scores: one command, and people come first."""
    words = ["reader", "writer", "house", "garden", "river", "window", "letter", "winter", "summer", "table"]
    lines = [f"The {one} and the {other} are old." for one in words for other in words[:4]]
    reference = write("reference.txt", "\n".join(lines) + "\n")
    good = write("good.txt", "\n".join(lines).replace("are old", "are very old") + "\n")
    poor = write("poor.txt", "\n".join(lines).replace("and the", "or a").replace("are", "be") + "\n")
    scores = [f"{at},{80 + at % 9},{50 + at % 7}\n" for at in (*range(1, 41, 2), 40)]
    judged = write("readers.csv", "segment,good,poor\n" + "".join(scores))
    options = ("-r", reference, "--human-scores", judged, "--threshold", 75, "--samples", 50)
    made = karat("report", good, poor, *options, "-m", "chrf", "-o", tmp_path / "page.html")
    assert made.code == 0, made.err
    assert made.out.startswith("People and metrics agree: good is best of 2 systems.")
    assert "People give good" in made.out
    refused(
        karat(
            "report",
            good,
            poor,
            *options[:2],
            "--human-scores",
            write("x.csv", "foo,bar\n1,2\n"),
            "-o",
            "x.html",
        ),
        "foo, bar",
    )
