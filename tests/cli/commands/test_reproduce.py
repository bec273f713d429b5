"""`karat reproduce`: figures are made again and compared, one by one."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo
from karat.report.page.writing import packed, read_page

pytest.importorskip("vl_convert", reason="the extra report is not installed")


@pytest.fixture
def page(karat: Karat, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of two texts that lie beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("aurora", "birch", "reference-1"):
        shutil.copy(texts / f"{name}.txt", tmp_path / f"{name}.txt")
    done = karat(
        *("report", "aurora.txt", "birch.txt", "-r", "reference-1.txt", "-m", "bleu", "--samples", 100),
        *("-o", "page.html"),
    )
    assert done.code == 0
    return tmp_path / "page.html"


def rewrite(page: Path, change: Any) -> None:
    """The page with other figures, as somebody might leave it who edits it."""
    figures = read_page(page)["figures"]
    before = packed(figures)
    text = page.read_text(encoding="utf-8")
    assert before in text
    change(figures)
    page.write_text(text.replace(before, packed(figures)), encoding="utf-8")


def test_a_page_agrees_with_itself(karat: Karat, page: Path) -> None:
    """The same files and the same program give the same figures, and the page stays as it is."""
    before = page.read_bytes()
    code, out, err = karat("reproduce", page)
    assert (code, err) == (0, "")
    assert "is reproduced: all" in out
    assert "files have not changed" in out
    assert page.read_bytes() == before


def test_the_demo_data_are_found_anywhere(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are wherever Karat is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    options = ("--systems", "aurora", "birch", "-m", "bleu", "--samples", 100, "-o", "demo.html")
    assert karat("report", demo.path(), *options).code == 0
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert karat("reproduce", tmp_path / "demo.html").code == 0


def test_a_changed_file_is_named_with_the_figures_it_changes(karat: Karat, page: Path) -> None:
    """Which input, which figures, by how much."""
    file = page.parent / "birch.txt"
    file.write_text(file.read_text(encoding="utf-8").replace("the", "a"), encoding="utf-8")
    code, out, _ = karat("reproduce", page)
    assert code == 1
    assert "is not reproduced" in out
    assert "changed: birch.txt" in out
    assert "changed: aurora.txt" not in out
    assert "scores › BLEU, birch › value" in out
    found = json.loads(karat("reproduce", page, "--format", "json").out)
    assert not found["agrees"]
    assert [one["file"] for one in found["changed_inputs"]] == ["birch.txt"]
    (score,) = [one for one in found["differences"] if one["place"] == "scores › BLEU, birch › value"]
    assert score["difference"] == pytest.approx(score["now"] - score["page"])


def test_a_change_that_changes_no_figure_is_told_and_agrees(karat: Karat, page: Path) -> None:
    """A line end is not counted."""
    file = page.parent / "birch.txt"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    code, out, _ = karat("reproduce", page)
    assert code == 0
    assert "changed: birch.txt" in out


def test_a_changed_figure_is_named(karat: Karat, page: Path) -> None:
    """Somebody made a score look better on the page."""

    def better(figures: dict[str, Any]) -> None:
        figures["scores"][0]["value"] += 1.0

    rewrite(page, better)
    code, out, _ = karat("reproduce", page)
    assert code == 1
    assert "1 of " in out
    assert "scores › BLEU, aurora › value" in out
    assert "(-1)" in out
    assert "files have not changed" in out


def test_files_that_are_somewhere_else(karat: Karat, page: Path, tmp_path: Path) -> None:
    """Without them it cannot be told; --data says where they are."""
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("aurora", "birch", "reference-1"):
        (tmp_path / f"{name}.txt").rename(moved / f"{name}.txt")
    refused(karat("reproduce", page), "reference-1.txt", "2 more", "--data")
    assert karat("reproduce", page, "--data", moved).code == 0


def test_a_folder_may_be_called_otherwise(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What data are called is no figure."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(demo.path(), tmp_path / "before")
    options = ("-m", "bleu", "--human", "adequacy", "--samples", 100, "-o", "page.html")
    assert karat("report", "before", *options).code == 0
    (tmp_path / "before").rename(tmp_path / "after")
    code, out, _ = karat("reproduce", "page.html", "--data", "after")
    assert code == 0, out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>not a page</p>", ("no provenance",)),
        ('<script type="application/json" id="karat-provenance">{}</script>', ("has no karat",)),
        ('<script type="application/json" id="karat-provenance">{"figures": "x"}</script>', ("damaged",)),
        ('<script type="application/json" id="karat-provenance">[1</script>', ("not JSON",)),
    ],
)
def test_what_is_no_page_is_refused(karat: Karat, tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    """In one line that says what is wrong with it."""
    (tmp_path / "other.html").write_text(text, encoding="utf-8")
    refused(karat("reproduce", tmp_path / "other.html"), *words)


def test_files_and_options_that_are_not_there(karat: Karat, page: Path, tmp_path: Path) -> None:
    """Names are checked before anything is done."""
    refused(karat("reproduce", tmp_path / "none.html"), "none.html")
    refused(karat("reproduce", page, "--data", tmp_path / "none"), "no such folder")
    refused(karat("reproduce", page, "--format", "tsv"), "json")
