"""Whether figures that were made again are those of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


# Other processors and other versions of numpy round sums differently, in the last digits only.
CLOSE = 1e-9
_NAMING = (
    *("part", "metric", "human", "system", "first", "second", "partition", "statistic", "level", "grouping"),
    *("check", "dimension", "damage", "strength", "language_pair", "text_type", "type", "name", "source"),
    *("target", "words", "characters", "by", "order", "unit", "judge", "cell", "label"),
)


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """A figure that is not the same: where it stands, what the page has, and what there is now."""

    place: str
    page: Any
    now: Any

    @property
    def amount(self) -> float | None:
        """By how much a number is off; None of what is no number."""
        numbers = isinstance(self.page, int | float) and isinstance(self.now, int | float)
        return self.now - self.page if numbers else None

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain values, in a stable order."""
        return {"place": self.place, "page": self.page, "now": self.now, "difference": self.amount}


@dataclass(frozen=True, slots=True)
class ChangedInput:
    """A file that is not what it was when the page was made."""

    file: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What became of a page when it was made again.

    `programs` are those with another version, with the one of the page and the one of now; `inputs` is the
    number of files whose checksums were compared.
    """

    figures: int
    differences: tuple[FigureDifference, ...]
    changed: tuple[ChangedInput, ...]
    programs: Mapping[str, tuple[str, str]]
    inputs: int

    @property
    def agrees(self) -> bool:
        """Whether there are figures, and every one is the same."""
        return self.figures > 0 and not self.differences

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, in a stable order."""
        return {
            "agrees": self.agrees,
            "figures": self.figures,
            "inputs": self.inputs,
            "differences": [one.to_dict() for one in self.differences],
            "changed_inputs": [
                {"file": one.file, "sha256_of_the_page": one.before, "sha256_now": one.now}
                for one in self.changed
            ],
            "other_versions": {
                name: {"page": page, "now": now} for name, (page, now) in self.programs.items()
            },
        }


def differences(page: Any, now: Any, place: str = "") -> Iterator[FigureDifference]:
    """Every figure that differs, in the order of the page.

    >>> [found.place for found in differences({"scores": [{"system": "A", "value": 1.0}]},
    ...                                       {"scores": [{"system": "A", "value": 2.0}]})]
    ['scores › A › value']
    """
    if isinstance(page, dict) and isinstance(now, dict):
        for key in dict.fromkeys((*page, *now)):
            yield from differences(page.get(key), now.get(key), _below(place, str(key)))
    elif isinstance(page, list) and isinstance(now, list):
        for number in range(max(len(page), len(now))):
            first = page[number] if number < len(page) else None
            second = now[number] if number < len(now) else None
            yield from differences(first, second, _below(place, _called(first or second, number)))
    elif not _same(page, now):
        yield FigureDifference(place, page, now)


def figures_in(values: Any) -> int:
    """How many numbers there are."""
    if isinstance(values, dict):
        return sum(map(figures_in, values.values()))
    if isinstance(values, list):
        return sum(map(figures_in, values))
    return int(isinstance(values, int | float) and not isinstance(values, bool))


def _same(page: Any, now: Any) -> bool:
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (page, now))
    if not numbers:
        return type(page) is type(now) and bool(page == now)
    return bool(abs(page - now) <= CLOSE * max(abs(page), abs(now), 1.0))


def _below(place: str, name: str) -> str:
    return f"{place} › {name}" if place else name


def _called(item: Any, number: int) -> str:
    """What an entry of a list is called: by what it is of, or else by its number."""
    if not isinstance(item, dict):
        return str(number + 1)
    names = [
        str(item[key]) for key in _NAMING if isinstance(item.get(key), str | int | float) and item[key] != ""
    ]
    return ", ".join(names[:4]) or str(number + 1)
