"""How Karat writes files: all at once or not at all, and never over somebody else's.

The new text goes to a temporary file in the same folder, down to the disk, and then takes the name. Whoever
reads meanwhile, and whoever comes after a full disk or a power cut, finds the old file or the new one, never
a part of one.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from karat.errors import InvalidOption, KaratError, UnreadableFile
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    FilePath = str | os.PathLike[str]


def write_file(path: FilePath, content: str | bytes) -> None:
    """Write a file in one step; text as UTF-8, with the line ends that it has.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "page.html", "Grüße")
    ...     Path(folder, "page.html").read_bytes(), len(os.listdir(folder))
    (b'Gr\\xc3\\xbc\\xc3\\x9fe', 1)
    """
    # A lone surrogate, which no encoding has, is written as one would type it.
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with _refusing(path):
        target = Path(os.path.realpath(path))  # a link goes on pointing to the file
        if target.exists() and not target.is_file():
            _write_through(target, data)
        else:
            _replace(target, data)


def check_output(
    path: FilePath, *, overwrite: bool = False, is_ours: Callable[[Path], bool] | None = None
) -> None:
    """Refuse, before anybody waits, what cannot be written and what would be lost.

    A file that is there already is replaced if `is_ours` knows it as one that this command writes, or if
    `overwrite` says so. A pipe or a device has nothing to lose.
    """
    target = Path(path)
    with _refusing(path):
        if target.is_dir():
            raise UnreadableFile(f"{path} is a folder. Name a file in it.")
        if not target.parent.is_dir():
            raise UnreadableFile(f"{path}: there is no folder {target.parent}. Make it first.")
        if overwrite or not target.is_file() or (is_ours is not None and is_ours(target)):
            return
    kind = "" if is_ours is None else " and is not what this command writes"
    raise InvalidOption(
        f"{path} is there already{kind}, so it stays as it is. Name another file, or allow it to be "
        f"overwritten: {option('overwrite', True)}."
    )


def begins_with(path: Path, *beginnings: bytes) -> bool:
    """Whether the first bytes of a file are among these, after white space; not where it cannot be read."""
    try:
        with path.open("rb") as file:
            start = file.read(4096).lstrip()
    except OSError:
        return False
    return start.startswith(beginnings)


def _replace(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name[:64]}.{os.urandom(4).hex()}.part")
    # As any new file: what others may do with it is up to the umask.
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:  # also when the user stops the command
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


def _write_through(target: Path, data: bytes) -> None:
    """To a pipe or a device, which cannot be replaced."""
    with target.open("wb") as file:
        file.write(data)


def _sync_folder(folder: Path) -> None:
    """The name is on the disk as well, where the system lets folders be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _refusing(path: FilePath) -> Iterator[None]:
    try:
        yield
    except KaratError:
        raise
    except OSError as error:
        problem = error.strerror or str(error)
        raise UnreadableFile(
            f"{path}: the file cannot be written ({problem}). What was there before is unchanged."
        ) from None
    except ValueError as error:  # a NUL in the name
        raise InvalidOption(f"{path!r} cannot be the name of a file ({error}).") from None
