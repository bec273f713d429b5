"""The entities of a unit (a segment, paragraph or document), each once, in normal form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from karat.entities.entity import TYPES, Entity
from karat.entities.search import longest_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from karat.entities.search import Output, SearchUnit

NormalForm: TypeAlias = tuple[str, ...]

# Entities whose type is not sure are counted apart, so that each is counted once.
GROUPS = (*(kind.lower() for kind in TYPES), "unsure")


@dataclass(frozen=True, slots=True)
class UniqueEntity:
    """An entity of a unit, however often the unit has it: any of its forms will do.

    It belongs to the first segment of its unit in which the reference has it.
    """

    entity: Entity
    segment: int
    forms: tuple[NormalForm, ...]
    optional: bool

    @property
    def group(self) -> int:
        """Its place among the groups that are counted apart."""
        types = self.entity.types
        return TYPES.index(types[0]) if len(types) == 1 else len(TYPES)

    def is_in(self, output: Output, search: SearchUnit) -> bool:
        """Whether the output has one of its forms."""
        return any(output.has(form, search) for form in self.forms)

    def share_in(self, output: Output, search: SearchUnit) -> float:
        """The greatest share of one of its forms that the output has in one piece."""
        parts = (longest_part(form, output, search) for form in self.forms)
        return max(part / whole for part, whole in parts)


def unique_entities(
    segments: Iterable[tuple[int, Sequence[Entity]]],
    form_of: Callable[[str], NormalForm],
    types: Sequence[str],
) -> list[UniqueEntity]:
    """The unique entities of a unit, from its segments and their entities; of some types, or of all.

    >>> text = "Paris, PARIS"
    >>> found = [Entity.of(text, 0, 5, "LOCATION"), Entity.of(text, 7, 12, "LOCATION")]
    >>> [one.forms for one in unique_entities([(0, found)], lambda text: (text.lower(),), ())]
    [(('paris',),)]
    """
    first: dict[tuple[tuple[str, ...], NormalForm], UniqueEntity] = {}
    for segment, entities in segments:
        for entity in entities:
            if types and set(types).isdisjoint(entity.types):
                continue
            texts = (entity.text, *entity.alternatives)
            forms = [form for text in texts if (form := form_of(text))]
            if not forms:  # nothing but white space: there is nothing to look for
                continue
            key = entity.types, forms[0]
            before = first.get(key)
            if before is None:
                first[key] = UniqueEntity(entity, segment, tuple(dict.fromkeys(forms)), entity.optional)
            else:
                every = tuple(dict.fromkeys((*before.forms, *forms)))
                optional = before.optional and entity.optional
                first[key] = UniqueEntity(before.entity, before.segment, every, optional)
    return list(first.values())
