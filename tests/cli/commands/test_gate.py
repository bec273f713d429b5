"""`karat gate`: exit codes, what stands behind them, and the files that CI shows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo, read

QUICK = ("--samples", "200", "--no-check")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Plain texts: the same name in two folders, a reference and the documents."""
    folder: Path = tmp_path_factory.mktemp("gate")
    corpus = read(demo.segments_path())
    lines: dict[str, Any] = {
        "new/output.txt": corpus.system("aurora"),
        "old/output.txt": corpus.system("birch"),
        "reference.txt": corpus.references.streams[0],
        "documents.txt": corpus.documents,
    }
    for name, of_file in lines.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("".join(f"{line}\n" for line in of_file), encoding="utf-8")
    return {name: str(folder / name) for name in lines}


def asked(texts: dict[str, str], *options: str, swapped: bool = False) -> list[str]:
    """A call about new and old output."""
    new, old = texts["new/output.txt"], texts["old/output.txt"]
    new, old = (old, new) if swapped else (new, old)
    return ["gate", new, "--baseline", old, "-r", texts["reference.txt"], *options, *QUICK]


def record(karat: Karat, *arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the JSON."""
    code, out, err = karat(*arguments, "--format", "json")
    assert err == ""
    return code, json.loads(out)


def test_exit_codes(karat: Karat, texts: dict[str, str]) -> None:
    """0 for what is better, 1 for what is worse; the files of one name are told apart by their folders."""
    code, better = record(karat, *asked(texts, "--margin", "1"))
    (one,) = better["beside_baseline"]
    assert (code, better["passed"], one["verdict"]) == (0, True, "pass")
    assert (one["system"], one["baseline"]) == ("new/output", "old/output")
    code, worse = record(
        karat, *asked(texts, "-m", "chrf", "bleu", "--margin", "chrf=1", "BLEU=0.5", swapped=True)
    )
    assert (code, worse["passed"]) == (1, False)
    assert [one["verdict"] for one in worse["beside_baseline"]] == ["worse", "can't tell"]


def test_documents_are_drawn(karat: Karat, texts: dict[str, str]) -> None:
    """Where documents are given they are the unit, as in a corpus that knows them."""
    options = ("-m", "chrf", "--margin", "1")
    _, of_texts = record(karat, *asked(texts, *options, "--documents", texts["documents.txt"]))
    corpus = ("gate", str(demo.path()), "--system", "aurora", "--baseline", "birch", *options, *QUICK)
    assert "ref" in karat(*corpus).out
    (one,) = of_texts["beside_baseline"]
    assert (one["unit"], one["units"]) == ("document", 12)


def test_of_a_corpus_all_but_the_baseline_have_to_pass(karat: Karat) -> None:
    """Each is named, with the sentence that says why."""
    code, out, _ = karat("gate", "demo:", "--baseline", "birch", "--margin", "1", *QUICK)
    assert code == 1
    for words in (
        "karat gate  failed, ",
        "dune is worse than birch by at least ",
        "can't tell",
        "12, resampled",
    ):
        assert words in out


def test_limits(karat: Karat, texts: dict[str, str]) -> None:
    """Scores have to be reached on the side where they are better; each metric may have its own."""
    call = ["gate", texts["new/output.txt"], "-r", texts["reference.txt"], "-m", "chrf", "ter", *QUICK]
    code, found = record(karat, *call, "--at-least", "chrf=40", "--at-most", "TER=60")
    assert (code, [one["metric"] for one in found["limits"]]) == (0, ["chrF2", "TER"])
    assert record(karat, *call, "--at-least", "chrf=99", "--at-most", "ter=99")[0] == 1
    assert record(karat, *call, "--at-least", "chrf=1", "--at-most", "ter=1")[0] == 1
    refused(karat(*call, "--at-least", "ter=60"), "lower is better", "--at-most ter=60")
    refused(karat(*call, "--at-least", "40"), "--at-least", "chrf2=X ter=X")
    refused(karat(*call, "--at-least", "bleu=40"), "'bleu'", "chrF2, TER")


def test_junit(karat: Karat, texts: dict[str, str], tmp_path: Path) -> None:
    """Elements and attributes as Ant's schema has them: names, order, counts; a failure says why."""
    path = tmp_path / "gate.xml"
    code, out, _ = karat(
        *asked(texts, "-m", "chrf", "--margin", "1", "--at-least", "5", "-o", str(path), swapped=True)
    )
    assert code == 1
    assert "karat gate  failed, 1 of 2 checks" in out
    root = ET.parse(path).getroot()
    (suite,) = root
    assert (root.tag, dict(root.attrib), suite.tag) == ("testsuites", {}, "testsuite")
    assert [one.tag for one in suite] == ["properties", "testcase", "testcase", "system-out", "system-err"]
    assert set(suite.attrib) == {
        *("name", "package", "id", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname")
    }
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    failed, passed = suite.findall("testcase")
    assert set(failed.attrib) == set(passed.attrib) == {"name", "classname", "time"}
    (failure,) = failed
    assert (failure.tag, failure.get("type"), list(passed)) == ("failure", "worse", [])
    assert "is worse than new/output by at least" in str(failure.get("message"))
    # Again: a gate's own file is replaced.
    assert karat(*asked(texts, "--margin", "1", "-o", str(path))).code == 0
    assert 'failures="0"' in path.read_text(encoding="utf-8")


def test_markdown(karat: Karat, texts: dict[str, str]) -> None:
    """A heading with the answer, a table, and the reasons; Markdown sees no signs in names."""
    code, out, _ = karat(*asked(texts, "--margin", "1", "--format", "markdown"))
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "## karat gate: passed"
    assert "| BLEU | new/output | old/output | pass |" in out
    assert "| :-- | :-- | :-- | :-- | --: | --: | --: | --: | --: |" in lines
    assert any(line.startswith("- **error rate** ") for line in lines)
    assert "order:4\\|unit:word" in out


def test_files_are_not_lost(karat: Karat, texts: dict[str, str], tmp_path: Path) -> None:
    """A file of somebody else stays, and an ending that says nothing is asked about."""
    path = tmp_path / "notes.md"
    path.write_text("mine", encoding="utf-8")
    call = asked(texts, "--margin", "1", "-o", str(path))
    refused(karat(*call), "is there already", "--overwrite")
    assert path.read_text(encoding="utf-8") == "mine"
    assert karat(*call, "--overwrite").code == 0
    assert path.read_text(encoding="utf-8").startswith("## karat gate: passed")
    refused(karat(*asked(texts, "--margin", "1", "-o", str(tmp_path / "gate.out"))), "--format json")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--margin", "a"), ("--margin has 'a'", "number")),
        (("--margin", "1", "2"), ("--margin is 1 2", "chrf=0.5")),
        (("--margin", "bleu=1", "BLEU=2"), ("BLEU twice",)),
        (("--margin", "-1"), ("0 or more",)),
        ((), ("How much worse", "--margin 0.5")),
        (("--margin", "1", "--system", "new"), ("--system is for a CORPUS",)),
        (("--margin", "1", "--confidence", "0.4"), ("above 0.5",)),
        (("--margin", "1", "--overwrite"), ("-o FILE",)),
    ],
)
def test_refusals(
    karat: Karat, texts: dict[str, str], options: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """One line, exit code 2: never the code of a gate that does not pass."""
    refused(karat(*asked(texts, *options)), *words)


def test_unknown_names(karat: Karat, texts: dict[str, str]) -> None:
    """A baseline that is not there, as a file or as a system."""
    call = ("gate", texts["new/output.txt"], "-r", texts["reference.txt"], "--margin", "1")
    refused(karat(*call, "--baseline", "none.txt"), "none.txt: there is no such file")
    refused(karat("gate", "demo:", "--margin", "1", "--baseline", "birk"), "'birk'", "birch")


def test_a_metric_that_decides_nothing_is_named(karat: Karat, texts: dict[str, str]) -> None:
    """Nobody takes a metric for checked that has neither margin nor limit."""
    code, out, err = karat(*asked(texts, "-m", "chrf", "ter", "--margin", "chrf=1"))
    assert (code, "TER" in out) == (0, False)
    assert err == "karat: note: TER has neither a margin nor a score to reach, so it decides nothing.\n"


def test_human_scores(karat: Karat) -> None:
    """People's scores are called by their dimension."""
    call = ("gate", "demo:", "--system", "aurora", "--baseline", "birch", "--human", "adequacy", *QUICK)
    code, out, _ = karat(*call, "--margin", "adequacy=0.2")
    assert (code, "human adequacy  aurora  birch   pass" in out) == (0, True)


def _step_of_the_action() -> str:
    """What the action runs in the shell: its last step."""
    action = Path(__file__).parents[3] / "action.yml"
    return dedent(action.read_text(encoding="utf-8").rpartition("      run: |\n")[2])


@pytest.mark.skipif(shutil.which("bash") is None, reason="the action runs in bash")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("demo: --system aurora --baseline birch -m chrf --margin 1", 0, "karat gate: passed"),
        ("demo: --system dune --baseline birch -m chrf --margin 1 --format junit", 1, "karat gate: failed"),
        ("demo: --system $(touch pwned) --baseline *; ls", 2, None),
    ],
)
def test_the_action(tmp_path: Path, arguments: str, code: int, words: str | None) -> None:
    """Its step ends as the gate does, the summary has the table, and arguments are never commands of the shell."""
    summary = tmp_path / "summary.md"
    summary.write_text("", encoding="utf-8")
    known = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_STEP_SUMMARY": str(summary),
        "ARGUMENTS": f"{arguments} --samples 50",
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", _step_of_the_action()],
        cwd=tmp_path,
        env={**os.environ, **known},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    written = summary.read_text(encoding="utf-8")
    assert (words or "") in written
    assert ("| metric | system |" in written) == (words is not None)
    assert not (tmp_path / "pwned").exists()
