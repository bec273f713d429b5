"""Controlled damage to a text: what is done to a word, where, and how much of it.

A damage has sites: words that it could strike, windows of words, or whole segments. The strength is the share
of sites that are struck. Every site draws its luck once, so a stronger damage strikes all that a weaker one
does, and the same seed always strikes the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from karat.diagnosis.wording import Wording, is_unspaced
from karat.errors import InvalidOption, UnknownName
from karat.resampling.draws import check_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.diagnosis.lexicon import Lexicon

    Site: TypeAlias = Callable[[Wording, int, Lexicon], bool]
    Change: TypeAlias = Callable[[str, float, Lexicon], str]
    Strike: TypeAlias = Callable[[Wording, "Luck", float, Lexicon], tuple[str, int]]


WINDOW = 5
# A text is damaged in many ways and at many strengths: what all of them ask of its segments is remembered.
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Luck:
    """For each word of a segment, what decides whether it is struck and what becomes of it; from 0 to 1."""

    strikes: tuple[float, ...]
    choices: tuple[float, ...]
    segment: float

    @classmethod
    def drawn(cls, seed: int, damage: str, place: int, words: int) -> Luck:
        """That of one segment under one damage."""
        random = Random(f"{seed} {damage} {place}")
        segment = random.random()
        strikes = tuple(random.random() for _ in range(words))
        return cls(strikes, tuple(random.random() for _ in range(words)), segment)


@dataclass(frozen=True, slots=True)
class DamagedText:
    """A text after the damage, and how many of its words were touched.

    >>> DamagedText(("a a cat cat",), 2, 2, 1).touched
    2
    """

    texts: tuple[str, ...]
    touched: int
    words: int
    segments: int

    @property
    def share(self) -> float:
        """The share of words that were touched."""
        return self.touched / self.words if self.words else 0.0


def damaged(
    texts: Sequence[str], damage: str, strength: float, lexicon: Lexicon, *, seed: int = 12345
) -> DamagedText:
    """The texts with a share of the damage's sites struck; 0 leaves them as they are.

    >>> from karat import Corpus
    >>> from karat.diagnosis.lexicon import Lexicon
    >>> corpus = Corpus.of(["We met in 1984 ."], ["We met in 1985 ."])
    >>> lexicon = Lexicon.of(corpus, "hypothesis")
    >>> damaged(["We met in 1984 ."], "repeat", 1, lexicon).texts
    ('We We met met in in 1984 1984 .',)
    """
    check_damage(damage)
    check_strength(strength)
    check_seed(seed)
    made, touched, words, segments = [], 0, 0, 0
    for place, text in enumerate(texts):
        wording = _wording(text)
        luck = _luck(seed, damage, place, len(wording.words))
        new, struck = DAMAGES[damage](wording, luck, strength, lexicon)
        made.append(new)
        touched += struck
        words += len(wording.words)
        segments += new != text
    return DamagedText(tuple(made), touched, words, segments)


@lru_cache(_REMEMBERED)
def _wording(text: str) -> Wording:
    return Wording.of(text)


@lru_cache(_REMEMBERED)
def _luck(seed: int, damage: str, place: int, words: int) -> Luck:
    return Luck.drawn(seed, damage, place, words)


def check_damage(name: str) -> None:
    """One of those there are."""
    if name not in DAMAGES:
        raise UnknownName.among("damage", name, DAMAGES)


def check_strength(strength: float) -> None:
    """A share."""
    if not 0 <= strength <= 1:
        raise InvalidOption(f"The strength is {strength:g}; it must be between 0 and 1.")


def _each(site: Site, change: Change) -> Strike:
    """A damage that strikes words one by one."""

    def strike(wording: Wording, luck: Luck, strength: float, lexicon: Lexicon) -> tuple[str, int]:
        words = list(wording.words)
        for place, chance in enumerate(luck.strikes):
            if chance < strength and site(wording, place, lexicon):
                words[place] = change(words[place], luck.choices[place], lexicon)
        return wording.text(words), _different(words, wording)

    return strike


def _different(words: Sequence[str], wording: Wording) -> int:
    return sum(new != old for new, old in zip(words, wording.words, strict=True))


def _shuffled(wording: Wording, luck: Luck, strength: float, _: Lexicon) -> tuple[str, int]:
    """Words change places within windows of five."""
    words = list(wording.words)
    for start in range(0, len(words), WINDOW):
        if luck.strikes[start] < strength:
            places = range(start, min(start + WINDOW, len(words)))
            order = sorted(places, key=luck.choices.__getitem__)
            words[start : start + WINDOW] = [wording.words[place] for place in order]
    return wording.text(words), _different(words, wording)


def _truncated(wording: Wording, luck: Luck, strength: float, _: Lexicon) -> tuple[str, int]:
    """The end is missing; where the share is not a whole number of words, luck rounds it."""
    lost = min(int(strength * len(wording.words) + luck.segment), len(wording.words)) if strength else 0
    if not lost:
        return wording.text(wording.words), 0
    kept = wording.words[: len(wording.words) - lost]
    return "".join(part for pair in zip(wording.gaps, kept, strict=False) for part in pair), lost


def _negated(wording: Wording, luck: Luck, strength: float, lexicon: Lexicon) -> tuple[str, int]:
    """The segment says the opposite: a negation goes, or, where there is none, one comes."""
    turned = None
    if lexicon.negation is not None and luck.segment < strength:
        turned = lexicon.negation.opposite(wording)
    return (wording.text(wording.words), 0) if turned is None else turned


def _renamed(wording: Wording, luck: Luck, strength: float, lexicon: Lexicon) -> tuple[str, int]:
    """Names of one or more words become others of their kind."""
    words, touched = list(wording.words), 0
    for places, kind in lexicon.names.sites(wording):
        start, stop = places.start, places.stop
        name = wording.stretch(places)
        other = lexicon.names.other(name, kind, luck.choices[start])
        if luck.strikes[start] < strength and other != name:
            words[start:stop] = [other, *[""] * (len(places) - 1)]
            touched += len(places)
    return wording.text(words), touched


def _is_content(wording: Wording, place: int, lexicon: Lexicon) -> bool:
    word = wording.words[place].lower()
    return word.isalpha() and word not in lexicon.function


def _other_number(word: str, choice: float, _: Lexicon) -> str:
    """The first digit becomes another, and not 0."""
    place = next(place for place, character in enumerate(word) if character.isdecimal())
    digit = int(word[place])
    digits = [str(other) for other in range(1, 10) if other != digit]
    return word[:place] + digits[int(choice * len(digits))] + word[place + 1 :]


def _synonym(word: str, choice: float, lexicon: Lexicon) -> str:
    others = lexicon.synonyms[word.lower()]
    other = others[int(choice * len(others))]
    return other[0].upper() + other[1:] if word[0].isupper() else other


DAMAGES: dict[str, Strike] = {
    "shuffle": _shuffled,
    "drop-content": _each(_is_content, lambda *_: ""),
    "drop-function": _each(lambda one, place, of: one.words[place].lower() in of.function, lambda *_: ""),
    "names": _renamed,
    "numbers": _each(lambda one, place, _: any(map(str.isdecimal, one.words[place])), _other_number),
    "negate": _negated,
    "truncate": _truncated,
    "repeat": _each(lambda *_: True, lambda word, *_: word * 2 if is_unspaced(word) else f"{word} {word}"),
    "synonyms": _each(lambda one, place, of: one.words[place].lower() in of.synonyms, _synonym),
}
