"""`karat demo`: everything at once, on the data that come with Karat."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat, refused
from tests.golden import files as golden

from karat import demo
from karat.cli.commands.demo import CALIBRATION, DATA, STEPS
from karat.report.page.writing import read_page


def test_the_demonstration(karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables, commands and the warning that nothing was measured are as the golden file has them.

    The page is where the story says, made by the command that it says, with all its figures; nothing else is
    left of the story. What a user is told to type gives what was shown.
    """
    pytest.importorskip("vl_convert", reason="the extra report is not installed")
    monkeypatch.chdir(tmp_path)
    told = karat("demo")
    assert (told.code, told.err) == (0, "")
    assert "made up for demonstration" in told.out
    assert [file.name for file in tmp_path.iterdir()] == ["karat-demo.html"]
    size = (tmp_path / "karat-demo.html").stat().st_size
    golden.check("demo.txt", told.out.replace(f"({size / 1000:,.0f} kB)", "(… kB)"))
    assert "The page is karat-demo.html" in told.out
    page = read_page(tmp_path / "karat-demo.html")
    assert page["command"].startswith(f"karat report {DATA} -o karat-demo.html")
    for part in (
        "scores",
        "comparisons",
        "people",
        "judges",
        "prospects",
        "transfers",
        "variation",
        "findings",
    ):
        assert page["figures"][part]
    for step in STEPS:
        table = karat(*step.command.split(), "--format", "table").out
        assert "\n\n".join(table.split("\n\n")[: step.tables]).rstrip() in told.out
        assert f"    karat {step.command}\n" in told.out
    assert (tmp_path / CALIBRATION).exists()  # by the command; the story itself leaves nothing but the page


def test_the_former_way_to_name_the_data(karat: Karat) -> None:
    """--path still prints the folder alone, and standard error says what to type instead."""
    code, out, err = karat("demo", "--path")
    assert (code, out) == (0, f"{demo.path()}\n")
    assert "karat score demo:" in err
    assert "--path" not in karat("demo", "--help").out


def test_the_demo_data_have_a_name_in_every_command(karat: Karat) -> None:
    """`demo:` is the folder, `demo:FILE` a file in it, as a corpus and as the value of an option."""
    assert karat("score", "demo:", "-q") == karat("score", demo.path(), "-q")
    assert karat("score", "demo:segments.jsonl", "-q").out == karat("score", "demo:", "-q").out
    people = ("judges", "demo:judgements.jsonl", "--samples", 50)
    expected = karat(*people, "--data", demo.path()).out
    assert karat(*people, "--data", "demo:").out == karat(*people, "--data=demo:").out == expected


def test_demo_data_that_there_are_not(karat: Karat) -> None:
    """A file that the demo data lack is refused by its name; `demo:` alone is no command."""
    refused(karat("score", "demo:nothing.jsonl"), "demo:nothing.jsonl", "no such file")
    refused(karat("demo:"), "karat score demo:")


def test_a_file_that_is_no_page_stays(karat: Karat, tmp_path: Path) -> None:
    """It is refused before the story begins."""
    pytest.importorskip("vl_convert", reason="the extra report is not installed")
    (tmp_path / "mine.html").write_text("mine", encoding="utf-8")
    refused(karat("demo", "-o", tmp_path / "mine.html"), "mine.html")


def test_without_what_draws_the_story_is_told_and_the_page_is_not(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what the page would take."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("karat.report.page.writing.find_spec", lambda _: None)
    code, out, _ = karat("demo")
    assert code == 0
    assert "karat-mt[report]" in out
    assert not list(tmp_path.iterdir())


def test_the_demo_takes_no_files(karat: Karat, tmp_path: Path) -> None:
    """Anything else is refused."""
    code, out, err = karat("demo", tmp_path)
    assert (code, out) == (2, "")
    assert "karat demo --help" in err
