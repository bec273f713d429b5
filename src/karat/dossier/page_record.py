"""What a page says of how it was made, checked before it is used: the page may come from a stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from karat.errors import InvalidFile

if TYPE_CHECKING:
    from collections.abc import Mapping

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
_Version = Annotated[str, msgspec.Meta(max_length=100)]
_Word = Annotated[str, msgspec.Meta(max_length=100_000)]


class RecordedInput(msgspec.Struct, frozen=True):
    """A file behind the page, with its checksum.

    >>> RecordedInput("segments.jsonl", "ab" * 32).file
    'segments.jsonl'
    """

    file: _Name
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class PageRecord(msgspec.Struct, frozen=True):
    """The programs, the command, the files and the figures of a page.

    >>> PageRecord("0.1.0", "3.12", "2.0", arguments=["demo:"], inputs=[], figures={}).karat
    '0.1.0'
    """

    karat: _Version
    python: _Version
    numpy: _Version
    arguments: Annotated[list[_Word], msgspec.Meta(max_length=10_000)]
    inputs: Annotated[list[RecordedInput], msgspec.Meta(max_length=100_000)]
    figures: dict[str, Any]


def page_record(values: Mapping[str, Any]) -> PageRecord:
    """The record, if every value has its type; else an error with the place of the first that has not.

    >>> try:
    ...     page_record({"karat": 1})
    ... except InvalidFile as problem:
    ...     print(problem)
    Its provenance is not as karat report writes it: Expected `str`, got `int` - at `$.karat`.
    """
    try:
        return msgspec.convert(values, PageRecord)
    except msgspec.ValidationError as problem:
        raise InvalidFile(f"Its provenance is not as karat report writes it: {problem}.") from None
    except UnicodeEncodeError:  # in the name of a value
        raise InvalidFile("Its provenance holds half a surrogate pair, which no text has.") from None
