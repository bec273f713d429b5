"""The command `karat`: dispatch, exit codes, and what becomes of errors."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Karat
from tests.golden import files as golden

import karat as package
from karat.cli import main as main_module
from karat.cli.command_group import every_command
from karat.errors import InvalidOption


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version(karat: Karat, flag: str) -> None:
    """The version is one line."""
    assert karat(flag) == (0, f"karat {package.__version__}\n", "")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_the_commands(karat: Karat, flag: str) -> None:
    """The help has a line for each command."""
    code, out, err = karat(flag)
    assert (code, err) == (0, "")
    golden.check("help.txt", out)


@pytest.mark.parametrize("command", dict.fromkeys((*main_module.COMMANDS, *every_command())))
def test_each_command_has_help(karat: Karat, command: str) -> None:
    """The help of a command is what its golden file holds."""
    code, out, err = karat(*command.split(), "--help")
    assert (code, err) == (0, "")
    golden.check(f"help-{command.replace(' ', '-')}.txt", out)


def test_nothing_asked_for_is_an_error_that_helps(karat: Karat) -> None:
    """Without a command the help goes to standard error."""
    code, out, err = karat()
    assert (code, out) == (2, "")
    assert err == main_module.USAGE


def test_an_unknown_command_is_refused_with_a_suggestion(karat: Karat) -> None:
    """A slip of the pen is recognised."""
    code, out, err = karat("scor", "x")
    assert (code, out) == (2, "")
    assert (
        err == f"karat: There is no command 'scor'. Known: {', '.join(main_module.COMMANDS)}. "
        "Did you mean 'score'?\n"
    )


def test_a_file_is_not_a_command(karat: Karat, texts: Path) -> None:
    """Who forgets the command learns it."""
    code, _, err = karat(texts / "aurora.txt", "-r", texts / "reference-1.txt")
    assert code == 2
    assert "is a file, not a command" in err
    assert "karat score" in err


def test_python_m_karat_is_the_command(installed: Karat) -> None:
    """`python -m karat` does what `karat` does."""
    assert installed("--version") == (0, f"karat {package.__version__}\n", "")


def test_errors_are_one_line_on_standard_error(karat: Karat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Line breaks and control characters in a message cannot break the line."""

    def fail(_: object) -> int:
        raise InvalidOption("a\nb \x1b[31mc")

    monkeypatch.setattr("karat.cli.commands.score.run", fail)
    assert karat("score") == (2, "", "karat: a b \\x1b[31mc\n")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.EMFILE, "Too many open files", "/a/module.py"), "too many files are open at once"),
        (OSError(errno.ENFILE, "Too many open files in system"), "Allow more (ulimit -n 4096)"),
        (ImportError("libgfortran.so: Too many open files", name="scipy"), "too many files are open"),
        (ImportError("pyarrow requires NumPy 2.0", name="pyarrow"), "(pyarrow requires NumPy 2.0)"),
    ],
)
def test_what_the_system_does_not_allow(
    karat: Karat, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    """Neither too many open files nor libraries that do not go together are a fault of Karat."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(main_module, "command_named", lambda _: fail)
    code, out, err = karat("score")
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_fault_of_karat_asks_for_a_report(karat: Karat, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that nobody thought of has its own exit code, and no traceback."""

    def fail(_: object) -> int:
        raise KeyError("x")

    monkeypatch.setattr("karat.cli.commands.score.run", fail)
    code, out, err = karat("score")
    assert (code, out) == (70, "")
    assert "KeyError: 'x'" in err
    assert "--debug" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("error", [InvalidOption("wrong"), ZeroDivisionError()])
def test_debug_shows_the_traceback(karat: Karat, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """With --debug an error leaves the command as it is."""

    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr("karat.cli.commands.score.run", fail)
    with pytest.raises(type(error)):
        karat("score", "--debug")


def test_an_interrupt_is_silent(karat: Karat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C says nothing and has its usual code."""

    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("karat.cli.commands.score.run", interrupted)
    assert karat("score") == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="signals are different elsewhere")
def test_an_interrupt_of_the_process_is_silent(texts: Path) -> None:
    """The same, in a process that waits for its input."""
    command = [sys.executable, "-m", "karat", "score", "-", "-r", str(texts / "reference-1.txt")]
    pipe = subprocess.PIPE
    # Whoever runs the tests in the background ignores interrupts, and a process would inherit that.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, process_group=0)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdin is not None
        process.stdin.write(b"a line\n" * 100_000)  # more than a pipe holds: it is being read
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="pipes are different elsewhere")
def test_a_broken_pipe_is_silent(texts: Path) -> None:
    """`karat … | head -1` ends without a word."""
    command = [sys.executable, "-m", "karat", "score", "--help"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, check=False)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_an_error_not_a_traceback() -> None:
    """Output that cannot be written is told on one line."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "karat", "--help"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"karat: standard output: it cannot be written")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("arguments", [[], ["score", "no-such-file", "-r", "none"]])
def test_where_standard_error_is_full_or_closed_the_exit_code_stays(arguments: list[str]) -> None:
    """Nobody hears why, and the code is that of wrong input; it was 1, that of a gate that does not pass."""
    command = [sys.executable, "-m", "karat", *arguments]
    with Path("/dev/full").open("wb") as full:
        assert subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False).returncode == 2
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *command], stdout=subprocess.PIPE, check=False
    )
    assert closed.returncode == 2


def test_a_closed_standard_output_is_an_error(
    karat: Karat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without standard output there is nowhere to print."""
    monkeypatch.setattr(sys, "stdout", None)
    code = main_module.main(["--version"])
    assert code == 2
    assert "it is closed" in capsys.readouterr().err


def test_help_prints_where_only_ascii_can(installed: Karat) -> None:
    """An encoding without … and ─ gets plain characters, not a traceback."""
    code, out, err = installed("score", "--help", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (code, err) == (0, "")
    assert "REFERENCE..." in out
    assert out.isascii()


@pytest.mark.parametrize("command", ["judges", "report", "agree", "score"])
def test_a_campaign_in_a_database_is_copied_first(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody is told that an address is a file that does not exist; the password is not repeated."""
    assert main_module.main([command, "postgresql://anna:secret@localhost/campaigns"]) == 2
    told = capsys.readouterr().err
    assert "karat campaign copy postgresql://… NAME.campaign" in told
    assert "secret" not in told
