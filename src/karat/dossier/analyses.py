"""The answers of a dossier: agreement with people, variation, units, sensitivity to damage, entities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from karat.agreement import Material, Plan, Rater, between, counted_raters, measure, sweeps
from karat.comparison import Procedure, compare
from karat.corpus import References
from karat.diagnosis.buckets import Bucket, BucketCell, Bucketing
from karat.diagnosis.damages import DAMAGES
from karat.diagnosis.equate import Criteria, equate
from karat.diagnosis.equated_units import equated
from karat.diagnosis.order_scores import Units
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.variation import segment_variation, variation
from karat.dossier.dossier import (
    AgreementAnswer,
    DamageAnswer,
    EntityAnswer,
    EntityLevels,
    VariationAnswer,
    evenly,
)
from karat.entities.languages import LANGUAGES
from karat.errors import InvalidOption
from karat.evaluation import evaluate
from karat.metrics import Bleu, External, Nee
from karat.metrics.catalogue import distinct_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.comparison import Comparison
    from karat.corpus import Corpus
    from karat.diagnosis.equated_units import EquatedUnits
    from karat.dossier.dossier import Scope
    from karat.evaluation import Evaluation
    from karat.judgements import Judgements
    from karat.metrics import Metric


# With fewer systems a line goes through everything, and nothing is shown.
LEAST_SYSTEMS = 3
# Within text types these are enough; the others take long.
_OF_PARTS = ("pearson", "accuracy", "prediction-error")
# A segment to show: long enough to be cut into blocks, short enough to be read.
_SHOWN_BLOCKS = range(4, 10)
_LONGEST_SHOWN = 30


def agreement_answer(
    evaluation: Evaluation,
    humans: Sequence[Rater],
    *,
    corpus: Corpus,
    name: str,
    scope: Scope,
    judgements: Judgements | None = None,
) -> AgreementAnswer:
    """Everything about metrics and people; `corpus` still has the references among the systems.

    `judgements` are those that human scores were made of, where they are known.
    """
    # Human scores of a system that is not in the corpus any more say nothing of the metrics.
    taken = [human.only(list(corpus.systems)) for human in humans[: scope.dimensions]]
    material = Material.of(name, corpus, counted_raters(evaluation), taken, judgements=judgements)
    unused = tuple(human.name for human in humans[scope.dimensions :])
    compared = _compared(material, scope)
    judged = most_judged(material.humans)
    if judged == 0:
        raise InvalidOption("People judged none of the systems.")
    if judged < LEAST_SYSTEMS:
        return AgreementAnswer(material, compared, None, None, (), unused)
    plan = Plan(samples=scope.samples, seed=scope.seed, confidence=scope.confidence)
    in_segments = any(human.segments is not None for human in material.humans)
    whole = replace(plan, levels=("system", "segment")) if in_segments else plan
    parts = corpus.text_types
    by_part = None
    if parts is not None and in_segments and len(set(parts)) > 1:
        without_judges = replace(material, panels=())
        by_part = measure(without_judges, replace(plan, statistics=_OF_PARTS), parts=list(parts))
    return AgreementAnswer(
        material,
        compared,
        measure(material, whole),
        by_part,
        tuple(sweeps(material, plan)),
        unused,
        tuple(between(material.metrics, plan=plan)) if len(material.metrics) > 1 else (),
    )


def _compared(material: Material, scope: Scope) -> Comparison | None:
    """The systems by people's scores: which of them people tell apart."""
    metrics = [
        External.of_table(human.table("segment"), higher_is_better=human.higher_is_better)
        for human in material.humans
        if human.segments is not None
    ]
    if not metrics or len(material.corpus.systems) < 2:
        return None
    procedure = Procedure(samples=scope.samples, seed=scope.seed, confidence=scope.confidence)
    return compare(evaluate(material.corpus, *metrics, keep_references=True), procedure)


def most_judged(humans: Iterable[Rater]) -> int:
    """How many systems people judged, in the dimension in which they judged most."""
    return max((int((human.whole == human.whole).sum()) for human in humans), default=0)


def variation_answer(evaluation: Evaluation, ranking: Sequence[str], scope: Scope) -> VariationAnswer:
    """How many texts score like those of the best, the middle and the worst system."""
    bleu = _bleu(evaluation.metrics)
    taken = _spread(ranking, scope.arranging)
    corpus = evenly(evaluation.corpus, scope.arranged, systems=taken)
    # A random order of the words of each segment is drawn a few times: the mean hardly moves.
    found = variation(corpus, bleu, enumerate_up_to=0, seed=scope.seed)
    best = found[0]
    shown = [
        place
        for place, (blocks, length) in enumerate(
            zip(best.blocks.tolist(), best.lengths.tolist(), strict=True)
        )
        if int(blocks) in _SHOWN_BLOCKS and length <= _LONGEST_SHOWN
    ]
    example = None
    if shown:
        place = max(shown, key=lambda place: best.blocks[place])
        example = segment_variation(corpus, best.system, place + 1, metric=bleu, enumerate_up_to=0)
    return VariationAnswer(bleu.name, bleu.recipe, tuple(found), example, len(corpus))


