"""What the columns of a table are called, and which of them is meant."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, MissingColumn

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Role:
    """What a column tells, and the names it may have; the first is Karat's own and wins over the others."""

    what: str
    names: tuple[str, ...]


SYSTEM = Role("the name of the system", ("system",))
METRIC = Role("the name of the metric", ("metric", "metric_name"))
SCORE = Role("the score", ("score",))
SEGMENT = Role("the segment", ("seg_id", "segment_id", "segment", "id"))
DOCUMENT = Role("the document", ("doc_id", "document_id", "document", "doc"))
PARAGRAPH = Role("the paragraph", ("paragraph", "paragraph_id"))
TEXT_TYPE = Role("the text type", ("domain", "text_type", "genre"))
SOURCE = Role("the source", ("source", "src"))
HYPOTHESIS = Role("the hypothesis", ("hypothesis", "output", "translation", "mt", "hyp", "tgt"))
REFERENCES = Role("the references", ("references", "refs"))
REFERENCE = Role("a reference", ("reference", "reference_1", "reference_2", "ref"))
LANGUAGE_PAIR = Role("the language pair", ("lp", "language_pair"))
SOURCE_LANGUAGE = Role("the source language", ("source_language",))
TARGET_LANGUAGE = Role("the target language", ("target_language",))
SYSTEM_LABEL = Role("the kind of the system", ("label", "architecture", "kind", "type"))
IS_HUMAN = Role("whether a person translated", ("is_human",))

JUDGE = Role("the judge", ("judge", "rater", "annotator", "worker", "user"))
GROUP = Role("the group of the judge", ("group", "judge_group"))
DIMENSION = Role("what was judged", ("dimension", "criterion", "aspect"))
SCALE = Role("the scale", ("scale",))
VALUE = Role("the value", ("value", "score", "rating", "raw"))
TIME = Role("the time", ("time", "timestamp", "end_time"))
OCCASION = Role("which time it is that a judge sees an item", ("occasion", "repeat"))
PAGE = Role("the page on which outputs stood side by side", ("page", "page_id"))

FIRST_SEGMENT = Role("the number of the first segment", ("first_segment",))

SYSTEM_PREFIX = "system:"

# A small letter must stand apart: `references` is a column of lists.
_REFERENCE = r"(ref|reference)([0-9]+|[A-Z]|[_-]([0-9]+|[A-Za-z]))?"


def as_number(value: object) -> float:
    """A cell as a number. Python also reads "1_0" as 10, which no table means."""
    if isinstance(value, str) and "_" in value:
        raise ValueError(value)
    return float(value)  # type: ignore[arg-type]


def find(columns: Sequence[str], role: Role, file: str) -> str | None:
    """The column of a role, if there is one."""
    present = [name for name in role.names if name in columns]
    if len(present) > 1 and present[0] != role.names[0]:
        raise InvalidFile.at(
            file,
            f"the columns {' and '.join(present)} may each hold {role.what}. "
            f"Call the right one {role.names[0]!r}.",
        )
    return present[0] if present else None


def require(columns: Sequence[str], role: Role, file: str) -> str:
    """The column of a role, which must be there."""
    column = find(columns, role, file)
    if column is None:
        raise missing(columns, role, file)
    return column


def references(columns: Sequence[str]) -> list[str]:
    """The columns that hold one reference each, in the order of the file."""
    return [column for column in columns if re.fullmatch(_REFERENCE, column)]


def missing(columns: Sequence[str], role: Role, file: str, *, pattern: str | None = None) -> MissingColumn:
    """No column has the role; `pattern` is how else such columns may be called."""
    names = " or ".join(repr(name) for name in (*role.names, *([pattern] if pattern else ())))
    near = _near(role, columns)
    hint = f" Is {near!r} the one? Then call it {role.names[0]!r}." if near else ""
    return MissingColumn.at(
        file,
        f"there is no column for {role.what}; {names} was expected. "
        f"The columns are: {', '.join(columns)}.{hint}",
    )


def _near(role: Role, columns: Sequence[str]) -> str | None:
    plain = {column.strip().lower(): column for column in columns}
    for name in role.names:
        if near := difflib.get_close_matches(name, plain, n=1, cutoff=0.7):
            return plain[near[0]]
    return None
