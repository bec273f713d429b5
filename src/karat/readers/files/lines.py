"""Plain text: one segment, word or set of words per line."""

from __future__ import annotations

import warnings

from karat.errors import InvalidFile, caller_level
from karat.readers.files.encoding import BYTE_ORDER_MARK, decode, refuse_sgml
from karat.readers.files.opening import display_name, read_bytes
from karat.remedies import option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.readers.files.opening import FilePath

MARK_BYTES = BYTE_ORDER_MARK.encode()


class ByteOrderMark(UserWarning):
    """A file began with a byte order mark, which is no part of its first segment."""


class BareReturns(UserWarning):
    """A file is one segment with CRs inside, though its writer may have meant them to end lines."""


def read_lines(path: FilePath, *, keep_bom: bool = False) -> Sequence[str]:
    """The segments of a plain text file, one per line.

    `keep_bom` leaves a byte order mark in the first segment, as sacreBLEU does.
    """
    data = read_bytes(path)
    name = display_name(path)
    segments = split_lines(data, name, keep_bom)
    if data.startswith(MARK_BYTES) and not keep_bom:
        warn_of_mark(name)
    if len(segments) == 1:
        warn_of_returns(name, segments[0])
    return segments


def read_unmarked(path: FilePath) -> str:
    """The text of a table or of marked-up text, in which a byte order mark can be no part of a segment."""
    name = display_name(path)
    text = decode(read_bytes(path), name)
    if text.startswith(BYTE_ORDER_MARK):
        warn_of_mark(name, in_segment=False)
    return text.removeprefix(BYTE_ORDER_MARK)


def split_lines(data: bytes, name: str, keep_bom: bool) -> list[str]:
    """The lines of the bytes of a text."""
    text = decode(data, name)
    refuse_sgml(data, name)
    return lines_of(text if keep_bom else text.removeprefix(BYTE_ORDER_MARK), name)


def lines_of(text: str, name: str) -> list[str]:
    """The lines of a text, which end at LF or CRLF and nowhere else."""
    if not text:
        raise nothing_to_read(name)
    *lines, last = text.split("\n")
    # A CR at the very end stands before no LF: it belongs to the segment.
    segments = [line.removesuffix("\r") for line in lines] if "\r\n" in text else lines
    return [*segments, last] if last else segments


def nothing_to_read(name: str) -> InvalidFile:
    """The error for a file without segments."""
    return InvalidFile.at(name, "there is nothing to read. One segment per line was expected.")


def warn_of_mark(name: str, *, in_segment: bool = True) -> None:
    """Tell the caller that a byte order mark was dropped; `in_segment` says that it could have been kept."""
    kept = f"Keep it in the first segment, as sacreBLEU does, with {option('keep_bom', True)}."
    message = (
        f"{name}: the byte order mark at the start was dropped. "
        f"{kept if in_segment else 'It is no part of a segment.'}"
    )
    warnings.warn(message, ByteOrderMark, stacklevel=caller_level())


def warn_of_returns(name: str, only_segment: str) -> None:
    """Tell the caller that CRs stay inside the only segment of a file, if there are any but at its end."""
    if "\r" not in only_segment.rstrip("\r"):
        return
    message = (
        f"{name}: lines end at LF or CRLF only, and here are bare CRs, which stay inside its one segment. "
        r"If each should end a line, convert the file: tr '\r' '\n'."
    )
    warnings.warn(message, BareReturns, stacklevel=caller_level())


def read_words(path: str) -> list[str]:
    """The words of a file as they are written there."""
    words = [word for line in read_lines(path) if (word := line.strip())]
    if wrong := next((word for word in words if "\t" in word), None):
        raise InvalidFile.at(path, f"{wrong!r} has a tab in it. One word per line was expected.")
    if not words:
        raise InvalidFile.at(path, "there are no words. One word per line was expected.")
    return words


def read_sets(path: str) -> list[list[str]]:
    """Words that belong together, those of a line, separated by tabs or commas."""
    found = []
    for number, line in enumerate(read_lines(path), 1):
        words = [word for part in line.replace(",", "\t").split("\t") if (word := part.strip())]
        if len(words) == 1:
            raise InvalidFile.at(path, f"{words[0]!r} stands alone; a set is two words or more.", line=number)
        if words:
            found.append(words)
    if not found:
        raise InvalidFile.at(path, "there are no words. One set of words per line was expected.")
    return found
