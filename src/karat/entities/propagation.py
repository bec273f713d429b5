"""A name that is marked once in a document is suggested wherever else the document has it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from karat.entities.entity import ELEMENTS, Entity
from karat.entities.names_file import is_whole
from karat.entities.scripts import is_spaceless

if TYPE_CHECKING:
    from collections.abc import Sequence


def propagate(
    texts: Sequence[str], entities: Sequence[Sequence[Entity]], documents: Sequence[str] | None = None
) -> list[tuple[Entity, ...]]:
    """The entities of each segment, and each marked name where its document has it unmarked.

    Without documents, the whole text is one.

    >>> texts = ["Ann Lee came.", "Then Ann Lee left."]
    >>> marked = [[Entity.of(texts[0], 0, 7, "PERSON")], []]
    >>> [[entity.start for entity in found] for found in propagate(texts, marked)]
    [[0], [5]]
    """
    labels = documents if documents is not None else [""] * len(texts)
    names: dict[str, dict[str, tuple[str, ...]]] = {}
    for label, found in zip(labels, entities, strict=True):
        for entity in found:
            if ELEMENTS.get(entity.types[0], "ENAMEX") == "ENAMEX":
                names.setdefault(label, {}).setdefault(entity.text, entity.types)
    searches = {label: name_pattern(list(of_document)) for label, of_document in names.items()}
    return [
        (*found, *_repeated(text, found, searches[label], names[label]))
        if label in searches
        else tuple(found)
        for text, found, label in zip(texts, entities, labels, strict=True)
    ]


def name_pattern(names: list[str]) -> re.Pattern[str]:
    """Any of the names, the longest first, as whole words where words have spaces between them."""
    return re.compile("|".join(_bounded(name) for name in sorted(names, key=len, reverse=True)))


def _bounded(name: str) -> str:
    before = "" if is_spaceless(name[0]) or not name[0].isalnum() else r"(?<!\w)"
    after = "" if is_spaceless(name[-1]) or not name[-1].isalnum() else r"(?!\w)"
    return before + re.escape(name) + after


def _repeated(
    text: str, found: Sequence[Entity], pattern: re.Pattern[str], names: dict[str, tuple[str, ...]]
) -> list[Entity]:
    return [
        Entity(match.start(), match.end(), names[match[0]], match[0], suggested=True)
        for match in pattern.finditer(text)
        if is_whole(text, match.start(), match.end())
        and all(match.end() <= entity.start or match.start() >= entity.end for entity in found)
    ]
