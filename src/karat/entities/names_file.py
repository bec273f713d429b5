"""The names that people confirmed in a project: a file that grows, and suggests them in the next text.

    name	type	confirmed
    Ann Lee	PERSON	3

A name may have several types; the one that was confirmed most often is suggested. Dates, times and sums
are no names: they are seldom the same in the next text, and rules find them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from karat.entities.entity import ELEMENTS, Entity
from karat.entities.rules import without_overlap
from karat.entities.scripts import is_spaceless
from karat.errors import InvalidFile, UnreadableFile
from karat.small_files import read_small_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_HEADER = ("name", "type", "confirmed")


@dataclass(frozen=True, slots=True)
class ConfirmedNames:
    """Names with their types, and how often each was confirmed.

    >>> names = ConfirmedNames({("Ann Lee", "PERSON"): 2, ("Lee", "PERSON"): 1})
    >>> [(one.text, one.kind, one.suggested) for one in names.suggest("Then Ann Lee and Mr Lee left Leeds.")]
    [('Ann Lee', 'PERSON', True), ('Lee', 'PERSON', True)]
    """

    counts: Mapping[tuple[str, str], int]
    _by_start: Mapping[str, list[tuple[str, str]]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        usual: dict[str, tuple[int, str]] = {}
        for (name, kind), count in sorted(self.counts.items()):
            if name not in usual or count > usual[name][0]:
                usual[name] = count, kind
        by_start: dict[str, list[tuple[str, str]]] = {}
        for name in sorted(usual, key=lambda one: (-len(one), one)):
            by_start.setdefault(name[0], []).append((name, usual[name][1]))
        object.__setattr__(self, "_by_start", by_start)

    @classmethod
    def of(cls, entities: Iterable[Entity]) -> ConfirmedNames:
        """The names among entities that somebody marked; suggestions are nobody's word."""
        found = Counter(
            (" ".join(one.text.split()), one.kind) for one in entities if not one.suggested and is_name(one)
        )
        return cls(found)

    def merged(self, other: ConfirmedNames) -> ConfirmedNames:
        """Both together."""
        return ConfirmedNames(Counter(self.counts) + Counter(other.counts))

    def suggest(self, text: str) -> tuple[Entity, ...]:
        """Where a text has the names, as whole words where words have spaces between them."""
        found = [
            (start, start + len(name), kind)
            for start, letter in enumerate(text)
            for name, kind in self._by_start.get(letter, ())
            if text.startswith(name, start) and is_whole(text, start, start + len(name))
        ]
        return tuple(
            Entity(start, end, tuple(kind.split("|")), text[start:end], suggested=True)
            for start, end, kind in without_overlap(found)
        )

    def written(self) -> str:
        """The file, in the order of the alphabet."""
        lines = ["\t".join(_HEADER)]
        lines += [f"{name}\t{kind}\t{count}" for (name, kind), count in sorted(self.counts.items())]
        return "".join(f"{line}\n" for line in lines)


def is_name(entity: Entity) -> bool:
    """Whether an entity is a name; types of one's own are."""
    return all(ELEMENTS.get(kind, "ENAMEX") == "ENAMEX" for kind in entity.types)


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether a stretch ends where words do; without spaces between words, it may end anywhere."""
    return _is_edge(text[start - 1 : start], text[start]) and _is_edge(text[end : end + 1], text[end - 1])


def _is_edge(outside: str, inside: str) -> bool:
    # As in `propagation`: what is no letter or digit ends a word by itself.
    if is_spaceless(inside) or not inside.isalnum():
        return True
    return not (outside.isalnum() or outside == "_")


def read_names(path: str | Path) -> ConfirmedNames:
    """The names of a file."""
    text = read_small_file(path)
    # Not splitlines: a name may hold a separator of lines that is none in a table.
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if tuple(lines[0].split("\t")) != _HEADER:
        raise InvalidFile.at(
            path, f"the columns {', '.join(_HEADER)} were expected, with tabs between.", line=1
        )
    counts: Counter[tuple[str, str]] = Counter()
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(_HEADER) or not cells[0].strip() or not cells[1].strip():
            raise InvalidFile.at(
                path, "a name, its type and a number were expected, with tabs between.", line=number
            )
        if not cells[2].isdecimal():
            raise InvalidFile.at(
                path, f"confirmed is {cells[2]!r}; a whole number was expected.", line=number
            )
        counts[cells[0], cells[1]] += int(cells[2])
    return ConfirmedNames(counts)


def add_names(path: str | Path, names: ConfirmedNames) -> ConfirmedNames:
    """Write names to a file, beside those that it has; gives all of them."""
    path = Path(path)
    whole = read_names(path).merged(names) if path.exists() else names
    try:
        path.write_text(whole.written(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise UnreadableFile(f"{path}: the file cannot be written ({error.strerror or error}).") from None
    return whole
