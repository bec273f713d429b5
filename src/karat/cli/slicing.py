"""From the names of slices to partitions of the corpus."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from karat.comparison import PARTITIONS, Partition, partition
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.readers.corpora.folder import TABLES
from karat.readers.corpora.segment_column import read_segment_column
from karat.readers.files.lines import read_lines

if TYPE_CHECKING:
    from karat.cli.compare import CompareOptions
    from karat.cli.inputs import Kind
    from karat.corpus import Corpus


def chosen_partitions(options: CompareOptions, corpus: Corpus, kind: Kind) -> list[Partition]:
    """The ways to cut the corpus that were asked for."""
    named = [_named(text, options, corpus, kind) for text in options.slices or ()]
    return named + [_labelled(path, corpus) for path in options.labels or ()]


def _named(text: str, options: CompareOptions, corpus: Corpus, kind: Kind) -> Partition:
    """`source-length`, or any column of the table; `source-length=10,20` with edges."""
    name, equals, listed = text.partition("=")
    edges = _edges(name, listed) if equals else None
    if name in PARTITIONS:
        return partition(corpus, name, edges=edges)
    path = options.inputs[0]
    if kind != "corpus" or path.endswith(".xml") or not _has_table(path):
        raise UnknownName.among("partition", name, PARTITIONS)

    try:
        return Partition.of_values(name, read_segment_column(path, corpus, name), edges=edges)
    except UnknownName as unknown:
        raise UnknownName(f"{unknown} Other slices are: {', '.join(PARTITIONS)}.") from None


def _has_table(path: str) -> bool:
    """Whether the corpus is a table, not a folder of texts."""
    if not os.path.isdir(path):  # noqa: PTH112 (as in karat.cli.inputs)
        return True
    return any(os.path.exists(f"{path}/{name}") for name in TABLES)  # noqa: PTH110


def _edges(name: str, listed: str) -> list[float]:
    try:
        return [float(edge) for edge in listed.split(",")]
    except ValueError:
        raise InvalidOption(
            f"--slices {name}={listed}: numbers were expected after '=', such as {name}=10,20."
        ) from None


def _labelled(path: str, corpus: Corpus) -> Partition:
    """A file with a label for each segment, line by line; it is called as the file."""
    labels = read_lines(path)
    if len(labels) != len(corpus):
        raise MisalignedCorpus(
            f"{path}: the number of labels is {len(labels)}, that of segments {len(corpus)}. "
            "Each line must have the label of one segment."
        )
    name = os.path.basename(path)  # noqa: PTH119
    return Partition.of_values(name.partition(".")[0] or name, labels)
