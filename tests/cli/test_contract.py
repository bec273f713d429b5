"""What every command promises: formats, colours, help, exit codes, tables that fit."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from tests.cli.computations import Known, compute_once
from tests.cli.conftest import Karat, refused
from tests.cli.example_files import write_campaign
from tests.cli.test_output import as_terminal
from tests.reliability.marked import span_lines

from karat import demo
from karat.cli.command_group import every_command
from karat.cli.main import GROUPS, main
from karat.cli.option_groups import FORMATS
from karat.report.formats.text import display_width

if TYPE_CHECKING:
    from pathlib import Path

DATA = str(demo.path())
QUICK = ["--samples", "100"]
# Each command as one would call it; FILE is a calibration, TEXT a reference, OTHER its translation.
CALLS = {
    "score": ["score", DATA, "-m", "bleu", "chrf", "ter"],
    "compare": ["compare", DATA, "--samples", "400"],
    "gate": ["gate", DATA, "--system", "aurora", "--baseline", "birch", "--margin", "1", *QUICK],
    "count": ["count", str(demo.segments_path()), "-m", "bleu", "chrf", "--cells", "64", "-o", "SUMS"],
    "add": ["add", "SUMS", "--compare", "--samples", "100"],
    "campaign plan": ["campaign", "plan", DATA, "--judges", "6"],
    "campaign status": ["campaign", "status", "CAMPAIGN"],
    "judges": ["judges", str(demo.judgements_path()), "--data", DATA, *QUICK],
    "agree": ["agree", DATA, *QUICK],
    "people": ["people", DATA, "--target", "texts-like-it", *QUICK],
    "points": ["points", DATA, *QUICK],
    "calibrate": ["calibrate", DATA, "--by", "text-type"],
    "predict": ["predict", "FILE", DATA, "-m", "bleu", "--human", "adequacy", "--force"],
    "inspect": ["inspect", "FILE"],
    "accept": ["accept", DATA, *QUICK],
    "transfer": ["transfer", DATA, "--by", "text-type", *QUICK],
    "explain": ["explain", "bleu", DATA, "--system", "dune", "--segment", "2"],
    "diagnose variation": ["diagnose", "variation", DATA],
    "diagnose variants": [
        "diagnose",
        "variants",
        DATA,
        "--system",
        "dune",
        "--sample",
        "2",
        "--score-with",
        "ter",
    ],
    "diagnose sensitivity": [
        *("diagnose", "sensitivity", DATA, "--system", "dune", "--damages", "shuffle", *QUICK)
    ],
    "power": ["power", DATA, *QUICK],
    "check": ["check", DATA],
    "align": ["align", DATA],
    "outcomes": ["outcomes", "OUTCOMES", "OTHER_OUTCOMES", "--metric", "right"],
    "spans": ["spans", "SPANS"],
    "verdicts": ["verdicts", str(demo.judgements_path()), "--versions", "judge-1", "judge-2"],
    "versions": ["versions", "TEXT", "OTHER"],
    "buckets": ["buckets", DATA],
    "equate": ["equate", DATA, *QUICK],
    "entities": ["entities", "TEXT"],
    "metrics": ["metrics"],
}
# A page, a walk through all of it, a server: no table. What they do is tested where they are.
APART = {
    *("demo", "completion", "help", "report", "reproduce"),
    *(f"campaign {name}" for name in ("links", "add-judge", "revoke", "reassign", "copy")),
    *(f"campaign {name}" for name in ("serve", "demo", "export", "import")),
    *(f"campaign {name}" for name in ("pause", "resume", "close", "guidelines")),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A calibration, and a text with something to recognise."""
    return write_called_files(tmp_path_factory.mktemp("contract"))


def write_called_files(folder: Path) -> dict[str, str]:
    """The files that `CALLS` names, by what it calls them."""
    calibration, text = folder / "calibration.json", folder / "reference.txt"
    assert main(["calibrate", DATA, "-m", "bleu", "-o", str(calibration)]) == 0
    text.write_text("It cost 5 euros on 3 May 2020.\n", encoding="utf-8")
    other = folder / "other.txt"
    other.write_text("Es kostete am 3. Mai 5 Euro.\n", encoding="utf-8")
    spans = folder / "spans.jsonl"
    spans.write_text(span_lines(), encoding="utf-8")
    write_campaign(folder)
    outcomes, other_outcomes = folder / "outcomes.tsv", folder / "other_outcomes.tsv"
    outcomes.write_text("item\tright\n1\t1\n2\t0\n3\t1\n", encoding="utf-8")
    other_outcomes.write_text("item\tright\n1\t1\n2\t1\n3\t1\n", encoding="utf-8")
    sums = folder / "sums.json"
    assert (
        main(["count", str(demo.segments_path()), "-m", "bleu", "chrf", "--cells", "64", "-o", str(sums)])
        == 0
    )
    return {
        "SUMS": str(sums),
        "FILE": str(calibration),
        "TEXT": str(text),
        "OTHER": str(other),
        "OUTCOMES": str(outcomes),
        "OTHER_OUTCOMES": str(other_outcomes),
        "SPANS": str(spans),
        "CAMPAIGN": str(folder / "news.campaign"),
    }


