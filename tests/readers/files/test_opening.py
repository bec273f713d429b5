"""Opening of files: what comes out is what was put in, and what cannot be opened is said."""

import gzip
import io
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidFile, InvalidText, MissingExtra, UnreadableFile
from karat.readers.files import opening
from karat.readers.files.opening import display_name, open_stream, read_bytes

Write = Callable[[str, bytes | str], Path]


def zstd(data: bytes) -> bytes:
    """Pack with zstd, where it is installed."""
    packed: bytes = pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    return packed


DATA = "Ein Satz.\n中文\n".encode() * 50_000
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "a.txt": bytes,
    "a.txt.gz": gzip.compress,
    "a.txt.zst": zstd,
}
PACKED = ["a.txt.gz", "a.txt.zst"]


class Pipe:
    """Standard input that holds given bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.mark.parametrize("name", PACKERS)
def test_all_bytes_come_out(write: Write, name: str) -> None:
    """A file gives the bytes that were put in, packed or not."""
    path = write(name, PACKERS[name](DATA))

    assert read_bytes(path) == DATA
    assert read_bytes(str(path)) == DATA


@pytest.mark.parametrize("name", PACKERS)
def test_blocks_make_up_the_whole(write: Write, name: str) -> None:
    """Reading block by block gives the same bytes."""
    with open_stream(write(name, PACKERS[name](DATA))) as stream:
        blocks = list(iter(lambda: stream.read(1000), b""))

    assert b"".join(blocks) == DATA
    assert len(blocks[0]) == 1000


@pytest.mark.parametrize("name", PACKERS)
def test_streams_give_lines(write: Write, name: str) -> None:
    """A stream can be read line by line."""
    with open_stream(write(name, PACKERS[name](b"one\ntwo\n"))) as stream:
        assert list(stream) == [b"one\n", b"two\n"]


@pytest.mark.parametrize("name", PACKERS)
def test_the_rest_follows_a_part(write: Write, name: str) -> None:
    """After a part has been read, the rest comes whole."""
    with open_stream(write(name, PACKERS[name](DATA))) as stream:
        assert DATA[:7] == stream.read(7)
        assert DATA[7:] == stream.read()
        assert stream.read() == b""


@pytest.mark.parametrize("name", PACKED)
def test_packed_parts_are_joined(write: Write, name: str) -> None:
    """Packed files that were put one after another are read to the end."""
    pack = PACKERS[name]

    assert read_bytes(write(name, pack(b"one") + pack(b"") + pack(b"two"))) == b"onetwo"


@pytest.mark.parametrize("name", PACKERS)
def test_empty_files_have_no_bytes(write: Write, name: str) -> None:
    """An empty file is read as nothing; whether that is an error, its reader says."""
    assert read_bytes(write(name, PACKERS[name](b""))) == b""


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("kept", [2, 12, -1, -5])
def test_cut_files_are_refused(write: Write, name: str, kept: int) -> None:
    """A packed file that breaks off is an error, not a shorter text."""
    path = write(name, PACKERS[name](DATA)[:kept])

    with pytest.raises(InvalidFile, match=rf"{name}: the \w+ data end too early; the file is cut off"):
        read_bytes(path)


@pytest.mark.parametrize("name", PACKED)
def test_cut_files_are_refused_by_block(write: Write, name: str) -> None:
    """A packed file that breaks off is an error when it is read in blocks, too."""
    path = write(name, PACKERS[name](DATA)[:-1])

    with open_stream(path) as stream, pytest.raises(InvalidFile, match="cut off"):
        list(iter(lambda: stream.read(1 << 16), b""))


@pytest.mark.parametrize("name", PACKED)
def test_files_that_are_not_packed_are_refused(write: Write, name: str) -> None:
    """A plain file with the name of a packed one is an error."""
    PACKERS[name](b"")  # skips where there is no zstd

    with pytest.raises(InvalidFile, match=r"this is not a sound (gzip|zstd) file"):
        read_bytes(write(name, "just text, and not a little of it"))


@pytest.mark.parametrize("name", PACKED)
def test_bytes_after_the_end_are_refused(write: Write, name: str) -> None:
    """What follows the packed data is not silently left out."""
    with pytest.raises(InvalidFile, match="not a sound"):
        read_bytes(write(name, PACKERS[name](b"text") + b"rubbish, twenty bytes"))


def test_wrong_checksums_are_refused(write: Write) -> None:
    """A gzip file whose checksum does not fit is an error."""
    data = bytearray(gzip.compress(DATA))
    data[-6] ^= 1

    with pytest.raises(InvalidFile, match="incorrect data check"):
        read_bytes(write("a.gz", bytes(data)))


@given(data=st.binary(max_size=60), tail=st.binary(max_size=60), name=st.sampled_from(PACKED))
def test_no_bytes_crash(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, tail: bytes, name: str
) -> None:
    """Whatever the bytes are, they are unpacked or refused."""
    path = tmp_path_factory.mktemp("files") / name
    path.write_bytes(PACKERS[name](data)[: len(tail) * 2] + tail)
    with suppress(InvalidFile):
        read_bytes(path)


def test_missing_files(tmp_path: Path) -> None:
    """A name that nothing has is said with the name."""
    with pytest.raises(UnreadableFile, match=r"nowhere\.txt: there is no such file"):
        read_bytes(tmp_path / "nowhere.txt")


def test_folders_are_not_files(tmp_path: Path) -> None:
    """A folder where a file was expected is said."""
    with pytest.raises(UnreadableFile, match="this is a folder"):
        read_bytes(tmp_path)


def test_forbidden_files(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read is said."""

    def refuse(name: str) -> None:
        raise PermissionError(13, "Permission denied", name)

    path = write("a.txt", "text")
    monkeypatch.setattr(opening, "_File", refuse)

    with pytest.raises(UnreadableFile, match=r"a\.txt: no permission"):
        read_bytes(path)


