"""How far two annotators of named entities agree: F1 of what both marked, in all and by type.

F1 = (matched of the first + matched of the second) / (marks of the first + marks of the second). κ and α ask
how often people agree on units that chance could have given: of names in running text nobody knows how many
could have been marked (Hripcsak and Rothschild 2005).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from karat.display import Shown
from karat.entities.entity import TYPES
from karat.equality import Equal
from karat.errors import MisalignedCorpus
from karat.reliability.bootstrap import NAN, Bootstrap, Estimate, Resampled
from karat.resampling import Interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.entities.entity import Entity

# exact: the same extent and type; span: the same extent; overlap: the same type, and a character in common.
Criterion: TypeAlias = Literal["exact", "span", "overlap"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
_USUAL = Bootstrap()


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """What one annotator marked: each segment's text and entities, and its document where it is known.

    >>> from karat.entities import Entity
    >>> AnnotatedText("anna", ("in Porto",), ((Entity.of("in Porto", 3, 8, "LOCATION"),),)).texts
    ('in Porto',)
    """

    annotator: str
    texts: tuple[str, ...]
    entities: tuple[tuple[Entity, ...], ...]
    documents: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TypeAgreement:
    """Agreement on one type, or on all if `kind` is empty: marks of each annotator, and F1 by criterion.

    >>> from karat.entities import Entity
    >>> porto = Entity.of("in Porto", 3, 8, "LOCATION")
    >>> marked = [AnnotatedText(name, ("in Porto",), ((porto,),)) for name in ("anna", "ben")]
    >>> (found,) = entity_agreement(marked)
    >>> [(one.kind, one.marks, one.f1["exact"].value) for one in found.by_type]
    [('LOCATION', (1, 1), 1.0)]
    """

    kind: str
    marks: tuple[int, int]
    f1: Mapping[Criterion, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        estimates: dict[str, Any] = {criterion: found.to_dict() for criterion, found in self.f1.items()}
        return {"type": self.kind or "all", "marks": list(self.marks), **estimates}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EntityAgreement(Equal, Shown):
    """Two annotators: agreement on everything, then on each type.

    >>> from karat.entities import Entity
    >>> text = "Ann Lee in Porto"
    >>> porto = Entity.of(text, 11, 16, "LOCATION")
    >>> marked = {"anna": Entity.of(text, 0, 7, "PERSON"), "ben": Entity.of(text, 4, 7, "PERSON")}
    >>> both = [AnnotatedText(name, (text,), ((one, porto),)) for name, one in marked.items()]
    >>> (found,) = entity_agreement(both)
    >>> {criterion: estimate.value for criterion, estimate in found.whole.f1.items()}
    {'exact': 0.5, 'span': 0.5, 'overlap': 1.0}
    """

    first: str
    second: str
    unit: str
    whole: TypeAgreement
    by_type: tuple[TypeAgreement, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "annotators": [self.first, self.second],
            "unit": self.unit,
            "all": self.whole.to_dict(),
            "types": [one.to_dict() for one in self.by_type],
        }


def entity_agreement(
    annotated: Sequence[AnnotatedText], *, bootstrap: Bootstrap = _USUAL
) -> tuple[EntityAgreement, ...]:
    """Every two annotators of the same text.

    The sampling units are documents where they are known, otherwise segments; see `Bootstrap`.

    >>> from karat.entities import Entity
    >>> person, place = (Entity.of("Ann in Porto", *ends) for ends in ((0, 3, "PERSON"), (7, 12, "LOCATION")))
    >>> marked = {"anna": (person, place), "ben": (place,)}
    >>> both = [AnnotatedText(name, ("Ann in Porto",), (entities,)) for name, entities in marked.items()]
    >>> (found,) = entity_agreement(both)
    >>> round(found.whole.f1["exact"].value, 2)
    0.67
    """
    for one in annotated[1:]:
        _check_same(annotated[0], one)
    return tuple(_pair(first, second, bootstrap) for first, second in combinations(annotated, 2))


def _check_same(first: AnnotatedText, second: AnnotatedText) -> None:
    if len(first.texts) != len(second.texts):
        raise MisalignedCorpus(
            f"{first.annotator} has {len(first.texts)} segments, {second.annotator} has {len(second.texts)}. "
            "Compare annotations of the same text."
        )
    for number, (one, other) in enumerate(zip(first.texts, second.texts, strict=True), 1):
        if one != other:
            raise MisalignedCorpus(
                f"Segment {number} is another text for {first.annotator} than for {second.annotator}. "
                "Compare annotations of the same text."
            )


def _pair(first: AnnotatedText, second: AnnotatedText, bootstrap: Bootstrap) -> EntityAgreement:
    documents = first.documents or second.documents
    by_document = documents is not None and bootstrap.draw != "segment"
    labels: Sequence[object] = documents if by_document and documents else range(len(first.texts))
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    units = np.array([numbers[label] for label in labels], dtype=np.int64)
    kinds = _kinds(first, second)
    matched = np.zeros((len(CRITERIA), len(kinds), len(numbers)))
    marks = np.zeros((2, len(kinds), len(numbers)))
    for unit, ours, theirs in zip(units, first.entities, second.entities, strict=True):
        for side, of_side in enumerate((ours, theirs)):
            for one in of_side:
                marks[side, kinds.index(one.kind), unit] += 1
        for place, criterion in enumerate(CRITERIA):
            for one, other in _matches(ours, theirs, criterion):
                matched[place, kinds.index(one.kind), unit] += 1
                matched[place, kinds.index(other.kind), unit] += 1
    unit_name = "document" if by_document else "segment"

    def of(kind: str, chosen: NDArray[np.bool_]) -> TypeAgreement:
        counts = marks[:, chosen].sum(axis=1)
        estimates = {
            criterion: _f1(
                matched[place, chosen].sum(axis=0), counts.sum(axis=0), criterion, unit_name, bootstrap
            )
            for place, criterion in enumerate(CRITERIA)
        }
        return TypeAgreement(kind, (int(counts[0].sum()), int(counts[1].sum())), estimates)

    whole = of("", np.ones(len(kinds), dtype=bool))
    each = tuple(of(kind, np.arange(len(kinds)) == place) for place, kind in enumerate(kinds))
    return EntityAgreement(first.annotator, second.annotator, unit_name, whole, each)


def _kinds(first: AnnotatedText, second: AnnotatedText) -> list[str]:
    """The types that occur, in MUC's order; types of one's own and unsure ones come last."""
    found = {one.kind for text in (first, second) for marks in text.entities for one in marks}
    return sorted(found, key=lambda kind: (TYPES.index(kind) if kind in TYPES else len(TYPES), kind))


def _matches(
    ours: Sequence[Entity], theirs: Sequence[Entity], criterion: Criterion
) -> list[tuple[Entity, Entity]]:
    """As many pairs as there can be, each mark in one of them at most."""
    if not ours or not theirs:
        return []
    fits = np.array([[_fits(one, other, criterion) for other in theirs] for one in ours])
    partners = maximum_bipartite_matching(csr_array(fits), perm_type="column")
    return [(one, theirs[place]) for one, place in zip(ours, partners, strict=True) if place >= 0]


def _fits(one: Entity, other: Entity, criterion: Criterion) -> bool:
    same_extent = (one.start, one.end) == (other.start, other.end)
    if criterion == "span":
        return same_extent
    if one.types != other.types:
        return False
    return same_extent or (criterion == "overlap" and one.start < other.end and other.start < one.end)


def _f1(matched: Floats, marks: Floats, name: str, unit: str, bootstrap: Bootstrap) -> Estimate:
    """Of the marks of both in each unit, so many are matched."""
    total = int(marks.sum())
    units = int((marks > 0).sum())
    if not total:
        nothing = Interval(NAN, NAN, bootstrap.confidence, bootstrap.interval)
        return Estimate(name, NAN, nothing, 0, "nobody marked anything", unit, 0)

    def statistic(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore"):
            shares: Floats = (weights @ matched) / (weights @ marks)
        return shares

    value = float(matched.sum() / total)
    resampled = Resampled.of(statistic, np.arange(len(marks)), bootstrap)
    interval = resampled.interval(value, marks.astype(np.int64), link="share")
    if units < 2:
        # Drawn again and again, one document gives the same value: that is no certainty.
        interval = Interval(NAN, NAN, bootstrap.confidence, bootstrap.interval)
    return Estimate(name, value, interval, total, "", unit, units)