@pytest.fixture(scope="module")
def known() -> Known:
    """What commands computed so far."""
    return {}


@pytest.fixture(autouse=True)
def _computed_once(request: pytest.FixtureRequest, known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command's call is the same in every test, and so are its figures."""
    if "name" in request.fixturenames:
        compute_once(request.getfixturevalue("name"), known, monkeypatch)


def call(name: str, files: dict[str, str]) -> list[str]:
    """The arguments of a command."""
    return [files.get(argument, argument) for argument in CALLS[name]]


def test_every_command_is_held_to_it() -> None:
    """A new command is called here, too."""
    assert set(every_command()) - APART == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_json(name: str, karat: Karat, files: dict[str, str]) -> None:
    """Every command gives JSON, whole and without styles, and nothing else on standard output."""
    code, out, err = karat(*call(name, files), "--format", "json")
    assert code == 0, err
    assert json.loads(out)
    assert "\x1b" not in out + err
    assert all(line.startswith("karat: note: ") for line in err.splitlines())


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"json"}))
@pytest.mark.parametrize("name", CALLS)
def test_formats(name: str, form: str, karat: Karat, files: dict[str, str]) -> None:
    """A format is written, or refused in a line that says which would do."""
    outcome = karat(*call(name, files), "--format", form)
    if outcome.code == 0:
        assert outcome.out.strip()
        assert "\x1b" not in outcome.out
    else:
        assert form in ("tsv", "latex")
        refused(outcome, form, "json")


@pytest.mark.parametrize("name", CALLS)
def test_an_unknown_format(name: str, karat: Karat, files: dict[str, str]) -> None:
    """The formats that there are are named."""
    refused(karat(*call(name, files), "--format", "html"), "--format is 'html'", "json", "table")


@pytest.mark.parametrize("name", CALLS)
def test_an_unknown_option(name: str, karat: Karat, files: dict[str, str]) -> None:
    """One line, exit code 2, and where to look."""
    refused(karat(*call(name, files), "--nonsense"), "'--nonsense'", f"karat {name} --help")


@pytest.mark.parametrize("name", [*CALLS, *GROUPS, ""])
def test_help(name: str, karat: Karat) -> None:
    """Usage first, examples last, nothing that is wider than the terminal."""
    for flag in ("-h", "--help"):
        code, out, err = karat(*name.split(), flag)
        assert (code, err) == (0, "")
        assert out.startswith(f"usage: karat {name}".rstrip())
        assert "\nexamples:\n  karat " in out
        assert "\x1b" not in out


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"entities"}))
def test_colours_can_be_forced(
    name: str, karat: Karat, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """FORCE_COLOR brings the terminal's colours into a pipe, for a pager or a log that shows them."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    plain = ["--format", "table"]
    assert "\x1b[1;36m" in karat(*call(name, files), *plain).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in karat(*call(name, files), *plain).out


@pytest.mark.parametrize("name", CALLS)
def test_tables_fit(name: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On 80 columns no table is wider, with colours and, for those who want none, without."""
    monkeypatch.setenv("COLUMNS", "80")
    styled = _in_terminal(call(name, files), monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = _in_terminal(call(name, files), monkeypatch)
    assert "\x1b" in styled or name == "entities"
    assert "\x1b" not in plain
    for shown in (re.sub("\x1b[^m]*m", "", styled), plain):
        rules = [line for line in shown.splitlines() if set(line.strip()) in ({"─"}, {"┄"})]
        assert rules or name == "entities"
        assert max(map(display_width, rules), default=0) <= 80


def _in_terminal(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command shows where a person reads it; `test_terminal` has real terminals."""
    terminal = as_terminal(monkeypatch, "stdout")
    assert main(arguments) == 0
    return terminal.getvalue()
