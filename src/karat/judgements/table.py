"""The table of judgements: who gave which value to which system's translation of which segment, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidJudgement, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.frames import Columns
    from karat.judgements.scale import Scale

    Codes = NDArray[np.int32]
    Value = TypeVar("Value")
    Place = Callable[[int], str]

NAN = float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Judgement(Equal, Shown):
    """One value that one judge gave; `time` is in seconds since 1970, NaN where nobody wrote it down.

    Outputs of a segment that the judge saw side by side have the same `page`; it is empty where unknown.

    >>> Judgement("anna", "A", "1", "adequacy", 4).value
    4
    """

    judge: str
    system: str
    segment: str
    dimension: str
    value: float
    time: float = NAN
    occasion: int | None = None
    page: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Judgements(Shown):
    """Judgements in columns, in the order in which they came; nothing in them changes, `append` makes more.

    `judge`, `system`, `segment` and `dimension` number the names in `judges`, `systems`, `segments` and
    `dimensions`. Every dimension has one scale. A judge who sees an item again judges it on a second
    `occasion`, which is 1 where the first was 0. `page` numbers the names in `pages`: what stood side by side
    before a judge. `groups` has the group of each judge, such as bilingual, as far as it is known.

    >>> from karat.judgements import Scale
    >>> five = Scale.parse("1-5")
    >>> table = Judgements.of(
    ...     [Judgement("anna", "A", "1", "adequacy", 4), Judgement("ben", "A", "1", "adequacy", 5)],
    ...     scales={"adequacy": five},
    ... )
    >>> len(table), table.judges
    (2, ('anna', 'ben'))
    """

    judges: tuple[str, ...]
    systems: tuple[str, ...]
    segments: tuple[str, ...]
    dimensions: tuple[str, ...]
    judge: Codes
    system: Codes
    segment: Codes
    dimension: Codes
    value: Floats
    time: Floats
    occasion: Codes
    pages: tuple[str, ...]
    page: Codes
    scales: Mapping[str, Scale]
    documents: Mapping[str, str]
    groups: Mapping[str, str]

    @classmethod
    def of(
        cls,
        judgements: Iterable[Judgement],
        *,
        scales: Mapping[str, Scale],
        documents: Mapping[str, str] | None = None,
        groups: Mapping[str, str] | None = None,
        place: Callable[[int], str] | None = None,
    ) -> Judgements:
        """A table of single judgements, checked; `scales` has the scale of each dimension.

        `documents` has the document of each segment, and `groups` the group of each judge, as far as they are
        known. `place` says where the judgement with a number, counted from 0, was found, for messages.
        """
        rows = list(judgements)
        return cls.of_columns(
            judges=[row.judge for row in rows],
            systems=[row.system for row in rows],
            segments=[row.segment for row in rows],
            dimensions=[row.dimension for row in rows],
            values=[row.value for row in rows],
            times=[row.time for row in rows],
            occasions=[row.occasion for row in rows],
            pages=[row.page for row in rows],
            scales=scales,
            documents=documents,
            groups=groups,
            place=place,
        )

    @classmethod
    def of_columns(
        cls,
        *,
        judges: Sequence[str],
        systems: Sequence[str],
        segments: Sequence[str],
        dimensions: Sequence[str],
        values: Sequence[float],
        scales: Mapping[str, Scale],
        times: Sequence[float] | None = None,
        occasions: Sequence[int | None] | None = None,
        pages: Sequence[str] | None = None,
        documents: Mapping[str, str] | None = None,
        groups: Mapping[str, str] | None = None,
        place: Callable[[int], str] | None = None,
    ) -> Judgements:
        """A table of columns that are as long as each other; see `of`."""
        named = [coded(column) for column in (judges, systems, segments, dimensions)]
        value = np.array(values, dtype=np.float64)
        time = np.full(len(value), np.nan) if times is None else np.array(times, dtype=np.float64)
        names, codes = zip(*named, strict=True)
        page_names, page = coded([""] * len(value) if pages is None else pages)
        where = place or _by_number
        check_scales(names[3], codes[3], scales, where)
        check_values(value, names[3], codes[3], scales, where)
        occasion = numbered_occasions(names, codes, time, page_names, page, occasions, where)
        for array in (*codes, value, time, occasion, page):
            array.flags.writeable = False
        kept = {name: scales[name] for name in names[3]}
        mappings: list[dict[str, Any]] = [kept, dict(documents or {}), known_groups(names[0], groups or {})]
        frozen = (MappingProxyType(one) for one in mappings)
        columns: Any = (*names, *codes, value, time, occasion, page_names, page, *frozen)
        return cls(*columns)

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Judgement]:
        columns = (
            self.judge,
            self.system,
            self.segment,
            self.dimension,
            self.value,
            self.time,
            self.occasion,
            self.page,
        )
        for judge, system, segment, dimension, value, time, occasion, page in zip(*columns, strict=True):
            yield Judgement(
                self.judges[judge],
                self.systems[system],
                self.segments[segment],
                self.dimensions[dimension],
                float(value),
                float(time),
                int(occasion),
                self.pages[page],
            )

    def append(self, other: Judgements, *, name: str = "the table that is appended") -> Judgements:
        """These judgements and then the others, checked together: same scales, nothing twice.

        `name` is what messages call the others.
        """
        merged_scales = merged("scale", self.scales, other.scales)
        merged_documents = merged("document", self.documents, other.documents)
        merged_groups = merged("group", self.groups, other.groups)
        rows = [*self, *other]
        timed = all(row.time == row.time for row in rows)
        if timed or not (self.occasion.any() or other.occasion.any()):
            # Which of several judgements is the repeat is decided over both tables.
            rows = [replace(row, occasion=None) for row in rows]

        def place(row: int) -> str:
            return _by_number(row) if row < len(self) else f"Judgement {row - len(self) + 1} of {name}"

        return Judgements.of(
            rows, scales=merged_scales, documents=merged_documents, groups=merged_groups, place=place
        )

    def of_group(self, group: str) -> Judgements:
        """What the judges of one group said; the names of judges, systems and segments stay as they are.

        >>> from karat.judgements import Scale
        >>> rows = [Judgement("anna", "A", "1", "adequacy", 4), Judgement("ben", "A", "1", "adequacy", 5)]
        >>> groups = {"anna": "bilingual", "ben": "monolingual"}
        >>> table = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, groups=groups)
        >>> table.of_group("bilingual").value.tolist()
        [4.0]
        """
        known = tuple(dict.fromkeys(self.groups.values()))
        if group not in known:
            raise UnknownName.among("group of judges", group, known)
        members = [code for code, judge in enumerate(self.judges) if self.groups.get(judge) == group]
        rows = np.flatnonzero(np.isin(self.judge, members))
        columns = ("judge", "system", "segment", "dimension", "value", "time", "occasion", "page")
        taken = {name: getattr(self, name)[rows] for name in columns}
        for array in taken.values():
            array.flags.writeable = False
        return replace(self, **taken)

    def rows_of(self, dimension: str) -> NDArray[np.int64]:
        """The numbers of the judgements of one dimension."""
        if dimension not in self.dimensions:
            raise UnknownName.among("dimension", dimension, self.dimensions)
        return np.flatnonzero(self.dimension == self.dimensions.index(dimension))

    def _columns(self) -> Columns:
        """A row for each judgement; time, page and group are None where nobody wrote them down."""
        names = {
            "judge": (self.judges, self.judge),
            "system": (self.systems, self.system),
            "segment": (self.segments, self.segment),
            "dimension": (self.dimensions, self.dimension),
        }
        return {
            **{column: [named[code] for code in codes] for column, (named, codes) in names.items()},
            "value": self.value,
            "time": [None if np.isnan(time) else time for time in self.time.tolist()],
            "occasion": self.occasion,
            **({"page": [self.pages[code] or None for code in self.page]} if any(self.pages) else {}),
            **({"group": [self.groups.get(self.judges[code]) for code in self.judge]} if self.groups else {}),
        }


def _by_number(row: int) -> str:
    return f"Judgement {row + 1}"


def coded(column: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The different names in order of appearance, and the number of each row's name."""
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(name, len(numbers)) for name in column]
    return tuple(numbers), np.array(codes, dtype=np.int32)


