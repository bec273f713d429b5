"""The settings of a project: which file counts, what it may say, and where it is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import Karat, Write, refused

from karat.cli.completion_scripts import every_option
from karat.cli.configuration import SETTINGS, Configuration
from karat.report.page.writing import read_page

if TYPE_CHECKING:
    from pathlib import Path

CHRF = "[tool.karat]\nmetrics = ['chrf']\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, below the root of a project."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_settings_are_defaults(project: Path, karat: Karat, write: Write) -> None:
    """They count where nothing was typed, and a note says which; -m, --recipe and --no-config go before."""
    write("karat.toml", "metrics = ['chrf', 'ter']\nseed = 3\n")
    code, out, err = karat("score", "demo:")
    assert code == 0
    assert out.startswith("system\tchrF2\tTER\t")
    assert err.startswith(
        "karat: note: settings of ../karat.toml: metrics = chrf ter. --no-config ignores them."
    )
    assert karat("score", "demo:", "-m", "wer").out.startswith("system\tWER\t")
    assert karat("score", "demo:", "--recipe", "PER|tok:none").out.startswith("system\tPER\t")
    plain = karat("score", "demo:", "--no-config")
    assert plain.out.startswith("system\tBLEU\t")
    assert "karat.toml" not in plain.err


def test_the_nearest_file_counts(project: Path, karat: Karat, write: Write) -> None:
    """`karat.toml` goes before `pyproject.toml` beside it, and a nearer file before one further up."""
    write("pyproject.toml", CHRF)
    assert karat("score", "demo:").out.startswith("system\tchrF2\t")
    write("karat.toml", "metrics = ['ter']")
    assert karat("score", "demo:").out.startswith("system\tTER\t")
    write("work/pyproject.toml", "[tool.other]\nkey = 1\n")  # which says nothing of Karat
    assert karat("score", "demo:").out.startswith("system\tTER\t")
    write("work/pyproject.toml", CHRF)
    assert karat("score", "demo:").out.startswith("system\tchrF2\t")
    write("work/pyproject.toml", "[tool.karat\nno TOML")  # its own tools will tell
    assert karat("score", "demo:").out.startswith("system\tTER\t")


def test_a_command_may_have_settings_of_its_own(project: Path, karat: Karat, write: Write) -> None:
    """A table with the name of a command counts for this command, before what holds for all."""
    write("karat.toml", "metrics = ['chrf']\n[check]\nmetrics = ['ter']\n['diagnose variation']\norder = 3\n")
    assert karat("score", "demo:").out.startswith("system\tchrF2\t")
    assert "metrics = ter" in karat("check", "demo:").err
    assert "order = 3" in karat("diagnose", "variation", "demo:", "--systems", "dune").err


def test_a_setting_is_for_the_metrics_that_take_it(project: Path, karat: Karat, write: Write) -> None:
    """An option that was typed for a metric without it is refused; a setting waits for one that has it."""
    write("karat.toml", "tokenize = 'intl'\nlowercase = true\nepsilon = false\n")
    scores = json.loads(karat("score", "demo:", "-m", "bleu", "chrf", "--format", "json").out)
    bleu, chrf = (one["recipe"] for one in scores["scores"][:2])
    assert "tok:intl" in bleu
    assert "case:lc" in bleu
    assert "case:lc" in chrf
    assert scores["configuration"] == {
        "file": "../karat.toml",
        "settings": {"tokenize": "intl", "lowercase": True},
    }
    assert karat("score", "demo:", "-m", "ter").code == 0
    own = json.loads(karat("score", "demo:", "-m", "bleu:tokenize=zh", "--format", "json").out)
    assert "tok:zh" in own["scores"][0]["recipe"]
    refused(
        karat("score", "demo:", "-m", "ter", "--tokenize", "intl", "--no-config"), "--tokenize is for bleu"
    )


def test_a_page_can_be_reproduced_without_the_file(project: Path, karat: Karat, write: Write) -> None:
    """The page keeps settings as options of its command; making it again looks at no file."""
    pytest.importorskip("vl_convert", reason="the extra report is not installed")
    file = write("karat.toml", "metrics = ['chrf']\nsamples = 60\ntokenize = 'intl'\n")
    assert karat("report", "demo:", "--systems", "aurora", "dune", "-o", "page.html").code == 0
    command = read_page(project / "page.html")["command"]
    assert command.endswith("-o page.html --metrics chrf --samples 60")
    file.write_text("seed = 9\nmetrics = ['ter']\n", encoding="utf-8")
    code, out, err = karat("reproduce", "page.html")
    assert code == 0
    assert "settings of" not in err
    assert "is reproduced" in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("metric = ['bleu']", ("no setting 'metric'", "Did you mean 'metrics'?", "tokenize")),
        ("[score]\nsed = 1", ("no setting 'sed' in [score]", "'seed'")),
        ("[scores]\nseed = 1", ("no setting 'scores'", "Did you mean 'score'?")),
        ("output = 'page.html'", ("no setting 'output'",)),
        ("lowercase = 'yes'", ("lowercase is 'yes'; true or false was expected",)),
        ("tokenize = ['13a', 'intl']", ("tokenize is ['13a', 'intl']; one value was expected",)),
        ("metrics = true", ("metrics is True; a list of names was expected",)),
        ("order = 'four'", ("karat.toml, order: 'four' is not a whole number",)),
        ("width = 99", ("karat.toml, width: --width is 99; it must be between 0 and 15",)),
        ("metrics = ['blue']", ("There is no metric 'blue'",)),
        ("order = ", ("karat.toml is no TOML",)),
        ("order = '\udcff'", ("karat.toml is no TOML",)),
    ],
)
def test_what_a_file_may_not_say(
    text: str, words: tuple[str, ...], project: Path, karat: Karat, write: Write
) -> None:
    """It is refused on one line, with the file and what was expected; --no-config goes without it."""
    write("work/karat.toml", text.encode("utf-8", "surrogateescape"))
    code, out, err = karat("score", "demo:")
    assert (code, out) == (2, "")
    assert all(word in err for word in words), err
    assert karat("score", "demo:", "--no-config").code == 0


@pytest.mark.parametrize("asked", [("help",), ("help", "score"), ("score", "--help"), ("completion", "bash")])
def test_help_needs_no_settings(asked: tuple[str, ...], project: Path, karat: Karat, write: Write) -> None:
    """A slip in the file does not keep anybody from reading what is right."""
    write("work/karat.toml", "metricz = 1\n")
    found = karat(*asked)
    assert (found.code, found.err) == (0, "")


def test_a_table_that_is_none(project: Path, karat: Karat, write: Write) -> None:
    """`karat = …` within [tool] has to be a table, too."""
    write("pyproject.toml", "[tool]\nkarat = 'bleu'\n")
    refused(karat("score", "demo:"), "../pyproject.toml", "a table of settings was expected")


def test_settings_are_options(karat: Karat) -> None:
    """Every setting is an option of some command, and none names a file."""
    options = [one for options in every_option().values() for one in options]
    for name in SETTINGS:
        found = [one for one in options if f"--{name}" in one.names]
        assert found
        assert not any(one.files for one in found)
    assert Configuration.current is None
    assert "--no-config" in karat("score", "--help").out
