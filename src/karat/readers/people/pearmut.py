"""What Pearmut writes: a line of JSON for each page that was submitted, or one document of all campaigns.

A page has one segment or several, each with its source and the outputs of systems, and beside it what the
person gave each output: a score, and error spans. Who submits a page again means the last time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import nan
from typing import TYPE_CHECKING, Any

from karat.corpus import Corpus, References
from karat.errors import InvalidFile
from karat.judgements import Judgements
from karat.judgements.scale import SCALES, Scale
from karat.option_checks import finite
from karat.readers.corpora.alignment import chosen
from karat.readers.files.lines import read_unmarked
from karat.readers.files.opening import STANDARD_INPUT, display_name, open_stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.corpus import Alignment
    from karat.readers.files.opening import FilePath

_ENDINGS = (".jsonl", ".json")
_DIMENSION = "ESA"
# Pages that greet people or say goodbye are no work.
_NO_WORK = ("welcome_", "random_", "goodbye_")


@dataclass(frozen=True, slots=True)
class Pearmut:
    """The texts that were judged, and what people said of them."""

    corpus: Corpus
    judgements: Judgements


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment of a page, its outputs side by side: its name, its texts, and the score of each output."""

    judge: str
    page: str
    name: str
    document: str
    source: str
    reference: str | None
    outputs: Mapping[str, str]
    scores: Mapping[str, float]
    time: float


def is_pearmut(path: FilePath) -> bool:
    """Whether a file is Pearmut's: its first line says who annotated which item."""
    name = display_name(path).removesuffix(".gz").removesuffix(".zst").lower()
    if path == STANDARD_INPUT or not name.endswith(_ENDINGS):
        return False
    with open_stream(path) as stream:
        # What says so may stand at the end of a page, behind everything that was clicked.
        first = stream.readline()
    return b'"annotation"' in first and (b'"user_id"' in first or b'"item"' in first)


def read_pearmut(
    path: FilePath, *, scale: Scale | None = None, systems: Sequence[str] | None = None
) -> Pearmut:
    """The texts and the judgements of a file; a segment is called by its `item_id`, or else by its source.

    `systems` names those whose judgements to take (default: all).

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> line = (
    ...     '{"user_id": "anna", "item_i": 0, "annotation": [{"A": {"score": 70}, "B": {"score": 90}}], '
    ...     '"item": [{"item_id": "s1", "src": "zwei", "tgt": {"A": "too", "B": "two"}}]}'
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "pearmut.jsonl"
    ...     _ = file.write_text(line)
    ...     found = read_pearmut(file)
    >>> [(one.judge, one.system, one.value) for one in found.judgements], found.corpus.sources
    ([('anna', 'A', 70.0), ('anna', 'B', 90.0)], ['zwei'])
    """
    name = display_name(path)
    # The last time that somebody submitted a page counts.
    last: dict[tuple[str, str], list[_Segment]] = {}
    for number, entry in _entries(name, read_unmarked(path)):
        found = list(_segments(name, number, entry))
        if found:
            last[found[0].judge, json.dumps(entry.get("item_i", number))] = found
    rows = [segment for page in last.values() for segment in page]
    if not rows:
        raise InvalidFile.at(name, "nobody has scored anything in it.")
    texts: dict[str, _Segment] = {}
    outputs: dict[tuple[str, str], str] = {}
    for row in rows:
        texts.setdefault(row.name, row)
        for system, text in row.outputs.items():
            if outputs.setdefault((row.name, system), text) != text:
                raise InvalidFile.at(name, f"system {system!r} has two outputs of segment {row.name!r}.")
    names = list(dict.fromkeys(system for _, system in outputs))
    whole = [one for one in texts if all((one, system) in outputs for system in names)]
    if not whole:
        raise InvalidFile.at(name, "no segment has an output of every system.")
    places = {one: str(place) for place, one in enumerate(whole, 1)}
    corpus = Corpus(
        systems={system: [outputs[one, system] for one in whole] for system in names},
        references=References((tuple(texts[one].reference for one in whole),)),
        sources=[texts[one].source for one in whole],
        documents=[texts[one].document for one in whole],
    )
    taken = names if systems is None else systems
    return Pearmut(corpus, _judgements(rows, places, scale or SCALES[_DIMENSION], taken))


def read_pearmut_marks(path: FilePath) -> Iterator[tuple[str, str, str, str, str, list[Any]]]:
    """Judge, system, segment, document, text and marked spans of every output whose errors were asked for."""
    name = display_name(path)
    last = {
        (str(entry.get("user_id")), json.dumps(entry.get("item_i", number))): (number, entry)
        for number, entry in _entries(name, read_unmarked(path))
    }
    for number, entry in last.values():
        for row, said in _segments_said(name, number, entry):
            for system, text in row.outputs.items():
                one = said.get(system)
                marks = one.get("error_spans") if isinstance(one, dict) else None
                if isinstance(marks, list):
                    yield row.judge, system, row.name, row.document, text, marks


