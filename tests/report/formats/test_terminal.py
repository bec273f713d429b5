"""Tables with styles."""

import pytest

from karat.report.formats import terminal
from karat.report.formats.text import display_width
from karat.report.tables import Note, Table


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_the_best_are_set_off(systems: Table) -> None:
    """The best values are bold and green, and need no star."""
    text = terminal.render([systems], [], digits=2)
    assert "\x1b[1;32m34.26\x1b[0m" in text
    assert "\x1b[1;32m 5.40\x1b[0m" in text
    assert "*" not in text


def test_tables_fit(systems: Table, groups: Table) -> None:
    """No line is wider than the terminal."""
    text = terminal.render([systems, groups], [], digits=2)
    for style in ("\x1b[1;36m", "\x1b[1;32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"):
        text = text.replace(style, "")
    assert "\x1b" not in text
    assert max(map(display_width, text.splitlines())) <= 50


def test_notes_are_not_broken(systems: Table) -> None:
    """A recipe is on one line, however long."""
    recipe = "BLEU|" + "|".join(f"option-{number}:value" for number in range(20))
    text = terminal.render([systems], [Note("BLEU", recipe)], digits=2)
    assert recipe in text


def test_names_are_not_markup(groups: Table) -> None:
    """Square brackets in a name are text."""
    text = terminal.render([groups.changed(title="[bold]x[/]")], [], digits=2)
    assert "[bold]x[/]" in text
