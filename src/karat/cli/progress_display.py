"""How progress looks: the columns of rich's display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TextColumn
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.progress import Task

_MINUTE, _HOUR = 60, 3600


def display(console: Console, get_time: Callable[[], float] | None = None) -> Progress:
    """One line, which leaves nothing behind when it stops."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        _HowFar(),
        console=console,
        transient=True,
        refresh_per_second=5,
        get_time=get_time,
    )


class _HowFar(ProgressColumn):
    """How much is done, and how long the rest will take, or how long it took so far."""

    def render(self, task: Task) -> Text:
        return Text(how_far(task))


def how_far(task: Task) -> str:
    """The facts of a task in words."""
    elapsed = duration(task.elapsed or 0.0)
    if unit := task.fields.get("unit"):
        speed = f", {task.speed:,.0f} per second" if task.speed else ""
        of = f" of {task.total:,.0f}" if task.total else ""
        left = f", about {duration(task.time_remaining)} left" if task.total and task.time_remaining else ""
        return f"{task.completed:,.0f}{of} {unit}{speed}{left}"
    if task.total is None or not task.completed:
        of = f"0 of {task.total:g}, " if (task.total or 0) > 1 else ""
        return f"{of}{elapsed}"
    done = f"{task.completed:.0%}" if task.total == 1 else f"{task.completed:g} of {task.total:g}"
    left = task.time_remaining
    return f"{done}, {elapsed}" if left is None else f"{done}, about {duration(left)} left"


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(4.2), duration(75), duration(4000)
    ('4 s', '1 min 15 s', '1 h 6 min')
    """
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"
