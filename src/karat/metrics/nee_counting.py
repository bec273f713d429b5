"""Which entities count, and for how much: those of the reference, or those of the output."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from karat.entities.recognisers import recogniser
from karat.entities.search import Nearest, Output, edit_distance, nearest
from karat.entities.unique_entities import unique_entities
from karat.kernel import REAL_PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import Text
    from karat.entities.unique_entities import NormalForm, UniqueEntity
    from karat.metrics.annotated import MarkedUnit
    from karat.metrics.nee import Nee


@dataclass(frozen=True, slots=True)
class Credited:
    """The entities of a unit that count, each with its credit, and what is most like one that has none."""

    entities: Sequence[tuple[UniqueEntity, int]]
    near: Callable[[NormalForm], Nearest | None]
    tokens: Sequence[str]


class Recall:
    """The entities of the reference, looked for in the output."""

    def __init__(self, nee: Nee) -> None:
        self._normaliser, self._search, self._partial = nee.normaliser, nee.search, nee.partial

    def count(self, unit: MarkedUnit, texts: Text) -> list[tuple[UniqueEntity, int]]:
        """The entities of the reference of which most is found."""
        return self._best(unit, self._output(unit, texts))

    def of(self, unit: MarkedUnit, texts: Text) -> Credited:
        """The same, with what is most like those that are not found."""
        output = self._output(unit, texts)
        near = partial(nearest, tokens=output.tokens, unit=self._search)
        return Credited(self._best(unit, output), near, output.tokens)

    def _output(self, unit: MarkedUnit, texts: Text) -> Output:
        """The unit's output; a line break keeps its segments apart."""
        searched = self._normaliser.searched
        if len(unit.segments) == 1:
            return Output(searched(texts[unit.segments[0]]))
        tokens: list[str] = []
        for segment in unit.segments:
            tokens += [*searched(texts[segment]), "\n"]
        return Output(tokens)

    def _best(self, unit: MarkedUnit, output: Output) -> list[tuple[UniqueEntity, int]]:
        counted = [self._credits(reference, output) for reference in unit.references]
        return counted[0] if len(counted) == 1 else max(counted, key=_share, default=[])

    def _credits(self, reference: Sequence[UniqueEntity], output: Output) -> list[tuple[UniqueEntity, int]]:
        counted = []
        for one in reference:
            found = one.is_in(output, self._search)
            if one.optional and not found:
                continue
            credit = int(found)
            if self._partial:
                credit = REAL_PARTS if found else round(REAL_PARTS * one.share_in(output, self._search))
            counted.append((one, credit))
        return counted


class Precision:
    """The entities that a recogniser finds in the output; right are those that a reference has."""

    def __init__(self, nee: Nee) -> None:
        self._normaliser, self._types = nee.normaliser, nee.types
        self._recognise = recogniser(nee.recogniser, nee.language)
        self._form_of = cache(lambda text: tuple(self._normaliser.of_entity(text)))

    def count(self, unit: MarkedUnit, texts: Text) -> list[tuple[UniqueEntity, int]]:
        """The unique entities of the output, against those of all references."""
        found = ((segment, self._recognise(texts[segment])) for segment in unit.segments)
        right = _forms(unit)
        recognised = unique_entities(found, self._form_of, self._types)
        return [(one, int(one.forms[0] in right)) for one in recognised]

    def of(self, unit: MarkedUnit, texts: Text) -> Credited:
        """The same, with what in a reference is most like those that are not right."""
        tokens = [token for segment in unit.segments for token in self._normaliser.of_output(texts[segment])]
        return Credited(self.count(unit, texts), partial(_most_like, others=_forms(unit)), tokens)


def _forms(unit: MarkedUnit) -> set[NormalForm]:
    """Everything that would be right in a unit."""
    return {form for of in unit.references for one in of for form in one.forms}


def _share(counted: Sequence[tuple[UniqueEntity, int]]) -> tuple[float, int]:
    """What makes one reference better than another: the share that is found, then how much that is."""
    credit = sum(part for _, part in counted)
    return (credit / len(counted), credit) if counted else (-1.0, -1)


def _most_like(form: NormalForm, others: set[NormalForm]) -> Nearest | None:
    """The form of the fewest edits; the first in the alphabet of equals."""
    name = " ".join(form)
    texts = sorted(" ".join(other) for other in others)
    near = [Nearest(text, edit_distance(name, text)) for text in texts]
    return min(near, key=lambda one: one.distance, default=None)
