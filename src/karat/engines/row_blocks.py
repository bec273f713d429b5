"""The rows of a shard, a block at a time: text as the kernel takes it, labels as Arrow has them.

No string of Python's is made: Arrow's buffers go to the kernel. The fingerprint is of every byte read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from karat.engines.arrow_columns import numbers, string_array, strings, whole
from karat.engines.file_systems import is_uri, lines_between, open_binary, raw_blocks
from karat.errors import (
    InvalidFile,
    InvalidOption,
    InvalidText,
    KaratError,
    MissingColumn,
    MissingExtra,
    UnknownName,
)
from karat.kernel import Checksum, json_columns
from karat.readers.files import columns as roles
from karat.readers.files.decompression import codec_of, decompressed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.engines.expressions import Condition
    from karat.engines.shards import ColumnNames, Shard

# Rows that are counted at once. More take more memory, and are counted no faster.
ROWS = 1 << 13
_RAW = 1 << 16
_SIGNED = 1 << 18
_LINES = 1 << 20
_ROLES = (roles.SYSTEM, roles.DOCUMENT, roles.PARAGRAPH, roles.TEXT_TYPE, roles.SEGMENT, roles.LANGUAGE_PAIR)


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Some rows: what each system wrote, the references, and the labels that were asked for, by column.

    `scores` has the columns of scores, by name and system. Where nobody asked for texts, systems have none.
    """

    rows: int
    systems: Mapping[str, Any]
    streams: Sequence[Any]
    labels: Mapping[str, Any]
    scores: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which columns of a table hold what."""

    systems: Mapping[str, str]
    references: Sequence[str]
    labels: Mapping[str, str]
    scores: Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class ShardReader:
    """Reads one shard. `fingerprint` is complete once all blocks were read."""

    shard: Shard
    names: ColumnNames
    by: Sequence[str] = ()
    where: Condition | None = None
    wants_identity: bool = False
    scores: Sequence[str] = ()
    wants_text: bool = True
    _digest: Checksum = field(default_factory=Checksum)
    # The fields of objects in a file of lines, and those that are used, once they are known to be strings.
    _fields: tuple[list[str], list[str]] | None = None
    _layouts: dict[tuple[str, ...], _Layout] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """A checksum of what was read."""
        return self._digest.hexdigest()

    def blocks(self) -> Iterator[RowBlock]:
        """The rows, in order."""
        if self.shard.references:
            yield from self._texts()
            return
        try:
            import pyarrow as pa
        except ImportError:
            raise MissingExtra.of("Reading shards", "parquet") from None
        tables = self._parquet() if self.shard.kind == ".parquet" else self._json_lines()
        try:
            for table in tables:
                rows = table if self.where is None else table.filter(self.where.expression).combine_chunks()
                layout = self._layout(rows.schema.names)
                # A block of lines may hold more rows than are counted at once.
                for start in range(0, rows.num_rows, ROWS):
                    yield self._block(rows if rows.num_rows <= ROWS else rows.slice(start, ROWS), layout)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            if isinstance(error, InvalidFile | InvalidText):
                raise
            raise self._unsound(error) from None

    def sign(self) -> str:
        """The fingerprint of a shard that is not counted, to see whether it was changed.

        That of a file that is no sound Parquet any more is empty: whoever counts it says what is wrong.
        """
        if self.shard.kind == ".parquet" and not self.shard.references:
            import pyarrow as pa
            import pyarrow.parquet as pq

            try:
                with open_binary(self.shard.path) as source:
                    file = pq.ParquetFile(source, pre_buffer=False)
                    self._sign_row_groups(file, self._used(file.schema_arrow.names), was_read=())
            except (pa.ArrowException, OSError, UnicodeDecodeError, MissingColumn):
                return ""
            return self.fingerprint
        if self.shard.byte_range is not None:
            for block in lines_between(self.shard.path, *self.shard.byte_range):
                self._digest.update(block)
            return self.fingerprint
        for path in (self.shard.path, *self.shard.references):
            for block in raw_blocks(path):
                self._digest.update(block)
        return self.fingerprint

    def labels(self) -> dict[str, str] | None:
        """The columns that hold a label, by what they tell: system, document, segment; None of no columns."""
        if self.shard.references:
            return {}
        if not (found := self._columns()):
            return None
        known = {"system": roles.SYSTEM, "document": roles.DOCUMENT, "segment": roles.SEGMENT}
        named = {name: roles.find(found, role, self.shard.name) for name, role in known.items()}
        if named["system"] is None and any(name.startswith(roles.SYSTEM_PREFIX) for name in found):
            named["system"] = "system"
        return {name: column for name, column in named.items() if column is not None}

    def _columns(self) -> list[str]:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            if self.shard.kind == ".parquet":
                with open_binary(self.shard.path) as file:
                    return list(pq.read_schema(file).names)
            first = next(ShardReader(self.shard, self.names, wants_text=False)._json_lines(), None)
            return [] if first is None else list(first.column_names)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            if isinstance(error, KaratError):
                raise
            raise self._unsound(error) from None

    def _unsound(self, error: object) -> InvalidFile:
        return InvalidFile.at(
            self.shard.id, f"the shard cannot be read ({str(error).strip()}). Make or download it again."
        )

    def _parquet(self) -> Iterator[Any]:
        import pyarrow as pa
        import pyarrow.parquet as pq

        with open_binary(self.shard.path) as source:
            file = pq.ParquetFile(source, pre_buffer=False)
            if self.shard.row_groups is None:
                raise self._unsound("its row groups could not be listed before it was counted")
            if (groups := file.metadata.num_row_groups) != self.shard.of:
                raise self._unsound(f"it was changed: it had {self.shard.of} row groups, and has {groups}")
            first, end = self.shard.row_groups
            used = self._used(file.schema_arrow.names)
            kept = self._pruned(first, end)
            read = file.iter_batches(batch_size=ROWS, row_groups=kept, columns=used, use_threads=False)
            for batch in read if kept else ():
                yield batch if self.where is None else pa.Table.from_batches([batch])
            self._sign_row_groups(file, used, was_read=kept)

    def _pruned(self, first: int, end: int) -> list[int]:
        """The row groups that may hold a wanted row, by the statistics in the file."""
        groups = list(range(first, end))
        if self.where is None or is_uri(self.shard.path):
            return groups
        import pyarrow.dataset as ds

        (fragment,) = ds.dataset(self.shard.path, format="parquet").get_fragments()
        part = fragment.subset(row_group_ids=groups, schema=fragment.physical_schema)
        kept = part.subset(filter=self.where.expression, schema=fragment.physical_schema)
        return [group.id for group in kept.row_groups]

    def _sign_row_groups(self, parquet: Any, used: Sequence[str], *, was_read: Sequence[int]) -> None:
        """Sign the bytes of the columns that are used, in these row groups alone."""
        metadata = parquet.metadata
        paths = [metadata.schema.column(index).path for index in range(metadata.num_columns)]
        leaves = [index for index, path in enumerate(paths) if path.split(".")[0] in used]
        with open_binary(self.shard.path) as file:
            for group in range(*(self.shard.row_groups or (0, 0))):
                if group not in was_read:
                    # Of damaged metadata pyarrow's reader says what is wrong; `row_group` ends the process.
                    next(parquet.iter_batches(1, row_groups=[group], columns=used, use_threads=False), None)
                part = metadata.row_group(group)
                for chunk in map(part.column, leaves):
                    file.seek(chunk.dictionary_page_offset or chunk.data_page_offset)
                    left = chunk.total_compressed_size
                    while left > 0 and (block := file.read_buffer(min(left, _SIGNED))):
                        self._digest.update(block)
                        left -= len(block)

    def _json_lines(self) -> Iterator[Any]:
        """The objects of lines, some at a time."""
        held: list[bytes] = []
        size = 0
        for block in self._plain_bytes():
            held.append(block)
            size += len(block)
            # Joined once, where a line ends: copying text block after block takes as long as reading it.
            if size < _LINES or (end := block.rfind(b"\n") + 1) == 0:
                continue
            held[-1] = block[:end]
            yield self._objects(b"".join(held))
            held, size = [block[end:]], len(block) - end
        if (rest := b"".join(held)).strip():
            yield self._objects(rest)

    def _plain_bytes(self) -> Iterator[bytes]:
        name = self.shard.path
        if self.shard.byte_range is not None:
            yield from self._signed(lines_between(name, *self.shard.byte_range))
            return
        bare = name.partition("?")[0] if is_uri(name) else name
        if not bare.endswith((".gz", ".zst")):
            yield from self._signed(raw_blocks(name))
            return
        yield from decompressed(self._signed(raw_blocks(name, _RAW)), codec_of(bare), self.shard.name)

    def _signed(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        for block in blocks:
            self._digest.update(block)
            yield block

    def _objects(self, lines: bytes) -> Any:
        import pyarrow as pa
        from pyarrow import json

        if self._fields is not None and (columns := json_columns(lines, *self._fields)) is not None:
            return pa.table({name: string_array(*parts) for name, parts in columns.items()})
        options = json.ReadOptions(use_threads=False, block_size=len(lines) + 1)
        table = json.read_json(pa.BufferReader(lines), options).combine_chunks()
        if self._fields is None:
            used = self._used(table.column_names)
            if all(table.schema.field(name).type == "string" for name in used):
                self._fields = table.column_names, used
        return table

    def _used(self, found: Sequence[str]) -> list[str]:
        """The columns that are looked at, of those that a table has."""
        layout = self._layout(found)
        scores = [column for of_systems in layout.scores.values() for column in of_systems.values()]
        texts = layout.systems.values() if self.wants_text else ()
        used = [*texts, *layout.references, *layout.labels.values(), *scores]
        if self.where is not None:
            used += [self._named(name, found) for name in self.where.columns]
        return list(dict.fromkeys(used))

    def _hypotheses(self, found: Sequence[str]) -> dict[str, str]:
        """The columns of systems; a single one is of whatever system the row names."""
        if self.names.hypothesis is not None:
            return {"": self._named(self.names.hypothesis, found)}
        if (column := roles.find(found, roles.HYPOTHESIS, self.shard.name)) is not None:
            return {"": column}
        prefix = roles.SYSTEM_PREFIX
        systems = {name.removeprefix(prefix): name for name in found if name.startswith(prefix)}
        if not systems:
            raise roles.missing(found, roles.HYPOTHESIS, self.shard.name, pattern=f"{prefix}NAME")
        return systems

    def _references(self, found: Sequence[str]) -> list[str]:
        if self.names.references:
            return [self._named(name, found) for name in self.names.references]
        listed = roles.find(found, roles.REFERENCES, self.shard.name)
        single = roles.references(found)
        if listed is None and not single:
            raise roles.missing(found, roles.REFERENCE, self.shard.name)
        return single or [str(listed)]

    def _label_columns(self, found: Sequence[str], systems: Mapping[str, str]) -> dict[str, str]:
        """The columns that group and identify rows, by the names that were asked for."""
        wide = "" not in systems
        wanted = [name for name in self.by if not (wide and name == "system")]
        identity = self.names.identity if self.wants_identity else ()
        return {name: self._label(name, found) for name in (*wanted, *identity)}

    def _label(self, name: str, found: Sequence[str]) -> str:
        if name in found:
            return name
        for role in _ROLES:
            if name in role.names and (column := roles.find(found, role, self.shard.name)) is not None:
                return column
        return self._named(name, found)

    def _named(self, name: str, found: Sequence[str]) -> str:
        if name not in found:
            raise MissingColumn.at(self.shard.name, str(UnknownName.among("column", name, found)))
        return name

    def _layout(self, found: Sequence[str]) -> _Layout:
        """The same for all tables that have the same columns: looking names up takes long beside counting."""
        key = tuple(found)
        if key not in self._layouts:
            # Scores alone need no text, but in a table with a column for each system its names.
            wide = any(name.startswith(f"{score}:") for score in self.scores for name in found)
            systems = self._hypotheses(found) if self.wants_text or wide else {"": ""}
            references = self._references(found) if self.wants_references else []
            self._layouts[key] = _Layout(
                systems, references, self._label_columns(found, systems), self._score_columns(found, systems)
            )
        return self._layouts[key]

    @property
    def wants_references(self) -> bool:
        """Whether references are read: to count against, or to tell segments apart by."""
        return self.wants_text or (self.wants_identity and not self.names.identity)

    def _score_columns(self, found: Sequence[str], systems: Mapping[str, str]) -> dict[str, dict[str, str]]:
        return {
            score: {
                system: self._named(f"{score}:{system}" if system else score, found) for system in systems
            }
            for score in self.scores
        }

    def _block(self, rows: Any, layout: _Layout) -> RowBlock:
        texts = {
            name: self._text(rows, column) if self.wants_text else None
            for name, column in layout.systems.items()
        }
        streams = [stream for column in layout.references for stream in self._streams(rows, column)]
        taken = {name: whole(rows.column(column)) for name, column in layout.labels.items()}
        scores = {
            score: {
                system: numbers(rows.column(column), column, self.shard.id)
                for system, column in of_systems.items()
            }
            for score, of_systems in layout.scores.items()
        }
        return RowBlock(rows.num_rows, texts, streams, taken, scores)

    def _text(self, table: Any, column: str) -> Any:
        return strings(whole(table.column(column)), column, self.shard.id)

    def _streams(self, table: Any, column: str) -> Iterator[Any]:
        """A column of references, or those of each row in a list."""
        import pyarrow.types as kinds

        array = whole(table.column(column))
        if not (kinds.is_list(array.type) or kinds.is_large_list(array.type)):
            yield strings(array, column, self.shard.id)
            return
        import numpy as np
        import pyarrow as pa
        import pyarrow.compute as pc

        lengths = np.asarray(pc.fill_null(pc.list_value_length(array), 0))
        starts = np.asarray(array.offsets)[:-1].astype(np.int64)
        values = strings(array.values, column, self.shard.id)
        for place in range(max(int(lengths.max(initial=0)), 1)):
            yield values.take(pa.array(starts + place, mask=lengths <= place))

    def _texts(self) -> Iterator[RowBlock]:
        """Plain text, line by line; it has no columns to group by."""
        from karat.readers.corpora.text_blocks import read_block_texts

        if self.by or self.where is not None:
            raise InvalidOption("Plain text has no columns to group or to filter by. Use .jsonl or .parquet.")
        if self.scores:
            raise InvalidOption("Plain text has no columns of scores. Use .jsonl or .parquet.")
        paths = (self.shard.path, *self.shard.references)
        for path in paths:
            for block in raw_blocks(path):
                self._digest.update(block)
        for systems, streams in read_block_texts({"": paths[0]}, paths[1:]):
            yield RowBlock(len(streams[0]), systems, streams, {})
