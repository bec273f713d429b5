"""Outcomes of systems on the same items: samples of lm-evaluation-harness, or any table with items and
outcomes.

A file for each system. A row has the item (`doc_id`, `item`, `id` …), and its outcome in a column: true or
false, or a number. Items are matched by name; where lm-evaluation-harness keeps a hash of the question, it
must be the same question.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus, UnknownName, caller_level
from karat.option_checks import finite
from karat.outcomes import OutcomeTable
from karat.readers.files.input_table import InputTable, table_of
from karat.remedies import either, option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.readers.files.opening import FilePath

_ITEMS = ("doc_id", "item", "item_id", "id", "question_id")
_QUESTION = "doc_hash"
_SHOWN = 5


class ChosenOutcome(UserWarning):
    """A file has several outcomes or filters, of which one was taken."""


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """The outcome of each item of a file, with its question and group where the file names them."""

    file: str
    values: dict[str, float]
    questions: dict[str, str]
    groups: dict[str, str]


def read_outcomes(
    systems: Mapping[str, FilePath],
    *,
    metric: str | None = None,
    item: str | None = None,
    group: str | None = None,
    answers: str | None = None,
    common_items: bool = False,
) -> OutcomeTable:
    """The outcomes of these systems on the same items, a file for each.

    `metric` is the column of outcomes (default: the first that lm-evaluation-harness lists), `item` that of
    items, and `group` that of groups; `doc.subject` is within an object. `answers` names one of several
    filters of lm-evaluation-harness. `common_items` leaves out items that a file lacks.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "small.tsv")
    ...     _ = path.write_text("item\\tcorrect\\n1\\ttrue\\n2\\tfalse\\n")
    ...     table = read_outcomes({"small": path}, metric="correct")
    >>> table.items, table.means
    (('1', '2'), {'small': 0.5})
    """
    if not systems:
        raise InvalidOption("There is no file of outcomes. Give one for each system.")
    tables = {name: _filtered(table_of(path, what="outcomes"), answers) for name, path in systems.items()}
    metric = metric or _metric_of(next(iter(tables.values())))
    files = {name: _read(table, metric, item, group) for name, table in tables.items()}
    items = _items(files, common_items=common_items)
    first = next(iter(files.values()))
    _check_questions(files, items)
    return OutcomeTable(
        {name: np.array([file.values[one] for one in items]) for name, file in files.items()},
        tuple(items),
        None if group is None else tuple(first.groups[one] for one in items),
        metric,
    )


def _filtered(table: InputTable, wanted: str | None) -> InputTable:
    if "filter" not in table.columns:
        if wanted is not None:
            raise InvalidOption(f"{table.file} has no filters. Leave out {option('answers')}.")
        return table
    filters = [str(value) for value in table.values("filter")]
    names = list(dict.fromkeys(filters))
    chosen = names[0] if wanted is None else wanted
    if chosen not in names:
        raise UnknownName.among("filter", chosen, names)
    if wanted is None and len(names) > 1:
        warnings.warn(
            f"{table.file}: it has answers of several filters; those of {chosen!r} are used, not those of "
            f"{', '.join(names[1:])}. {option('answers', names[1])} takes others.",
            ChosenOutcome,
            stacklevel=caller_level(),
        )
    return table.rows([row for row, name in enumerate(filters) if name == chosen])


def _metric_of(table: InputTable) -> str:
    """The first outcome that lm-evaluation-harness names in its rows."""
    listed = table.values("metrics")[0] if "metrics" in table.columns else None
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    if not names:
        raise InvalidOption(
            f"{table.file} does not say which column has the outcomes. Name it: "
            f"{option('metric', 'COLUMN')}. It has {', '.join(table.columns)}."
        )
    if len(names) > 1:
        warnings.warn(
            f"{table.file}: it has several outcomes; {names[0]} is used, not {', '.join(names[1:])}. "
            f"{option('metric', names[1])} takes another.",
            ChosenOutcome,
            stacklevel=caller_level(),
        )
    return names[0]


def _read(table: InputTable, metric: str, item: str | None, group: str | None) -> _Outcomes:
    column = item or next((name for name in _ITEMS if name in table.columns), None)
    if column is None:
        raise InvalidFile.at(
            table.file,
            f"no column names the items. Call it {_ITEMS[1]!r}, or name it: {option('item', 'COLUMN')}. It "
            f"has {', '.join(table.columns)}.",
        )
    outcomes = _column(table, metric, "outcomes")
    groups = None if group is None else _column(table, group, "groups")
    questions = table.values(_QUESTION) if _QUESTION in table.columns else None
    found = _Outcomes(table.file, {}, {}, {})
    for row, value in enumerate(_column(table, column, "items")):
        name = _label(table, column, row, value)
        if name in found.values:
            raise table.invalid(row, f"item {name!r} is there a second time. Keep one outcome of each item.")
        found.values[name] = _outcome(table, metric, row, outcomes[row])
        if groups is not None:
            found.groups[name] = _label(table, group or "", row, groups[row])
        if questions is not None:
            found.questions[name] = str(questions[row])
    return found


def _column(table: InputTable, name: str, what: str) -> Sequence[object]:
    """A column; `doc.subject` is what the objects of column `doc` have as `subject`."""
    if name in table.columns:
        return table.values(name)
    outer, _, inner = name.partition(".")
    if not inner or outer not in table.columns:
        raise InvalidFile.at(
            table.file, f"there is no column {name!r} for {what}. It has {', '.join(table.columns)}."
        )
    return [value.get(inner) if isinstance(value, dict) else None for value in table.values(outer)]


def _label(table: InputTable, column: str, row: int, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise table.invalid(row, f"{column} is {value!r}; a name or a whole number was expected.")
    return str(value)


def _outcome(table: InputTable, column: str, row: int, value: object) -> float:
    given = value.strip() if isinstance(value, str) else value
    if isinstance(given, str):
        truth = {"true": 1.0, "false": 0.0}.get(given.lower())
        try:
            number = truth if truth is not None else finite(float(given))
        except ValueError:
            number = None
    else:
        number = float(given) if isinstance(given, bool) else finite(given)
    if number is None:
        raise table.invalid(row, f"{column} is {value!r}; a number, or true or false, was expected.")
    return number


def _items(files: Mapping[str, _Outcomes], *, common_items: bool) -> list[str]:
    first = next(iter(files.values()))
    items = [item for item in first.values if all(item in file.values for file in files.values())]
    everything = dict.fromkeys(item for file in files.values() for item in file.values)
    if not items:
        raise MisalignedCorpus("No item is in every file. Compare systems on the same items.")
    if not common_items and len(items) < len(everything):
        short = next(file for file in files.values() if len(file.values) < len(everything))
        missing = [item for item in everything if item not in short.values]
        raise MisalignedCorpus(
            f"{short.file} has {len(short.values)} of {len(everything)} items; {_listed(missing)} missing. "
            f"Add them, or compare the {len(items)} that every file has: "
            f"{either('common_items=True', '--common-items')}."
        )
    return items


def _check_questions(files: Mapping[str, _Outcomes], items: Sequence[str]) -> None:
    first, *others = files.values()
    for file in others:
        for item in items:
            if (
                item in first.questions
                and file.questions.get(item, first.questions[item]) != first.questions[item]
            ):
                raise MisalignedCorpus(
                    f"Item {item} of {file.file} is another question than in {first.file}: {_QUESTION} "
                    "differs. Compare runs on the same version of a task."
                )


def _listed(items: Sequence[str]) -> str:
    shown = ", ".join(items[:_SHOWN])
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return f"{shown}{more} {'is' if len(items) == 1 else 'are'}"
