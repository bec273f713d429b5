"""An annotator's or adjudicator's page as its template shows it: types with keys, differences in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.campaigns.annotation.adjudicating import given_decisions
from karat.web.catalogues import type_label
from karat.web.presentation import keys_everywhere, task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.annotation.adjudicating import PageDifference
    from karat.campaigns.annotation.entity_pages import EntityPage, MarkCounts
    from karat.campaigns.answers import EntityMark
    from karat.campaigns.desk.judge_page import Page
    from karat.web.catalogues import Catalogue
    from karat.web.presentation import Task

# Keys that mean something else on the page.
_TAKEN = frozenset("fsgcaxnuriw?")
_SHORT = {"PERSON": "PER", "ORGANIZATION": "ORG", "LOCATION": "LOC", "PERCENT": "PCT"}
# The page takes one digit for each of so many types, beside their letters.
_MOST_DIGITS = 9
# A context of so many characters stands before and after a difference.
_AROUND = 160


@dataclass(frozen=True, slots=True)
class TypeShown:
    """A type of entity: its name, what the page calls it, the key that marks it, and its colour's number."""

    name: str
    label: str
    short: str
    key: str
    style: int


@dataclass(frozen=True, slots=True)
class VersionMark:
    """A mark of a version that an adjudicator may choose."""

    text: str
    label: str
    style: int


@dataclass(frozen=True, slots=True)
class DifferenceShown:
    """A difference within the text around it."""

    before: str
    text: str
    after: str
    versions: tuple[tuple[VersionMark, ...], ...]
    has_nothing: bool


@dataclass(frozen=True, slots=True)
class EntitiesShown:
    """What the template of a page with entities needs beside the task."""

    types: tuple[TypeShown, ...]
    segments: tuple[str, ...]
    so_far: str
    agreed: int
    differences: tuple[DifferenceShown, ...]


def entity_task(page: Page, words: Catalogue, *, is_correction: bool) -> Task:
    """The page's frame, with the keys of annotators."""
    shown = task(page, words, is_correction=is_correction)
    if page.entities is None:
        return shown
    decides = page.entities.adjudicated is not None
    return replace(shown, keys=tuple(_keys(entity_types(page.entities, words), words, decides=decides)))


def entities_shown(page: Page, words: Catalogue) -> EntitiesShown:
    """What is to be marked or decided."""
    found = page.entities
    if found is None:
        raise TypeError("this page has no entities")
    types = entity_types(found, words)
    texts = {one.id: one.text for one in page.candidates}
    adjudicated = found.adjudicated
    return EntitiesShown(
        types,
        tuple(texts.values()),
        so_far(found.counts, words),
        0 if adjudicated is None else len(adjudicated.agreed),
        ()
        if adjudicated is None
        else tuple(_difference(one, texts[one.candidate], types, words) for one in adjudicated.differences),
    )


def entity_script(found: EntityPage, words: Catalogue) -> dict[str, Any]:
    """What the scripts of the page know of entities."""
    types = [
        {"name": one.name, "label": one.label, "short": one.short, "key": one.key, "style": one.style}
        for one in entity_types(found, words)
    ]
    return entity_contract(found) | {"types": types}


def entity_contract(found: EntityPage) -> dict[str, Any]:
    """The same for programs."""
    adjudicated = found.adjudicated
    return {
        "types": list(found.kinds.types),
        "suggestions": [
            {
                "suggestion": place,
                "candidate": one.candidate,
                "start": one.start,
                "end": one.end,
                "type": one.kind,
                "source": one.source,
                "alternatives": list(one.alternatives),
                "optional": one.optional,
            }
            for place, one in enumerate(found.suggestions)
        ],
        "counts": {
            "documents": found.counts.documents,
            "seconds": found.counts.seconds,
            "marks": dict(found.counts.marks),
        },
        "agreed": None
        if adjudicated is None
        else [{**mark_record(one), "agreed": place} for place, one in enumerate(adjudicated.agreed)],
        "differences": None
        if adjudicated is None
        else [
            {
                "difference": place,
                "candidate": one.candidate,
                "start": one.start,
                "end": one.end,
                "versions": [[mark_record(mark) for mark in version] for version in one.versions],
            }
            for place, one in enumerate(adjudicated.differences)
        ],
    }


def mark_record(mark: EntityMark) -> dict[str, Any]:
    """A mark as it is sent."""
    return {
        "candidate": mark.candidate,
        "start": mark.start,
        "end": mark.end,
        "type": mark.kind,
        "alternatives": list(mark.alternatives),
        "optional": mark.optional,
        "suggestion": mark.suggestion,
        "repeated": mark.origin == "repeated",
    }


