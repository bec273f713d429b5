"""The names that people confirmed in a project: a file that grows, and suggests them in the next text.

    name	type	confirmed	passed	optional	status
    Ann Lee	PERSON	3	0	0	confirmed

`confirmed` is how often it was marked, `passed` how often a text that somebody annotated has it and it was
not marked so, `optional` how often it was marked as optional. A surname within a full name is not passed
over. Only a name that was marked more often than not is suggested: a suggestion that is mostly wrong makes
work. What was only ever optional, or has several types, is kept as a candidate and not suggested: a person
has to decide, and deletes the wrong line. `status` says so; it is written for people, and not read. Dates,
times and sums are no names: they are seldom the same in the next text, and rules find them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.entities.entity import ELEMENTS, Entity
from karat.entities.rules import without_overlap
from karat.entities.scripts import is_spaceless
from karat.errors import InvalidFile
from karat.output_files import write_file
from karat.small_files import read_small_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_HEADER = ("name", "type", "confirmed", "passed", "optional", "status")
# Who writes the file by hand need not count what was passed over.
_HEADERS = (_HEADER, _HEADER[:4], _HEADER[:3])
NameStatus: TypeAlias = Literal["confirmed", "passed over", "optional", "conflict"]

# More digits than a count has; Python takes long to convert thousands of them, or refuses.
_MOST_DIGITS = 18
# What joins the parts of a name where words have no spaces between them: 希拉里·克林頓.
_JOINTS = "\u00b7\u2027\u2022\u30fb"
# 中國人, 日本語: people and languages are no places. 人口 is the population of one.
_PEOPLE_OR_LANGUAGE = re.compile("人(?!口)|語|语")


@dataclass(frozen=True, slots=True)
class ConfirmedNames:
    """Names with their types, how often each was confirmed, not marked, and marked as optional.

    >>> names = ConfirmedNames({("Ann Lee", "PERSON"): 2, ("Lee", "PERSON"): 1})
    >>> [(one.text, one.kind, one.suggested) for one in names.suggest("Then Ann Lee and Mr Lee left Leeds.")]
    [('Ann Lee', 'PERSON', True), ('Lee', 'PERSON', True)]
    """

    counts: Mapping[tuple[str, str], int]
    passed: Mapping[tuple[str, str], int] = field(default_factory=dict)
    optional: Mapping[tuple[str, str], int] = field(default_factory=dict)
    _kinds: Mapping[str, list[str]] = field(init=False, repr=False, compare=False)
    _by_start: Mapping[str, list[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kinds: dict[str, list[str]] = {}
        for name, kind in sorted({*self.counts, *self.optional}):
            kinds.setdefault(name, []).append(kind)
        by_start: dict[str, list[str]] = {}
        for name in kinds:
            by_start.setdefault(name[0], []).append(name)
        object.__setattr__(self, "_kinds", kinds)
        object.__setattr__(self, "_by_start", by_start)

    @classmethod
    def of(cls, entities: Iterable[Entity]) -> ConfirmedNames:
        """The names among entities that somebody marked; suggestions are nobody's word."""
        marked = [one for one in entities if not one.suggested and is_name(one)]
        counts = (
            Counter((" ".join(one.text.split()), one.kind) for one in marked if one.optional is is_optional)
            for is_optional in (False, True)
        )
        return cls(next(counts), {}, next(counts))

    def learned(self, texts: Iterable[str], entities: Iterable[Sequence[Entity]]) -> ConfirmedNames:
        """With what more annotated texts teach: which names are marked in them, and where they are not.

        >>> text = "May is in Porto in May"
        >>> names = ConfirmedNames({}).learned([text], [[Entity.of(text, 0, 3, "PERSON")]])
        >>> names.counts, names.passed, names.suggest("May left")
        ({('May', 'PERSON'): 1}, {('May', 'PERSON'): 1}, ())
        """
        annotated = list(zip(texts, entities, strict=True))
        new = ConfirmedNames.of(one for _, found in annotated for one in found)
        known = ConfirmedNames(
            dict(Counter(self.counts) + Counter(new.counts)),
            {},
            dict(Counter(self.optional) + Counter(new.optional)),
        )
        passed = Counter(self.passed)
        for text, found in annotated:
            marked = [one for one in found if not one.suggested]
            passed.update(
                (text[start:end], kind)
                for start, end in known._places(text)
                for kind in known._kinds[text[start:end]]
                if not any(_has(one, start, end, kind) for one in marked)
            )
        return ConfirmedNames(known.counts, dict(passed), known.optional)

    def status(self, name: str, kind: str) -> NameStatus:
        """Whether a name is suggested, or why it is not."""
        if not self.counts.get((name, kind)):
            return "optional"
        if len(self._kinds[name]) > 1 or "|" in kind:
            return "conflict"
        return "confirmed" if self.counts[name, kind] > self.passed.get((name, kind), 0) else "passed over"

    @property
    def conflicts(self) -> Mapping[str, Mapping[str, int]]:
        """Names that were marked with several types, and how often with each."""
        return {
            name: {kind: self._marked(name, kind) for kind in kinds}
            for name, kinds in self._kinds.items()
            if len(kinds) > 1 or "|" in kinds[0]
        }

    def _marked(self, name: str, kind: str) -> int:
        return self.counts.get((name, kind), 0) + self.optional.get((name, kind), 0)

    def suggest(self, text: str) -> tuple[Entity, ...]:
        """Where a text has the names, as whole words where words have spaces between them."""
        found = []
        for start, end in self._places(text):
            name = text[start:end]
            kind = self._kinds[name][0]
            # One character is found in too many words.
            if len(name) > 1 and self.status(name, kind) == "confirmed":
                found.append((start, end, kind))
        return tuple(
            Entity(start, end, tuple(kind.split("|")), text[start:end], suggested=True)
            for start, end, kind in without_overlap(found)
        )

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        for start, letter in enumerate(text):
            for name in self._by_start.get(letter, ()):
                end = start + len(name)
                if text.startswith(name, start) and is_whole(text, start, end):
                    yield start, end

    def written(self) -> str:
        """The file, in the order of the alphabet."""
        lines = ["\t".join(_HEADER)]
        lines += [
            "\t".join(
                (
                    name,
                    kind,
                    *(
                        str(counts.get((name, kind), 0))
                        for counts in (self.counts, self.passed, self.optional)
                    ),
                    self.status(name, kind),
                )
            )
            for name, kinds in sorted(self._kinds.items())
            for kind in kinds
        ]
        return "".join(f"{line}\n" for line in lines)


