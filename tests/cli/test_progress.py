"""The line that says how far a long count has come."""

import time

import pytest
from tests.cli.test_output import as_terminal

from karat.cli import progress
from karat.cli.notes import note


class Clock:
    """A clock that goes as the test says."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock in place of the computer's."""
    clock = Clock()
    monkeypatch.setattr(progress, "perf_counter", clock)
    # Nothing is drawn but what the test tells of.
    monkeypatch.setattr(progress, "_TICK", 3600.0)
    return clock


def test_a_short_count_says_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a second nobody needs to know."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        clock.now = 0.9
        shown.segments(1000)
    assert terminal.getvalue() == ""


def test_a_long_count_says_how_far_it_is(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments and rate, and in the end an empty line."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        clock.now = 2.0
        shown.segments(5000)
        assert terminal.getvalue() == "\r5,000 segments, 2,500 per second"
    assert terminal.getvalue().endswith("\r" + " " * 32 + "\r")


def test_the_line_is_not_written_too_often(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a second lies between two lines."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        for number in range(100):
            clock.now = 2.0 + number / 1000
            shown.segments(number)
    assert terminal.getvalue().count("segments") == 1


def test_steps_say_how_long_the_rest_takes(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done, and what is left if the rest takes as long; a new stage begins anew."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        done = shown.each("comparing pairs", 5)
        clock.now = 30.0
        done("BLEU")
        assert terminal.getvalue() == "\rcomparing pairs: 1 of 5, about 2 min 0 s left"
        shown.stage("checking", 2)
        clock.now = 34.0
        shown.advance()
    assert "checking: 1 of 2, about 4 s left" in terminal.getvalue()


def test_a_share_of_everything(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where unlike things are done one after the other, the share of all tells how long the rest takes."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        clock.now = 2.0
        shown.step("scores", 0.01)
        clock.now = 10.0
        shown.step("agreement", 0.25)
    assert "scores, 0 s" in terminal.getvalue()
    assert "agreement: 25% done, about 30 s left" in terminal.getvalue()


def test_time_goes_on_during_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that tells nothing is seen to go on, by the name of its stage."""
    terminal = as_terminal(monkeypatch, "stderr")
    monkeypatch.setattr(progress, "_QUIET_SECONDS", 0.0)
    monkeypatch.setattr(progress, "_TICK", 0.01)
    with progress.Progress() as shown:
        shown.stage("equating units")
        deadline = time.monotonic() + 10
        while "equating units, 0 s" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "equating units, 0 s" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")


def test_a_note_has_a_line_of_its_own(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written to standard error meanwhile does not run into the line."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        clock.now = 2.0
        shown.segments(4)
        note("refA is left out.")
    line = "4 segments, 2 per second"
    assert terminal.getvalue() == f"\r{line}\r{' ' * len(line)}\rkarat: note: refA is left out.\n"


def test_a_line_is_never_broken(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow terminal shows the beginning: a second line could not be written over."""
    terminal = as_terminal(monkeypatch, "stderr")
    monkeypatch.setenv("COLUMNS", "12")
    with progress.Progress() as shown:
        clock.now = 2.0
        shown.segments(5000)
        assert terminal.getvalue() == "\r5,000 segme"


def test_a_dumb_terminal_sees_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot write over a line."""
    terminal = as_terminal(monkeypatch, "stderr")
    monkeypatch.setenv("TERM", "dumb")
    with progress.Progress() as shown:
        clock.now = 9.0
        shown.segments(9)
    assert terminal.getvalue() == ""


def test_a_pipe_sees_nothing(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """A log is not filled with progress."""
    with progress.Progress() as shown:
        clock.now = 9.0
        shown.segments(9)
    assert capsys.readouterr().err == ""
