"""Every language says everything, with the same places to fill, and nothing that no page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import karat.web
from karat.web.catalogues import accepted, catalogues, preferred

FOLDER = Path(str(karat.web.__file__)).parent
# Words whose names are put together from parts.
PARTS = ("severity_", "flag_", "skip_", "ask_low", "ask_high", "reason_", "lead_state_")


@pytest.mark.parametrize("language", sorted(catalogues()))
def test_catalogues_are_whole(language: str) -> None:
    """The names of the English one, and their places."""
    english, other = catalogues()["en"].words, catalogues()[language].words
    assert set(other) == set(english)
    for name, text in other.items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", english[name])), name
        assert text.strip() == text
        assert text


def test_every_word_is_said_somewhere() -> None:
    """In a template, a script or the code."""
    files = [*FOLDER.glob("templates/*"), *FOLDER.glob("static/*.js"), *FOLDER.rglob("*.py")]
    said = "".join(file.read_text(encoding="utf-8") for file in files)
    unsaid = [
        name
        for name in catalogues()["en"].words
        if not name.startswith(PARTS) and not re.search(rf"[\"']{name}[\"']", said)
    ]
    assert unsaid == []


def test_every_word_that_is_said_is_there() -> None:
    """A page never fails for a word."""
    known = catalogues()["en"].words
    for file in [*FOLDER.glob("templates/*"), *FOLDER.glob("static/*.js"), *FOLDER.rglob("*.py")]:
        for name in re.findall(r"\bsay\(\"(\w+)\"(?! ~)", file.read_text(encoding="utf-8")):
            assert name in known, f"{file.name}: {name}"


def test_which_language_is_shown() -> None:
    """The most wanted that there is, else English; nonsense is no error."""
    known = list(catalogues())
    assert preferred(accepted("fr, de-CH;q=0.9, en;q=0.8"), known) == "de"
    assert preferred(accepted("xx;q=nonsense, ,;;"), known) is None
    assert preferred(accepted("ar"), known) == "ar"
    assert accepted("en;q=0") == []
