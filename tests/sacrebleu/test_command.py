"""`python -m karat.sacrebleu` prints what sacreBLEU 2.6.0 prints, byte for byte."""

import gzip
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.sacrebleu.command_lines import of_karat, of_sacrebleu

from karat import demo
from karat.readers import read
from karat.sacrebleu.command_options import metric_options, read_options

# sacreBLEU leaves its files open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
# sacreBLEU takes its time.
FEW = 8
NUMBER = re.compile(r"(?<=: )-?\d+\.\d+(?:e-?\d+)?")
HOSTILE = [
    "", " ", "a\tb", "The \u2028 line", "caf\u00e9 \u0301", "\u202eabc", "x" * 500, "日本語 の 文", "  two  spaces ",
    "\ufeffmark", "&quot;quoted&quot; &amp; more", "1,000.50 -- 3", "emoji 👩‍👩‍👧 end", "nbsp\u00a0end\u00a0", "\x1b[31mred\x1b[0m",
    "cr\rin the middle", "it's . , ; !", "a = b (μ = 1.0 ± 2.0)",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real and hostile texts in files, with names that tables could take for numbers."""
    home = tmp_path_factory.mktemp("texts")
    corpus = read(demo.path())
    for place, stream in enumerate(corpus.references.streams, 1):
        _write(home / f"ref{place}", [line or "" for line in stream][:FEW])
    for name, text in corpus.systems.items():
        _write(home / name, list(text)[:FEW])
    _write(home / "1.50", list(corpus.systems["dune"])[:FEW])
    _write(home / "sys_a&b", list(corpus.systems["elm"])[:FEW])
    rng = random.Random(5)
    _write(home / "hostile.ref", HOSTILE)
    _write(home / "hostile.out", [rng.choice([line, line.upper(), line[:3], "the end"]) for line in HOSTILE])
    _write(home / "hostile.2", [rng.choice([line, line[1:], ""]) for line in HOSTILE])
    _write(home / "empty", [])
    _write(home / "one", ["the cat sat on the mat"])
    _write(home / "none", ["zzz"])
    _write(home / "short", ["Thank you"])
    _write(home / "windows", ["the cat sat on a mat\r"])
    _write(home / "ja.ref", ["これは本です。", "猫が座った。"])
    _write(home / "ja.out", ["これは本だ。", "猫が座る。"])
    _write(home / "two.tsv", ["a cat sat here now\tthe cat sat here now", "it rains\tit snows"])
    _write(home / "two.out", ["a cat sat here now", "it snows"])
    _write(home / "bad.tsv", ["one\ttwo", "three"])
    (home / "latin").write_bytes("café au lait tous les jours\n".encode("latin-1"))
    (home / "ref1.gz").write_bytes(gzip.compress((home / "ref1").read_bytes()))
    return home


def _write(path: Path, lines: list[str]) -> None:
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())


# The title between two rules, then the explanation, up to the signatures.
EXPLANATION = re.compile(r"(-+\nPaired [^\n]+\n-+\n).*?(?=-----------------\nMetric signatures)", re.DOTALL)


def compared(
    monkeypatch: pytest.MonkeyPatch, folder: Path, line: str, standard_input: bytes = b""
) -> tuple[int, str]:
    """What ours does, which must be what theirs does."""
    monkeypatch.chdir(folder)
    arguments = line.split()
    ours = of_karat(monkeypatch, arguments, standard_input)
    theirs = of_sacrebleu(monkeypatch, arguments, standard_input)
    assert (ours[0], without_explanation(ours[1])) == (theirs[0], without_explanation(theirs[1]))
    return ours


def without_explanation(output: str) -> str:
    """The output without the lines that tell people how to read paired tests: these are in our own words."""
    return EXPLANATION.sub(r"\1", output)


ONE_SYSTEM = [
    "ref1 -i dune",
    "ref1 ref2 -i dune",
    "ref1.gz -i dune -m bleu chrf ter",
    "ref1 -i dune -m ter bleu chrf -f text",
    "ref1 -i dune -m bleu chrf -b -f text",
    "ref1 -i dune -b",
    "ref1 -i dune -b -w 4",
    "ref1 -i dune -w 5 -f text",
    "ref1 -i dune -w 0 -f text",
    "ref1 -i dune -lc -tok intl -f text",
    "ref1 -i dune -tok char -sh -f text",
    "ref1 -i dune -sh",
    "ref1 -i dune -s floor -sv 0.3 -f text",
    "ref1 -i dune -s add-k -f text",
    "ref1 -i dune -s none -f text",
    "ref1 -i dune -m chrf -cw 2 -cc 4 --chrf-beta 3 -f text",
    "ref1 -i dune -m chrf --chrf-lowercase --chrf-whitespace --chrf-eps-smoothing -f text",
    "ref1 -i dune -m ter --ter-case-sensitive --ter-no-punct --ter-normalized --ter-asian-support -f text",
    "ref1 -i dune --confidence -cin 50",
    "ref1 -i dune -m bleu chrf --confidence -cin 50 -f text",
    "ref1 -i dune -ci -cin 50 -b -f text",
    "ref1 -i dune -m bleu chrf -d",
    "ref1 -i dune --format latex",
    "ref1 -i dune --metric chrf --score",
    "ref1 -i dune -sl",
    "ref1 ref2 -i dune -sl -m chrf -b -w 3",
    "ref1 -i dune -sl -m ter -sh",
    "ja.ref -i ja.out -l en-zh -f text",
    "hostile.ref -i hostile.out -m bleu chrf ter -f text -w 6",
    "hostile.ref hostile.2 -i hostile.out -m bleu chrf ter -w 6",
    "hostile.ref -i hostile.out -sl -w 4",
    "hostile.ref -i hostile.out -sl -m chrf -w 4",
    "one -i one -f text",
    "one -i none -f text",
    "one -i windows -f text",
    "short -i short -f text",
    "short -i short -sl",
    "two.tsv -nr 2 -i two.out -f text",
    "latin -i latin -e latin-1 -f text",
]
SEVERAL_SYSTEMS = [
    "ref1 -i dune elm",
    "ref1 -i dune elm aurora -m bleu chrf ter",
    "ref1 -i dune elm -m bleu chrf -f text",
    "ref1 -i dune elm -m bleu chrf -f latex",
    "ref1 -i 1.50 sys_a&b dune -f text -w 3",
    "ref1 -i 1.50 sys_a&b dune -f latex -sh",
    "ref1 -i 1.50 1.50",
    "ref1 ref2 -i dune elm aurora --paired-bs -pbsn 60 -m bleu chrf -f text",
    "ref1 -i dune elm dune --paired-ar -parn 60 -f text -w 2",
    "ref1 -i 1.50 sys_a&b dune -par -parn 60 -m bleu ter -f latex",
    "ref1 -i 1.50 elm -par -parn 60 -m chrf -sh -j 1 -f text",
    "hostile.ref -i hostile.out hostile.2 -m bleu chrf ter -f text",
    "hostile.ref -i hostile.out hostile.2 -m bleu chrf ter -pbs -pbsn 60 -f text",
]
REFUSED = [
    "-i dune",
    "ref1 -i dune -sl -m bleu chrf",
    "ref1 -i dune elm -sl",
    "ref1 -i dune -sl -ci",
    "ref1 -i dune --paired-bs",
    "ref1 -i dune elm -ci",
    "ref1 -i dune elm elm",
    "ref1 -i one",
    "ref1 ref2 -nr 2 -i dune",
    "bad.tsv -nr 2 -i two.out",
    "empty -i empty",
    "ref1 -i dune --paired-bs --paired-ar",
    "ref1 -i dune -m comet",
    "ref1 -i dune --nonsense",
]


@pytest.mark.parametrize("line", [*ONE_SYSTEM, *SEVERAL_SYSTEMS])
def test_the_same_output(monkeypatch: pytest.MonkeyPatch, folder: Path, line: str) -> None:
    """Scores, tables, signatures and tests are the same, byte for byte."""
    code, out = compared(monkeypatch, folder, line)
    assert (code, bool(out)) in ((0, True), (1, False))


# Numpy 1 gives sacreBLEU sums of twice the digits, and other ties among the draws.
numpy_2 = pytest.mark.skipif(
    np.__version__.startswith("1."), reason="sacreBLEU resamples otherwise on numpy 1"
)


@numpy_2
@pytest.mark.parametrize(
    "line",
    [
        "ref1 -i dune elm aurora -pbs -pbsn 60",
        "ref1 ref2 -i dune elm --paired-ar -parn 60 -m bleu",
        "hostile.ref -i hostile.out hostile.2 -m bleu -pbs -pbsn 60",
    ],
)
def test_paired_tests_in_json(monkeypatch: pytest.MonkeyPatch, folder: Path, line: str) -> None:
    """JSON has unrounded numbers, which sacreBLEU resamples with half the digits: the rest is the same."""
    monkeypatch.chdir(folder)
    (ours, theirs) = (run(monkeypatch, line.split()) for run in (of_karat, of_sacrebleu))
    assert ours[0] == theirs[0] == 0
    assert NUMBER.sub("#", ours[1]) == NUMBER.sub("#", theirs[1])
    assert list(map(float, NUMBER.findall(ours[1]))) == pytest.approx(
        list(map(float, NUMBER.findall(theirs[1]))), rel=1e-6
    )


@numpy_2
def test_json_where_sacrebleu_fails(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """JSON of paired tests under chrF and TER ends in a traceback in sacreBLEU 2.6.0; ours is JSON."""
    monkeypatch.chdir(folder)
    line = ["hostile.ref", "-i", "hostile.out", "hostile.2", "-m", "ter", "-pbs", "-pbsn", "60"]
    code, out = of_karat(monkeypatch, line)
    assert code == 0
    assert json.loads(out)[1]["TER"]["p_value"] > 0
    with pytest.raises(TypeError, match="float32"):
        of_sacrebleu(monkeypatch, line)


@pytest.mark.parametrize("line", REFUSED)
def test_the_same_refusals(monkeypatch: pytest.MonkeyPatch, folder: Path, line: str) -> None:
    """What sacreBLEU refuses is refused with its exit code, and nothing is printed."""
    code, out = compared(monkeypatch, folder, line)
    assert code != 0
    assert out == ""


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("one", b"the cat sat on a mat\n"),
        ("one -b", b"the cat sat on a mat"),
        ("one -f text", b"the cat\ta mat\tthe cat sat on the mat\n"),
        ("one -f text -pbs -pbsn 20", b"the cat sat\tthe cat sat on the mat\n"),
        ("two.out", b"a cat sat here\tthe cat\r\nit snows\tit rains\r\n"),
        ("two.out", b"a cat sat here\tthe cat\nit snows\n"),
        ("two.out -f text", b"a cat sat here\rit snows\r"),
        ("one", b""),
        ("empty", b""),
        ("one -f text", "the cat\u2028 sat\u00a0on the mat \u3000\n".encode()),
    ],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, folder: Path, line: str, given: bytes) -> None:
    """Systems come by standard input too, with tabs between them; lines end where sacreBLEU ends them."""
    compared(monkeypatch, folder, line, given)


def test_the_environment(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The format and the seed may come from sacreBLEU's variables."""
    monkeypatch.setenv("SACREBLEU_FORMAT", "TEXT")
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    _, out = compared(monkeypatch, folder, "ref1 -i dune -ci -cin 30")
    assert out.startswith("BLEU|")
    assert "seed:7" in out


@pytest.mark.parametrize(
    "line",
    ["-t wmt14 -l en-de -i dune", "--list", "--download wmt17", "-t wmt20 --citation", "ref1 --origlang de"],
)
def test_test_sets_are_not_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, folder: Path, line: str
) -> None:
    """What needs a test set says how to bring its texts in, and nothing is downloaded."""
    monkeypatch.chdir(folder)
    with caplog.at_level("ERROR", logger="sacrebleu"):
        assert of_karat(monkeypatch, line.split()) == (1, "")
    assert "--echo ref > ref.txt" in caplog.text
    assert line.split()[0 if line[0] == "-" else 1] in caplog.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("absent -i dune", "absent cannot be read"),
        ("latin -i latin", "latin is not utf-8"),
        ("one -i one -e nonsense", "no encoding"),
        ("one -i one -l en", "language pair"),
        ("one -i one -m chrf -cc 0", "character_order"),
    ],
)
def test_tracebacks_are_messages(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, folder: Path, line: str, said: str
) -> None:
    """Where sacreBLEU ends in a traceback, ours says in one line what is wrong."""
    monkeypatch.chdir(folder)
    with caplog.at_level("ERROR", logger="sacrebleu"):
        assert of_karat(monkeypatch, line.split()) == (1, "")
    assert said in caplog.text


