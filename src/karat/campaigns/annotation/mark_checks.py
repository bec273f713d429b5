"""Whether marks can be ones: within the text, trimmed, flat, of known types; and every suggestion decided."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from karat.campaigns.answers import EntityMark
from karat.campaigns.campaign_errors import Invalid
from karat.entities.scripts import is_spaceless

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.campaigns.plan import SuggestedMark
    from karat.campaigns.questionnaire import EntityKinds

# More would be a slip or an attack.
MOST_MARKS = 2_000
_MOST_ALTERNATIVES = 20
_LONGEST_ALTERNATIVE = 500
_JOINER = "\u200d"


def check_marks(marks: Sequence[EntityMark], kinds: EntityKinds, texts: Mapping[str, str]) -> None:
    """Refuses marks with what is wrong with them in words; `texts` are those of the candidates."""
    if len(marks) > MOST_MARKS:
        raise Invalid(f"{len(marks)} entities are marked; {MOST_MARKS} fit.")
    for mark in marks:
        if mark.candidate not in texts:
            raise Invalid("A mark is in a text that is not on this page.")
        _check_mark(mark, kinds, texts[mark.candidate])
    before: dict[str, EntityMark] = {}
    for mark in sorted(marks, key=lambda one: (one.start, one.end)):
        other = before.get(mark.candidate)
        if other is not None and mark.start < other.end:
            raise Invalid(f"{_where(mark)} lies over the one from {other.start} to {other.end}.")
        before[mark.candidate] = mark


def settled_marks(
    marks: Iterable[EntityMark], rejected: Iterable[int], suggestions: Sequence[SuggestedMark]
) -> tuple[EntityMark, ...]:
    """What an annotator decided, with what became of each suggestion: none may be left open."""
    found: list[EntityMark] = []
    used: set[int] = set()
    for mark in marks:
        if (place := mark.suggestion) is None:
            origin = "repeated" if mark.origin == "repeated" else "hand"
            found.append(replace(mark, origin=origin, within_word=False))  # type: ignore[arg-type]
            continue
        one = _suggestion(place, suggestions, used)
        if one.candidate != mark.candidate or mark.start >= one.end or mark.end <= one.start:
            raise Invalid(f"{_where(mark)} does not touch the suggestion that it comes from.")
        origin = "accepted" if _described(mark) == _described(one) else "corrected"
        found.append(replace(mark, origin=origin, within_word=False))  # type: ignore[arg-type]
    for place in rejected:
        one = _suggestion(place, suggestions, used)
        found.append(
            EntityMark(one.candidate, one.start, one.end, one.kind, origin="rejected", suggestion=place)
        )
    if left := len(suggestions) - len(used):
        undecided = "1 suggestion is" if left == 1 else f"{left} suggestions are"
        raise Invalid(f"{undecided} neither accepted nor rejected. Decide on each of them.")
    return tuple(found)


def check_word_edges(
    marks: Iterable[EntityMark], texts: Mapping[str, str], suggestions: Sequence[SuggestedMark] = ()
) -> None:
    """Refuses an edge within a word, unless whoever marked it says that it is meant, or it was suggested."""
    for mark in marks:
        text = texts.get(mark.candidate, "")
        if mark.within_word or not mark.start < mark.end <= len(text):
            continue
        given = [one for one in suggestions if one.candidate == mark.candidate]
        known = {edge for one in given for edge in (one.start, one.end)}
        for edge in {mark.start, mark.end} - known:
            if splits_word(text, edge) and not splits_character(text, edge):
                raise Invalid(
                    f"{_where(mark)} begins or ends within a word at {edge}. Move the edge, or say that "
                    "it is meant: within_word."
                )


def _described(one: EntityMark | SuggestedMark) -> tuple[int, int, str, tuple[str, ...], bool]:
    return one.start, one.end, one.kind, tuple(one.alternatives), one.optional


def _suggestion(place: int, suggestions: Sequence[SuggestedMark], used: set[int]) -> SuggestedMark:
    if not 0 <= place < len(suggestions):
        raise Invalid(f"There is no suggestion {place} on this page.")
    if place in used:
        raise Invalid(f"Suggestion {place} is decided twice.")
    used.add(place)
    return suggestions[place]


def _check_mark(mark: EntityMark, kinds: EntityKinds, text: str) -> None:
    where = _where(mark)
    if not 0 <= mark.start < mark.end <= len(text):
        raise Invalid(f"{where} is not in the text, which has {len(text)} characters.")
    marked = text[mark.start : mark.end]
    if marked != marked.strip():
        raise Invalid(f"{where} begins or ends with a space. Leave it outside.")
    for edge in (mark.start, mark.end):
        if splits_character(text, edge):
            raise Invalid(f"{where} cuts a character in two at {edge}. Move the edge.")
    types = mark.kind.split("|")
    if any(one not in kinds.types for one in types) or len(set(types)) < len(types):
        raise Invalid(f"{where} has the type {mark.kind!r}; known: {', '.join(kinds.types)}.")
    if types != sorted(types, key=kinds.types.index):
        raise Invalid(f"{where} has the type {mark.kind!r}; the order is that of the list of types.")
    _check_alternatives(mark, marked)


def _check_alternatives(mark: EntityMark, marked: str) -> None:
    if len(mark.alternatives) > _MOST_ALTERNATIVES:
        raise Invalid(f"{_where(mark)} has {len(mark.alternatives)} other texts; {_MOST_ALTERNATIVES} fit.")
    for other in mark.alternatives:
        if not other.strip() or other != other.strip() or len(other) > _LONGEST_ALTERNATIVE:
            raise Invalid(
                f"Another correct text is empty, begins or ends with a space, or is longer than "
                f"{_LONGEST_ALTERNATIVE} characters."
            )
        if any(letter in "\n\r\0" or "\ud800" <= letter <= "\udfff" for letter in other):
            raise Invalid("Another correct text has a character that is no text, or ends a line.")
    if len(set(mark.alternatives)) < len(mark.alternatives) or marked in mark.alternatives:
        raise Invalid(f"{_where(mark)} has the same correct text twice.")


def splits_character(text: str, place: int) -> bool:
    """Whether a place lies within what readers see as one character.

    By hand: the standard library has no graphemes. This knows marks, joiners, variation selectors, modifiers
    of emoji and flags, and no more; browsers, which snap to graphemes, know all of them.

    >>> [splits_character("e\u0301a", place) for place in range(4)]
    [False, True, False, False]
    """
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if after == _JOINER or (before == _JOINER and unicodedata.category(after) == "So"):
        return True
    if unicodedata.category(after) in ("Mn", "Me") or "\U0001f3fb" <= after <= "\U0001f3ff":
        return not before.isspace()
    if _is_flag_letter(before) and _is_flag_letter(after):
        letters = 0
        while letters < place and _is_flag_letter(text[place - 1 - letters]):
            letters += 1
        return letters % 2 == 1
    return False


def splits_word(text: str, place: int) -> bool:
    """Whether a place lies within a word; where words have no spaces between them, none does.

    >>> [splits_word("Lee's", place) for place in range(6)]
    [False, True, True, False, False, False]
    >>> splits_word("東京都", 2)
    False
    """
    if not 0 < place < len(text):
        return False
    around = text[place - 1 : place + 1]
    return all(map(_is_of_word, around)) and not is_spaceless(around)


def _is_of_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNM" or letter in "_\u200c\u200d"


def _is_flag_letter(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _where(mark: EntityMark) -> str:
    return f"The mark from {mark.start} to {mark.end}"
