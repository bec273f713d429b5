"""MUC's tags in the text: `the <ENAMEX TYPE="PERSON">Clinton</ENAMEX> government`.

Nothing but tags is inserted, so without them a line is the segment, character by character. A `<` that
begins no tag of MUC's is a character like any other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from karat.entities.entity import ELEMENTS, Entity, types_of
from karat.errors import InvalidText

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_TAG = re.compile(r"""<(/?)(ENAMEX|TIMEX|NUMEX)((?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?)>""", re.IGNORECASE)
_BEGINNING = re.compile(r"</?(?:ENAMEX|TIMEX|NUMEX)(?![^\W_])", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\s*([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))""")
_ATTRIBUTES = ("TYPE", "ALT", "MIN", "STATUS")
# & comes last when reading and first when writing, so that nothing is unescaped twice.
_ESCAPES = (("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("|", "&#124;"), ("&", "&amp;"))


def is_tagged(text: str) -> bool:
    """Whether a text has tags of MUC's."""
    return "<" in text and _BEGINNING.search(text) is not None


def read_tagged(line: str) -> tuple[str, tuple[Entity, ...]]:
    """The segment without its tags, and the entities that they mark.

    >>> text, entities = read_tagged('<TIMEX TYPE="DATE" ALT="1987">all of 1987</TIMEX> was good')
    >>> text, entities[0].text, entities[0].alternatives
    ('all of 1987 was good', 'all of 1987', ('1987',))
    """
    if not is_tagged(line):
        return line, ()
    pieces: list[str] = []
    length = position = 0
    opened: list[tuple[str, int, str]] = []
    marked: list[tuple[int, int, str, str]] = []
    for tag in _TAG.finditer(line):
        piece = line[position : tag.start()]
        _refuse_broken(piece)
        pieces.append(piece)
        length += len(piece)
        position = tag.end()
        element = tag[2].upper()
        if tag[1]:
            start, attributes = _close(opened, element, length)
            marked.append((start, length, element, attributes))
        else:
            opened.append((element, length, tag[3]))
    _refuse_broken(line[position:])
    if opened:
        raise InvalidText(
            f"<{opened[-1][0]}> is not closed. End it in the same segment with </{opened[-1][0]}>."
        )
    text = "".join((*pieces, line[position:]))
    return text, tuple(_entity(text, *mark) for mark in sorted(marked, key=lambda mark: (mark[0], -mark[1])))


def _refuse_broken(piece: str) -> None:
    broken = _BEGINNING.search(piece) if "<" in piece else None
    if broken is not None:
        shown = piece[broken.start() : broken.start() + 40]
        raise InvalidText(
            f"The tag {shown!r} has no end, or quotation marks that do not pair. Correct the tag."
        )


def _close(opened: list[tuple[str, int, str]], element: str, length: int) -> tuple[int, str]:
    if not opened:
        raise InvalidText(f"</{element}> closes no open tag. Open it first, or remove it.")
    expected, start, attributes = opened.pop()
    if expected != element:
        raise InvalidText(
            f"</{element}> stands where </{expected}> was expected. Close first what opened last."
        )
    if start == length:
        raise InvalidText(f"<{element}> marks no text. Put text between the tags, or remove them.")
    return start, attributes


def _entity(text: str, start: int, end: int, element: str, written: str) -> Entity:
    attributes = _attributes(written, element)
    known = [kind for kind, of in ELEMENTS.items() if of == element]
    if "TYPE" not in attributes:
        raise InvalidText(f"<{element}> has no TYPE. Give one of {', '.join(known)}.")
    types_of(attributes["TYPE"], known)
    alternatives = [*_listed(attributes.get("ALT", "")), *_listed(attributes.get("MIN", ""))]
    status = attributes.get("STATUS", "").upper().replace("|", " ").split()
    for word in status:
        if word not in ("OPT", "SUGGESTED"):
            raise InvalidText(f"<{element}> has the STATUS {word!r}. Known: OPT, SUGGESTED.")
    return Entity.of(
        text,
        start,
        end,
        attributes["TYPE"],
        alternatives=alternatives,
        optional="OPT" in status,
        suggested="SUGGESTED" in status,
    )


def _attributes(written: str, element: str) -> dict[str, str]:
    found: dict[str, str] = {}
    position = 0
    written = written.rstrip()
    while position < len(written):
        match = _ATTRIBUTE.match(written, position)
        if match is None:
            raise InvalidText(
                f'<{element}> has {written[position:].strip()!r}, which is not of the form NAME="value".'
            )
        name = match[1].upper()
        if name not in _ATTRIBUTES:
            raise InvalidText(f"<{element}> has the attribute {name}. Known: {', '.join(_ATTRIBUTES)}.")
        if name in found:
            raise InvalidText(
                f"<{element}> has {name} twice. Keep one; several texts go into one ALT with | between."
            )
        found[name] = next(value for value in match.groups()[1:] if value is not None)
        position = match.end()
    return found


def _listed(value: str) -> list[str]:
    """The texts of an ALT, which | keeps apart."""
    return [_unescaped(part) for part in value.split("|") if part.strip()]


def _unescaped(text: str) -> str:
    for character, escape in _ESCAPES:
        text = text.replace(escape, character)
    return text


def _escaped(text: str) -> str:
    for character, escape in reversed(_ESCAPES):
        text = text.replace(character, escape)
    return text


def write_tagged(text: str, entities: Iterable[Entity]) -> str:
    """The segment with its entities tagged; `read_tagged` gives both back."""
    if is_tagged(text):
        raise InvalidText("The text itself has what looks like a tag of MUC's. Write JSON lines instead.")
    inserted: list[str] = []
    position = 0
    opened: list[Entity] = []
    for entity in sorted(entities, key=lambda entity: (entity.start, -entity.end)):
        while opened and opened[-1].end <= entity.start:
            position = _end(text, opened.pop(), position, inserted)
        if opened and entity.end > opened[-1].end:
            raise InvalidText(
                f"The entities {opened[-1].text!r} and {entity.text!r} overlap, and tags cannot cross. "
                "Write JSON lines instead."
            )
        inserted += [text[position : entity.start], _opening(entity)]
        position = entity.start
        opened.append(entity)
    while opened:
        position = _end(text, opened.pop(), position, inserted)
    return "".join((*inserted, text[position:]))


def _end(text: str, entity: Entity, position: int, inserted: list[str]) -> int:
    inserted += [text[position : entity.end], f"</{element_of(entity)}>"]
    return entity.end


def _opening(entity: Entity) -> str:
    alternatives = "|".join(map(_escaped, entity.alternatives))
    status = " ".join(_status(entity))
    parts = [f'TYPE="{entity.kind}"', *([f'ALT="{alternatives}"'] if alternatives else [])]
    parts += [f'STATUS="{status}"'] if status else []
    return f"<{element_of(entity)} {' '.join(parts)}>"


def _status(entity: Entity) -> Sequence[str]:
    return [word for word, on in (("OPT", entity.optional), ("SUGGESTED", entity.suggested)) if on]


def element_of(entity: Entity) -> str:
    """The element that tags an entity; types that one tag cannot hold are refused."""
    elements = {ELEMENTS[kind] for kind in entity.types}
    if len(elements) > 1:
        raise InvalidText(f"MUC has no tag for {entity.kind}. Write JSON lines instead.")
    return elements.pop()
