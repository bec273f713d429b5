"""`karat report`: one page, from whatever there is."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat import demo
from karat.report.page.writing import read_page

pytest.importorskip("vl_convert", reason="the extra report is not installed")

QUICK = ("--samples", 100)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are written where the command runs."""
    monkeypatch.chdir(tmp_path)


def test_the_page_of_texts(karat: Karat, texts: Path, tmp_path: Path) -> None:
    """Plain files without people: the answer is told, the page is written, its figures are inside."""
    code, out, err = karat(
        "report", texts / "aurora.txt", texts / "birch.txt", "-r", texts / "reference-1.txt", *QUICK
    )
    assert (code, err) == (0, "")
    assert out.startswith("By the metrics, aurora is best of 2 systems. Nobody judged these translations.\n")
    assert "The page is report.html" in out
    page = read_page(tmp_path / "report.html")
    assert [score["system"] for score in page["figures"]["scores"]] == ["aurora", "aurora", "birch", "birch"]
    assert [one["file"] for one in page["inputs"]]
    assert all(len(one["sha256"]) == 64 for one in page["inputs"])
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<title>aurora, birch</title>" in text


def test_the_page_of_a_folder_with_people(karat: Karat, tmp_path: Path) -> None:
    """Judgements beside the corpus are found; the data are said to be composed."""
    code, out, _ = karat("report", demo.path(), "-o", "demo.html", "--title", "A title", *QUICK)
    assert code == 0
    assert "demo.html" in out
    text = (tmp_path / "demo.html").read_text(encoding="utf-8")
    assert "<title>A title</title>" in text
    assert "nothing was measured" in text
    page = read_page(tmp_path / "demo.html")
    assert page["figures"]["people"]["agreements"]
    assert page["figures"]["judges"]
    assert {one["file"] for one in page["inputs"]} == {
        "demo:segments.jsonl",
        "demo:judgements.jsonl",
    }
    assert page["command"].startswith("karat report demo: -o demo.html")


@pytest.mark.parametrize("systems", [("birch",), ("birch", "dune")])
def test_one_judged_system_is_enough_for_a_threshold(
    karat: Karat, tmp_path: Path, systems: tuple[str, ...]
) -> None:
    """Its mean is held against the score that readers need; the page has no need of a line for that."""
    options = ("--systems", *systems, "--human", "adequacy", "--threshold", "3", *QUICK)
    code, out, _ = karat("report", demo.path(), "-m", "bleu", *options)
    assert code == 0
    assert "Good enough? People give birch 3.43 (3." in out
    assert "which is above the 3.00 that you set" in out
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for text in (out, page):
        assert "Nobody judged" not in text
        assert "set the score that they need" not in text


def test_no_place_of_this_machine_is_on_the_page(karat: Karat, texts: Path, tmp_path: Path) -> None:
    """Paths are as seen from the folder of the command."""
    karat("report", texts / "aurora.txt", "-r", texts / "reference-1.txt", *QUICK)
    page = read_page(tmp_path / "report.html")
    assert str(tmp_path) not in json.dumps({key: page[key] for key in ("command", "arguments", "inputs")})


def test_json_alone(karat: Karat, texts: Path, tmp_path: Path) -> None:
    """Every figure goes to standard output, and no page is written unless one is named."""
    arguments = ("report", texts / "aurora.txt", "-r", texts / "reference-1.txt", "--format", "json", *QUICK)
    code, out, _ = karat(*arguments)
    assert code == 0
    assert json.loads(out)["scores"][0]["system"] == "aurora"
    assert not (tmp_path / "report.html").exists()
    again = karat(*arguments, "-o", "page.html")
    assert json.loads(again.out)["scores"] == json.loads(out)["scores"]
    assert read_page(tmp_path / "page.html")["figures"]["scores"] == json.loads(out)["scores"]


