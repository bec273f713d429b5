"""Which outputs are acceptable: judgements weighted, or held against a threshold, in each cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from karat.agreement import Material, human_translations, people_in
from karat.agreement.judged_sample import check_samples
from karat.arguments import require_evaluation
from karat.calibration.acceptability import WEIGHTS, WORDS, Acceptance, acceptability, words_of
from karat.calibration.cells import calibrate, parts_of, rows_by_type
from karat.calibration.judged_outputs import JudgedOutput, judged_outputs
from karat.calibration.prediction import check_threshold
from karat.calibration.thresholds import HumanThreshold, human_threshold, thresholds
from karat.display import Results
from karat.errors import InvalidOption
from karat.judgements import Judgements, by_judge
from karat.option_checks import check_choice, plain_number
from karat.remedies import option
from karat.resampling.draws import check_count, check_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Rater
    from karat.agreement.judged_sample import Sample
    from karat.arrays import Floats
    from karat.calibration.acceptability import Acceptability
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.score_table import ScoreTable


def accept(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    threshold: float | None = None,
    weights: Mapping[float, float] | None = None,
    words: str = "reference",
    by: str | None = None,
    system_labels: Mapping[str, str] | None = None,
    sample: Sample | None = None,
    data: str = "",
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Results[Acceptance]:
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
    check_count("samples", samples)
    check_seed(seed)
    if threshold is not None and (weights is not None or words != "reference"):
        raise InvalidOption("A threshold takes the place of weights and words. Leave out one of them.")
    table = WEIGHTS if weights is None else _weights(weights)
    material = Material.of_evaluation(evaluation, human, data=data)
    check_samples(material, sample)
    try:
        fitted = calibrate(
            evaluation,
            human,
            by=by,
            system_labels=system_labels,
            sample="random",
            data=data,
            confidence=confidence,
        )
    except InvalidOption:
        if threshold is None:
            raise
        fitted = Results()  # too few systems for a line; each mean still says if it reaches the threshold
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
    return Results(found)


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
) -> Results[Acceptability]:
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
    return Results(found)


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
) -> Results[JudgedOutput]:
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
    return Results(found)