def read_pearmut_corpus(
    path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment"
) -> Corpus:
    """The texts of a file alone."""
    from karat.readers.corpora.documents import by_document

    corpus = read_pearmut(path).corpus
    taken = chosen(list(corpus.systems), systems)
    corpus = replace(corpus, systems={name: corpus.systems[name] for name in taken})
    return corpus if align == "segment" else by_document(corpus, display_name(path))


def pearmut_judgements(path: FilePath, corpus: Corpus | None) -> Judgements:
    """What people said in a file, of the corpus that stands there too."""
    found = read_pearmut(path, systems=None if corpus is None else list(corpus.systems))
    if corpus is None or list(corpus.sources or ()) == list(found.corpus.sources or ()):
        return found.judgements
    raise InvalidFile.at(
        display_name(path),
        "its judgements are of the texts in it, and the corpus has others. Use the file itself as corpus.",
    )


def _judgements(
    rows: Sequence[_Segment], places: Mapping[str, str], scale: Scale, systems: Sequence[str]
) -> Judgements:
    said = [
        (row.judge, system, places[row.name], value, row.time, row.page)
        for row in rows
        if row.name in places
        for system, value in row.scores.items()
        if system in systems
    ]
    return Judgements.of_columns(
        judges=[judge for judge, *_ in said],
        systems=[system for _, system, *_ in said],
        segments=[place for _, _, place, *_ in said],
        dimensions=[_DIMENSION] * len(said),
        values=[value for _, _, _, value, _, _ in said],
        times=[time for *_, time, _ in said],
        # The outputs of a segment stand side by side.
        pages=[page for *_, page in said],
        scales={_DIMENSION: scale},
        documents={places[row.name]: row.document for row in rows if row.name in places},
    )


def _entries(name: str, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each page with its line; a document of all campaigns has the pages of each in a list."""
    if text.lstrip().startswith("{") and "\n{" not in text.strip():
        whole = _parsed(name, 1, text)
        if "annotation" in whole:
            yield 1, whole
            return
        for pages in whole.values():
            for number, page in enumerate(pages if isinstance(pages, list) else (), 1):
                yield number, page
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, _parsed(name, number, line)


def _parsed(name: str, number: int, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise InvalidFile.at(name, f"it is no JSON: {problem}.", line=number) from None
    if not isinstance(found, dict):
        raise InvalidFile.at(name, "an object was expected, with user_id, item and annotation.", line=number)
    return found


def _score(said: object, name: str, number: int) -> float | None:
    """What a person gave an output; None where that was no number."""
    given = said.get("score") if isinstance(said, dict) else None
    score = finite(given)
    if score is None and isinstance(given, int | float) and not isinstance(given, bool):
        raise InvalidFile.at(name, "a score is too large, or is not defined. Write the number.", line=number)
    return score


def _segments(name: str, number: int, entry: Mapping[str, Any]) -> Iterator[_Segment]:
    return (segment for segment, _ in _segments_said(name, number, entry))


def _segments_said(
    name: str, number: int, entry: Mapping[str, Any]
) -> Iterator[tuple[_Segment, Mapping[str, Any]]]:
    """The segments of a page, each with what was said of its outputs."""
    if str(entry.get("item_i", "")).startswith(_NO_WORK):
        return
    items, given = entry.get("item"), entry.get("annotation")
    if not isinstance(items, list) or not isinstance(given, list) or "user_id" not in entry:
        raise InvalidFile.at(
            name,
            "the page lacks user_id, item or annotation. Files of Pearmut before 1.0 have no texts in them.",
            line=number,
        )
    actions = entry.get("actions")
    times = [
        one.get("time") for one in (actions if isinstance(actions, list) else ()) if isinstance(one, dict)
    ]
    time = max((one for one in map(finite, times) if one is not None), default=nan)
    for place, (item, said) in enumerate(zip(items, given, strict=False)):
        # What may be skipped has no annotation.
        if not isinstance(item, dict) or not isinstance(said, dict):
            continue
        outputs = item.get("tgt")
        if not isinstance(outputs, dict):
            raise InvalidFile.at(name, "tgt has the output of each system by its name.", line=number)
        source = str(item.get("src") or "")
        scores = {
            system: score
            for system, one in said.items()
            if system in outputs and (score := _score(one, name, number)) is not None
        }
        # Pages are documents.
        segment = _Segment(
            str(entry["user_id"]),
            f"{entry.get('item_i', number)}/{place}",
            str(item.get("item_id") or source),
            str(item.get("doc_id") or f"page {entry.get('item_i', number)}"),
            source,
            None if item.get("ref") is None else str(item["ref"]),
            {system: str(text) for system, text in outputs.items()},
            scores,
            time,
        )
        yield segment, said
