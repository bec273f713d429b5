"""The cells of a data set: a language pair and a text type each, of which people judge alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from karat.agreement import Material
from karat.arguments import require_evaluation
from karat.calibration.fitting import Setting, fingerprint, fit
from karat.calibration.human_scales import of_people
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Rater
    from karat.calibration.calibration import Calibration
    from karat.calibration.fitting import Level
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.judgements import Judgements
    from karat.scores import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class CellData:
    """A part of one data set that makes a cell: its raters, its texts, and where it belongs."""

    metrics: tuple[Rater, ...]
    humans: tuple[Rater, ...]
    documents: Sequence[str] | None
    rows: Sequence[int]
    setting: Setting


def calibrate(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    by: str | None = None,
    level: Level = "system",
    data: str = "",
    confidence: float = 0.95,
) -> list[Calibration]:
    """The map from every metric of an evaluation to people, by text type where the corpus knows them.

    `human` are judgements or tables of human scores; `by="language-pair"` takes the text types together. A
    metric or dimension whose scores do not vary has no line and is left out.

    >>> from karat import Bleu, calibrate, demo, evaluate, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> found = calibrate(evaluate(corpus, Bleu()), judgements, by="language-pair")
    >>> [(one.human, one.metrics, round(one.correlation, 2)) for one in found]
    [('adequacy', ('BLEU',), 0.85), ('fluency', ('BLEU',), 0.97)]
    """
    require_evaluation(evaluation, "calibrate(evaluation, judgements)")
    material = Material.of_evaluation(evaluation, human, data=data)
    found: list[Calibration] = []
    problem = InvalidOption("There is nothing to calibrate: people judged no part of this text.")
    for part in parts_of(material, by=by, by_document=level == "document"):
        for person in part.humans:
            setting = of_people(part.setting, person)
            for metric in part.metrics:
                try:
                    made = fit(
                        [metric],
                        person,
                        setting=setting,
                        level=level,
                        documents=part.documents,
                        confidence=confidence,
                    )
                except InvalidOption as error:
                    problem = error
                else:
                    found.append(made)
    if not found:
        raise problem
    return found


def parts_of(
    material: Material,
    *,
    by: str | None = None,
    by_document: bool = False,
    languages: str | None = None,
) -> Iterator[CellData]:
    """The parts of a data set, each with what it is of; scores of whole systems say nothing of a part."""
    corpus = material.corpus
    documents = list(corpus.labels("document")) if by_document or corpus.documents is not None else None
    for text_type, rows in rows_by_type(corpus, by).items():
        whole = len(rows) == len(corpus)
        humans = [one for one in material.humans if whole or one.segments is not None]
        metrics = [one for one in material.metrics if whole or one.segments is not None]
        yield CellData(
            tuple(one if whole else one.within(rows) for one in metrics),
            tuple(one if whole else one.within(rows) for one in humans),
            documents and [documents[row] for row in rows],
            rows,
            Setting(
                language_pair=languages or language_pair(corpus),
                text_type=text_type,
                data=material.data,
                outputs={name: [text[row] for row in rows] for name, text in corpus.systems.items()},
                text=text_fingerprint(corpus, rows),
                segments=len(rows),
                references=len(corpus.references.streams),
                text_types=types_of(corpus, rows) if text_type is None else (),
                date=_today(),
            ),
        )


def rows_by_type(corpus: Corpus, by: str | None = None) -> dict[str | None, list[int]]:
    """The segments of each text type; all under None where they are taken together."""
    if by == "text-type" or (by is None and corpus.text_types is not None):
        rows: dict[str | None, list[int]] = {}
        for row, label in enumerate(corpus.labels("text_type")):
            rows.setdefault(label or "(none)", []).append(row)
        return rows
    return {None: list(range(len(corpus)))}


def types_of(corpus: Corpus, rows: Sequence[int]) -> tuple[str, ...]:
    """The text types of some segments; none where they are not known."""
    if corpus.text_types is None:
        return ()
    labels = corpus.labels("text_type")
    return tuple(sorted({labels[row] or "(none)" for row in rows}))


def language_pair(corpus: Corpus) -> str | None:
    """The languages of a corpus, where it says them."""
    if corpus.source_language and corpus.target_language:
        return f"{corpus.source_language}-{corpus.target_language}"
    return None


def text_fingerprint(corpus: Corpus, rows: Sequence[int]) -> str:
    """By which the references of a text are known again."""
    # In any order: shuffled or listed otherwise, it is the same text.
    return fingerprint(sorted(text for row in rows for text in corpus.references.of_segment(row)))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
