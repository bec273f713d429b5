"""Which reader makes a table of a file: its name tells."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.readers.files.opening import display_name, read_bytes

if TYPE_CHECKING:
    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath


def table_of(path: FilePath, *, what: str) -> InputTable:
    """The table of a file; `what` says what it should hold, for the message if it is none."""
    name = display_name(path)
    match ending_of(name):
        case "tsv":
            from karat.readers.corpora.tsv import tsv_table as read
        case "csv":
            from karat.readers.corpora.tsv import csv_table as read
        case "jsonl" | "ndjson":
            from karat.readers.corpora.json_lines import json_lines_table as read
        case "parquet":
            from karat.readers.corpora.parquet import parquet_table as read
        case _:
            raise InvalidFile.at(
                name,
                f"a table of {what} was expected: .tsv, .csv, .jsonl, .ndjson or .parquet "
                "(also .gz or .zst). Give it that ending, and a header that names its columns.",
            )
    return read(path)


def is_table(name: str) -> bool:
    """Whether a file of that name is a table, which may have columns beside the texts."""
    return ending_of(name) in ("tsv", "csv", "jsonl", "ndjson", "parquet")


def base_name(path: FilePath) -> str:
    """The name of a file without its folders."""
    return display_name(path).replace("\\", "/").rpartition("/")[2]


def checksum(path: FilePath) -> str:
    """The start of the checksum that tells whether a file is still the same."""
    return sha256(read_bytes(path)).hexdigest()[:12]


def ending_of(name: str) -> str:
    """What tells the format of a file, whether compressed or not."""
    return name.removesuffix(".gz").removesuffix(".zst").rpartition(".")[2].lower()