def _spread(names: Sequence[str], most: int) -> list[str]:
    """The first, the last, and some between."""
    if len(names) <= most:
        return list(names)
    if most == 1:
        return [names[0]]
    return [names[round(place * (len(names) - 1) / (most - 1))] for place in range(most)]


def equated_units(evaluation: Evaluation, scope: Scope) -> EquatedUnits:
    """Which order in characters stands for four words here."""
    bleu = _bleu(evaluation.metrics)
    corpus = evenly(evaluation.corpus, scope.equated)
    # Segments are looked at in words; where the writing has none, characters are their own words.
    units = Units(tokenize=bleu.tokenize if bleu.unit == "word" else "13a")
    samples = min(scope.samples, 500)
    return equated(
        equate(
            corpus, units, criteria=Criteria(samples=samples, confidence=scope.confidence, seed=scope.seed)
        )
    )


def damage_answer(evaluation: Evaluation, system: str, scope: Scope) -> DamageAnswer:
    """How every metric that reads text answers to damage of one system's output."""
    metrics = [
        metric
        for metric in evaluation.metrics
        if not metric.annotated and not metric.needs_entities and not isinstance(metric, External)
    ]
    if not metrics:
        raise InvalidOption("None of the metrics reads the text itself, so damaging it would change nothing.")
    corpus = evenly(evaluation.corpus, scope.damaged, systems=[system])
    found = sensitivity(
        corpus,
        system,
        metrics,
        samples=scope.samples,
        confidence=scope.confidence,
        seed=scope.seed,
    )
    if not found[0].responses:
        raise InvalidOption(f"There is nothing in the text of {system} that could be damaged.")
    there = {response.dose.damage for response in found[0].responses}
    return DamageAnswer(
        system,
        len(corpus),
        tuple(distinct_names(metrics)),
        tuple(found),
        tuple(name for name in DAMAGES if name not in there),
    )


def entity_answer(evaluation: Evaluation) -> EntityAnswer:
    """The named entities that each system has, by type, and those that it misses."""
    corpus = evaluation.corpus
    if corpus.entities is None:
        raise InvalidOption("No named entities are marked in the references.")
    asked = [metric for metric in evaluation.metrics if isinstance(metric, Nee)]
    nee = (asked[0] if asked else Nee(language=_language(corpus))).settled(corpus)
    counted = evaluate(corpus, nee, keep_references=True)
    totals = {name: tables[nee.recipe].total() for name, tables in counted.statistics.items()}
    kinds = [column.partition("_")[2] for column in nee.columns[: len(nee.columns) // 2]]
    buckets = tuple(
        Bucket(
            kind,
            max(int(total[place]) for total in totals.values()),
            {name: _cell(nee.details(total)[kind]) for name, total in totals.items()},
        )
        for place, kind in enumerate(kinds)
        if any(total[place] for total in totals.values())
    )
    return EntityAnswer(
        nee.recipe,
        tuple(counted.scores),
        Bucketing("type of entity", "named entities found, %", buckets),
        {name: tuple(nee.misses(corpus, name)) for name in corpus.systems},
        _entity_levels(corpus, nee),
    )


def _entity_levels(corpus: Corpus, nee: Nee) -> tuple[EntityLevels, ...]:
    """By segment, paragraph and document, as the corpus has them.

    All against one reference, the first that is marked: what other people's translations share of it is the
    ceiling. They are the other references, and systems that the corpus says are human.
    """
    marked = next(place for place, found in enumerate(corpus.entities or ()) if found is not None)
    streams = corpus.references.streams
    human = {
        f"reference {place + 1}": [text or "" for text in stream]
        for place, stream in enumerate(streams)
        if place != marked and None not in stream and None not in streams[marked]
    }
    human = {name: text for name, text in human.items() if name not in corpus.systems}
    # The marked reference itself may be among the systems, and is perfect against itself.
    people = {name for name in corpus.human_systems if list(corpus.systems[name]) != list(streams[marked])}
    alone = replace(
        corpus,
        systems={**corpus.systems, **human},
        references=References((streams[marked],)),
        entities=((corpus.entities or ())[marked],),
    )
    known: dict[Literal["segment", "paragraph", "document"], bool] = {
        "segment": True,
        "paragraph": corpus.paragraphs is not None,
        "document": corpus.documents is not None,
    }
    metrics = {unit: replace(nee, unit=unit).settled(alone) for unit, there in known.items() if there}
    found = {unit: evaluate(alone, metric, keep_references=True).scores for unit, metric in metrics.items()}
    return tuple(
        EntityLevels(
            name,
            name in human or name in people,
            {
                unit: next(score.value for score in scores if score.system == name)
                for unit, scores in found.items()
            },
        )
        for name in alone.systems
    )


def _cell(share: float | None) -> BucketCell:
    return BucketCell(float("nan") if share is None else float(share), {}, ())


def _language(corpus: Corpus) -> str:
    """The language of the text; "none" where Karat does not know its numbers and articles."""
    spoken = (corpus.target_language or "en").replace("_", "-").partition("-")[0].lower()
    return spoken if spoken in LANGUAGES else "none"


def _bleu(metrics: Sequence[Metric]) -> Bleu:
    """The BLEU that was asked for, or the usual one."""
    asked = [metric for metric in metrics if isinstance(metric, Bleu)]
    return asked[0].changed(weights=None) if asked else Bleu()