def test_figures_for_papers(karat: Karat, texts: Path, tmp_path: Path) -> None:
    """Charts and tables as files, which are not overwritten unless that is said."""
    arguments = (
        *("report", texts / "aurora.txt", texts / "elm.txt", "-r", texts / "reference-1.txt", "-m", "bleu"),
        *(*QUICK, "--figures", "figures"),
    )
    assert karat(*arguments).code == 0
    endings = {file.suffix for file in (tmp_path / "figures").iterdir()}
    assert {".svg", ".pdf", ".png", ".tex", ".csv"} <= endings
    refused(karat(*arguments), "figures", "--overwrite")
    assert karat(*arguments, "--overwrite").code == 0


def test_a_calibration_predicts_what_nobody_judged(karat: Karat, texts: Path, tmp_path: Path) -> None:
    """Lines from a file, for output of the same language pair; the file is among the inputs."""
    assert (
        karat(
            *("calibrate", demo.path(), "-m", "bleu", "--human", "adequacy", "--by", "language-pair"),
            *("-o", "adequacy.json"),
        ).code
        == 0
    )
    code, out, _ = karat(
        *("report", texts / "birch.txt", "-r", texts / "reference-1.txt", texts / "reference-2.txt"),
        *("--calibration", "adequacy.json", "--language-pair", "de-en", "--threshold", "3.5", *QUICK),
    )
    assert code == 0
    assert "People are predicted to give birch" in out
    page = read_page(tmp_path / "report.html")
    assert [one["system"] for one in page["figures"]["prospects"]["predictions"]] == ["birch"]
    assert "adequacy.json" in [one["file"] for one in page["inputs"]]


def test_a_page_is_written_over_and_nothing_else(karat: Karat, texts: Path, tmp_path: Path) -> None:
    """An earlier page may go; a file that is something else stays."""
    arguments = ("report", texts / "aurora.txt", "-r", texts / "reference-1.txt", *QUICK, "-o", "mine.html")
    (tmp_path / "mine.html").write_text("<p>My notes</p>", encoding="utf-8")
    refused(karat(*arguments), "mine.html", "is not what this command writes", "--overwrite")
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == "<p>My notes</p>"
    (tmp_path / "mine.html").unlink()
    assert karat(*arguments).code == 0
    assert karat(*arguments).code == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-o", "."), ("is a folder",)),
        (("-o", "nowhere/report.html"), ("there is no folder",)),
        (("--format", "html"), ("--format", "json")),
        (("--format", "json", "--open"), ("--open", "-o FILE")),
        (("-m", "tag-bleu"), ("reads tags",)),
        (("--language-pair", "german"), ("de-en",)),
        (("--calibration", "missing.json"), ("missing.json",)),
        (("--human", "mqm"), ("mqm",)),
        (("--samples", "0"), ("samples",)),
        (("--confidence", "2"), ("confidence",)),
    ],
)
def test_what_cannot_be_done_is_refused(
    karat: Karat, texts: Path, tmp_path: Path, options: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """In one line, and without a page."""
    refused(karat("report", texts / "aurora.txt", "-r", texts / "reference-1.txt", *options), *words)
    assert not list(tmp_path.glob("*.html"))


def test_a_file_is_needed(karat: Karat) -> None:
    """The error shows how."""
    refused(karat("report"), "karat report HYPOTHESIS")


def test_without_what_draws_it_says_so_at_once(
    karat: Karat, texts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a page that cannot be drawn; the figures need no drawing."""
    monkeypatch.setattr("karat.report.page.writing.find_spec", lambda _: None)
    arguments = ("report", texts / "aurora.txt", "-r", texts / "reference-1.txt", *QUICK)
    refused(karat(*arguments), "karat-mt[report]")
    assert karat(*arguments, "--format", "json").code == 0


@pytest.mark.usefixtures("drawn_once")
def test_hostile_names_are_shown_as_text(karat: Karat, write: Write, tmp_path: Path) -> None:
    """What a system or a segment is called does not become markup."""
    write("</script><b>.txt", "<script>alert(1)</script>\n" * 3)
    write("reference.txt", "a ]]> b\n" * 3)
    code, _, _ = karat("report", "</script><b>.txt", "-r", "reference.txt", *QUICK)
    assert code == 0
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "</script><b>" not in text
