"""Progress: what a person sees while a long command runs."""

from __future__ import annotations

import io
import re
import time
from typing import TYPE_CHECKING

import pytest
from rich.console import Console
from tests.cli.test_output import as_terminal

from karat.cli import progress
from karat.cli.notes import note
from karat.cli.progress_display import display, how_far

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import Task
    from tests.cli.test_output import Terminal


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is shown from the first moment on."""
    monkeypatch.setattr(progress, "_QUIET_SECONDS", 0.0)


def wait_for(terminal: Terminal, words: str) -> str:
    """What the terminal shows once it shows these words; rich draws in a thread of its own."""
    deadline = time.monotonic() + 20
    while words not in plain(terminal) and time.monotonic() < deadline:
        time.sleep(0.02)
    return plain(terminal)


def plain(terminal: Terminal) -> str:
    """The text without colours and movements of the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())


def test_a_short_command_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a second nobody needs to know."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        shown.segments(1000)
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("tell", "words"),
    [
        (lambda shown: shown.segments(5000), "5,000 segments"),
        (lambda shown: shown.rows(5000, None), "5,000 rows"),
        (lambda shown: shown.stage("equating units"), "equating units"),
        (lambda shown: shown.each("comparing pairs", 5)("BLEU"), "1 of 5"),
        (lambda shown: shown.step("agreement", 0.25), "25%"),
    ],
)
def test_a_long_command_shows_what_it_does(
    tell: Callable[[progress.Progress], object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each way of reporting appears on the line."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        tell(shown)
        assert words in wait_for(terminal, words)


@pytest.mark.usefixtures("at_once")
def test_nothing_is_shown_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What reports late, such as a worker that was not waited for, does not write into the result."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        shown.stage("fitting")
        wait_for(terminal, "fitting")
    shown.stage("late")
    assert "late" not in plain(terminal)
    shown.clear()


@pytest.mark.usefixtures("at_once")
def test_the_line_goes_on_during_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that reports nothing is seen to go on: the time counts up."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        shown.stage("fitting")
        assert "1 s" in wait_for(terminal, "1 s")


@pytest.mark.usefixtures("at_once")
def test_a_note_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written to standard error meanwhile does not run into the line, which comes back after it."""
    terminal = as_terminal(monkeypatch, "stderr")
    with progress.Progress() as shown:
        shown.segments(4)
        wait_for(terminal, "4 segments")
        note("refA is left out.")
        assert "\nkarat: note: refA is left out.\n" in plain(terminal).replace("\r", "\n")
        shown.segments(7)
        assert "7 segments" in wait_for(terminal, "7 segments")


@pytest.mark.usefixtures("at_once")
def test_a_dumb_terminal_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot overwrite a line."""
    terminal = as_terminal(monkeypatch, "stderr")
    monkeypatch.setenv("TERM", "dumb")
    with progress.Progress() as shown:
        shown.segments(9)
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("at_once")
def test_a_pipe_sees_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """A log is not filled with progress."""
    with progress.Progress() as shown:
        shown.segments(9)
    assert capsys.readouterr().err == ""


class Clock:
    """A clock that goes as the test says."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def told(total: float | None, done: list[tuple[float, float]], unit: str = "") -> Task:
    """A task after it reported, at these times, that so much is done."""
    clock = Clock()
    shown = display(Console(file=io.StringIO()), get_time=clock)
    number = shown.add_task("work", total=total, unit=unit)
    for seconds, completed in done:
        clock.now = seconds
        shown.update(number, completed=completed)
    return shown.tasks[0]


@pytest.mark.parametrize(
    ("total", "done", "unit", "words"),
    [
        (None, [(2.0, 0.0)], "", "2 s"),
        (5, [(2.0, 0.0)], "", "0 of 5, 2 s"),
        (5, [(10.0, 1.0), (20.0, 2.0)], "", "2 of 5, about 30 s left"),
        (1, [(10.0, 0.25), (20.0, 0.5)], "", "50%, about 20 s left"),
        (None, [(1.0, 1000.0), (2.0, 3500.0)], "segments", "3,500 segments, 2,500 per second"),
    ],
)
def test_how_far_the_work_is(
    total: float | None, done: list[tuple[float, float]], unit: str, words: str
) -> None:
    """Steps and shares say how long the rest takes at the present speed; segments say their rate."""
    assert how_far(told(total, done, unit)) == words
