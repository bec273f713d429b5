"""Files that are no plain text, though their names do not say so: mteval's tags, and workbooks."""

from __future__ import annotations

import os

from karat.errors import InvalidFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from karat.readers.files.opening import FilePath

_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")
# Declarations and comments may stand before the first tag, which is then still within so many bytes.
_BEGINNING = 4096
_BEFORE = rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!DOCTYPE[^>]*>\s*|<!--.*?-->\s*)*"
_TAG = rb"<(refset|tstset|srcset|mteval)(?=[\s>])"


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
        with open_stream(path) as stream:
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
    return name.lower().endswith(_WORKBOOKS)


def workbook(name: str) -> InvalidFile:
    """The refusal of a workbook."""
    return InvalidFile.at(name, "this is a workbook, which Karat does not read. Save it as CSV or TSV.")
