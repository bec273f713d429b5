"""Files that are compressed: `.gz` and `.zst`."""

from __future__ import annotations

import os
import sys
from math import nan
from typing import TYPE_CHECKING, NamedTuple, Protocol

from karat.errors import InvalidFile, InvalidOption, MissingExtra

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterator


# Four bytes of zstd can stand for 128 kB.
_SMALL_PIECE = 1 << 13
# What a file may unpack to whatever its size; beyond that, so many times its size. Text has some 5 times,
# rows of JSON up to 30 times; gzip reaches 1,000 times, zstd 30,000.
_ALWAYS, _MOST_TIMES = 1 << 28, 200.0
VARIABLE = "KARAT_MOST_UNPACKED"


class _Bomb(InvalidFile):
    """A file that unpacks to more than any text."""


class _Frame(Protocol):
    """A decompressor of one gzip member or zstd frame."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class Codec(NamedTuple):
    """A way of compressing files; so many bytes at once never unpack to more than some 256 MB."""

    name: str
    frame: Callable[[], _Frame]
    error: type[Exception]
    piece: int


def codec_of(name: str) -> Codec:
    """How a file is compressed, by its name."""
    return _gzip() if name.endswith(".gz") else _zstd()


def _gzip() -> Codec:
    import zlib

    # 16 asks zlib for gzip's header and trailer, so length and checksum are verified.
    return Codec("gzip", lambda: zlib.decompressobj(16 + zlib.MAX_WBITS), zlib.error, 1 << 16)


def _zstd() -> Codec:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return Codec("zstd", zstd.ZstdDecompressor, zstd.ZstdError, _SMALL_PIECE)
    try:
        import zstandard
    except ImportError:
        raise MissingExtra.of("Reading .zst files", "zstd") from None
    return Codec(
        "zstd", lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError, _SMALL_PIECE
    )


def decompressed(blocks: Iterator[bytes], codec: Codec, name: str) -> Iterator[bytes]:
    """The decompressed blocks of all frames, one after another, as long as text may be so small."""
    frame: _Frame | None = None
    taken = given = 0
    most = _most_times()
    for block in blocks:
        for start in range(0, len(block), codec.piece):
            rest = block[start : start + codec.piece]
            taken += len(rest)
            while rest:
                frame = frame or codec.frame()
                try:
                    found = frame.decompress(rest)
                except codec.error as error:
                    raise InvalidFile.at(
                        name, f"this is not a sound {codec.name} file ({error}). Make or download it again."
                    ) from None
                given += len(found)
                if given > _ALWAYS and given > most * taken:
                    raise _Bomb.at(name, _too_much(given, most))
                yield found
                if not frame.eof:
                    break
                rest, frame = frame.unused_data, None
    if frame is not None:
        raise InvalidFile.at(
            name, f"the {codec.name} data end too early; the file is cut off. Make or download it again."
        )


def refuse_bomb(file: io.FileIO, codec: Codec, name: str) -> None:
    """Refuse a file that unpacks to too much before anything is made of it, which may take long.

    It is unpacked and thrown away for as long as it is denser than text: of a text, that is one piece.
    """
    if not file.seekable():
        return
    given, most = 0, _most_times()
    try:
        for found in decompressed(iter(lambda: file.read(_SMALL_PIECE), b""), codec, name):
            given += len(found)
            if given <= most * file.tell():
                break
    except _Bomb:
        raise
    except InvalidFile:
        pass  # who reads the file says what is wrong with it
    file.seek(0)


def refuse_archive_bomb(data: bytes, name: str) -> None:
    """The same for a zip archive, such as a workbook: it tells how large its parts are; no more is read."""
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            given = sum(part.file_size for part in archive.infolist())
    except Exception:  # of a damaged archive, zipfile lets through whatever its parts raise
        return  # who reads the file says what is wrong with it
    if given > _ALWAYS and given > (most := _most_times()) * len(data):
        raise _Bomb.at(name, _too_much(given, most))


def _most_times() -> float:
    """How many times its size a file may unpack to; the environment may say another number."""
    told = os.environ.get(VARIABLE)
    if told is None:
        return _MOST_TIMES
    try:
        most = float(told)
    except ValueError:
        most = nan
    if not most >= 1:
        raise InvalidOption(f"{VARIABLE} is {told!r}; a number of at least 1 was expected.")
    return most


def _too_much(given: int, most: float) -> str:
    return (
        f"a few bytes of it unpack to {given >> 20:,} MB and more, over {most:g} times its size, as no text "
        "does. If you trust it, unpack it first, or allow more with the environment variable "
        f"{VARIABLE}=100000."
    )
