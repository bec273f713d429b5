"""Files of scores as mt-metrics-eval has them: a line `system score` for each segment, document or system.

Lines of a system are in the order of the text; `None` is a score that is missing. Files of text types have
their names before the systems. In a file of ratings, each line has the errors that were marked in a segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidFile, InvalidOption, UnknownName
from karat.readers.files.columns import as_number
from karat.readers.files.input_table import base_name, checksum
from karat.readers.files.lines import lines_of, read_unmarked
from karat.readers.files.opening import display_name
from karat.readers.people.judgement_rows import warn_of_unknown_systems
from karat.readers.scores.error_ratings import rating_score
from karat.remedies import either
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath
    from karat.readers.people.judgement_rows import Unknown


LEVELS = {"seg": "segment", "doc": "document", "domain": "text_type", "sys": "system"}
SCORES, RATINGS = "score", "rating"
_MISSING = "None"


@dataclass(frozen=True, slots=True)
class _ScoredLines:
    """Each line of a file: its text type (empty but in a file of text types), its system and its score."""

    labels: Sequence[str]
    systems: Sequence[str]
    scores: Sequence[float]


def is_score_file(path: FilePath) -> bool:
    """Whether a file is called as mt-metrics-eval calls its scores and ratings: NAME.LEVEL.score."""
    stem, level, kind = _parts(path)
    return bool(stem) and level in LEVELS and kind in (SCORES, RATINGS)


def level_of(path: FilePath) -> str:
    """Of what a file of scores has scores: segment, document, text_type or system."""
    return LEVELS[_parts(path)[1]]


def name_of(path: FilePath) -> str:
    """What a file of scores measured: the start of its name."""
    return _parts(path)[0] if is_score_file(path) else base_name(path).partition(".score")[0]


def score_lines(path: FilePath) -> list[tuple[str, float]]:
    """The system and the score of each line of a file of scores of segments or systems, or of ratings."""
    lines = _read(path, "segment")
    return list(zip(lines.systems, lines.scores, strict=True))


def read_score_file(
    path: FilePath,
    corpus: Corpus,
    *,
    name: str | None = None,
    kind: str = "external",
    unknown_systems: Unknown = "refuse",
    aliases: Mapping[str, str] | None = None,
) -> ScoreTable:
    """The scores of a file NAME.LEVEL.score, LEVEL being seg, doc, domain or sys, in the order of the corpus.

    Systems that the file does not have are missing (NaN). `name` is what was measured (default: the start of
    the file's name); `kind` stands at the start of the recipe. `unknown_systems="ignore"` passes over systems
    that the corpus does not have; `aliases` has the corpus's names of systems that are called otherwise.
    A file NAME.seg.rating has errors: a segment's score is minus their weight.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from karat import Corpus
    >>> corpus = Corpus.of({"A": ["one", "two"]}, ["one", "two"])
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "comet.seg.score"
    ...     _ = path.write_text("A\\t0.9\\nA\\t0.4\\n")
    ...     table = read_score_file(path, corpus)
    >>> table.metric, table.level, table["A"].tolist()
    ('comet', 'segment', [0.9, 0.4])
    """
    if unknown_systems not in ("refuse", "ignore", "tell"):
        raise InvalidOption.choice("unknown_systems", unknown_systems, ("refuse", "ignore", "tell"))
    if not is_score_file(path):
        raise InvalidFile.at(
            display_name(path),
            f"the name of a file of scores ends in .LEVEL.score, LEVEL being one of {', '.join(LEVELS)}; "
            "one of ratings ends in .seg.rating.",
        )
    level, title = level_of(path), name or name_of(path)
    rows = _rows(corpus, level)
    values = np.full((len(corpus.systems), len(rows)), np.nan)
    systems = {system: place for place, system in enumerate(corpus.systems)}
    for system, found in _by_system(path, corpus, level, rows, unknown_systems, aliases or {}).items():
        values[systems[system]] = found
    recipe = f"{kind}|name:{title}|level:{level}|file:{base_name(path)}[sha256-{checksum(path)}]"
    return ScoreTable(title, recipe, level, tuple(systems), tuple(rows), values)


def _parts(path: FilePath) -> tuple[str, str, str]:
    """The name, the level and the kind that a file's name says."""
    base = base_name(path).removesuffix(".gz").removesuffix(".zst")
    rest, _, kind = base.rpartition(".")
    stem, _, level = rest.rpartition(".")
    return stem, level, kind


def _rows(corpus: Corpus, level: str) -> list[str]:
    if level == "system":
        return ["all"]
    if level == "segment":
        return [str(number) for number in range(1, len(corpus) + 1)]
    return list(dict.fromkeys(corpus.labels(level)))


def _read(path: FilePath, level: str) -> _ScoredLines:
    """What the lines of a file say; columns stand apart by blanks, tabs or both."""
    name = display_name(path)
    lines = lines_of(read_unmarked(path), name)
    if _parts(path)[2] == RATINGS:
        found = [_rated(text, name, line) for line, text in enumerate(lines, 1)]
        return _ScoredLines([""] * len(found), [system for system, _ in found], [score for _, score in found])
    wanted = 3 if level == "text_type" else 2
    fields = [_fields(text, wanted) for text in lines]
    for line, row in enumerate(fields, 1):
        if len(row) != wanted:
            shape = "a text type, a system" if level == "text_type" else "a system"
            raise InvalidFile.at(
                name, f"{shape} and a score were expected, not {lines[line - 1]!r}.", line=line
            )
    labels = [row[0] if wanted == 3 else "" for row in fields]
    return _ScoredLines(labels, [row[-2] for row in fields], _numbers([row[-1] for row in fields], name))


def _fields(text: str, wanted: int) -> list[str]:
    """The cells of a line. A name with a blank in it needs tabs around it."""
    found = text.split("\t")
    return list(map(str.strip, found)) if len(found) == wanted else text.split()


def _rated(text: str, name: str, line: int) -> tuple[str, float]:
    """The system of a line of ratings, and minus the weight of its errors."""
    fields = text.split("\t")
    if len(fields) not in (2, 3):
        raise InvalidFile.at(
            name,
            f"SYSTEM, ERRORS and maybe RATER were expected, with tabs between, not {text!r}.",
            line=line,
        )
    return fields[0], nan if fields[1] == _MISSING else rating_score(fields[1], name, line)


def _numbers(texts: Sequence[str], name: str) -> list[float]:
    found = []
    for line, text in enumerate(texts, 1):
        try:
            value = as_number(text)
        except ValueError:
            value = nan
        if value - value != 0 and text != _MISSING:
            raise InvalidFile.at(
                name, f"the score is {text!r}; a number or {_MISSING} was expected.", line=line
            )
        found.append(value)
    return found


def _by_system(
    path: FilePath,
    corpus: Corpus,
    level: str,
    rows: Sequence[str],
    unknown: Unknown,
    aliases: Mapping[str, str],
) -> dict[str, list[float]]:
    name = display_name(path)
    lines = _read(path, level)
    places: dict[str, list[int]] = {}
    for place, system in enumerate(lines.systems):
        places.setdefault(aliases.get(system, system), []).append(place)
    for system, of_system in places.items():
        if system not in corpus.systems and unknown == "refuse":
            raise UnknownName(
                f"{name}, line {of_system[0] + 1}: {system!r} is no system of the corpus; these are: "
                f"{', '.join(corpus.systems)}. Systems may be renamed between releases. Correct the name, or "
                + either("ignore it: unknown_systems='ignore'.", "name the systems to use: --systems.")
            )
    known = {system: of_system for system, of_system in places.items() if system in corpus.systems}
    others = {system: len(of_system) for system, of_system in places.items() if system not in known}
    if others and unknown == "tell":
        warn_of_unknown_systems(name, others)
    if level == "text_type":
        return {
            system: _of_text_types(lines, system, of_system, rows, name)
            for system, of_system in known.items()
        }
    for system, of_system in known.items():
        if len(of_system) > len(rows):
            raise _too_many(name, system, of_system[len(rows)] + 1, len(rows), level)
        if len(of_system) < len(rows):
            raise InvalidFile.at(
                name,
                f"system {system!r} has {len(of_system)} scores, and the corpus has {len(rows)} {level}s. "
                f"Each needs a line; write {_MISSING} where there is no score.",
            )
    return {system: [lines.scores[place] for place in of_system] for system, of_system in known.items()}


def _of_text_types(
    lines: _ScoredLines, system: str, places: Sequence[int], rows: Sequence[str], name: str
) -> list[float]:
    found: dict[str, float] = {}
    for place in places:
        label = lines.labels[place]
        if label not in rows or label in found:
            raise _too_many(name, system, place + 1, len(rows), "text_type")
        found[label] = lines.scores[place]
    return [found.get(row, nan) for row in rows]


def _too_many(name: str, system: str, line: int, rows: int, level: str) -> InvalidFile:
    return InvalidFile.at(
        name,
        f"system {system!r} has one score too many here; the corpus has {rows} {level}s.",
        line=line,
    )
