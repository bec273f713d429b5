"""Every language says everything, with the same places to fill, and nothing that no page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import karat.web
from karat.campaigns.planning.questionnaire_files import BUILT_IN, read_questionnaire
from karat.web.catalogues import accepted, catalogues, preferred

FOLDER = Path(str(karat.web.__file__)).parent
# Words whose names are put together from parts.
PARTS = ("severity_", "flag_", "skip_", "ask_low", "ask_high", "reason_", "entity_", "lead_state_")


@pytest.mark.parametrize("language", sorted(catalogues()))
def test_catalogues_are_whole(language: str) -> None:
    """The names of the English one, and their places."""
    english, other = catalogues()["en"].words, catalogues()[language].words
    assert set(other) == set(english)
    for name, text in other.items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", english[name])), name
        assert text.strip() == text
        assert text


@pytest.mark.parametrize("language", sorted(set(catalogues()) - {"en"}))
@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "entities"])
def test_protocols_are_in_every_language(language: str, name: str) -> None:
    """Wordings, marks and categories of the protocols that come with Karat, and which version is shown."""
    catalogue, protocol = catalogues()[language], read_questionnaire(name)
    said = {one.wording for one in protocol.questions}
    said |= {word for one in protocol.questions for word in one.marks.values()}
    kinds = [step.spans for step in protocol.steps if step.spans is not None]
    said |= {part for kind in kinds for category in kind.categories for part in category.split("/")}
    assert said <= set(catalogue.protocol)
    version = catalogue.wording_version(one.wording for one in protocol.questions)
    assert catalogue.name in version
    assert version.endswith(catalogue.protocol_version)
    assert catalogue.wording_version(["How odd is it?"]) == ""
    assert catalogues()["en"].wording_version(said) == ""


def test_no_translation_of_a_protocol_is_left_over() -> None:
    """All languages have the same, each with a version."""
    others = [one for one in catalogues().values() if one.language != "en"]
    assert len({frozenset(one.protocol) for one in others}) == 1
    assert all(one.protocol_version and all(one.protocol.values()) for one in others)


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