def _has(mark: Entity, start: int, end: int, kind: str) -> bool:
    """Whether a mark is a name at a place, or a longer one of its type: Ann Lee has Lee.

    Where words have no spaces, a part of a name is not the name: 美國 in 美國隊 was passed over.
    """
    if mark.kind != kind or is_spaceless(mark.text):
        return (mark.start, mark.end, mark.kind) == (start, end, kind)
    return mark.start <= start and end <= mark.end


def is_name(entity: Entity) -> bool:
    """Whether an entity is a name; types of one's own are."""
    return all(ELEMENTS.get(kind, "ENAMEX") == "ENAMEX" for kind in entity.types)


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether a stretch ends where words do; without spaces between words, it may end nearly anywhere.

    >>> text = "希拉里·克林頓見中國人"
    >>> is_whole(text, 0, 7), is_whole(text, 4, 7), is_whole(text, 8, 10)
    (True, False, False)
    """
    if (text[start - 1 : start] in _JOINTS and start) or (text[end : end + 1] in _JOINTS and end < len(text)):
        return False
    if is_spaceless(text[end - 1]) and _PEOPLE_OR_LANGUAGE.match(text, end):
        return False
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
    header = tuple(lines[0].split("\t"))
    if header not in _HEADERS:
        raise InvalidFile.at(
            path, f"the columns {', '.join(_HEADER)} were expected, with tabs between.", line=1
        )
    numbers = [name for name in header[2:] if name != "status"]
    tables: list[dict[tuple[str, str], int]] = [{}, {}, {}]
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header) or not cells[0].strip() or not cells[1].strip():
            wanted = "a number" if len(numbers) == 1 else f"{len(numbers)} numbers"
            raise InvalidFile.at(
                path, f"a name, its type and {wanted} were expected, with tabs between.", line=number
            )
        key = cells[0], cells[1]
        for column, cell, found in zip(numbers, cells[2:], tables, strict=False):
            if not cell.isdecimal() or len(cell) > _MOST_DIGITS:
                raise InvalidFile.at(path, f"{column} is {cell!r}; a whole number was expected.", line=number)
            found[key] = found.get(key, 0) + int(cell)
    counts, passed, optional = ({key: count for key, count in found.items() if count} for found in tables)
    return ConfirmedNames(counts, passed, optional)


def add_names(path: str | Path, texts: Iterable[str], entities: Iterable[Sequence[Entity]]) -> ConfirmedNames:
    """Write what annotated texts teach to a file, beside what it has; gives all of it."""
    path = Path(path)
    known = read_names(path) if path.exists() else ConfirmedNames({})
    whole = known.learned(texts, entities)
    write_file(path, whole.written())
    return whole