def test_all_options_are_known() -> None:
    """Every option of sacreBLEU's command line is one of ours, under all its names."""
    import argparse

    import sacrebleu.sacrebleu as theirs  # which `command_lines` has imported, with care

    known: list[set[str]] = []
    original = argparse.ArgumentParser.parse_args
    for run in (lambda: read_options(["ref"]), theirs.parse_args):
        with pytest.MonkeyPatch.context() as patch:

            def parse(self: argparse.ArgumentParser, arguments: object = None) -> argparse.Namespace:
                known.append({name for action in self._actions for name in action.option_strings})
                return original(self, ["ref"])

            patch.setattr(argparse.ArgumentParser, "parse_args", parse)
            run()
    assert known[0] == known[1]
    assert metric_options(read_options(["ref", "-lc"]), "bleu")["lowercase"] is True


def test_the_module_in_a_pipe(folder: Path) -> None:
    """As a command: the same bytes as sacreBLEU's, also with colours that a pipe does not show."""
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    line = ["ref1", "-i", "1.50", "elm", "-f", "text", "-par", "-parn", "30", "-q"]
    ours, theirs = (
        subprocess.run(
            [sys.executable, "-m", module, *line],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=True,
        )
        for module in ("karat.sacrebleu", "sacrebleu")
    )
    assert without_explanation(ours.stdout.decode()) == without_explanation(theirs.stdout.decode())
    assert "± ".encode() not in ours.stdout
    assert b"\x1b" not in ours.stdout


def test_json_is_json(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The default output of one system is an object that programs read."""
    _, out = compared(monkeypatch, folder, "ref1 -i dune")
    assert json.loads(out)["name"] == "BLEU"
