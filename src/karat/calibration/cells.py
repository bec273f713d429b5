"""The cells of a data set: a language pair and a text type each, of which people judge alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from karat.agreement import Material, human_translations, people_in
from karat.arguments import require_evaluation
from karat.calibration.acceptability import WEIGHTS, WORDS, Acceptance, acceptability, words_of
from karat.calibration.fitting import Setting, fingerprint
from karat.calibration.joined_cells import CELLS, cells_of
from karat.calibration.judged_outputs import JudgedOutput, judged_outputs
from karat.calibration.prediction import check_threshold
from karat.calibration.single_references import of_reference
from karat.calibration.system_labels import check_labels, split_by_label
from karat.calibration.thresholds import HumanThreshold, human_threshold, thresholds
from karat.errors import InvalidOption
from karat.judgements import Judgements, by_judge
from karat.options import check_choice, check_flag, plain_number
from karat.reference_spread import each_reference as references_alone
from karat.remedies import option
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement import Rater
    from karat.arrays import Floats
    from karat.calibration.acceptability import Acceptability
    from karat.calibration.calibration import Calibration
    from karat.calibration.fitting import Level
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
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
    data: str = "",
    confidence: float = 0.95,
) -> list[Calibration]:
    """The map from every metric of an evaluation to people, by text type where the corpus knows them.

    `human` are judgements or tables of human scores; `by="language-pair"` takes the text types together,
    `by="target-language"` and `by="target-language+text-type"` make the calibration hold for any source
    language (`calibrate_together` joins several evaluations). `system_labels` has the kind of each system:
    then every kind has a calibration of its own. With `each_reference`, calibrations against each reference
    alone follow those against all, of metrics called as in BLEU [expert]. A metric or dimension whose scores
    do not vary has no line and is left out.

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
    data: Sequence[str] | None = None,
    confidence: float = 0.95,
) -> list[Calibration]:
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
        if each_reference:
            materials += _of_each_reference(evaluation, human, called)
        for material in materials:
            parts += parts_of(material, by=by, by_document=level == "document", labels=system_labels)
    found: list[Calibration] = []
    problem = InvalidOption("There is nothing to calibrate: people judged no part of this text.")
    for cell in cells_of(parts, by=by):
        try:
            found.append(cell.calibration(level=level, confidence=confidence))
        except InvalidOption as error:
            problem = error
    if not found:
        raise problem
    return found


def _of_each_reference(
    evaluation: Evaluation, human: Judgements | ScoreTable | Sequence[ScoreTable], data: str
) -> Iterator[Material]:
    """The same with each reference alone, of metrics that are named after it."""
    for name, alone in references_alone(evaluation).alone.items():
        material = Material.of_evaluation(alone, human, data=data)
        yield replace(material, metrics=tuple(of_reference(one, name) for one in material.metrics))


