"""The characters of a file: UTF-8 and nothing else; tags and workbooks are told by how a file begins."""

from __future__ import annotations

import os

from karat.errors import InvalidFile
from karat.kernel import bad_byte

TYPE_CHECKING = False
if TYPE_CHECKING:
    from karat.readers.files.opening import FilePath

BYTE_ORDER_MARK = "\ufeff"

# UTF-32's mark in little-endian order begins with UTF-16's, so one list does for both.
_FOREIGN_STARTS = {
    b"\xff\xfe": "UTF-16 or UTF-32. Convert it to UTF-8, for example with iconv",
    b"\xfe\xff": "UTF-16. Convert it to UTF-8, for example with iconv",
    b"\0\0\xfe\xff": "UTF-32. Convert it to UTF-8, for example with iconv",
    b"\x1f\x8b": "gzip data. Give it a name that ends in .gz, or unpack it",
    b"\x28\xb5\x2f\xfd": "zstd data. Give it a name that ends in .zst, or unpack it",
    b"PK\x03\x04": "a zip archive. Unpack it",
}
# Workbooks are zip archives, and those of old Excel have a sign of their own.
_OF_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# Standard input has no name that could tell how it is packed.
_PACKED_INPUT = {
    b"\x1f\x8b": "gzip data. Unpack it on the way, as gunzip -c FILE | karat score - does",
    b"\x28\xb5\x2f\xfd": "zstd data. Unpack it on the way, as zstd -dc FILE | karat score - does",
}

_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")
# Of these a sheet is a table.
_READ = (".xlsx", ".xlsm")
# Declarations and comments may stand before the first tag, which is then still within so many bytes.
_BEGINNING = 4096
# Nothing is taken back: a comment could end at each later -->, so that thirty of them would take hours.
_BEFORE = rb"(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*+>|<!DOCTYPE[^>]*+>|(?><!--.*?-->))*+"
_TAG = rb"<(refset|tstset|srcset|mteval)(?=[\s>])"


def decode(data: bytes, name: str) -> str:
    """The text of a UTF-8 file, its byte order mark included."""
    check(data, name)
    return data.decode("utf-8")


def check(data: bytes, name: str, *, lines_before: int = 0, lines: int | None = None) -> None:
    """Refuse what is not UTF-8 text; `data` may be a later part of the file, after so many lines.

    With `lines`, only so many are looked at: the last may be cut off within a character.
    """
    if lines_before == 0:
        _refuse_foreign(data, name)
    bad = bad_byte(data)
    if bad is None or (lines is not None and bad[0] > lines):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, name, error, lines_before) from None
    raise _nul(data, name, lines_before)


def _refuse_foreign(data: bytes, name: str) -> None:
    if data.startswith(_OF_WORKBOOKS) and is_workbook(name):
        raise workbook(name)
    packed = _PACKED_INPUT if name == "standard input" else {}
    for start, what in (_FOREIGN_STARTS | packed).items():
        if data.startswith(start):
            raise InvalidFile.at(name, f"UTF-8 text was expected; this looks like {what}.")


def _not_utf8(data: bytes, name: str, error: UnicodeDecodeError, lines_before: int) -> InvalidFile:
    line, column = _position(data, error.start)
    return InvalidFile.at(
        name,
        f"byte {column} of the line (0x{data[error.start]:02x}) is not UTF-8 ({error.reason}). "
        "Convert the file to UTF-8, for example with iconv.",
        line=lines_before + line,
    )


def _nul(data: bytes, name: str, lines_before: int) -> InvalidFile:
    line, column = _position(data, data.index(0))
    return InvalidFile.at(
        name,
        f"byte {column} of the line is a NUL character, which no text holds. "
        "If the file is UTF-16, convert it to UTF-8; if not, take the character out.",
        line=lines_before + line,
    )


def _position(data: bytes, index: int) -> tuple[int, int]:
    """Line and byte within the line, both from 1."""
    return data.count(b"\n", 0, index) + 1, index - data.rfind(b"\n", 0, index)


def sgml_tag(data: bytes) -> str | None:
    """The tag of mteval's with which a file begins, if it does.

    >>> sgml_tag(b'<?xml version="1.0"?>\\n<refset setid="news">'), sgml_tag(b"<refsets are nice")
    ('refset', None)
    """
    if not data[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return None
    import re

    found = re.match(_BEFORE + _TAG, data[:_BEGINNING], re.IGNORECASE | re.DOTALL)
    return found[1].decode().lower() if found else None


def is_sgml(path: FilePath) -> bool:
    """Whether a file has mteval's tags, by its content; what can be read only once is not looked at."""
    from karat.readers.files.opening import open_stream

    if not os.path.isfile(path):  # noqa: PTH113 (pathlib would double the time to start)
        return False
    try:
        with open_stream(path, peek=True) as stream:
            return sgml_tag(stream.read(_BEGINNING)) is not None
    except (InvalidFile, OSError):
        # Who reads the file says what is wrong with it.
        return False


def refuse_sgml(data: bytes, name: str) -> None:
    """Refuse tags where plain text was expected: scored as text they would mean nothing."""
    tag = sgml_tag(data)
    if tag is None:
        return
    raise InvalidFile.at(
        name,
        f"it begins with <{tag}>, so it is mteval's SGML and not plain text. Give hypotheses and references "
        "all as SGML files, or write the text of the segments into a file, one per line.",
    )


def is_workbook(name: str) -> bool:
    """Whether a file is called as the workbooks of Excel and its like are."""
    return split_sheet(name)[0].lower().endswith(_WORKBOOKS)


def split_sheet(name: str) -> tuple[str, str | None]:
    """The name of a file and that of the sheet that is meant, if a `#` in the name tells.

    >>> split_sheet("scores.xlsx#May"), split_sheet("scores#1.tsv")
    (('scores.xlsx', 'May'), ('scores#1.tsv', None))
    """
    file, sign, sheet = name.rpartition("#")
    # No sheet is called with a slash.
    is_sheet = sign and sheet and "/" not in sheet and file.lower().endswith(_READ)
    return (file, sheet) if is_sheet else (name, None)


def workbook(name: str) -> InvalidFile:
    """The refusal of a workbook that Karat cannot read, or not here."""
    file, _ = split_sheet(name)
    plain = os.path.basename(file)  # noqa: PTH119 (pathlib would double the time to start)
    if file.lower().endswith(_READ):
        return InvalidFile.at(
            name,
            "this is a workbook, and plain text was expected. Put sources, references and hypotheses side by "
            "side into one sheet with a header (source, reference, hypothesis; or system:NAME for each "
            "system), and name the workbook alone.",
        )
    return InvalidFile.at(
        name,
        "this is a workbook, which Karat does not read. Save it as .xlsx, CSV or TSV, or convert it: "
        f"soffice --headless --convert-to csv '{plain}'",
    )
