"""References whose named entities are marked: what NEE must know of a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from karat.entities.languages import LANGUAGES
from karat.entities.muc import is_tagged, read_tagged
from karat.entities.unique_entities import unique_entities
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus
from karat.metrics.kernel_texts import check_texts
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus, OptionalText, Text
    from karat.entities.entity import Entity
    from karat.entities.unique_entities import UniqueEntity


@dataclass(frozen=True, slots=True)
class MarkedUnit:
    """Segments that are searched together, and what each reference that has entities wants there."""

    segments: tuple[int, ...]
    references: tuple[tuple[UniqueEntity, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Annotated:
    """The units of a corpus, and the texts by which a part of it is known again."""

    units: tuple[MarkedUnit, ...]
    by_segment: bool
    texts: tuple[tuple[str | None, ...], ...]
    places: Mapping[tuple[str, ...], int]

    @property
    def is_marked(self) -> bool:
        """Whether any entity is marked at all."""
        return any(unit.references for unit in self.units)

    def units_of(
        self, systems: Sequence[Text], streams: Sequence[OptionalText], *, alone: bool = False
    ) -> Sequence[MarkedUnit]:
        """The units that are to be counted: all, or those of some segments of the corpus."""
        check_texts(systems, streams)
        texts = tuple(zip(*streams, strict=True))
        if texts == self.texts:
            return self.units
        if not self.by_segment and not alone:
            raise InvalidOption(
                "NEE by paragraph or document counts whole corpora, and these segments are not all that it "
                "was prepared on. Count all of them, or use unit='segment'."
            )
        return [
            self._segment(self._place(of_segment, place), place) for place, of_segment in enumerate(texts)
        ]

    def _place(self, of_segment: tuple[str | None, ...], place: int) -> int:
        found = self.places.get(_key(of_segment), -1)
        if found < 0:
            known = (
                "not in the corpus"
                if _key(of_segment) not in self.places
                else "there with different entities"
            )
            raise MisalignedCorpus(
                f"The references of segment {place + 1} are {known} that NEE was prepared on. "
                "Prepare it on the corpus that is counted."
            )
        return found

    def _segment(self, found: int, place: int) -> MarkedUnit:
        unit = (
            next(unit for unit in self.units if found in unit.segments)
            if not self.by_segment
            else self.units[found]
        )
        moved = [
            [replace(one, segment=place) for one in of if one.segment == found] for of in unit.references
        ]
        return MarkedUnit((place,), tuple(tuple(of) for of in moved if of))


def _key(of_segment: Sequence[str | None]) -> tuple[str, ...]:
    """References by their text: how many a segment has may depend on the segments beside it."""
    return tuple(text for text in of_segment if text is not None)


def annotated(metric: Any, streams: Sequence[OptionalText], corpus: Corpus | None = None) -> Annotated:
    """What a metric's options make of the entities of a corpus, or of tags in the references themselves."""
    check_texts([], streams)
    if corpus is not None:
        _check_language(metric.language, corpus.target_language)
    given: Sequence[Sequence[Sequence[Entity]] | None]
    given = corpus.entities if corpus is not None and corpus.entities is not None else _tagged(streams)
    marked = [of_reference for of_reference in given if of_reference is not None]
    entities = [_confirmed(of_reference, metric.suggestions) for of_reference in marked]
    normaliser = metric.normaliser

    @cache
    def form_of(text: str) -> tuple[str, ...]:
        return tuple(normaliser.of_entity(text))

    def unit(segments: tuple[int, ...]) -> MarkedUnit:
        every = (
            unique_entities(((segment, of_reference[segment]) for segment in segments), form_of, metric.types)
            for of_reference in entities
        )
        return MarkedUnit(segments, tuple(tuple(of) for of in every if of))

    texts = tuple(zip(*streams, strict=True))
    by_segment = metric.unit in ("auto", "segment")
    groups = [(segment,) for segment in range(len(texts))] if by_segment else _groups(metric.unit, corpus)
    return Annotated(tuple(map(unit, groups)), by_segment, texts, _places(texts, entities))


def _groups(unit: str, corpus: Corpus | None) -> list[tuple[int, ...]]:
    """The segments of each document or paragraph, in order of appearance."""
    if corpus is None or getattr(corpus, f"{unit}s") is None:
        plain = either("", f" (for plain text: --{unit}s FILE)")
        raise InvalidOption(
            f"NEE's unit is the {unit}, and the corpus does not say which {unit} a segment belongs to. Give "
            f"{unit}s with the corpus{plain}, or use the unit 'segment'."
        )
    found: dict[tuple[str, ...], list[int]] = {}
    # A paragraph's name may come again in another document.
    columns = [corpus.labels(unit)]
    if unit == "paragraph" and corpus.documents is not None:
        columns.append(corpus.documents)
    for segment, label in enumerate(zip(*columns, strict=True)):
        found.setdefault(label, []).append(segment)
    return [tuple(segments) for segments in found.values()]


def _places(
    texts: Sequence[tuple[str | None, ...]], entities: Sequence[Sequence[Sequence[Entity]]]
) -> dict[tuple[str, ...], int]:
    """Where references stand in the corpus; −1 where the same text stands twice, with different entities."""
    places: dict[tuple[str, ...], int] = {}
    for segment, of_segment in enumerate(texts):
        first = places.setdefault(_key(of_segment), segment)
        if 0 <= first != segment and any(of[first] != of[segment] for of in entities):
            places[_key(of_segment)] = -1
    return places


def _tagged(streams: Sequence[OptionalText]) -> list[list[tuple[Entity, ...]]]:
    return [[_entities(text, segment) for segment, text in enumerate(stream)] for stream in streams]


def _entities(text: str | None, segment: int) -> tuple[Entity, ...]:
    if text is None or not is_tagged(text):
        return ()
    try:
        return read_tagged(text)[1]
    except InvalidText as error:
        raise InvalidText(f"Segment {segment + 1} of a reference: {error}") from None


def _confirmed(of_reference: Sequence[Sequence[Entity]], suggestions: str) -> Sequence[Sequence[Entity]]:
    if suggestions == "count":
        return of_reference
    for segment, entities in enumerate(of_reference):
        for entity in entities if suggestions == "refuse" else ():
            if entity.suggested:
                raise InvalidOption(
                    f"The entity {entity.text!r} in segment {segment + 1} is a suggestion that nobody has "
                    "confirmed. Have a person check the entities and take away the mark SUGGESTED, or set "
                    "suggestions to 'count' or 'ignore' (-m nee:suggestions=count)."
                )
    return [[entity for entity in entities if not entity.suggested] for entities in of_reference]


def _check_language(language: str, target: str | None) -> None:
    if target is None or language == "none":
        return
    base = target.replace("_", "-").partition("-")[0].lower()
    if base != language:
        right = base if base in LANGUAGES else "none"
        raise InvalidOption(
            f"NEE's language is {language!r}, and the corpus is translated into {target!r}. Set the language "
            f"(-m nee:language={right}); 'none' is for those whose numbers and articles Karat does not know."
        )