def given_marks(page: EntityPage | None, marks: Sequence[EntityMark]) -> dict[str, Any]:
    """What an annotator or adjudicator has answered before, as the page sends it."""
    if page is not None and page.adjudicated is not None:
        decisions, changes = given_decisions(marks, page.adjudicated)
        return {
            "decisions": [
                {
                    "difference": one.difference,
                    "version": one.version,
                    "marks": [mark_record(mark) for mark in one.marks],
                    "reason": one.reason,
                }
                for one in decisions
            ],
            "changes": [
                {
                    "agreed": one.agreed,
                    "mark": None if one.mark is None else mark_record(one.mark),
                    "reason": one.reason,
                }
                for one in changes
            ],
        }
    return {
        "marks": [mark_record(one) for one in marks if one.is_kept],
        "rejected": [one.suggestion for one in marks if one.origin == "rejected"],
    }


def entity_types(found: EntityPage, words: Catalogue) -> tuple[TypeShown, ...]:
    """The types with their keys: the first letter of the name that is free; without one, the digit."""
    keys: list[str] = []
    for number, name in enumerate(found.kinds.types, 1):
        free = (
            letter
            for letter in name.lower()
            if letter.isalpha() and letter not in _TAKEN and letter not in keys
        )
        keys.append(next(free, str(number) if number <= _MOST_DIGITS else ""))
    return tuple(
        TypeShown(
            name,
            type_label(name, words),
            _SHORT.get(name, name[:5]),
            key,
            place,
        )
        for place, (name, key) in enumerate(zip(found.kinds.types, keys, strict=True))
    )


def so_far(counts: MarkCounts, words: Catalogue) -> str:
    """What was done on the documents before, in one sentence."""
    if not counts.documents:
        return ""
    marks = {name: counts.marks.get(name, 0) for name in counts.marks}
    suggested = sum(marks.get(name, 0) for name in ("accepted", "corrected", "rejected"))
    return words.say(
        "entity_so_far",
        documents=counts.documents,
        seconds=round(counts.seconds / counts.documents),
        suggested=suggested,
        accepted=marks.get("accepted", 0),
        corrected=marks.get("corrected", 0),
        repeated=marks.get("repeated", 0),
        hand=marks.get("hand", 0),
    )


def _difference(
    one: PageDifference, text: str, types: Sequence[TypeShown], words: Catalogue
) -> DifferenceShown:
    first, last = max(one.start - _AROUND, 0), min(one.end + _AROUND, len(text))
    return DifferenceShown(
        ("… " if first else "") + text[first : one.start],
        text[one.start : one.end],
        text[one.end : last] + (" …" if last < len(text) else ""),
        tuple(tuple(_version_mark(mark, text, types, words) for mark in version) for version in one.versions),
        any(not version for version in one.versions),
    )


def _version_mark(mark: EntityMark, text: str, types: Sequence[TypeShown], words: Catalogue) -> VersionMark:
    known = {one.name: one for one in types}
    names = mark.kind.split("|")
    parts = [" / ".join(known[name].label for name in names)]
    if mark.alternatives:
        parts.append(f"{words.say('entity_alternatives')}: {' | '.join(mark.alternatives)}")
    if mark.optional:
        parts.append(words.say("entity_optional"))
    return VersionMark(text[mark.start : mark.end], ", ".join(parts), known[names[0]].style)


def _keys(
    types: Sequence[TypeShown], words: Catalogue, *, decides: bool
) -> list[tuple[tuple[str, ...], str]]:
    lettered = [one for one in types if one.key.isalpha()]
    deciding = [(("1", "–", "9"), words.say("keys_version")), (("a",), words.say("keys_alike"))]
    suggested = [(("Tab",), words.say("keys_next_suggestion")), (("⏎",), words.say("keys_accept"))]
    return [
        *(deciding if decides else []),
        (("←", "→"), words.say("keys_words")),
        (("↑", "↓"), words.say("keys_segments")),
        *(((one.key,), words.say("keys_type", type=one.label)) for one in types if one.key),
        # With Shift, a digit is another character on most keyboards.
        *((("⇧", one.key), words.say("keys_second_type")) for one in lettered[:1]),
        *([] if decides else suggested),
        (("x",), words.say("keys_remove" if decides else "keys_reject")),
        (("a",), words.say("keys_accept_all")),
        (("Alt", "←", "→"), words.say("keys_edges")),
        (("Alt", "↑", "↓"), words.say("keys_edges_character")),
        (("i",), words.say("keys_optional")),
        (("w",), words.say("keys_alternatives")),
        (("u",), words.say("keys_undo")),
        (("r",), words.say("keys_redo")),
        (("Ctrl", "⏎"), words.say("keys_enter")),
        *keys_everywhere(words),
    ]
