"""The one function of sacreBLEU's toolbox that people import."""

from __future__ import annotations

import gzip
from os import fspath
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from os import PathLike


def smart_open(file: str | PathLike[str], mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Open a text file, compressed where its name ends in `.gz`; only a line feed ends a line.

    >>> from karat import demo
    >>> with smart_open(demo.segments_path()) as file:
    ...     file.readline()[:11]
    '{"dataset":'
    """
    if fspath(file).endswith(".gz"):
        return cast("IO[Any]", gzip.open(file, mode, encoding=encoding, newline="\n"))
    return Path(file).open(mode, encoding=encoding, newline="\n")
