"""Standard output: terminals, widths and styles."""

import io
import sys

import pytest

from karat.cli import output


class Terminal(io.StringIO):
    """A stream that says that a person reads it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """It is a terminal."""
        return True


def as_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> Terminal:
    """Make a standard stream a terminal; a fixture would be undone by pytest's own capture."""
    stream = Terminal()
    monkeypatch.setattr(sys, name, stream)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_a_terminal_shows_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colour is for terminals."""
    as_terminal(monkeypatch, "stdout")
    assert output.shows_styles()


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_may_decline_styles(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    """NO_COLOR and dumb terminals are respected."""
    as_terminal(monkeypatch, "stdout")
    monkeypatch.setenv(variable, value)
    assert not output.shows_styles()


def test_styles_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """FORCE_COLOR brings colours into a pipe, and NO_COLOR is stronger."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert output.shows_styles()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.shows_styles()


def test_a_pipe_shows_no_styles() -> None:
    """Nobody looks at a pipe."""
    assert not output.shows_styles()


@pytest.mark.parametrize(("columns", "width"), [("120", 120), ("", 80), ("many", 80), ("0", 80)])
def test_the_width_of_lines(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    """COLUMNS decides, then the terminal, then habit."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "__stdout__", None)
    monkeypatch.setattr("os.get_terminal_size", lambda _: (_ for _ in ()).throw(OSError))
    assert output.terminal_width() == width


def test_long_output_is_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces add up to the text."""
    terminal = as_terminal(monkeypatch, "stdout")
    text = "a line of text\n" * 20_000
    output.write(text)
    assert terminal.getvalue() == text