def known_groups(judges: Sequence[str], groups: Mapping[str, str]) -> dict[str, str]:
    """The group of each judge, in the order of the judges; of nobody else."""
    for judge, group in groups.items():
        if not isinstance(group, str) or not group.strip():
            raise InvalidJudgement(
                f"The group of the judge {judge!r} is {group!r}; a name was expected. Leave out who has none."
            )
    return {judge: groups[judge] for judge in judges if judge in groups}


def merged(what: str, first: Mapping[str, Value], second: Mapping[str, Value]) -> dict[str, Value]:
    """What two tables say together, if they do not contradict each other."""
    for name in first.keys() & second.keys():
        if first[name] != second[name]:
            raise InvalidJudgement(
                f"{name!r} has the {what} {first[name]!r} in one table and {second[name]!r} in the other. "
                "Give one of them another name."
            )
    return {**first, **second}


def check_scales(
    dimensions: Sequence[str], dimension: Codes, scales: Mapping[str, Scale], place: Place
) -> None:
    """Every dimension has a scale, and no two scales have one name."""
    for code, name in enumerate(dimensions):
        if name not in scales:
            row = int((dimension == code).argmax())
            raise InvalidJudgement(
                f"{place(row)}: the scale of {name!r} is not known. Add a column 'scale', or name "
                f"it: {name}=1-5, {name}=0..100."
            )
    known: dict[str, Scale] = {}
    for name in dimensions:
        scale = scales[name]
        if known.setdefault(scale.name, scale) != scale:
            raise InvalidJudgement(
                f"Two scales are called {scale.name!r}: {known[scale.name].recipe} and {scale.recipe}. "
                "Rename one of them."
            )


