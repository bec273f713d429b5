"""Plain text files of any length, side by side, in the memory of one block of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.kernel import Texts
from karat.readers.corpora.texts import check_paths, misaligned
from karat.readers.files.encoding import check
from karat.readers.files.lines import MARK_BYTES, nothing_to_read, warn_of_mark, warn_of_returns
from karat.readers.files.opening import display_name, open_stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.readers.files.opening import FilePath


DEFAULT_SIZE = 1 << 22


def read_blocks(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    keep_bom: bool = False,
    size: int = DEFAULT_SIZE,
) -> Iterator[Corpus]:
    """The same corpus as `read_texts`, cut into blocks of about `size` bytes of each file."""
    check_paths(hypotheses, references, [])
    outputs = {name: _Lines(path, size, keep_bom) for name, path in hypotheses.items()}
    streams = [_Lines(path, size, keep_bom) for path in references]
    files = [*streams, *outputs.values()]
    while count := min(file.ready() for file in files):
        yield Corpus(
            {name: file.take(count) for name, file in outputs.items()},
            References(tuple(file.take(count) for file in streams)),
        )
    _check_ends(outputs, streams)


def _check_ends(outputs: Mapping[str, _Lines], streams: Sequence[_Lines]) -> None:
    """All files must end together; if not, each is read to its end so that the message has its length."""
    expected = streams[0].rest()
    named = [(f"System {name!r}", file) for name, file in outputs.items()]
    for what, file in [*(("Reference", stream) for stream in streams), *named]:
        if (got := file.rest()) != expected:
            raise misaligned(what, file.path, got, streams[0].path, expected)


class _Lines:
    """The lines of one file, a block at a time."""

    def __init__(self, path: FilePath, size: int, keep_bom: bool) -> None:
        self.path = path
        self._name = display_name(path)
        self._blocks = self._read(size, keep_bom)
        self._block = Texts([])
        self._taken = 0  # lines, in all blocks

    def ready(self) -> int:
        """How many lines may be taken now; 0 at the end of the file."""
        if not len(self._block):
            self._block = next(self._blocks, self._block)
        return len(self._block)

    def take(self, count: int) -> Texts:
        """The next lines."""
        taken, self._block = self._block[:count], self._block[count:]
        self._taken += count
        return taken

    def rest(self) -> int:
        """The number of lines of the whole file, which is read to its end."""
        while count := self.ready():
            self.take(count)
        return self._taken

    def _read(self, size: int, keep_bom: bool) -> Iterator[Texts]:
        lines, block = 0, Texts([])
        for data in self._whole_lines(size):
            check(data, self._name, lines_before=lines)
            if lines == 0 and not keep_bom and data.startswith(MARK_BYTES):
                warn_of_mark(self._name)
                data = data[len(MARK_BYTES) :]  # noqa: PLW2901 (what is left of the same block)
            block = Texts.from_lines(data)
            lines += len(block)
            yield block
        if lines == 0:
            raise nothing_to_read(self._name)
        if lines == 1:
            warn_of_returns(self._name, block[0])

    def _whole_lines(self, size: int) -> Iterator[bytes]:
        """The bytes of the file in blocks that end where a line ends."""
        with open_stream(self.path) as stream:
            pending: list[bytes] = []
            while data := stream.read(size):
                head, newline, tail = data.rpartition(b"\n")
                if newline:
                    yield b"".join((*pending, head, newline))
                    pending = []
                pending.append(tail)
            if last := b"".join(pending):
                yield last
