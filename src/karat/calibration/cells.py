"""The cells of a data set: a language pair and a text type each, of which people judge alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from karat.agreement import Material
from karat.agreement.judged_sample import check_samples
from karat.arguments import require_evaluation
from karat.calibration.fitting import Setting, fingerprint
from karat.calibration.joined_cells import CELLS, cells_of
from karat.calibration.single_references import of_reference
from karat.calibration.system_labels import check_labels, split_by_label
from karat.display import Results
from karat.errors import InvalidOption
from karat.option_checks import check_choice, check_flag
from karat.reference_spread import each_reference as references_alone
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.agreement import Rater
    from karat.agreement.judged_sample import Sample
    from karat.calibration.calibration import Calibration
    from karat.calibration.fitting import Level
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.judgements import Judgements
    from karat.score_table import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class CellData:
    """A part of one data set that makes a cell: its raters, its texts, and where it belongs."""

    metrics: tuple[Rater, ...]
    humans: tuple[Rater, ...]
    documents: Sequence[str] | None
    rows: Sequence[int]
    setting: Setting
    # How many words of the first reference each segment has.
    words: Sequence[float] | None = None


def calibrate(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    by: str | None = None,
    level: Level = "system",
    system_labels: Mapping[str, str] | None = None,
    each_reference: bool = False,
    all_segments: bool = False,
    sample: Sample | None = None,
    data: str = "",
    confidence: float = 0.95,
) -> Results[Calibration]:
    """The map from every metric of an evaluation to people, by text type where the corpus knows them.

    `human` are judgements or tables of human scores; `by="language-pair"` takes the text types together,
    `by="target-language"` and `by="target-language+text-type"` make the calibration hold for any source
    language (`calibrate_together` joins several evaluations). Where people judged some segments only, metrics
    are of these, unless `all_segments` are asked for. `system_labels` has the kind of each system:
    then every kind has a calibration of its own. With `each_reference`, calibrations against each reference
    alone follow those against all, of metrics called as in BLEU [expert]. Segments that seem chosen for
    ranking are refused; `sample="random"` says that they were drawn at random. A metric or dimension whose
    scores do not vary has no line and is left out.

    >>> from karat import Bleu, calibrate, demo, evaluate, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> found = calibrate(evaluate(corpus, Bleu()), judgements, by="language-pair")
    >>> [(one.human, one.metrics, round(one.correlation, 2)) for one in found]
    [('adequacy', ('BLEU',), 0.85), ('fluency', ('BLEU',), 0.97)]
    """
    require_evaluation(evaluation, "calibrate(evaluation, judgements)")
    return calibrate_together(
        [(evaluation, human)],
        by=by,
        level=level,
        system_labels=system_labels,
        each_reference=each_reference,
        all_segments=all_segments,
        sample=sample,
        data=[data],
        confidence=confidence,
    )


def calibrate_together(
    judged: Sequence[tuple[Evaluation, Judgements | ScoreTable | Sequence[ScoreTable]]],
    *,
    by: str | None = "target-language+text-type",
    level: Level = "system",
    system_labels: Mapping[str, str] | None = None,
    each_reference: bool = False,
    all_segments: bool = False,
    sample: Sample | None = None,
    data: Sequence[str] | None = None,
    confidence: float = 0.95,
) -> Results[Calibration]:
    """The calibrations of several evaluations, each with its human scores.

    Evaluations into one language are joined, for each text type or, with `by="target-language"`, for all.
    Systems are called DATA/SYSTEM then; `data` has a name for each evaluation, its language pair by default.

    >>> from karat import Bleu, demo, evaluate, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judged = evaluate(corpus, Bleu()), read_judgements(demo.judgements_path(), corpus)
    >>> found = calibrate_together([judged, judged], data=["spring", "autumn"])
    >>> first = found[0]
    >>> first.language_pair, first.text_type, first.systems[0], len(first.systems)
    ('*-en', 'news', 'spring/aurora', 10)
    """
    if by is not None:
        check_choice("by", by, CELLS)
    check_choice("level", level, ("system", "document", "segment"))
    check_confidence(confidence)
    check_flag("each_reference", each_reference)
    check_flag("all_segments", all_segments)
    if system_labels is not None:
        check_labels(system_labels)
    names = [None] * len(judged) if data is None else list(data)
    for name in names:
        if name is not None and not isinstance(name, str):
            raise InvalidOption(f"`data` is a {type(name).__name__}; a name of the data set was expected.")
    if len(names) != len(judged):
        raise InvalidOption(f"`data` has {len(names)} names, and there are {len(judged)} evaluations.")
    parts: list[CellData] = []
    for (evaluation, human), name in zip(judged, names, strict=True):
        require_evaluation(evaluation, "calibrate_together([(evaluation, judgements)])")
        called = (language_pair(evaluation.corpus) or "") if name is None else name
        materials = [Material.of_evaluation(evaluation, human, data=called)]
        check_samples(materials[0], sample)
        if each_reference:
            materials += _of_each_reference(evaluation, human, called)
        for material in materials:
            parts += parts_of(
                material,
                by=by,
                by_document=level == "document",
                labels=system_labels,
                all_segments=all_segments,
            )
    found: list[Calibration] = []
    problem = InvalidOption("There is nothing to calibrate: people judged no part of this text.")
    for cell in cells_of(parts, by=by):
        try:
            found.append(cell.calibration(level=level, confidence=confidence))
        except InvalidOption as error:
            problem = error
    if not found:
        raise problem
    return Results(found)


def _of_each_reference(
    evaluation: Evaluation, human: Judgements | ScoreTable | Sequence[ScoreTable], data: str
) -> Iterator[Material]:
    """The same with each reference alone, of metrics that are named after it."""
    for name, alone in references_alone(evaluation).alone.items():
        material = Material.of_evaluation(alone, human, data=data)
        yield replace(material, metrics=tuple(of_reference(one, name) for one in material.metrics))


def parts_of(
    material: Material,
    *,
    by: str | None = None,
    by_document: bool = False,
    languages: str | None = None,
    labels: Mapping[str, str] | None = None,
    all_segments: bool = False,
) -> Iterator[CellData]:
    """The parts of a data set, each with what it is of; scores of whole systems say nothing of a part.

    Where people judged some segments only, a part has these, unless it is to have `all_segments`. With
    `labels` of systems, each part is one of every label.
    """
    corpus = material.corpus
    documents = list(corpus.labels("document")) if by_document or corpus.documents is not None else None
    counts = [float(len((line or "").split())) for line in corpus.references.streams[0]]
    for text_type, of_type in rows_by_type(corpus, by).items():
        whole = len(of_type) == len(corpus)
        metrics = [one for one in material.metrics if whole or one.segments is not None]
        judges = [one for one in material.humans if whole or one.segments is not None]
        for rows, humans in _judged_rows(of_type, judges, all_segments=all_segments):
            part = CellData(
                tuple(_within(one, rows, corpus, whole=whole) for one in metrics),
                tuple(_within(one, rows, corpus, whole=whole) for one in humans),
                documents and [documents[row] for row in rows],
                rows,
                words=[counts[row] for row in rows],
                setting=Setting(
                    language_pair=languages or language_pair(corpus),
                    text_type=text_type,
                    data=material.data,
                    outputs={name: [text[row] for row in rows] for name, text in corpus.systems.items()},
                    sources=None if corpus.sources is None else [corpus.sources[row] for row in rows],
                    text=text_fingerprint(corpus, rows),
                    segments=len(rows),
                    references=len(corpus.references.streams),
                    text_types=types_of(corpus, rows) if text_type is None else (),
                    date=_today(),
                ),
            )
            yield from [part] if labels is None else split_by_label(part, labels)


def _judged_rows(
    rows: Sequence[int], humans: Sequence[Rater], *, all_segments: bool
) -> Iterator[tuple[list[int], list[Rater]]]:
    """The segments that people judged; those who judged others make a part of their own."""
    groups: dict[tuple[int, ...], list[Rater]] = {}
    for human in humans:
        # An estimate is of the whole text, whichever part of it was judged.
        whole = (
            human.errors is not None and human.segments is not None and len(rows) == human.segments.shape[1]
        )
        every = all_segments or human.segments is None or whole
        scored = set(rows if every else human.scored_segments)
        groups.setdefault(tuple(row for row in rows if row in scored), []).append(human)
    for judged, of_them in groups.items():
        if judged:
            yield list(judged), of_them


def _within(rater: Rater, rows: Sequence[int], corpus: Corpus, *, whole: bool) -> Rater:
    """The scores of some segments; of a `whole` text, scores that segments do not tell stay as they are."""
    if rater.segments is None or len(rows) == len(corpus):
        return rater
    within = rater.within(rows)
    return replace(within, whole=rater.whole) if whole and not rater.follows_from_segments else within


def rows_by_type(corpus: Corpus, by: str | None = None) -> dict[str | None, list[int]]:
    """The segments of each text type; all under None where they are taken together."""
    if by in ("text-type", "target-language+text-type") or (by is None and corpus.text_types is not None):
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
