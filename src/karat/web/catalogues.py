"""The words of the pages, by language: one file of `words/` each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

USUAL = "en"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What the pages say in one language, and in which direction it is written.

    `protocol` are the words of protocols that come with Karat, by the English ones, and `protocol_version` is
    that of these translations, empty in English itself.

    >>> catalogues()["de"].say("step", step=1, steps=2)
    'Schritt 1 von 2'
    >>> catalogues()["de"].asked("How good is the translation?"), catalogues()["de"].asked("How odd is it?")
    ('Wie gut ist die Übersetzung?', 'How odd is it?')
    """

    language: str
    name: str
    direction: str
    words: Mapping[str, str]
    protocol: Mapping[str, str]
    protocol_version: str = ""

    def say(self, word: str, **values: object) -> str:
        """One entry, with values at its places."""
        return self.words[word].format(**values)

    def asked(self, text: str) -> str:
        """Words of a protocol in this language; those of one's own protocol are as they were written."""
        return self.protocol.get(text, text)

    def wording_version(self, texts: Iterable[str]) -> str:
        """Which translation of a protocol's words is shown; nothing where they are as they were written."""
        if not any(text in self.protocol for text in texts):
            return ""
        return self.say("wording_version", language=self.name, version=self.protocol_version)


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """All of them by language code.

    >>> sorted(catalogues())
    ['ar', 'de', 'en']
    """
    folder = files("karat.web") / "words"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            language = file.name.removesuffix(".toml")
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            found[language] = Catalogue(
                language,
                data["name"],
                data["direction"],
                data["words"],
                data.get("protocol", {}),
                data.get("protocol_version", ""),
            )
    return found


def type_label(kind: str, words: Catalogue) -> str:
    """What the pages call a type of named entity; a type of one's own has its own name.

    >>> type_label("PERSON|CITY", catalogues()["en"])
    'Person / City'
    """
    return " / ".join(words.words.get(f"entity_{name}", name.capitalize()) for name in kind.split("|"))


def preferred(languages: Sequence[str], known: Sequence[str]) -> str | None:
    """The first of some languages that is known, also without its region.

    >>> preferred(["pt-BR", "de-AT", "en"], ["en", "de"])
    'de'
    """
    for language in languages:
        for code in (language, language.partition("-")[0]):
            for one in known:
                if one.lower() == code.lower():
                    return one
    return None


def accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the most wanted first.

    >>> accepted("de;q=0.5, ar-EG, en;q=0.8")
    ['ar-EG', 'en', 'de']
    """
    weighted = []
    for place, part in enumerate(header.split(",")[:20]):
        language, _, parameters = part.strip().partition(";")
        try:
            weight = float(parameters.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if language and weight > 0:
            weighted.append((-weight, place, language))
    return [language for _, _, language in sorted(weighted)]
