"""Opening of files: plain, `.gz`, `.zst`, and `-` for standard input.

Whatever goes wrong below a reader, from a wrong name to a download that broke off, is put into words here.
"""

from __future__ import annotations

import io
import os
import sys
from os import PathLike, fspath

from karat.errors import TOO_MANY_FILES, InvalidText, UnreadableFile, is_of_open_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TypeAlias

    from _typeshed import WriteableBuffer

    FilePath: TypeAlias = str | PathLike[str]

STANDARD_INPUT = "-"

_BLOCK = 1 << 17
# Whoever wants to know which files are read; see `watched`.
_watchers: list[dict[str, None]] = []


class watched:  # noqa: N801 (used like a function; contextlib would be imported for nothing else)
    """Within `with watched() as files`, `files` gets the name of each file that is read, in order."""

    def __init__(self) -> None:
        self.files: dict[str, None] = {}

    def __enter__(self) -> dict[str, None]:
        _watchers.append(self.files)
        return self.files

    def __exit__(self, *_: object) -> None:
        # Not remove(): two that have seen the same files are equal.
        _watchers[:] = [files for files in _watchers if files is not self.files]


def read_bytes(path: FilePath) -> bytes:
    """All bytes of a file, decompressed."""
    with open_stream(path) as stream:
        try:
            return stream.read()
        except UnreadableFile:
            raise
        except OSError as error:
            raise _unreadable(display_name(path), error) from None


def open_stream(path: FilePath, *, peek: bool = False) -> BinaryIO:
    """A file to be read block by block, decompressed on the way; to `peek` is to read its beginning alone."""
    name = _checked_name(path)
    for files in _watchers:
        files[name] = None
    if name == STANDARD_INPUT:
        return _standard_input()
    if not name.endswith((".gz", ".zst")):
        return io.BufferedReader(_open(name))
    from karat.readers.files.decompression import codec_of, decompressed, refuse_bomb

    codec = codec_of(name)
    file = _open(name)
    try:
        if not peek:
            refuse_bomb(file, codec, name)
    except BaseException:
        file.close()
        raise
    return io.BufferedReader(_BlockReader(decompressed(_blocks(file), codec, name), file), _BLOCK)


def display_name(path: FilePath) -> str:
    """What a file is called in a message."""
    name = _checked_name(path)
    return "standard input" if name == STANDARD_INPUT else name


def _checked_name(path: object) -> str:
    if not isinstance(path, str | PathLike):
        raise InvalidText(
            f"The path of a file was expected, not a {type(path).__name__}. "
            "Lists of segments go through Corpus.of."
        )
    name = fspath(path)
    if not isinstance(name, str) or not name:
        raise UnreadableFile(f"The name of a file was expected, not {name!r}. Give the path as text.")
    if name.startswith(
        ("postgresql:", "postgres:")
    ):  # the address may hold a password, so it is not repeated
        raise UnreadableFile(
            "The address of a database was given, and a file was expected. Copy the campaign into a file: "
            "karat campaign copy postgresql://… NAME.campaign"
        )
    return name


def _open(name: str) -> io.FileIO:
    try:
        file = _File(name)
    except OSError as error:
        raise _unreadable(name, error) from None
    except ValueError:
        raise UnreadableFile(f"{name!r} cannot be the name of a file: it holds a NUL character.") from None
    if not os.path.isfile(name):  # noqa: PTH113 (pathlib would double the time to start)
        from karat.small_files import refuse_device

        refuse_device(file, name)
    return file


class _File(io.FileIO):
    """A file that says in words what goes wrong while it is read."""

    def read(self, size: int | None = -1, /) -> bytes:
        try:
            return super().read(size) or b""
        except OSError as error:
            raise _unreadable(str(self.name), error) from None

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise _unreadable(str(self.name), error) from None

    def readall(self) -> bytes:
        try:
            return super().readall() or b""
        except OSError as error:
            raise _unreadable(str(self.name), error) from None


def _unreadable(name: str, error: OSError) -> UnreadableFile:
    match error:
        case FileNotFoundError():
            return UnreadableFile(f"{name}: there is no such file. Check the name and the folder.")
        case IsADirectoryError():
            return UnreadableFile(f"{name}: this is a folder; a file was expected. Name a file in it.")
        case PermissionError():
            return UnreadableFile(f"{name}: no permission to read this file. Change its permissions.")
    if is_of_open_files(error):
        return UnreadableFile(f"{name}: {TOO_MANY_FILES}")
    return UnreadableFile(f"{name}: the file cannot be read ({error.strerror or error}).")


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise UnreadableFile("standard input: it is closed. Pipe a file into it, or name a file.")
    # Without a wrapper, the first reader would close standard input for the whole process.
    return io.BufferedReader(_BlockReader(_blocks(sys.stdin.buffer)))


def _blocks(stream: BinaryIO | io.FileIO) -> Iterator[bytes]:
    while block := stream.read(_BLOCK):
        yield block


class _BlockReader(io.RawIOBase):
    """Blocks of bytes as a stream, so that every kind of file reads alike."""

    def __init__(self, blocks: Iterator[bytes], file: io.FileIO | None = None) -> None:
        self._blocks = blocks
        self._file = file
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        target = memoryview(buffer).cast("B")
        # A block may decompress to nothing; only the end of the blocks is the end of the stream.
        while not self._rest and (block := next(self._blocks, None)) is not None:
            self._rest = block
        taken = self._rest[: len(target)]
        target[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)

    def readall(self) -> bytes:
        whole = self._rest + b"".join(self._blocks)
        self._rest = b""
        return whole

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        super().close()
