"""The first pass of metrics that learn, as files: references of shards, which other machines may gather."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from karat._version import __version__
from karat.engines.engine import Attempt, ShardFailure, engine_of
from karat.engines.learning import Gathered, Gathering, learn
from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus
from karat.output_files import write_file
from karat.small_files import read_small_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from karat.engines.counting import CountingTask
    from karat.engines.engine import Engine
    from karat.engines.shards import Shard

_SCHEMA = 1
# References of millions of segments: what fits into memory.
_MOST_BYTES = 1 << 33


class _Item(msgspec.Struct, array_like=True, frozen=True):
    """A document, or nothing, the references of a segment, and how often they are there."""

    document: str | None
    references: tuple[str | None, ...]
    times: int


class _Group(msgspec.Struct, frozen=True):
    key: tuple[str, ...]
    items: list[_Item]


class _Shard(msgspec.Struct, frozen=True):
    shard: str
    fingerprint: str
    groups: list[_Group]


class _Way(msgspec.Struct, frozen=True):
    """How references were gathered: those of other ways do not belong together."""

    by: tuple[str, ...]
    where: str
    document: str | None
    karat: str


class _GatheredFile(msgspec.Struct, frozen=True):
    schema: int
    way: _Way
    references: list[_Shard]


@dataclass(frozen=True, slots=True)
class GatheredFiles:
    """The references of shards, and how they were gathered."""

    way: _Way
    shards: tuple[Gathered, ...]


def gather_shards(
    gathering: Gathering,
    shards: Sequence[Shard],
    *,
    engine: str | Executor | Engine | None = None,
    workers: int | None = None,
    path: str,
    known: GatheredFiles | None = None,
) -> tuple[list[Gathered], list[ShardFailure]]:
    """Write the references of shards to a file; those that are `known`, and have not changed, are kept."""
    way = _way_of(gathering)
    kept: dict[str, Gathered] = {}
    if known is not None:
        _check_way(way, known.way, path)
        named = {shard.id: shard for shard in shards}
        for one in known.shards:
            shard = named.get(one.shard)
            if shard is None or gathering.reader(shard).sign() == one.fingerprint:
                kept[one.shard] = one
    left = [shard for shard in shards if shard.id not in kept]
    failures: dict[str, ShardFailure] = {}
    for outcome in engine_of(engine, workers=workers).run(Attempt(gathering.count), left) if left else ():
        if isinstance(outcome, ShardFailure):
            failures[outcome.shard] = outcome
        elif isinstance(outcome, Gathered):
            kept.setdefault(outcome.shard, outcome)
    file = _GatheredFile(_SCHEMA, way, [_recorded(one) for one in kept.values()])
    write_file(path, msgspec.json.encode(file) + b"\n")
    return [kept[shard.id] for shard in shards if shard.id in kept], list(failures.values())


def read_gathered(paths: Sequence[str]) -> GatheredFiles:
    """The references in files, each shard once."""
    found: dict[str, Gathered] = {}
    way: _Way | None = None
    for path in paths:
        file = _read(path)
        if way is not None:
            _check_way(way, file.way, path)
        way = file.way
        for shard in file.references:
            groups = {
                group.key: Counter({(item.document, item.references): item.times for item in group.items})
                for group in shard.groups
            }
            one = Gathered(shard.shard, groups, shard.fingerprint)
            if found.setdefault(one.shard, one).fingerprint != one.fingerprint:
                raise MisalignedCorpus(
                    f"{one.shard} is a changed shard: its references are in two files, and differ. Gather "
                    "them again, and leave out the old file."
                )
    if way is None:
        raise InvalidOption("There are no files of references.")
    return GatheredFiles(way, tuple(found.values()))


def learnt_task(task: CountingTask, gathered: GatheredFiles, shards: Sequence[Shard]) -> CountingTask:
    """The task with what its metrics learn from gathered references, for shards that are among them."""
    gathering = Gathering(task.by, task.columns, task.where, gathered.way.document)
    _check_way(_way_of(gathering), gathered.way, "the file of references")
    prints = {one.shard: one.fingerprint for one in gathered.shards}
    for shard in shards:
        if shard.id not in prints:
            raise InvalidOption(
                f"{shard.id} is not among the shards whose references were gathered. Gather those of all "
                "shards before any is counted."
            )
        if gathering.reader(shard).sign() != prints[shard.id]:
            raise MisalignedCorpus(
                f"{shard.id} is a changed shard: its references were gathered before. Gather them again."
            )
    knowledge = learn(task.learners, gathered.shards, document=gathered.way.document)
    return replace(task, knowledge=knowledge)


def _way_of(gathering: Gathering) -> _Way:
    where = "" if gathering.where is None else gathering.where.text
    return _Way(gathering.by, where, gathering.document, __version__)


def _check_way(ours: _Way, theirs: _Way, path: str) -> None:
    words = {"by": "grouping", "where": "condition", "document": "column of documents", "karat": "version"}
    for name, word in words.items():
        if getattr(ours, name) != getattr(theirs, name):
            raise InvalidOption(
                f"{path} has references with the {word} {_spoken(getattr(theirs, name))}, and "
                f"{_spoken(getattr(ours, name))} was expected. Gather all references in one way."
            )


def _spoken(value: str | tuple[str, ...] | None) -> str:
    return ", ".join([value] if isinstance(value, str) else value or ()) or "none"


def _recorded(gathered: Gathered) -> _Shard:
    groups = [
        _Group(key, [_Item(document, references, times) for (document, references), times in items.items()])
        for key, items in gathered.groups.items()
    ]
    return _Shard(gathered.shard, gathered.fingerprint, groups)


def _read(path: str) -> _GatheredFile:
    try:
        file = msgspec.json.decode(read_small_bytes(path, most=_MOST_BYTES), type=_GatheredFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidFile.at(path, f"this is no file of references ({error}). Gather them again.") from None
    if file.schema != _SCHEMA:
        raise InvalidFile.at(
            path,
            f"its schema is {file.schema}, and this version of Karat reads {_SCHEMA}. Gather them again.",
        )
    if any(item.times < 1 for shard in file.references for group in shard.groups for item in group.items):
        raise InvalidFile.at(path, "this is no file of references (a count below 1). Gather them again.")
    return file
