"""What is compared: runs of a system, the unit that is drawn, and slices of the text."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from karat.cli.option_groups import HumanColumnOptions, RunOptions, ScoringOptions
from karat.comparison import PARTITIONS, Partition, partition
from karat.comparison.run_families import read_families
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.readers.corpora.folder import TABLES, read_segment_column
from karat.readers.files.input_table import is_table
from karat.readers.files.lines import read_lines

if TYPE_CHECKING:
    from karat.cli.inputs import Kind
    from karat.corpus import Corpus


class ComparisonInputOptions(ScoringOptions, RunOptions, HumanColumnOptions):
    """Which systems are compared, and by which metrics; and what some commands ask of them beside."""

    draw: str | None = None
    stratify: bool | None = None
    slices: list[str] | None = None
    labels: list[str] | None = None


def settle_unit(options: ComparisonInputOptions) -> None:
    """`--unit document` cannot be meant of n-grams: it says what to draw."""
    if options.unit in ("segment", "paragraph", "document"):
        if options.draw not in (None, options.unit):
            raise InvalidOption(f"--draw {options.draw} and --unit {options.unit} contradict each other.")
        options.draw, options.unit = options.unit, None


def check_labels(options: ComparisonInputOptions, kind: Kind) -> None:
    """Plain text says nothing of documents, paragraphs and text types; a file beside it does."""
    if kind != "text":
        return
    by_paragraph = options.draw == "paragraph" or "paragraph" in (options.slices or ())
    by_document = options.draw == "document" or "document" in (options.slices or ())
    by_text_type = options.stratify or "text-type" in (options.slices or ())
    for wanted, file, what in (
        (by_document, options.documents, "document"),
        (by_paragraph, options.paragraphs, "paragraph"),
        (by_text_type, options.text_types, "text type"),
    ):
        if wanted and file is None:
            raise InvalidOption(
                f"The {what} of each line of plain text is not known. Name a file that has it, line by line: "
                f"--{what.replace(' ', '-')}s FILE."
            )


def chosen_runs(options: ComparisonInputOptions, corpus: Corpus) -> dict[str, list[str]] | None:
    """The runs of each system, where there are several."""
    if options.runs is None:
        return None

    return read_families(list(corpus.systems), options.runs)


def chosen_partitions(options: ComparisonInputOptions, corpus: Corpus, kind: Kind) -> list[Partition]:
    """The ways to cut the corpus that were asked for."""
    named = [_named(text, options, corpus, kind) for text in options.slices or ()]
    return named + [_labelled(path, corpus) for path in options.labels or ()]


def _named(text: str, options: ComparisonInputOptions, corpus: Corpus, kind: Kind) -> Partition:
    """`source-length`, or any column of the table; `source-length=10,20` with edges."""
    name, equals, listed = text.partition("=")
    edges = _edges(name, listed) if equals else None
    if name in PARTITIONS:
        return partition(corpus, name, edges=edges)
    path = options.inputs[0]
    if kind != "corpus" or not _has_table(path):
        raise UnknownName.among("partition", name, PARTITIONS)

    try:
        return Partition.of_values(name, read_segment_column(path, corpus, name), edges=edges)
    except UnknownName as unknown:
        raise UnknownName(f"{unknown} Other slices are: {', '.join(PARTITIONS)}.") from None


def _has_table(path: str) -> bool:
    """Whether the corpus is a table, not marked-up text or a folder of texts."""
    if not os.path.isdir(path):  # noqa: PTH112 (as in inputs)
        return is_table(path)
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
