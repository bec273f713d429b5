"""Files that are compressed: `.gz` and `.zst`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple, Protocol

from karat.errors import InvalidFile, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class _Frame(Protocol):
    """A decompressor of one gzip member or zstd frame."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class Codec(NamedTuple):
    """A way of compressing files."""

    name: str
    frame: Callable[[], _Frame]
    error: type[Exception]


def codec_of(name: str) -> Codec:
    """How a file is compressed, by its name."""
    return _gzip() if name.endswith(".gz") else _zstd()


def _gzip() -> Codec:
    import zlib

    # 16 asks zlib for gzip's header and trailer, so length and checksum are verified.
    return Codec("gzip", lambda: zlib.decompressobj(16 + zlib.MAX_WBITS), zlib.error)


def _zstd() -> Codec:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return Codec("zstd", zstd.ZstdDecompressor, zstd.ZstdError)
    try:
        import zstandard
    except ImportError:
        raise MissingExtra.of("Reading .zst files", "zstd") from None
    return Codec("zstd", lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError)


def decompressed(blocks: Iterator[bytes], codec: Codec, name: str) -> Iterator[bytes]:
    """The decompressed blocks of all frames, one after another."""
    frame: _Frame | None = None
    for block in blocks:
        rest = block
        while rest:
            frame = frame or codec.frame()
            try:
                yield frame.decompress(rest)
            except codec.error as error:
                raise InvalidFile.at(
                    name, f"this is not a sound {codec.name} file ({error}). Make or download it again."
                ) from None
            if not frame.eof:
                break
            rest, frame = frame.unused_data, None
    if frame is not None:
        raise InvalidFile.at(
            name, f"the {codec.name} data end too early; the file is cut off. Make or download it again."
        )
