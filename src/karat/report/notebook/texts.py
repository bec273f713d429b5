"""Views of texts, counts and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.metrics.naming import told_apart
from karat.report.notebook.markup import MOST_ROWS
from karat.report.notebook.view import View
from karat.report.tables import Column, Note, Row, Table, printable
from karat.report.topics import scores as score_report
from karat.report.topics.explanation import is_spaced, written_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.metrics.explain.explanation import Explanation
    from karat.scores import Score, ScoreTable
    from karat.statistics import Statistics

_NAN = float("nan")


def scores(found: Sequence[Score]) -> View:
    """A row for each system, a column for each metric."""
    recipes = list(dict.fromkeys((score.metric, score.recipe) for score in found))
    names = told_apart(recipes)
    by_system: dict[str, dict[str, float]] = {}
    for score in found:
        by_system.setdefault(score.system, {})[score.recipe] = score.value
    rows = [
        Row((system,), tuple(values.get(recipe, _NAN) for _, recipe in recipes))
        for system, values in by_system.items()
    ]
    table = Table(("system",), tuple(map(Column, names)), rows)
    notes = [Note("segments", f"{found[0].segments:,}")]
    for name, (_, recipe) in zip(names, recipes, strict=True):
        notes.append(Note(name, printable(recipe)))
    if len(found) == 1 and "brevity_penalty" in found[0].details:
        notes.append(Note("", score_report.lengths(found[0])))
    return View((table,), tuple(notes))


def score_tables(found: Sequence[ScoreTable]) -> View:
    """For each metric a row for each segment, document or text type, a column for each system."""
    tables, notes = [], []
    for one in found:
        shown = min(len(one.rows), MOST_ROWS)
        values = one.values[:, :shown].T.tolist()
        rows = [Row((name,), tuple(row)) for name, row in zip(one.rows[:shown], values, strict=True)]
        columns = tuple(
            Column(system, "higher" if one.higher_is_better else "lower") for system in one.systems
        )
        label = one.level.replace("_", " ")
        tables.append(Table((label,), columns, rows, title=one.metric, compared="in rows"))
        if shown < len(one.rows):
            notes.append(Note(f"{label}s", f"the first {shown} of {len(one.rows):,}; values has all"))
        notes.append(Note(one.metric, printable(one.recipe)))
    return View(tuple(tables), tuple(notes))


def statistics(found: Sequence[Statistics]) -> View:
    """The first rows of counts, and their total."""
    tables = []
    for one in found:
        first = one.counts[:MOST_ROWS].tolist()
        whole = all(float(value).is_integer() for row in first for value in row)
        columns = tuple(Column(name, digits=0 if whole else None) for name in one.columns)
        rows = [Row((str(number),), tuple(map(float, row))) for number, row in enumerate(first, 1)]
        total = Row((f"all {len(one):,}",), tuple(map(float, one.total())))
        tables.append(Table(("row",), columns, rows, total=total))
    return View(tuple(tables))


def corpora(found: Sequence[Corpus]) -> View:
    """Every text of a corpus by its beginning, and what is known of the segments."""
    tables: list[Table] = []
    notes: list[Note] = []
    for corpus in found:
        rows = [Row((kind, name, text), ()) for kind, name, text in _beginnings(corpus)]
        tables.append(Table(("text", "name", "first segment"), (), rows))
        notes += _facts(corpus)
    return View(tuple(tables), tuple(notes))


def _beginnings(corpus: Corpus) -> Iterator[tuple[str, str, str]]:
    if corpus.sources is not None:
        yield "source", corpus.source_language or "", corpus.sources[0]
    names = corpus.references.names
    for number, stream in enumerate(corpus.references.streams):
        name = names[number] if number < len(names) else str(number + 1)
        yield "reference", name, stream[0] or ""
    for name, text in corpus.systems.items():
        yield "people" if name in corpus.human_systems else "system", name, text[0]


def _facts(corpus: Corpus) -> Iterator[Note]:
    yield Note("segments", f"{len(corpus):,}")
    for what in ("documents", "paragraphs", "text_types"):
        if (labels := getattr(corpus, what)) is not None:
            names = list(dict.fromkeys(labels))
            listed = f": {', '.join(map(str, names))}" if len(names) <= 8 else ""
            yield Note(what.replace("_", " "), f"{len(names):,}{listed}")
    if corpus.source_language or corpus.target_language:
        yield Note("languages", f"{corpus.source_language or '?'}-{corpus.target_language or '?'}")
    if any(corpus.entities or ()):
        marked = sum(len(each) for of_reference in corpus.entities or () for each in of_reference or ())
        yield Note("entities", f"{marked:,} marked in the references")


def evaluations(found: Sequence[Evaluation]) -> View:
    """What `karat score` prints."""
    tables = [score_report.score_table(one.scores, one.metrics) for one in found]
    notes = [note for one in found for note in score_report.notes(one.scores, one.metrics)]
    return View(tuple(tables), tuple(notes))


def explanations(found: Sequence[Explanation]) -> View:
    """What `karat explain` prints: texts with what matched, the steps to the value, and particulars."""
    tables, notes = [], []
    for one in found:
        values = written_cells([step.value for step in one.steps], None)
        steps = [
            Row((step.label, value, step.reason), ()) for step, value in zip(one.steps, values, strict=True)
        ]
        tables += [Table(("step", "value", "because"), (), steps)] if steps else []
        for listing in one.listings:
            cells = [written_cells(column, None) for column in zip(*listing.rows, strict=True)]
            rows = [Row(tuple(row), ()) for row in zip(*cells, strict=True)]
            tables.append(Table(listing.columns, (), rows, title=listing.title))
        notes.append(Note(f"{one.metric} {one.value:.2f}", printable(one.recipe)))
    texts = tuple(text for one in found for text in one.texts)
    return View(tuple(tables), tuple(notes), texts, all(is_spaced(one.recipe) for one in found))
