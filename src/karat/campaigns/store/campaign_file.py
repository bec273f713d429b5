"""The file of a campaign: made whole or not at all, and watched while it is used."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.campaigns.campaign_errors import Unavailable
from karat.errors import InvalidFile, InvalidOption, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HEADER = b"SQLite format 3\0"
# What SQLite writes beside a file that is in use, and leaves there when the process is killed.
COMPANIONS = ("-wal", "-shm")


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """A file that is in use, and which file of the disk it was when it was opened."""

    path: Path
    identity: tuple[int, int]

    @classmethod
    def existing(cls, path: Path) -> CampaignFile:
        """A file that is there, and is one of SQLite."""
        try:
            with path.open("rb") as file:
                header = file.read(len(_HEADER))
        except OSError as error:
            raise UnreadableFile(
                f"{path}: {error.strerror}. Check the name; karat campaign plan makes a campaign."
            ) from error
        if header != _HEADER:
            what = "the file is empty" if not header else "this is no campaign"
            raise InvalidFile.at(path, f"{what}. Campaigns are made by: karat campaign plan")
        return cls(path, _identity(path))

    def check(self) -> None:
        """The file is still where it was: else what is written would be lost."""
        try:
            same = _identity(self.path) == self.identity
        except OSError:
            same = False
        if not same:
            raise Unavailable(
                self.path,
                "the file was removed or replaced while it was in use. Nothing more is stored. "
                "Put the file back and start the server again; what was not acknowledged can be sent again.",
            )


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A name beside the new file to write to; it gets its own name when all is written."""
    if path.exists():
        raise InvalidOption(f"{path} exists already. Choose another name, or remove the file.")
    if not path.parent.is_dir():
        raise UnreadableFile(f"{path} cannot be written: there is no folder {path.parent}.")
    _check_no_companion(path)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        yield beside
        # Unlike a rename, a link never replaces a file that came meanwhile.
        os.link(beside, path)
    except FileExistsError as error:
        raise InvalidOption(f"{path} exists already. Choose another name, or remove the file.") from error
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        for suffix in ("", *COMPANIONS):
            beside.with_name(beside.name + suffix).unlink(missing_ok=True)


def _check_no_companion(path: Path) -> None:
    """SQLite would take the log of a file that is gone for that of the new one, and mix the two."""
    for suffix in COMPANIONS:
        left = path.with_name(path.name + suffix)
        if left.exists():
            raise InvalidOption(
                f"{left} belongs to an earlier {path.name}, and may hold answers that are nowhere else. "
                "Put it where that campaign is now, or remove it; or give the new campaign another name."
            )


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino
