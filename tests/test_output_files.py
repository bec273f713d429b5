"""Files are written all at once or not at all, and never over somebody else's."""

from __future__ import annotations

import os
import resource
import stat
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from karat.errors import InvalidOption, UnreadableFile
from karat.output_files import begins_with, check_output, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Within it no file can grow beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def nobody() -> Iterator[None]:
    """Within it root has no more rights than others: root may write anywhere."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def names_in(folder: Path) -> list[str]:
    """All that a folder holds."""
    return [path.name for path in folder.iterdir()]


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    """Line ends stay, characters are UTF-8, and a lone surrogate is escaped."""
    path = tmp_path / "a.txt"
    write_file(path, "ü\r\n\ud800\n")
    assert path.read_bytes() == b"\xc3\xbc\r\n\\ud800\n"
    write_file(str(path), b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert names_in(tmp_path) == ["a.txt"]


def test_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    """A file that is replaced keeps its rights; a new one has those of the umask."""
    path, before = tmp_path / "a.txt", os.umask(0o027)
    try:
        write_file(path, "one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_file(path, "two")
        assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("two", 0o604)
    finally:
        os.umask(before)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The file behind a link is replaced, not the link."""
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_file(link, "new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """Neither the old file nor the folder is touched where the new text does not fit."""
    path = tmp_path / "page.html"
    path.write_text("old")
    with (
        full_disk(1000),
        pytest.raises(UnreadableFile, match=r"page\.html: .* was there before is unchanged"),
    ):
        write_file(path, "x" * 100_000)
    assert (path.read_text(), names_in(tmp_path)) == ("old", ["page.html"])


def test_a_user_who_stops_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of writing leaves the old file and nothing beside it."""
    path = tmp_path / "page.html"
    path.write_text("old")

    def stopped(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_file(path, "new")
    assert (path.read_text(), names_in(tmp_path)) == ("old", ["page.html"])


def test_a_folder_that_vanished(tmp_path: Path) -> None:
    """Between check and writing a folder may go; the error names the file."""
    path = tmp_path / "gone" / "page.html"
    with pytest.raises(UnreadableFile, match=r"page\.html: the file cannot be written \(No such file"):
        write_file(path, "new")


def test_a_folder_that_nobody_may_write_to() -> None:
    """The old file of a read-only folder stays, and the error says why."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text("old")
        Path(folder).chmod(0o555)
        with nobody(), pytest.raises(UnreadableFile, match=r"cannot be written \(Permission denied"):
            write_file(path, "new")
        assert path.read_text() == "old"


def test_pipes_and_devices_are_written_to() -> None:
    """What cannot be replaced is written to, and says when it is full."""
    write_file("/dev/null", "new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    if Path("/dev/full").exists():
        with pytest.raises(UnreadableFile, match="No space left"):
            write_file("/dev/full", "new")


def test_foreign_files_are_refused_before_anybody_waits(tmp_path: Path) -> None:
    """A file that is there is replaced if it is of the same kind, or if the user says so."""
    path = tmp_path / "a.json"
    check_output(path)
    path.write_text('\n {"format": 1}')
    check_output(path, overwrite=True)
    check_output(path, is_ours=lambda file: begins_with(file, b'{"format'))
    with pytest.raises(InvalidOption, match=r"a\.json is there already, so it stays.* overwrite=True"):
        check_output(path)
    with pytest.raises(InvalidOption, match=r"is not what this command writes, so it stays"):
        check_output(path, is_ours=lambda file: begins_with(file, b"[", b"{}"))
    assert not begins_with(tmp_path / "absent", b"")


def test_what_is_no_place_for_a_file_is_refused(tmp_path: Path) -> None:
    """A folder, a folder that is not there, and a name that no file can have."""
    with pytest.raises(UnreadableFile, match="is a folder"):
        check_output(tmp_path)
    with pytest.raises(UnreadableFile, match="there is no folder"):
        check_output(tmp_path / "gone" / "a")
    for name in ("a\0b", "x" * 5000):
        with pytest.raises((InvalidOption, UnreadableFile)):
            write_file(tmp_path / name, "")
