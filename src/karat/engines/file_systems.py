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


def public_name(path: str) -> str:
    """What a file may be called in messages and in files: a URI without keys, and without how to reach it.

    >>> public_name("s3://key:secret@bucket/rows.parquet?region=us-east-1")
    's3://bucket/rows.parquet'
    """
    return re.sub(r"://[^/@]*@", "://", path.partition("?")[0]) if is_uri(path) else path


def open_binary(path: str) -> Any:
    """A file that can be read at any place, as Arrow's readers take it."""
    import pyarrow as pa

    try:
        if not is_uri(path):
            return pa.OSFile(path, "rb")
        system, inner = _system(path)
        return system.open_input_file(inner)
    except UnreadableFile:
        raise
    except OSError as error:
        raise unreadable(path, error) from None


def raw_blocks(path: str, size: int = _BLOCK) -> Iterator[bytes]:
    """The bytes of a file, a block at a time."""
    with open_binary(path) as file:
        while block := file.read(size):
            yield block


def size_of(path: str) -> int:
    """How many bytes a file has."""
    with open_binary(path) as file:
        return int(file.size())


def lines_between(path: str, start: int, end: int, size: int = _BLOCK) -> Iterator[bytes]:
    """The lines that begin in a range of bytes, whole, a block at a time."""
    with open_binary(path) as file:
        # A line begins behind the end of another: the byte before the range decides about the first.
        at = max(start - 1, 0)
        file.seek(at)
        skipping = start > 0
        while block := file.read(size):
            if skipping:
                cut = block.find(b"\n") + 1
                at += cut or len(block)
                if at >= end:
                    return
                if not cut:
                    continue
                block, skipping = block[cut:], False
            last = block.find(b"\n", max(end - 1 - at, 0))
            if last >= 0:
                yield block[: last + 1]
                return
            yield block
            at += len(block)


def listing(uri: str) -> list[str]:
    """The files of a URI, which may name a folder or end in a pattern, in the order of their names."""
    from fnmatch import fnmatchcase

    from pyarrow.fs import FileSelector, FileType

    if uri.startswith(("http://", "https://")):
        return [uri]  # there is no list of what a server has
    # What follows a question mark says how to reach the place.
    place, mark, reached = uri.partition("?")
    folder, _, last = place.rpartition("/")
    pattern = last if any(sign in last for sign in "*[") else ""
    try:
        system, inner = _system(f"{folder if pattern else place}{mark}{reached}")
        if not pattern and system.get_file_info(inner).type is FileType.File:
            return [uri]
        infos = system.get_file_info(FileSelector(inner, recursive=not pattern))
    except UnreadableFile:
        raise
    except OSError as error:
        raise unreadable(uri, error) from None
    base = folder if pattern else place.rstrip("/")
    names = sorted(
        info.path[len(inner) :].lstrip("/")
        for info in infos
        if info.type is FileType.File and (not pattern or fnmatchcase(info.base_name, pattern))
    )
    if not names:
        raise UnreadableFile(f"{public_name(uri)}: there is no such file. Check the name.")
    return [f"{base}/{name}{mark}{reached}" for name in names]


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
            raise UnreadableFile(f"{public_name(uri)}: {error}") from None
        return fs.PyFileSystem(_handler(system)), inner
    return found


def _handler(system: Any) -> Any:
    """What gives Arrow the files of one of fsspec's systems; whatever goes wrong there is an OSError."""
    from pyarrow import PythonFile, fs

    class Handler(fs.FSSpecHandler):  # type: ignore[misc]
        def open_input_file(self, path: str) -> Any:
            if not self.fs.isfile(path):
                raise FileNotFoundError(path)
            return PythonFile(_Remote(self.fs.open(path, mode="rb")), mode="r")

    return Handler(system)


class _Remote:
    """A file elsewhere. Libraries fail in many ways, as with a ValueError where a server gives no parts."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def read(self, *size: int) -> Any:
        """The next bytes."""
        try:
            return self._file.read(*size)
        except OSError:
            raise
        except Exception as error:
            raise OSError(str(error) or type(error).__name__) from error


def unreadable(path: str, error: OSError) -> UnreadableFile:
    """What to say of a file that cannot be opened."""
    path = public_name(path)
    if isinstance(error, FileNotFoundError):
        return UnreadableFile(f"{path}: there is no such file. Check the name and the folder.")
    if isinstance(error, PermissionError):
        return UnreadableFile(f"{path}: no permission to read this file. Change its permissions.")
    return UnreadableFile(f"{path}: the file cannot be read ({error.strerror or error}).")
