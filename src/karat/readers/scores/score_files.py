"""Files of scores as mt-metrics-eval has them: a line `system score` for each segment, document or system.

Lines of a system are in the order of the text; `None` is a score that is missing. Files of text types have
their names before the systems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidFile, UnknownName
from karat.readers.files.input_table import base_name, checksum
from karat.readers.files.lines import lines_of, read_unmarked
from karat.readers.files.opening import display_name
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath


LEVELS = {"seg": "segment", "doc": "document", "domain": "text_type", "sys": "system"}
_MISSING = "None"


def read_score_file(
    path: FilePath, corpus: Corpus, *, name: str | None = None, kind: str = "external"
) -> ScoreTable:
    """The scores of a file NAME.LEVEL.score, LEVEL being seg, doc, domain or sys, in the order of the corpus.

    Systems that the file does not have are missing (NaN). `name` is what was measured (default: the start of
    the file's name); `kind` stands at the start of the recipe.

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
    level, title = _level_and_name(path)
    title = name or title
    rows = _rows(corpus, level)
    values = np.full((len(corpus.systems), len(rows)), np.nan)
    systems = list(corpus.systems)
    for system, found in _by_system(path, corpus, level, rows).items():
        values[systems.index(system)] = found
    recipe = f"{kind}|name:{title}|level:{level}|file:{base_name(path)}[sha256-{checksum(path)}]"
    return ScoreTable(title, recipe, level, tuple(systems), tuple(rows), values)


def _level_and_name(path: FilePath) -> tuple[str, str]:
    base = base_name(path)
    stem, _, short = base.removesuffix(".score").rpartition(".")
    if not base.endswith(".score") or short not in LEVELS or not stem:
        raise InvalidFile.at(
            display_name(path),
            f"the name of a file of scores ends in .LEVEL.score, LEVEL being one of {', '.join(LEVELS)}.",
        )
    return LEVELS[short], stem


def _rows(corpus: Corpus, level: str) -> list[str]:
    if level == "system":
        return ["all"]
    if level == "segment":
        return [str(number) for number in range(1, len(corpus) + 1)]
    return list(dict.fromkeys(corpus.labels(level)))


def _by_system(path: FilePath, corpus: Corpus, level: str, rows: Sequence[str]) -> dict[str, list[float]]:
    name = display_name(path)
    found: dict[str, dict[str, float]] = {}
    for line, text in enumerate(lines_of(read_unmarked(path), name), 1):
        fields = text.split()
        if len(fields) != (3 if level == "text_type" else 2):
            shape = "TEXT-TYPE SYSTEM SCORE" if level == "text_type" else "SYSTEM SCORE"
            raise InvalidFile.at(name, f"{shape} was expected, {text!r} came.", line=line)
        system = fields[-2]
        if system not in corpus.systems:
            raise UnknownName(
                f"{name}, line {line}: {system!r} is no system of the corpus; these are: "
                f"{', '.join(corpus.systems)}. Systems may be renamed between releases."
            )
        scores = found.setdefault(system, {})
        label = fields[0] if level == "text_type" else _next(rows, scores)
        if label not in rows or label in scores:
            raise InvalidFile.at(
                name,
                f"system {system!r} has one score too many here; the corpus has {len(rows)} {level}s.",
                line=line,
            )
        scores[label] = _score(fields[-1], name, line)
    return {system: _complete(name, system, level, scores, rows) for system, scores in found.items()}


def _next(rows: Sequence[str], scores: dict[str, float]) -> str:
    return rows[len(scores)] if len(scores) < len(rows) else ""


def _score(text: str, name: str, line: int) -> float:
    if text == _MISSING:
        return float("nan")
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value - value != 0:
        raise InvalidFile.at(name, f"the score is {text!r}; a number or {_MISSING} was expected.", line=line)
    return value


def _complete(
    name: str, system: str, level: str, scores: dict[str, float], rows: Sequence[str]
) -> list[float]:
    if len(scores) < len(rows) and level != "text_type":
        raise InvalidFile.at(
            name,
            f"system {system!r} has {len(scores)} scores, and the corpus has {len(rows)} {level}s. "
            f"Each needs a line; write {_MISSING} where there is no score.",
        )
    return [scores.get(row, float("nan")) for row in rows]
