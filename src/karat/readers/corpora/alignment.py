"""Texts that come in pieces, each piece named by its segment: all of them must have every segment once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence


Key = TypeVar("Key", bound="Hashable")

_SHOWN = 5


def missing_segments(
    file: str, what: str, missing: Sequence[str], total: int, *, remedy: str = "", hint: str = ""
) -> MisalignedCorpus:
    """A text has no translation of some segments; besides the usual remedies there may be another."""
    message = (
        f"{file}: {what} has {total - len(missing)} of {total} segments; "
        f"{_listed(missing)} missing. Add what is missing, or leave {what} out{remedy}."
    )
    return MisalignedCorpus(f"{message} {hint}".rstrip())


def foreign_segments(file: str, what: str, foreign: Sequence[str]) -> MisalignedCorpus:
    """A text has segments that the others do not know."""
    return MisalignedCorpus(
        f"{file}: {what} has segments that the source or the first reference does not have; "
        f"{_listed(foreign)} not there. Each segment of an output must translate a segment of the source. "
        f"{or_by_document()}"
    )


def or_by_document() -> str:
    """The way out for texts that match document by document, and not line by line."""
    return f"Texts that match only document by document are read with {option('align', 'document')}."


def in_order(file: str, what: str, segments: Sequence[Key], texts: Mapping[Key, str]) -> list[str]:
    """A text in the order of the segments, when it has exactly these."""
    if foreign := [spoken(key) for key in texts.keys() - set(segments)]:
        raise foreign_segments(file, what, sorted(foreign))
    if missing := [spoken(key) for key in segments if key not in texts]:
        raise missing_segments(file, what, missing, len(segments), hint=or_by_document())
    return [texts[key] for key in segments]


def chosen(names: Sequence[str], systems: Sequence[str] | None) -> list[str]:
    """The systems to take: those that were asked for, in that order, or all of them."""
    if systems is None:
        return list(names)
    for name in checked_names(systems):
        if name not in names:
            raise UnknownName.among("system", name, names)
    return list(systems)


def checked_names(systems: Sequence[str]) -> Sequence[str]:
    """Names of systems as they were asked for: a list, each name once."""
    if isinstance(systems, str):
        raise InvalidOption(f"systems is the text {systems!r}; a list of names was expected: [{systems!r}].")
    if not systems or len(set(systems)) < len(systems):
        raise InvalidOption(f"systems is {list(systems)}; it must name at least one system, and each once.")
    return systems


def spoken(key: object) -> str:
    """A segment as a message names it."""
    return f"{key[1]} of document {key[0]}" if isinstance(key, tuple) else f"{key}"


def _listed(segments: Sequence[str]) -> str:
    shown = ", ".join(segments[:_SHOWN])
    if len(segments) == 1:
        return f"segment {shown} is"
    more = f" and {len(segments) - _SHOWN} more" if len(segments) > _SHOWN else ""
    return f"segments {shown}{more} are"
