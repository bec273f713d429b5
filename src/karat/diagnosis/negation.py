"""How languages deny: words that come and go, or endings that become others; simple, and by hand.

What is here turns the meaning of many a sentence, not of every one, and not always in good style: a metric is
asked whether it sees the difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.diagnosis.wording import Wording


@dataclass(frozen=True, slots=True)
class WordNegation:
    """Words that deny, verbs that can be denied, and the word that does it, behind the verb or before it.

    `denied` has what is denied in one word, and the same without the denial; if there is no word that denies,
    it is also read the other way.
    """

    negators: frozenset[str]
    verbs: frozenset[str]
    word: str = ""
    before: bool = False
    denied: Mapping[str, str] = field(default_factory=dict)

    def opposite(self, wording: Wording) -> tuple[str, int] | None:
        """The text with a negation less, or, where there is none, one more; and how many words changed."""
        found = self._less(wording) or self._more(wording)
        if found is None:
            return None
        place, word = found
        words = list(wording.words)
        if not word and place + 1 < len(words):
            words[place + 1] = _cased(words[place + 1], words[place])
        words[place] = word
        return wording.text(words), 1

    def _less(self, wording: Wording) -> tuple[int, str] | None:
        for place, word in enumerate(wording.words):
            if word.lower() in self.negators:
                return place, ""
            if (positive := self.denied.get(word.lower().replace("’", "'"))) is not None:
                return place, _cased(positive, word)
        return None

    def _more(self, wording: Wording) -> tuple[int, str] | None:
        affirmed = {} if self.word else {verb: denied for denied, verb in self.denied.items()}
        for place, word in enumerate(wording.words):
            if word.lower() in affirmed:
                return place, _cased(affirmed[word.lower()], word)
            if word.lower() in self.verbs:
                if self.before:
                    return place, f"{_cased(self.word, word)} {_uncased(word)}"
                return place, f"{word} {self.word}"
        return None


@dataclass(frozen=True, slots=True)
class PhraseNegation:
    """Phrases of writing without spaces, affirmed and denied; the last one of a text is turned.

    `denied` has more that is only read from the denied to the affirmed: the other way it would cut words.
    """

    phrases: tuple[tuple[str, str], ...]
    denied: tuple[tuple[str, str], ...] = ()

    def opposite(self, wording: Wording) -> tuple[str, int] | None:
        """The text with its last denial affirmed, or, where there is none, its last affirmation denied."""
        text = wording.text(wording.words)
        backwards = {denied: affirmed for affirmed, denied in (*self.phrases, *self.denied)}
        return _turned(text, backwards) or _turned(text, dict(self.phrases))


def _turned(text: str, phrases: Mapping[str, str]) -> tuple[str, int] | None:
    """The text with the last of the phrases exchanged; where two begin together, the longer is meant."""
    longest_first = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    found = list(re.finditer(longest_first, text))
    if not found:
        return None
    start, end = found[-1].span()
    return text[:start] + phrases[found[-1][0]] + text[end:], end - start


Negation: TypeAlias = "WordNegation | PhraseNegation"


def _cased(new: str, old: str) -> str:
    """A word with a capital letter where the one has it whose place it takes."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _uncased(word: str) -> str:
    """A verb that no longer begins the sentence."""
    return word[:1].lower() + word[1:]


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ENGLISH = ("is", "are", "was", "were", "has", "have", "had", "do", "does", "did", "would", "could", "should")
_CZECH = {
    "není": "je",
    **{
        f"ne{verb}": verb
        for verb in ("jsou", "byl", "byla", "bylo", "byli", "byly", "bude", "budou", "má", "mají", "měl")
    },
    **{f"ne{verb}": verb for verb in ("měla", "může", "mohou", "mohl", "mohla", "musí", "chce", "lze")},
}

NEGATIONS: dict[str, Negation] = {
    "cs": WordNegation(frozenset(), frozenset(), denied=_CZECH),
    "de": WordNegation(
        _words("nicht nie niemals"),
        _words(
            "ist sind war waren bin wird werden wurde wurden kann können konnte muss müssen soll sollte hat "
            "haben hatte hatten darf dürfen will wollen möchte"
        ),
        "nicht",
        denied={f"kein{end}": f"ein{end}" for end in ("", "e", "en", "em", "er", "es")},
    ),
    "en": WordNegation(
        _words("not never"),
        _words(
            "is are was were am be been will would can could shall should may might must has have had "
            "do does did"
        ),
        "not",
        denied={
            "cannot": "can",
            "can't": "can",
            "won't": "will",
            "shan't": "shall",
            "mustn't": "must",
            **{f"{verb}n't": verb for verb in _ENGLISH},
        },
    ),
    "es": WordNegation(
        _words("no nunca"),
        _words("es son era eran está están fue fueron será ha han puede pueden debe deben tiene tienen"),
        "no",
        before=True,
    ),
    "fr": WordNegation(
        _words("pas jamais"),
        _words("est sont était étaient sera seront a ont avait peut peuvent doit doivent fait font"),
        "pas",
    ),
    "it": WordNegation(
        _words("non mai"),
        _words("è sono era erano sarà saranno ha hanno aveva avevano può possono deve devono fa fanno"),
        "non",
        before=True,
    ),
    "ja": PhraseNegation(
        (
            ("ます", "ません"),
            ("ました", "ませんでした"),
            ("です", "ではありません"),
            ("でした", "ではありませんでした"),
            ("である", "ではない"),
            ("であった", "ではなかった"),
            ("だった", "ではなかった"),
            ("ている", "ていない"),
            ("ていた", "ていなかった"),
            ("できる", "できない"),
            ("する。", "しない。"),
        )
    ),
    "pt": WordNegation(
        _words("não nunca"),
        _words("é são era eram está estão foi foram será serão tem têm pode podem deve devem"),
        "não",
        before=True,
    ),
    "ru": WordNegation(
        _words("не никогда"),
        _words(
            "был была было были будет будут может могут должен должна должно должны является являются имеет "
            "имеют есть"
        ),
        "не",
        before=True,
    ),
    "zh": PhraseNegation(
        tuple((verb, f"不{verb}") for verb in ("是", "可以", "应该", "應該", "需要", "能够", "能夠", "想要")),
        denied=(*((verb, f"不{verb}") for verb in "会會能"), ("有", "没有"), ("有", "沒有")),
    ),
}
