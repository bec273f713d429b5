"""What one annotator marked in a text: MUC's tags line by line, or stand-off JSON lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from karat.entities.muc import is_tagged
from karat.errors import InvalidFile
from karat.readers.corpora.annotation import documents_named, read_annotated
from karat.readers.files.lines import read_lines
from karat.readers.files.opening import display_name
from karat.reliability.entity_agreement import AnnotatedText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.readers.files.opening import FilePath


_JSON = (".jsonl", ".ndjson", ".json")


def is_entity_file(path: FilePath) -> bool:
    """Whether a file has annotated entities, and not judgements: by its ending, or by its first line."""
    name = display_name(path).removesuffix(".gz").removesuffix(".zst").lower()
    if name.endswith((".muc", ".sgm", ".sgml")):
        return True
    if not name.endswith(_JSON):
        return name.endswith(".txt") and any(is_tagged(line) for line in read_lines(path))
    return is_standoff(path)


def is_standoff(path: FilePath) -> bool:
    """Whether a file has stand-off JSON lines, by its ending and its first line."""
    if not display_name(path).removesuffix(".gz").removesuffix(".zst").lower().endswith(_JSON):
        return False
    first = next(iter(read_lines(path)), "")
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and isinstance(row.get("entities"), list)


def read_annotator(path: FilePath, *, documents: Sequence[str] | None = None) -> AnnotatedText:
    """The file of one annotator, who is called as the file; `documents` where the file does not say them."""
    segments = read_annotated(path)
    known = documents if documents is not None else documents_named(path)
    if known is not None and len(known) != len(segments):
        raise InvalidFile.at(
            display_name(path),
            f"there are {len(segments)} segments, and documents for {len(known)}. Give one for each.",
        )
    name = Path(display_name(path).removesuffix(".gz").removesuffix(".zst"))
    return AnnotatedText(
        name.stem or name.name,
        tuple(text for text, _ in segments),
        tuple(found for _, found in segments),
        None if known is None else tuple(known),
    )
