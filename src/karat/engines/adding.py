"""Partial sums add: to scores, whichever way the text was cut, and however often a shard was delivered."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Results, Shown
from karat.engines.counting import joined
from karat.engines.partials import recipe_record
from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus
from karat.frames import stacked
from karat.metrics.catalogue import parse
from karat.metrics.totals import score_of
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from karat.engines.partials import CountingRecipe, GroupTotals, Partial
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.scores import Score


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupedTotals(Shown):
    """The totals of all shards by group, and the scores that they give.

    `missing` names the shards that are known to exist and were not delivered; `failed` those that could not
    be counted, with the reason. `copies` has shards of other names with the same content, which may be one
    shard that was named in two ways.

    >>> from karat import Bleu, demo
    >>> from karat.engines import add, count_shard, shards_of
    >>> parts = [count_shard(shard, [Bleu()], by=["system"]) for shard in shards_of(demo.segments_path())]
    >>> totals = add(parts + parts)
    >>> totals.segments, round(totals.scores[0].value, 2)
    (288, 53.64)
    """

    recipe: CountingRecipe
    metrics: tuple[Metric, ...]
    groups: tuple[GroupTotals, ...]
    shards: int
    missing: tuple[str, ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    copies: tuple[tuple[str, str], ...] = ()

    @property
    def segments(self) -> int:
        """How many rows were counted."""
        return sum(group.segments for group in self.groups)

    @property
    def scores(self) -> Results[Score]:
        """One score per group and metric; where rows were not grouped, the group is called `all`."""
        return Results(score for group in self.groups for score in self.scores_of(group))

    def scores_of(self, group: GroupTotals) -> list[Score]:
        """One score per metric."""
        return [
            score_of(
                metric,
                self.name(group),
                list(total),
                segments=group.segments,
                references=group.references,
                label=group.label,
            )
            for metric, total in zip(self.metrics, group.totals, strict=True)
        ]

    def name(self, group: GroupTotals) -> str:
        """What a group is called in one word."""
        return " / ".join(group.key) or "all"

    def group(self, *key: str) -> GroupTotals:
        """The group with that key."""
        for group in self.groups:
            if group.key == key:
                return group
        raise InvalidOption(f"There is no group {key!r}. The groups are: {self._names()}.")

    def _names(self) -> str:
        return ", ".join(map(self.name, self.groups[:10])) + (", …" if len(self.groups) > 10 else "")

    def _columns(self) -> Columns:
        """A row for each group and metric."""
        keys = [group.key for group in self.groups for _ in self.metrics]
        labels = {name: [key[place] for key in keys] for place, name in enumerate(self.recipe.by)}
        return {**labels, **stacked(score._columns() for score in self.scores)}


def add(
    partials: Iterable[Partial],
    *,
    metrics: Sequence[Metric] | None = None,
    expected: Iterable[str] = (),
    failed: Mapping[str, str] | None = None,
) -> GroupedTotals:
    """Add partial sums, each shard once.

    A shard may be delivered any number of times, and in any order. One that comes with other contents than
    before is refused, and so are sums of other recipes or versions. `expected` names the shards that there
    should be. `metrics` are needed where a recipe cannot rebuild them.

    >>> from karat import Bleu, demo
    >>> from karat.engines import count_shard, shards_of
    >>> add([count_shard(shard, [Bleu()]) for shard in shards_of(demo.segments_path())]).scores[0].segments
    288
    """
    known: dict[str, _Delivered] = {}
    recipe: CountingRecipe | None = None
    groups: dict[tuple[str, ...], GroupTotals] = {}
    # Each is let go of as soon as it is added: those of many shards do not fit into memory.
    for partial in partials:
        recipe = recipe or partial.recipe
        check_recipe(recipe, partial)
        delivered = _Delivered.of(partial)
        before = known.setdefault(partial.shard, delivered)
        if before is not delivered:
            if before != delivered:
                raise MisalignedCorpus(
                    f"{partial.shard} is a changed shard: it was delivered twice, with different contents. "
                    "Count it again, and leave out the old sums."
                )
            continue
        for group in partial.groups:
            _check_size(group)
            before_group = groups.get(group.key)
            groups[group.key] = group if before_group is None else joined(before_group, group)
    failed = failed or {}
    if recipe is None:
        if failed:
            raise InvalidFile(next(iter(failed.values())))
        raise InvalidOption("There are no partial sums to add.")
    wanted = (*sorted(_gaps(known)), *expected)
    missing = [shard for shard in wanted if shard not in known and shard not in failed]
    return GroupedTotals(
        recipe,
        tuple(map(parse, recipe.metrics)) if metrics is None else tuple(metrics),
        tuple(groups[key] for key in sorted(groups)),
        len(known),
        tuple(dict.fromkeys(missing)),
        dict(sorted(failed.items())),
        tuple(_copies(known)),
    )


@dataclass(frozen=True, slots=True)
class _Delivered:
    """What is remembered of a shard that was added: enough to know it again."""

    fingerprint: str
    segments: int
    sums: bytes

    @classmethod
    def of(cls, partial: Partial) -> _Delivered:
        """The shard of some partial sums."""
        sums = repr([(group.key, group.totals) for group in partial.groups]).encode()
        return cls(partial.fingerprint, partial.segments, blake2b(sums, digest_size=16).digest())


def check_recipe(recipe: CountingRecipe, partial: Partial) -> None:
    """Refuse sums that were counted in another way."""
    if partial.recipe == recipe:
        return
    ours, theirs = recipe_record(recipe), recipe_record(partial.recipe)
    name = next(name for name in ours if ours[name] != theirs[name])
    words = {
        "karat": "version of Karat",
        "unicode": "version of Unicode",
        "by": "grouping",
        "where": "condition",
    }
    raise InvalidOption(
        f"{partial.shard} was counted with the {words.get(name, name)} {_spoken(theirs[name])}, others with "
        f"{_spoken(ours[name])}. Such sums do not add: count all shards in one way."
    )


def _spoken(value: Any) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value) or "none"


def _check_size(group: GroupTotals) -> None:
    """Cells are added as numbers of 64 bits, of which the sums must stay far enough away."""
    if group.cells is not None and any(
        int(abs(counts).max(initial=0)) > np.iinfo(np.int64).max >> 20 for counts in group.cells.counts
    ):
        raise MisalignedCorpus(f"The totals of {group.key} are too large to draw from. Count smaller parts.")


def _gaps(known: Iterable[str]) -> Iterator[str]:
    """The parts of Parquet files of which some parts are there."""
    files: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for shard in known:
        path, mark, part = shard.rpartition("#")
        if not mark or "/" not in part or not path.endswith(".parquet"):
            continue
        span, _, of = part.partition("/")
        first, _, last = span.partition("-")
        if first.isdecimal() and last.isdecimal() and of.isdecimal():
            files.setdefault((path, int(of)), []).append((int(first), int(last)))
    for (path, groups), spans in files.items():
        place = 0
        for begin, end in [*sorted(spans), (groups, groups)]:
            if begin > place:
                yield f"{path}#{place}-{begin - 1}/{groups}"
            elif begin < place:
                raise MisalignedCorpus(
                    f"{path}: row group {begin} is in two shards, which were cut in different ways. Count "
                    f"the file again with {either('shards_of', 'one karat count')}."
                )
            place = end + 1


def _copies(known: Mapping[str, _Delivered]) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    # By name: the order in which shards are delivered differs from run to run.
    for shard, delivered in sorted(known.items(), key=lambda one: one[0]):
        if delivered.segments > 1:
            first = seen.setdefault(delivered.fingerprint, shard)
            if first != shard:
                yield first, shard
