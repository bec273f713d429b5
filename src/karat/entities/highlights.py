"""Entities to show in the texts of a segment: those that are marked, and what rules find beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from karat.entities.propagation import name_pattern
from karat.entities.rules import RULE_LANGUAGES, suggest, without_overlap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from karat.entities.entity import Entity

    # Start, end and type.
    Stretch: TypeAlias = tuple[int, int, str]

_DIGIT = re.compile(r"\d")


def marked_entities(entities: Iterable[Entity]) -> list[Stretch]:
    """The entities that somebody marked in a text."""
    return without_overlap([(one.start, one.end, one.kind) for one in entities])


def suggested_entities(text: str, language: str | None) -> list[Stretch]:
    """What rules find in a text that nobody marked; a language without rules has nothing."""
    if language not in RULE_LANGUAGES:
        return []
    return [(one.start, one.end, one.kind) for one in suggest(text, language)]


def entities_of_output(text: str, language: str | None, names: Mapping[str, str]) -> list[Stretch]:
    """The entities of the references, by spelling and type, where an output has them; and what rules find.

    Rules are slow, and an output without a digit seldom has a date or sum that no reference has: there only
    the names are looked for.

    >>> entities_of_output("On 3 May Ann Lee paid $5.", "en", {"Ann Lee": "PERSON"})
    [(3, 8, 'DATE'), (9, 16, 'PERSON'), (22, 24, 'MONEY')]
    """
    found = suggested_entities(text, language) if _DIGIT.search(text) else []
    if names:
        again = name_pattern(list(names)).finditer(text)
        found += [(match.start(), match.end(), names[match[0]]) for match in again]
    return without_overlap(found)
