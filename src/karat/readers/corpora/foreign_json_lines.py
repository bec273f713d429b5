"""JSON lines of other programs: WMT25's texts with people's scores, and samples of lm-evaluation-harness.

WMT25: a segment on each line, with the output of every system by its name, references (`refA`) among them,
and in `scores` what people gave each. lm-evaluation-harness (`samples_TASK_TIME.jsonl`): one model's answers,
the reference in `target`.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidFile, caller_level
from karat.ordered_sums import added
from karat.readers.files import columns
from karat.readers.files.input_table import InputTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_WMT25 = {"doc_id", "src_text", "tgt_text"}
_SAMPLES = {"doc", "target", "filtered_resps"}


class OtherFilters(UserWarning):
    """A file has the same answers through several filters, of which one was taken."""


def is_wmt25(names: Sequence[str]) -> bool:
    """Whether a file with these keys is WMT25's."""
    return set(names) >= _WMT25


def known(table: InputTable) -> InputTable:
    """The table as Karat has it: a row for each segment, and a column for each system and reference."""
    if is_wmt25(table.columns):
        return _of_wmt25(table)
    return _of_samples(table) if set(table.columns) >= _SAMPLES else table


def wmt25_scores(table: InputTable) -> dict[str, list[float]]:
    """What people gave each system in each segment, NaN where nobody judged; the mean of several."""
    rows = [_object(table, "scores", row, value or {}) for row, value in enumerate(table.values("scores"))]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [_score(table, place, row.get(name)) for place, row in enumerate(rows)] for name in names}


def _score(table: InputTable, row: int, given: object) -> float:
    if given is None:
        return float("nan")
    each = [one.get("human") if isinstance(one, dict) else one for one in _listed(given)]
    values = [one for one in each if one is not None]
    if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in values):
        raise table.invalid(row, f"a score of people is {each!r}; numbers were expected.")
    return added(values) / len(values) if values else float("nan")


def _listed(given: object) -> list[Any]:
    return given if isinstance(given, list) else [given]


def _of_wmt25(table: InputTable) -> InputTable:
    outputs = [_object(table, "tgt_text", row, value) for row, value in enumerate(table.values("tgt_text"))]
    documents = [str(value) for value in table.values("doc_id")]
    parts = [document.split("_#_") for document in documents]
    pairs = list(dict.fromkeys(part[0] for part in parts if len(part) > 1))
    if len(pairs) > 1:
        raise InvalidFile.at(
            table.file,
            f"it has {len(pairs)} language pairs: {', '.join(pairs)}. Keep the lines of one: grep "
            f'\'"doc_id": "{pairs[0]}_\' {table.file} > {pairs[0]}.jsonl',
        )
    found: dict[str, Callable[[], Sequence[object]]] = {
        "source": lambda: table.values("src_text"),
        "document": lambda: documents,
    }
    if all(len(part) > 2 for part in parts):
        found["text_type"] = lambda: [part[1] for part in parts]
    if pairs:
        found["lp"] = lambda: [pairs[0]] * len(table)
    for name in dict.fromkeys(name for row in outputs for name in row):
        is_reference = bool(columns.references([name]))
        key = name if is_reference else f"{columns.SYSTEM_PREFIX}{name}"
        found[key] = lambda name=name: [row.get(name) for row in outputs]  # type: ignore[misc]
    return _table(table, found, range(len(table)))


def _of_samples(table: InputTable) -> InputTable:
    rows = range(len(table))
    if "filter" in table.columns:
        filters = [str(value) for value in table.values("filter")]
        others = [name for name in dict.fromkeys(filters) if name != filters[0]]
        if others:
            warnings.warn(
                f"{table.file}: it has answers of several filters; those of {filters[0]!r} are used, not "
                f"those of {', '.join(others)}.",
                OtherFilters,
                stacklevel=caller_level(),
            )
        kept = [row for row, name in enumerate(filters) if name == filters[0]]
    else:
        kept = list(rows)
    answers, targets, documents = (table.values(name) for name in ("filtered_resps", "target", "doc"))
    found: dict[str, Callable[[], Sequence[object]]] = {
        "hypothesis": lambda: [_first(answers[row]) for row in kept],
        "references": lambda: [_listed(targets[row]) for row in kept],
    }
    sources = [doc.get("src") if isinstance(doc, dict) else None for doc in (documents[row] for row in kept)]
    if all(isinstance(source, str) for source in sources):
        found["source"] = lambda: sources
    return _table(table, found, kept)


def _first(answer: object) -> object:
    """The answer that was scored; a task may have asked several times."""
    while isinstance(answer, list) and answer:
        answer = answer[0]
    return answer


def _object(table: InputTable, column: str, row: int, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise table.invalid(row, f"{column} is {value!r}; an object with the systems' names was expected.")
    return value


def _table(
    table: InputTable, found: dict[str, Callable[[], Sequence[object]]], kept: Sequence[int]
) -> InputTable:
    lines = None if table.lines is None else [table.lines[row] for row in kept]
    return InputTable(table.file, list(found), lambda name: found[name](), len(kept), lines)