def check_values(
    value: Floats, dimensions: Sequence[str], dimension: Codes, scales: Mapping[str, Scale], place: Place
) -> None:
    """Every value is on the scale of its dimension."""
    wrong = np.zeros(len(value), dtype=bool)
    for code, name in enumerate(dimensions):
        rows = np.flatnonzero(dimension == code)
        wrong[rows] = scales[name].faults(value[rows])
    if wrong.any():
        row = int(wrong.argmax())
        name = dimensions[dimension[row]]
        raise InvalidJudgement(f"{place(row)}: {name}: {scales[name].fault(float(value[row]))}")


def numbered_occasions(
    names: Sequence[Sequence[str]],
    codes: Sequence[Codes],
    time: Floats,
    pages: Sequence[str],
    page: Codes,
    given: Sequence[int | None] | None,
    place: Place,
) -> Codes:
    """Which time it is that a judge judges an item, from 0; times tell it where nobody says it, or pages do.

    What a judge says twice of one item without another time or page is a duplicate, and refused.
    """
    occasion = np.zeros(len(time), dtype=np.int32)
    items = _item_numbers(names, codes)
    if given is not None and any(number is not None for number in given):
        occasion[:] = [0 if number is None else number for number in given]
        _refuse_twice(np.lexsort((np.arange(len(items)), occasion, items)), items, occasion, place)
        return occasion
    order = np.lexsort((np.arange(len(items)), time, items))
    again = items[order][1:] == items[order][:-1]
    if not again.any():
        return occasion
    _refuse_twice(
        order,
        items,
        time,
        place,
        np.array([number if name else 0 for number, name in enumerate(pages, 1)], dtype=np.int64)[page],
    )
    for before, after in zip(order[:-1][again], order[1:][again], strict=True):
        occasion[after] = occasion[before] + 1
    return occasion


def _item_numbers(names: Sequence[Sequence[str]], codes: Sequence[Codes]) -> NDArray[np.int64]:
    """One number for each judge, system, segment and dimension."""
    number = np.zeros(len(codes[0]), dtype=np.int64)
    for of_names, code in zip(names, codes, strict=True):
        number = number * max(len(of_names), 1) + code
    return number


def _refuse_twice(
    order: NDArray[np.int64],
    items: NDArray[np.int64],
    told_apart: NDArray[np.generic],
    place: Place,
    pages: NDArray[np.int64] | None = None,
) -> None:
    """Refuse two rows of one item that nothing tells apart; NaN tells nothing, and no page (0) neither."""
    same = items[order][1:] == items[order][:-1]
    first, second = told_apart[order][:-1], told_apart[order][1:]
    missing = (second != second) | (first != first)  # noqa: PLR0124 (only NaN is not itself)
    twice = same & ((first == second) | missing)
    if pages is not None:
        one, other = pages[order][:-1], pages[order][1:]
        twice &= (one == other) | (one == 0) | (other == 0)
    if twice.any():
        found = int(np.flatnonzero(twice)[0])
        earlier, later = sorted((int(order[found]), int(order[found + 1])))
        raise InvalidJudgement(
            f"{place(later)}: this judge has judged this segment of this system before, in "
            f"{place(earlier).rpartition(', ')[2]}. Keep one; a repeat needs a time, a page or an occasion."
        )
