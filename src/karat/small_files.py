"""Small files, which people or Karat write: read whole, or refused in words.

Texts to score, of any size and encoding, are the matter of `readers`.
"""

from __future__ import annotations

import io
import os

from karat.errors import InvalidFile, UnreadableFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

# Protocols, names, word lists and calibrations have less by far.
_MOST = 1 << 28
# The kinds of files of POSIX, as in the module stat, which would be imported for nothing else.
_KINDS, _CHARACTERS, _BLOCKS = 0o170000, 0o020000, 0o060000


def read_small_bytes(path: str | PathLike[str], *, most: int = _MOST) -> bytes:
    """The bytes of a file of at most 256 MB, unless another limit is known."""
    try:
        with io.FileIO(os.fspath(path)) as file:
            refuse_device(file, str(path))
            content = file.read(most + 1) or b""
            while len(content) <= most and (more := file.read(most + 1 - len(content))):
                content += more
    except FileNotFoundError:
        raise UnreadableFile(f"{path}: there is no such file. Check the name and the folder.") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: it cannot be read ({error.strerror or error}).") from None
    except ValueError:
        raise UnreadableFile(
            f"{str(path)!r} cannot be the name of a file: it holds a NUL character."
        ) from None
    if len(content) > most:
        raise InvalidFile.at(
            path, f"it is longer than {most >> 20} MB, and no such file is. Check which file it is."
        )
    return content


def read_small_file(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, without a byte-order mark; lines end at LF, CRLF or CR."""
    try:
        text = read_small_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidFile.at(path, "it is not UTF-8. Save it as UTF-8.") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refuse_device(file: io.FileIO, name: str) -> None:
    """Refuse what never ends, such as /dev/zero; a pipe may be read, and what a person types."""
    kind = os.fstat(file.fileno()).st_mode & _KINDS
    if kind == _BLOCKS or (kind == _CHARACTERS and not file.isatty() and not _is_null(file)):
        file.close()
        raise UnreadableFile(f"{name}: this is a device; a file was expected. Name a file.")


def _is_null(file: io.FileIO) -> bool:
    """Whether this is the null device, which is empty."""
    with open(os.devnull, "rb") as null:  # noqa: PTH123
        return os.path.sameopenfile(null.fileno(), file.fileno())
