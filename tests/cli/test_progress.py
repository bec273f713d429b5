"""The line that says how far a long count has come."""

import pytest
from tests.cli.test_output import as_terminal

from karat.cli import progress


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


def test_metrics_are_progress_too(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A corpus is counted metric by metric."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        clock.now = 2.0
        shown.metric("TER")
    assert "TER is counted" in terminal.getvalue()


def test_a_pipe_sees_nothing(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """A log is not filled with progress."""
    with progress.Progress() as shown:
        clock.now = 9.0
        shown.segments(9)
    assert capsys.readouterr().err == ""
