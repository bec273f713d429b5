"""Errors that judges or detectors marked in outputs: MQM's tables, JSON lines, Pearmut's pages, campaigns."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from karat.campaigns.collected_judgements import judged
from karat.campaigns.masking import shown_campaign
from karat.campaigns.store import open_store
from karat.errors import InvalidFile
from karat.judgements.error_spans import ErrorSpan, MarkedErrors, MarkedOutput
from karat.readers.corpora.campaign import is_campaign, outputs_of
from karat.readers.files import columns
from karat.readers.files.input_table import base_name, table_of
from karat.readers.files.opening import display_name
from karat.readers.people.mqm import is_mqm, renamed
from karat.readers.people.pearmut import is_pearmut, read_pearmut_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath

SPANS = columns.Role("the marked spans", ("spans", "error_spans", "errors"))
_MARKS = re.compile(r"</?v>")
_NO_ERROR = "no-error"


def read_error_spans(path: FilePath, *, rater: str | None = None) -> tuple[MarkedErrors, ...]:
    """What each judge or detector marked in a file, whose columns tell its format.

    An MQM table has a row for each error, with the marked characters between <v> and </v> in the target. JSON
    lines have a line for each output, with its spans in a list: `start`, `end` (the place behind the last
    character, in code points), and, if known, `severity` and `category`. `rater` is who marked the spans of a
    file that has no column of judges; by default it has the name of the file.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> line = '{"system": "A", "segment": 1, "hypothesis": "the hose", "spans": [{"start": 4, "end": 8}]}'
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "xcomet.jsonl"
    ...     _ = file.write_text(line)
    ...     (found,) = read_error_spans(file)
    >>> found.rater, found.outputs["A", "1"].spans
    ('xcomet', (ErrorSpan(start=4, end=8, severity='', category=''),))
    """
    if is_campaign(path):
        return _of_campaign(path)
    if is_pearmut(path):
        return _by_rater(
            (judge, _marked(display_name(path), system, segment, document, text, marks))
            for judge, system, segment, document, text, marks in read_pearmut_marks(path)
        )
    table = table_of(path, what="error spans")
    if is_mqm(table):
        return _of_mqm(renamed(table))
    if table.find(SPANS) is None:
        raise InvalidFile.at(
            table.file,
            f"there are no error spans: its columns are {', '.join(table.columns)}. Expected are MQM's table "
            "with category and severity, or a column spans with a list of start, end and severity.",
        )
    return _of_lists(table, rater or base_name(path).partition(".")[0])


def _by_rater(marked: Iterable[tuple[str, MarkedOutput]]) -> tuple[MarkedErrors, ...]:
    found: dict[str, list[MarkedOutput]] = {}
    for rater, output in marked:
        found.setdefault(rater, []).append(output)
    return tuple(MarkedErrors.of(rater, outputs) for rater, outputs in found.items())


def _cells(table: InputTable, role: columns.Role, *, needed: bool = True) -> list[str]:
    """A column of names, empty where the table lacks one that is not needed."""
    column = table.require(role) if needed else table.find(role)
    if column is None:
        return [""] * len(table)
    names = [table.label(column, row, value) for row, value in enumerate(table.values(column))]
    if needed and "" in names:
        raise table.invalid(names.index(""), f"{column} is empty; {role.what} was expected.")
    return names


def _of_lists(table: InputTable, rater: str) -> tuple[MarkedErrors, ...]:
    """A row for each output, with its spans as a list."""
    judges = _cells(table, columns.JUDGE) if table.find(columns.JUDGE) else [rater] * len(table)
    systems, segments = _cells(table, columns.SYSTEM), _cells(table, columns.SEGMENT)
    documents = _cells(table, columns.DOCUMENT, needed=False)
    texts = _cells(table, columns.HYPOTHESIS, needed=False)
    column = table.require(SPANS)
    found = []
    for row, cell in enumerate(table.values(column)):
        place = f"{table.file}, {table.place(row)}"
        output = _marked(place, systems[row], segments[row], documents[row], texts[row], _list(cell, place))
        found.append((judges[row], output))
    return _by_rater(found)


def _list(cell: object, place: str) -> list[Any]:
    """The spans of an output; in tables of text they are written as JSON."""
    if isinstance(cell, str):
        try:
            cell = json.loads(cell or "[]")
        except (ValueError, RecursionError) as problem:
            raise InvalidFile(
                f"{place}: the spans are no JSON: {problem}. Write a list, or [] for none."
            ) from None
    if not isinstance(cell, list):
        raise InvalidFile(f"{place}: the spans are {cell!r}; a list was expected, [] where none is marked.")
    return cell


def _marked(
    place: str, system: str, segment: str, document: str, text: str, marks: Iterable[Any]
) -> MarkedOutput:
    spans = tuple(_span(place, text, mark) for mark in marks)
    return MarkedOutput(system, segment, document, len(text), spans)


def _span(place: str, text: str, mark: Any) -> ErrorSpan:
    if not isinstance(mark, dict):
        raise InvalidFile(f"{place}: a span is {mark!r}; an object with start and end was expected.")
    inclusive = "start" not in mark and "start_i" in mark
    names = ("start_i", "end_i") if inclusive else ("start", "end")
    start, end = (_place(place, mark, name) for name in names)
    # Pearmut names the last character; that behind the text stands for something missing.
    if inclusive:
        start, end = (0, 0) if text and start >= len(text) else (start, end + 1)
        end = min(end, len(text)) if text else end
    if end < start or (text and end > len(text)):
        length = f", which has {len(text)} characters" if text else ""
        raise InvalidFile(
            f"{place}: a span goes from {start} to {end}{length}. Places are counted in characters (code "
            "points), from 0, and the end is the place behind the last one."
        )
    said = mark.get("text")
    if isinstance(said, str) and text and said.strip() != text[start:end].strip():
        raise InvalidFile(
            f"{place}: the span from {start} to {end} is {text[start:end]!r}, and its text is given as "
            f"{said!r}. Places are counted in characters (code points) of the output."
        )
    severity, category = (str(mark.get(name) or "").lower() for name in ("severity", "category"))
    return ErrorSpan(start, end, severity, category)


def _place(place: str, mark: Mapping[str, Any], name: str) -> int:
    found = mark.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        raise InvalidFile(f"{place}: the {name} of a span is {found!r}; a whole number from 0 was expected.")
    return found


def _of_mqm(table: InputTable) -> tuple[MarkedErrors, ...]:
    """A row for each error; an output without one has a row that says so."""
    judges, systems = _cells(table, columns.JUDGE), _cells(table, columns.SYSTEM)
    segments = _cells(table, columns.SEGMENT)
    documents = _cells(table, columns.DOCUMENT, needed=False)
    categories, severities = (
        [table.label(name, row, value).lower() for row, value in enumerate(table.values(name))]
        for name in ("category", "severity")
    )
    if "target" not in table.columns:
        raise InvalidFile.at(table.file, "there is no column 'target', so it is not known what was marked.")
    texts: dict[tuple[str, str, str], str] = {}
    spans: dict[tuple[str, str, str], list[ErrorSpan]] = {}
    of_document: dict[str, str] = {}
    for row, target in enumerate(table.values("target")):
        key = (judges[row], systems[row], segments[row])
        text, places = _tagged(table, row, table.text("target", row, target))
        if texts.setdefault(key, text) != text:
            raise table.invalid(
                row, f"{key[0]} marked another text of system {key[1]!r}, segment {key[2]}, before."
            )
        of_document[segments[row]] = documents[row]
        marked = spans.setdefault(key, [])
        if _NO_ERROR not in (severities[row], categories[row]):
            # What is missing is marked in the source, if at all.
            marked += [ErrorSpan(*ends, severities[row], categories[row]) for ends in places or [(0, 0)]]
    return _by_rater(
        (judge, MarkedOutput(system, segment, of_document[segment], len(texts[key]), tuple(spans[key])))
        for key in texts
        for judge, system, segment in (key,)
    )


def _tagged(table: InputTable, row: int, target: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and what stands between them."""
    text, places, begin, rest = "", [], None, 0
    for mark in _MARKS.finditer(target):
        text += target[rest : mark.start()]
        rest = mark.end()
        opens = mark.group() == "<v>"
        if opens == (begin is not None):
            raise table.invalid(row, "the target has a <v> or </v> without the other. Each <v> needs a </v>.")
        if begin is not None:
            places.append((begin, len(text)))
        begin = len(text) if opens else None
    if begin is not None:
        raise table.invalid(row, "the target has a <v> without </v>.")
    return text + target[rest:], places


def _of_campaign(path: FilePath) -> tuple[MarkedErrors, ...]:
    """The errors that a campaign's judges marked; a repeat is not another judge, so it is left out."""
    store = open_store(display_name(path))
    try:
        plan, records = shown_campaign(store)
    finally:
        store.close()
    steps = plan.questionnaire.steps
    asked = {
        number: step.questions[0].dimension for number, step in enumerate(steps) if step.spans is not None
    }
    if not asked:
        raise InvalidFile.at(display_name(path), f"its protocol {plan.questionnaire.name!r} marks no errors.")
    texts = outputs_of(plan)
    documents = {text.number: text.document for text in plan.segments}
    found = []
    for row in judged(records):
        if asked.get(row.step) != row.dimension or row.purpose == "repeat":
            continue
        spans = tuple(
            ErrorSpan(one.start, one.end, one.severity.lower(), one.category.lower()) for one in row.spans
        )
        output = MarkedOutput(
            row.system,
            str(row.segment),
            documents.get(row.segment) or "",
            len(texts.get((row.segment, row.system), "")),
            spans,
        )
        found.append((row.judge, output))
    return _by_rater(found)
