"""Files on this machine and elsewhere: by path, or by URI through Arrow's and fsspec's file systems."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from karat.errors import MissingExtra, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_BLOCK = 1 << 20


def is_uri(path: str) -> bool:
    """Whether a name has a scheme, as `s3://bucket/rows.parquet` has.

    >>> is_uri("s3://bucket/rows.parquet"), is_uri("data/rows.parquet")
    (True, False)
    """
    return _URI.match(path) is not None


def open_binary(path: str) -> Any:
    """A file that can be read at any place, as Arrow's readers take it."""
    import pyarrow as pa

    try:
        if not is_uri(path):
            return pa.OSFile(path, "rb")
        system, inner = _system(path)
        return system.open_input_file(inner)
    except OSError as error:
        raise unreadable(path, error) from None


def raw_blocks(path: str, size: int = _BLOCK) -> Iterator[bytes]:
    """The bytes of a file, a block at a time."""
    with open_binary(path) as file:
        while block := file.read(size):
            yield block


def listing(uri: str) -> list[str]:
    """The files of a URI, which may name a folder or end in a pattern, in the order of their names."""
    from fnmatch import fnmatchcase

    from pyarrow.fs import FileSelector, FileType

    if uri.startswith(("http://", "https://")):
        return [uri]  # there is no list of what a server has
    folder, _, last = uri.rpartition("/")
    pattern = last if any(sign in last for sign in "*?[") else ""
    try:
        system, inner = _system(folder if pattern else uri)
        if not pattern and system.get_file_info(inner).type is FileType.File:
            return [uri]
        infos = system.get_file_info(FileSelector(inner, recursive=not pattern))
    except OSError as error:
        raise unreadable(uri, error) from None
    base, _ = (folder if pattern else uri.rstrip("/")), None
    names = sorted(
        info.path[len(inner) :].lstrip("/")
        for info in infos
        if info.type is FileType.File and (not pattern or fnmatchcase(info.base_name, pattern))
    )
    if not names:
        raise UnreadableFile(f"{uri}: there is no such file. Check the name.")
    return [f"{base}/{name}" for name in names]


def _system(uri: str) -> tuple[Any, str]:
    """The file system of a URI, and the path there."""
    import pyarrow as pa
    from pyarrow import fs

    try:
        found: tuple[Any, str] = fs.FileSystem.from_uri(uri)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            scheme = uri.partition("://")[0]
            raise MissingExtra.of(f"Reading from {scheme}://", "remote") from None
        try:
            system, inner = url_to_fs(uri)
        except (ImportError, ValueError) as error:
            raise UnreadableFile(f"{uri}: {error}") from None
        return fs.PyFileSystem(fs.FSSpecHandler(system)), inner
    return found


def unreadable(path: str, error: OSError) -> UnreadableFile:
    """What to say of a file that cannot be opened."""
    if isinstance(error, FileNotFoundError):
        return UnreadableFile(f"{path}: there is no such file. Check the name and the folder.")
    if isinstance(error, PermissionError):
        return UnreadableFile(f"{path}: no permission to read this file. Change its permissions.")
    return UnreadableFile(f"{path}: the file cannot be read ({error.strerror or error}).")
