"""What is counted at once: a file, some row groups of one, or a pair of texts; and how files become these."""

from __future__ import annotations

import os
from dataclasses import dataclass
from glob import escape, glob, has_magic
from typing import TYPE_CHECKING

from karat.engines.file_systems import is_uri, listing, open_binary, public_name, size_of
from karat.errors import InvalidFile, InvalidOption, MissingExtra, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Row groups are gathered until they have so many rows: enough to be worth sending to a worker.
ROWS = 1_000_000
# Lines are not counted before they are read: so many bytes of them are about as many rows.
BYTES = 1 << 28
_TABLES = (".parquet", ".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Which columns hold what; what is not named is found by its usual name, as in every table.

    `identity` names the columns that tell segments apart, for intervals and tests. Systems whose rows have
    the same identity are paired there, in whichever shard the rows lie.

    >>> ColumnNames(hypothesis="mt", references=("post_edit",)).references
    ('post_edit',)
    """

    hypothesis: str | None = None
    references: tuple[str, ...] = ()
    identity: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the text, small enough for one worker.

    `row_groups` are the first and the one after the last of a Parquet file that has `of` of them. So is the
    `byte_range` of a long file of lines; the shard has the lines that begin there. A shard of plain text
    names the `references` that belong to it line by line. `rows` is None where the file does not say.

    >>> Shard("/data/a.parquet", row_groups=(0, 4), of=8).id
    '/data/a.parquet#0-3/8'
    """

    path: str
    row_groups: tuple[int, int] | None = None
    of: int = 1
    references: tuple[str, ...] = ()
    rows: int | None = None
    byte_range: tuple[int, int] | None = None

    @property
    def id(self) -> str:
        """What partial sums call it."""
        if (part := self.row_groups or self.byte_range) is None:
            return self.name
        first, end = part
        return f"{self.name}#{first}-{end - 1}/{self.of}"

    @property
    def name(self) -> str:
        """What messages call its file."""
        return public_name(self.path)

    @property
    def kind(self) -> str:
        """How its name ends, before the ending that compression adds."""
        return ending(self.path)


def ending(path: str) -> str:
    """How a name ends, before the ending that compression adds.

    >>> ending("rows.jsonl.zst"), ending("output.txt")
    ('.jsonl', '.txt')
    """
    base = path.partition("?")[0] if is_uri(path) else path
    base = base.removesuffix(".gz").removesuffix(".zst")
    return os.path.splitext(base)[1].lower()  # noqa: PTH122 (also of URIs)


def shards_of(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    references: Sequence[str] = (),
) -> list[Shard]:
    """The shards of files, folders, patterns such as `data/*.parquet`, and URIs.

    With `references`, the files are plain text: the first reference belongs to the first file, and so on.

    >>> from karat import demo
    >>> [shard.kind for shard in shards_of(demo.segments_path())]
    ['.jsonl']
    """
    given = [source] if isinstance(source, str | os.PathLike) else source
    if not isinstance(given, list | tuple) or not all(isinstance(one, str | os.PathLike) for one in given):
        raise InvalidOption(
            f"An engine counts files, not a {type(source).__name__}. Name them, as "
            "evaluate('data/*.parquet', Bleu(), engine='threads'); what is in memory needs no engine."
        )
    paths = [path for pattern in given for path in _paths(os.fspath(pattern), text=bool(references))]
    if not paths:
        raise InvalidOption(
            "There are no shards. Name files, folders, or a pattern such as 'data/*.parquet'."
        )
    if len(set(paths)) < len(paths):
        twice = next(path for place, path in enumerate(paths) if path in paths[:place])
        raise InvalidOption(f"{twice} is named twice. Name every shard once.")
    if references:
        return _texts(paths, [path for one in references for path in _paths(one, text=True)])
    return [shard for path in paths for shard in _shards(path)]


def _paths(pattern: str, *, text: bool) -> list[str]:
    """The files of a pattern, in the order of their names, so that the order never depends on the machine."""
    if is_uri(pattern):
        return [path for path in listing(pattern) if text or ending(path) in _TABLES]
    if os.path.isdir(pattern):  # noqa: PTH112 (paths stay as they were given)
        inside = sorted(glob(os.path.join(escape(pattern), "**", "*"), recursive=True))  # noqa: PTH118, PTH207
        found = [path for path in inside if ending(path) in _TABLES]
        if not found:
            raise InvalidOption(f"{pattern}: this folder has no {', '.join(_TABLES)} file. Name another.")
    elif has_magic(pattern) and not os.path.exists(pattern):  # noqa: PTH110
        found = sorted(glob(pattern, recursive=True))  # noqa: PTH207 (as the shell does)
        if not found:
            raise UnreadableFile(f"{pattern}: no file has such a name. Check the pattern and the folder.")
    else:
        found = [pattern]
    # Partial sums of one file must be known for the same, from whichever folder it was counted.
    return [os.path.abspath(path) for path in found]  # noqa: PTH100 (links stay what they are called)


def _texts(paths: Sequence[str], references: Sequence[str]) -> list[Shard]:
    if len(references) != len(paths):
        raise InvalidOption(
            f"There are {len(paths)} texts and {len(references)} references. Each text needs one, in the "
            "same order."
        )
    return [Shard(path, references=(one,)) for path, one in zip(paths, references, strict=True)]


def _shards(path: str) -> Iterator[Shard]:
    kind = ending(path)
    if kind not in _TABLES:
        raise InvalidFile.at(
            path, f"shards are {', '.join(_TABLES)} files (.gz, .zst), or plain text with references."
        )
    if kind != ".parquet":
        yield from _parts_of_lines(path)
        return
    try:
        sizes = _row_groups(path)
    except (InvalidFile, UnreadableFile):
        yield Shard(path)  # whoever counts it will say so, and the others are counted all the same
        return
    first = 0
    while first < len(sizes):
        end, rows = first, 0
        while end < len(sizes) and (rows == 0 or rows + sizes[end] <= ROWS):
            rows += sizes[end]
            end += 1
        yield Shard(path, (first, end), len(sizes), rows=rows)
        first = end
    if not sizes:
        yield Shard(path, (0, 0), 0, rows=0)


def _parts_of_lines(path: str) -> Iterator[Shard]:
    """A file of lines, in parts if it is long; what is compressed can be read from its beginning alone."""
    packed = path.partition("?")[0].endswith((".gz", ".zst"))
    try:
        size = 0 if packed else size_of(path)
    except UnreadableFile:
        size = 0  # whoever counts it will say so, and the others are counted all the same
    if size <= BYTES:
        yield Shard(path)
        return
    for start in range(0, size, BYTES):
        yield Shard(path, of=size, byte_range=(start, min(start + BYTES, size)))


def _row_groups(path: str) -> list[int]:
    """The rows of each row group."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra.of("Reading .parquet files", "parquet") from None
    with open_binary(path) as file:
        try:
            metadata = pq.read_metadata(file)
        except (pa.ArrowException, OSError) as error:
            raise InvalidFile.at(
                public_name(path), f"this is not a sound Parquet file ({error}). Make or download it again."
            ) from None
    return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