def test_other_troubles_keep_their_words(write: Write) -> None:
    """What the system says of a rare trouble is passed on."""
    with pytest.raises(UnreadableFile, match="cannot be read"):
        read_bytes("x" * 5000)


def test_troubles_while_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails after the file was opened is an error of that file."""

    class Broken(io.BytesIO):
        def read(self, _: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    pipe = Pipe(b"")
    pipe.buffer = Broken()
    monkeypatch.setattr(sys, "stdin", pipe)

    with pytest.raises(UnreadableFile, match=r"standard input: the file cannot be read \(Input/output error"):
        read_bytes("-")


@pytest.mark.parametrize("name", ["a\0b", "", b"bytes"])
def test_names_that_are_none(name: str) -> None:
    """What cannot be a file's name is an error of Karat, not of Python."""
    with pytest.raises((UnreadableFile, InvalidText)):
        read_bytes(name)


def test_a_database_is_no_file() -> None:
    """The message says how to make a file of it, and does not repeat the password."""
    with pytest.raises(UnreadableFile, match="karat campaign copy") as caught:
        read_bytes("postgresql://me:secret@localhost/news")
    assert "secret" not in str(caught.value)


def test_lists_are_not_paths() -> None:
    """A list of segments in place of a path is told where to go."""
    with pytest.raises(InvalidText, match=r"not a list. Lists of segments go through Corpus\.of"):
        read_bytes(["a cat"])  # type: ignore[arg-type]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash reads standard input, and leaves it open."""
    pipe = Pipe(DATA)
    monkeypatch.setattr(sys, "stdin", pipe)

    assert read_bytes("-") == DATA
    assert not pipe.buffer.closed
    assert display_name("-") == "standard input"


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process without standard input is told so."""
    monkeypatch.setattr(sys, "stdin", None)

    with pytest.raises(UnreadableFile, match="standard input: it is closed"):
        open_stream("-")


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zstd is in the standard library")
def test_zstd_is_an_extra(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without zstandard, a .zst file names the extra to install."""
    monkeypatch.setitem(sys.modules, "zstandard", None)

    with pytest.raises(MissingExtra, match=r"karat-mt\[zstd\]"):
        read_bytes(write("a.zst", b""))