def accept(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    threshold: float | None = None,
    weights: Mapping[float, float] | None = None,
    words: str = "reference",
    by: str | None = None,
    system_labels: Mapping[str, str] | None = None,
    data: str = "",
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> list[Acceptance]:
    """Which outputs are acceptable to people, and from which score of each metric on; of every dimension.

    `human` are judgements or tables of human scores. Each mark has a weight, which counts for the words of
    its segment; `weights` are for other scales than 1 to 5, `words` says whose words count: reference,
    hypothesis, source, or none. A known `threshold` takes the place of both; then one judged system is
    enough, and thresholds of metrics are added where there are enough for a line. `by` and `system_labels`
    are those of `calibrate`.

    >>> from karat import Bleu, accept, demo, evaluate, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> adequacy, fluency = accept(evaluate(corpus, Bleu()), judgements, by="language-pair")
    >>> [one.system for one in adequacy.outputs if one.verdict == "pass"]
    ['aurora']
    >>> ((_, bleu),) = adequacy.cells
    >>> round(adequacy.threshold.value, 2), round(bleu.value, 1)
    (3.65, 38.2)
    """
    require_evaluation(evaluation, "accept(evaluation, judgements)")
    check_choice("words", words, WORDS)
    if threshold is not None and (weights is not None or words != "reference"):
        raise InvalidOption("A threshold takes the place of weights and words. Leave out one of them.")
    table = WEIGHTS if weights is None else _weights(weights)
    material = Material.of_evaluation(evaluation, human, data=data)
    try:
        fitted = calibrate(
            evaluation, human, by=by, system_labels=system_labels, data=data, confidence=confidence
        )
    except InvalidOption:
        if threshold is None:
            raise
        fitted = []  # too few systems for a line; each mean still says whether it reaches the threshold
    corpus = evaluation.corpus
    found = []
    for person in people_in(human, corpus):
        of_person = [each for each in fitted if each.human == person.name]
        if threshold is not None:
            for each in of_person:
                check_threshold(each, threshold)
            known = HumanThreshold.given(threshold, confidence)
            judged = judged_by_cell(
                material,
                person.name,
                threshold,
                by=by,
                labels=system_labels,
                samples=samples,
                seed=seed,
                confidence=confidence,
            )
            lines = thresholds(of_person, known)
            found.append(Acceptance(person.name, (), known, lines, words, True, tuple(judged)))
            continue
        if not of_person:
            continue
        machines = [name for name in corpus.systems if name not in human_translations(corpus)]
        outputs = outputs_by_cell(
            _judged_values(human, person, corpus),
            corpus,
            only=machines,
            by=by,
            data=data,
            words=words,
            table=table,
            samples=samples,
            seed=seed,
            confidence=confidence,
        )
        at = human_threshold(outputs, confidence=confidence, table=table)
        cells = thresholds(of_person, at)
        found.append(Acceptance(person.name, tuple(outputs), at, cells, words, isinstance(human, Judgements)))
    return found


def _weights(given: Mapping[float, float]) -> tuple[tuple[float, float], ...]:
    pairs = tuple(given.items()) if isinstance(given, Mapping) else ()
    numbers = [plain_number(each) for pair in pairs for each in pair]
    if len(pairs) < 2 or not all(isinstance(number, int | float) for number in numbers):
        raise InvalidOption(
            "`weights` has a number for each mark, of two or more. Write: "
            "weights={5: 2, 4: 1, 3: -1, 2: -2, 1: -4}"
        )
    return pairs


def _judged_values(
    human: Judgements | ScoreTable | Sequence[ScoreTable], person: Rater, corpus: Corpus
) -> Floats:
    """Judges × systems × segments; where single judgements are not known, their means as of one judge."""
    if isinstance(human, Judgements):
        return by_judge(human, person.name, corpus=corpus)
    if person.segments is None:
        raise InvalidOption(
            f"{person.name} has scores of whole systems only, and sums take those of segments. Give a "
            f"threshold: {option('threshold')}."
        )
    return person.segments[None]


def outputs_by_cell(
    values: Floats,
    corpus: Corpus,
    *,
    only: Sequence[str] | None = None,
    by: str | None = None,
    data: str = "",
    words: str = "reference",
    table: Sequence[tuple[float, float]] = WEIGHTS,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> list[Acceptability]:
    """What judgements add up to, for each system in each part; `values` is judges × systems × segments."""
    names = list(corpus.systems) if only is None else list(only)
    here = [list(corpus.systems).index(name) for name in names]
    counts = words_of(corpus, words)
    found: list[Acceptability] = []
    for text_type, rows in rows_by_type(corpus, by).items():
        found += acceptability(
            values[:, here][:, :, rows],
            counts[here][:, rows],
            names,
            documents=corpus.documents and [corpus.documents[row] for row in rows],
            cell=", ".join(filter(None, (data, text_type))),
            table=table,
            samples=samples,
            seed=seed,
            confidence=confidence,
        )
    return found


def judged_by_cell(
    material: Material,
    human: str,
    threshold: float,
    *,
    by: str | None = None,
    labels: Mapping[str, str] | None = None,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> list[JudgedOutput]:
    """Outputs beside a threshold, in one dimension: first of the whole text, then of its cells."""
    whole = list(parts_of(material, by="language-pair", labels=labels))
    cells = list(parts_of(material, by=by, labels=labels))
    found: list[JudgedOutput] = []
    for part in whole if len(cells) == len(whole) else [*whole, *cells]:
        setting = part.setting
        where = (setting.data or setting.language_pair, setting.text_type, setting.system_label)
        for person in part.humans:
            if person.name == human:
                found += judged_outputs(
                    person,
                    threshold,
                    documents=part.documents,
                    cell=", ".join(filter(None, where)),
                    samples=samples,
                    seed=seed,
                    confidence=confidence,
                )
    return found


def parts_of(
    material: Material,
    *,
    by: str | None = None,
    by_document: bool = False,
    languages: str | None = None,
    labels: Mapping[str, str] | None = None,
) -> Iterator[CellData]:
    """The parts of a data set, each with what it is of; scores of whole systems say nothing of a part.

    With `labels` of systems, each part is one of every label.
    """
    corpus = material.corpus
    documents = list(corpus.labels("document")) if by_document or corpus.documents is not None else None
    counts = [float(len((line or "").split())) for line in corpus.references.streams[0]]
    for text_type, rows in rows_by_type(corpus, by).items():
        whole = len(rows) == len(corpus)
        humans = [one for one in material.humans if whole or one.segments is not None]
        metrics = [one for one in material.metrics if whole or one.segments is not None]
        part = CellData(
            tuple(one if whole else one.within(rows) for one in metrics),
            tuple(one if whole else one.within(rows) for one in humans),
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
