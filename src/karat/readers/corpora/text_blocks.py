"""Plain text files side by side, in the memory of one block of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from karat.errors import InvalidOption, MisalignedCorpus, MissingReference
from karat.kernel import Texts
from karat.readers.files.encoding import check, refuse_sgml
from karat.readers.files.lines import MARK_BYTES, nothing_to_read, warn_of_mark, warn_of_returns
from karat.readers.files.opening import display_name, open_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TypeVar

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath

    Block = TypeVar("Block")

# More would not fit into the processor's cache between reading and counting.
DEFAULT_SIZE = 1 << 20
# Lines that are taken at once. Short ones weigh little themselves, but what is counted in them does.
_MOST_LINES = 1 << 16
# Files that stay open between blocks. Where there are more, each is opened for its block: systems often
# allow a process 256 or 1,024 files.
_MOST_OPEN = 64


def read_blocks(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    keep_bom: bool = False,
    size: int = DEFAULT_SIZE,
) -> Iterator[Corpus]:
    """The same corpus as `read_texts`, cut into blocks of about `size` bytes of each file."""
    from karat.corpus import Corpus, References

    for systems, streams in read_block_texts(hypotheses, references, keep_bom=keep_bom, size=size):
        yield Corpus(systems, References(streams))


def read_block_texts(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    keep_bom: bool = False,
    size: int = DEFAULT_SIZE,
) -> Iterator[tuple[dict[str, Texts], tuple[Texts, ...]]]:
    """The bare texts of these blocks: that of each system, and one for each reference."""
    check_paths(hypotheses, references, [])
    stay = len(hypotheses) + len(references) <= _MOST_OPEN
    outputs = {name: _Lines(path, size, keep_bom, stay_open=stay) for name, path in hypotheses.items()}
    streams = [_Lines(path, size, keep_bom, stay_open=stay) for path in references]
    files = [*streams, *outputs.values()]
    while count := min(_MOST_LINES, *(file.ready() for file in files)):
        taken = {name: file.take(count) for name, file in outputs.items()}
        yield taken, tuple(file.take(count) for file in streams)
    _check_ends(outputs, streams)


def ahead(blocks: Iterator[Block]) -> Iterator[Block]:
    """The same blocks; a thread reads the next one, since reading and counting let go of Python's lock.

    The first two come without it, so that a small file waits for no thread to start.

    >>> list(ahead(iter("abcd")))
    ['a', 'b', 'c', 'd']
    """
    if (first := next(blocks, None)) is not None:
        yield first
    if (block := next(blocks, None)) is None:
        return
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context

    def following() -> Block | None:
        return next(blocks, None)

    # Errors name options as the caller does, which a thread knows from its context.
    context = copy_context()
    with ThreadPoolExecutor(1, thread_name_prefix="karat-reader") as reader:
        while block is not None:
            coming = reader.submit(context.run, following)
            yield block
            block = coming.result()


def _check_ends(outputs: Mapping[str, _Lines], streams: Sequence[_Lines]) -> None:
    """All files must end together; if not, each is read to its end so that the message has its length."""
    expected = streams[0].rest()
    named = [(f"System {name!r}", file) for name, file in outputs.items()]
    for what, file in [*(("Reference", stream) for stream in streams), *named]:
        if (got := file.rest()) != expected:
            raise misaligned(what, file.path, got, streams[0].path, expected)


class _Lines:
    """The lines of one file, a block at a time."""

    def __init__(self, path: FilePath, size: int, keep_bom: bool, *, stay_open: bool) -> None:
        self.path = path
        self._stay_open = stay_open
        self._name = display_name(path)
        self._blocks = self._read(size, keep_bom)
        self._block = Texts([])
        self._start = 0  # of what was not taken yet, in the block
        self._end = 0  # of its whole lines
        self._taken = 0  # lines, in all blocks

    def ready(self) -> int:
        """How many lines may be taken now; 0 at the end of the file."""
        if self._start == self._end:
            self._block, self._end = next(self._blocks, (Texts([]), 0))
            self._start = 0
        return self._end - self._start

    def take(self, count: int) -> Texts:
        """The next lines."""
        start, self._start = self._start, self._start + count
        self._taken += count
        return self._block if count == len(self._block) else self._block[start : self._start]

    def rest(self) -> int:
        """The number of lines of the whole file, which is read to its end."""
        while count := self.ready():
            self.take(count)
        return self._taken

    def _read(self, size: int, keep_bom: bool) -> Iterator[tuple[Texts, int]]:
        """The lines of each piece of the file, and how many of them are whole."""
        lines, block = 0, Texts([])
        for data, is_cut in self._pieces(size):
            block = Texts.from_lines(data)
            check(data, self._name, lines_before=lines, lines=len(block) - 1 if is_cut else None)
            if lines == 0:
                refuse_sgml(data, self._name)
            if lines == 0 and not keep_bom and data.startswith(MARK_BYTES):
                warn_of_mark(self._name)
                block = Texts.from_lines(data[len(MARK_BYTES) :])
            whole = len(block) - is_cut
            lines += whole
            yield block, whole
        if lines == 0:
            raise nothing_to_read(self._name)
        if lines == 1:
            warn_of_returns(self._name, block[0])

    def _pieces(self, size: int) -> Iterator[tuple[bytes, bool]]:
        """The bytes of the file, about `size` at a time, and whether the last line goes on in the next piece.

        The file is closed as soon as its end was seen.
        """
        place, wanted, more = 0, size, True
        while more:
            with open_stream(self.path) as stream:
                # What cannot go back, such as a pipe or a compressed file, is not opened a second time.
                if not stream.seekable():
                    yield from _whole_lines(stream, size)
                    return
                while True:
                    # To read the beginning of the cut line again takes less than to copy all lines before it.
                    stream.seek(place)
                    data = stream.read(wanted)
                    more = len(data) == wanted
                    end = data.rfind(b"\n") + 1 if more else len(data)
                    place, wanted = place + end, size if end else 2 * wanted
                    if not (more and self._stay_open):
                        break
                    if end:
                        yield data, end < len(data)
            if end:
                yield data, end < len(data)


def _whole_lines(stream: BinaryIO, size: int) -> Iterator[tuple[bytes, bool]]:
    """The bytes of a stream in pieces that end where a line ends."""
    pending: list[bytes] = []
    while data := stream.read(size):
        head, newline, tail = data.rpartition(b"\n")
        if newline:
            yield b"".join((*pending, head, newline)), False
            pending = []
        pending.append(tail)
    if last := b"".join(pending):
        yield last, False


def misaligned(what: str, path: FilePath, got: int, leading: FilePath, expected: int) -> MisalignedCorpus:
    """The error for a file that has not as many lines as the first reference."""
    from karat.readers.corpora.alignment import or_by_document

    segments = "1 segment" if got == 1 else f"{got} segments"
    return MisalignedCorpus(
        f"{what} ({display_name(path)}) has {segments}, the references ({display_name(leading)}) "
        f"have {expected}. Each line of the output must translate the same line of the source. "
        f"{or_by_document()}"
    )


def check_paths(hypotheses: object, references: object, others: Sequence[object]) -> None:
    """Refuse arguments that are not paths, or that read standard input twice."""
    if not isinstance(hypotheses, Mapping):
        raise InvalidOption(
            "hypotheses must be a dictionary of systems and paths: {'online-B': 'online-B.txt'}."
        )
    if isinstance(references, str | bytes) or not isinstance(references, Sequence):
        raise InvalidOption(f"references is {str(references)!r}; a list of paths was expected.")
    if not references:
        raise MissingReference("There is no reference. Give at least one file with reference translations.")
    if [*hypotheses.values(), *references, *others].count("-") > 1:
        raise InvalidOption("Standard input (-) is named more than once; it can be read only once.")
