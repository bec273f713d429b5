"""From metrics to people: calibrations, thresholds, predictions, and whether a calibration transfers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from karat.agreement.material import without
from karat.calibration import (
    Acceptance,
    HumanThreshold,
    TransferResult,
    acceptability,
    fit,
    human_threshold,
    label_test,
    predict,
    thresholds,
    transfer,
    with_pooling,
)
from karat.calibration.acceptability import words_of
from karat.calibration.accepting import judged_by_cell
from karat.calibration.cells import language_pair, parts_of, rows_by_type
from karat.calibration.chunks import natural_variation
from karat.calibration.human_scales import of_people
from karat.calibration.system_labels import label_of
from karat.dossier.dossier import Prospects
from karat.dossier.scored_outputs import fitting_cells, scored_outputs
from karat.errors import InvalidOption, RefusedPrediction
from karat.judgements import PROTOCOLS, SCALES, by_judge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.agreement import Material, Rater
    from karat.calibration import Acceptability, Calibration, ChunkVariation, LabelTest, Prediction
    from karat.calibration.cells import CellData
    from karat.corpus import Corpus
    from karat.dossier.dossier import Scope
    from karat.judgements import Judgements


# The weights of acceptability are for marks from 1 to 5.
_FIVE_MARKS = {"1-5", "1..5"} | {
    name for name, found in PROTOCOLS.items() if found.scale.recipe == SCALES["1-5"].recipe
}
# Systems of which a line can be fitted that says more than the points themselves.
LEAST_FITTED = 4


@dataclass(frozen=True, slots=True, eq=False)
class FittedCells:
    """A calibration, with the raters and the part of the text that it was fitted on."""

    calibration: Calibration
    metric: Rater
    human: Rater
    part: CellData


def fitted(material: Material, scope: Scope) -> list[FittedCells]:
    """The calibration of every metric and dimension in every cell that has enough judged systems."""
    found = []
    for part in _cells(material):
        for human in part.humans:
            judged = int((human.whole == human.whole).sum())
            for metric in part.metrics if judged >= LEAST_FITTED else ():
                try:
                    made = fit(
                        [metric],
                        human,
                        setting=of_people(part.setting, human),
                        documents=part.documents,
                        confidence=scope.confidence,
                    )
                except InvalidOption:  # scores that do not vary have no line
                    continue
                found.append(FittedCells(made, metric, human, part))
    if not found:
        raise InvalidOption(
            f"A line takes {LEAST_FITTED} judged systems with different scores, and no text type has as many."
        )
    return found


def _cells(material: Material) -> Iterator[CellData]:
    """Text types, and the whole text for those who judged nothing smaller."""
    parts = list(parts_of(material))
    yield from parts
    within = {human.name for part in parts for human in part.humans}
    left = tuple(human for human in material.humans if human.name not in within)
    if left:
        yield from parts_of(replace(material, humans=left), by="language-pair")


def prospects(
    corpus: Corpus,
    made: Sequence[FittedCells],
    *,
    people: Material | None,
    given: Sequence[Calibration],
    judgements: Judgements | None,
    labels: Mapping[str, str] | None = None,
    scope: Scope,
) -> Prospects:
    """Thresholds and predictions from what was fitted here and from what was brought along.

    `people` are those who judged, be it enough systems for a line or not. `labels` say the kind of each
    system, where calibrations are of one kind each.
    """
    own = with_pooling([one.calibration for one in made])
    if scope.threshold is None:
        accepted = tuple(_by_weights(made, own, corpus, judgements, scope))
    else:
        accepted = tuple(_by_threshold(people, own, scope.threshold, scope))
    limits = {one.human: one.threshold.value for one in accepted}
    predictions = [
        *_of_unjudged(made, own, corpus, limits, scope),
        *_of_given(given, corpus, limits, labels or {}, scope),
    ]
    return Prospects(tuple(own), tuple(given), accepted, tuple(predictions))


def _by_threshold(
    people: Material | None, own: Sequence[Calibration], threshold: float, scope: Scope
) -> Iterator[Acceptance]:
    """Every dimension on whose scale the threshold lies: judged outputs, and thresholds of metrics."""
    given = HumanThreshold.given(threshold, scope.confidence)
    if people is None:
        return
    found, problem = [], None
    for human in people.humans:
        try:
            judged = judged_by_cell(
                people,
                human.name,
                threshold,
                samples=scope.samples,
                seed=scope.seed,
                confidence=scope.confidence,
            )
        except InvalidOption as reason:
            problem = reason
            continue
        lines = thresholds([each for each in own if each.human == human.name], given)
        found.append(
            Acceptance(human.name, (), given, lines, "reference", from_judges=True, judged=tuple(judged))
        )
    if not found and problem is not None:
        raise problem
    yield from found


def _by_weights(
    made: Sequence[FittedCells],
    own: Sequence[Calibration],
    corpus: Corpus,
    judgements: Judgements | None,
    scope: Scope,
) -> Iterator[Acceptance]:
    """Every dimension of five marks: its threshold is where weighted judgements cross 0."""
    for human in dict.fromkeys(one.human.name for one in made):
        of_human = [each for each in own if each.human == human]
        if (of_human[0].scale or "") in _FIVE_MARKS:
            outputs, from_judges = _outputs(human, made, corpus, judgements, scope)
            try:
                threshold = human_threshold(outputs, confidence=scope.confidence)
            except InvalidOption:  # too few outputs to say where sums cross 0
                continue
            cells = thresholds(of_human, threshold)
            yield Acceptance(human, tuple(outputs), threshold, cells, "reference", from_judges)


def _outputs(
    human: str, made: Sequence[FittedCells], corpus: Corpus, judgements: Judgements | None, scope: Scope
) -> tuple[list[Acceptability], bool]:
    """What the judgements of every output add up to, by cell; and whether single judgements are known."""
    known = judgements is not None and human in judgements.dimensions
    parts = {id(one.part): one for one in made if one.human.name == human}
    outputs: list[Acceptability] = []
    for one in parts.values():
        systems, rows = list(one.human.systems), list(one.part.rows)
        here = [list(corpus.systems).index(name) for name in systems]
        if known and judgements is not None:
            values = by_judge(judgements, human, corpus=corpus)[:, here][:, :, rows]
        elif one.human.segments is not None:
            values = one.human.segments[None]
        else:
            continue
        cell = ", ".join(filter(None, (one.part.setting.language_pair, one.part.setting.text_type)))
        outputs += acceptability(
            values,
            words_of(corpus)[here][:, rows],
            systems,
            documents=one.part.documents,
            cell=cell,
            samples=scope.samples,
            seed=scope.seed,
            confidence=scope.confidence,
        )
    return outputs, known


def _of_unjudged(
    made: Sequence[FittedCells],
    own: Sequence[Calibration],
    corpus: Corpus,
    limits: dict[str, float],
    scope: Scope,
) -> Iterator[Prediction]:
    """Systems that have no human score, from the lines of those that have."""
    for one, calibration in zip(made, own, strict=True):
        missing = [
            name
            for name, value in zip(one.human.systems, one.human.whole, strict=True)
            if value != value  # noqa: PLR0124 (only NaN is not itself)
        ]
        if missing:
            part = one.part
            yield from _predicted(
                calibration, _only(corpus, missing), part.rows, part.setting.text_type, limits, scope
            )


def _of_given(
    given: Sequence[Calibration],
    corpus: Corpus,
    limits: dict[str, float],
    labels: Mapping[str, str],
    scope: Scope,
) -> Iterator[Prediction]:
    """All systems, from calibrations that were fitted elsewhere, each from that of its kind."""
    kinds: dict[tuple[object, ...], list[Calibration]] = {}
    for each in given:
        kinds.setdefault((each.metrics, each.human, each.level), []).append(each)
    machines = [name for name in corpus.systems if name not in corpus.human_systems]
    for of_kind in kinds.values():
        together = all(each.text_type is None for each in of_kind)
        by_label = all(each.system_label is not None for each in of_kind)
        # A system whose kind nobody said is of none of these kinds, and is refused.
        known = {name: (label_of(name, labels) or "unknown") if by_label else None for name in machines}
        for label in dict.fromkeys(known.values()):
            alike = _only(corpus, [name for name in machines if known[name] == label])
            for text_type, rows in rows_by_type(alike, "language-pair" if together else None).items():
                calibration = fitting_cells(of_kind, language_pair(alike), text_type, label)[0]
                yield from _predicted(calibration, alike, rows, text_type, limits, scope, label=label)


def _predicted(
    calibration: Calibration,
    corpus: Corpus,
    rows: Sequence[int],
    text_type: str | None,
    limits: dict[str, float],
    scope: Scope,
    *,
    label: str | None = None,
) -> Iterator[Prediction]:
    threshold = limits.get(calibration.human, scope.threshold)
    pair = language_pair(corpus)
    for one in scored_outputs(corpus, calibration, rows, pair=pair, text_type=text_type, system_label=label):
        yield predict(
            one.calibration, one.scores, text=one.text, threshold=threshold, confidence=scope.confidence
        )


def _only(corpus: Corpus, names: Sequence[str]) -> Corpus:
    return without(corpus, [name for name in corpus.systems if name not in names])


def transfers(corpus: Corpus, made: Sequence[FittedCells], *, scope: Scope) -> list[TransferResult]:
    """Whether the calibrations of one cell hold in the others, for the first dimension and every metric."""
    first = [one for one in made if one.human.name == made[0].human.name]
    variations: dict[int, ChunkVariation | None] = {}
    found = []
    for source, target in permutations(first, 2):
        if source.metric.name != target.metric.name:
            continue
        if id(source) not in variations:
            variations[id(source)] = _variation(source, corpus)
        try:
            tests = transfer(
                source.calibration,
                target.calibration,
                samples=scope.samples,
                seed=scope.seed,
                confidence=scope.confidence,
            )
        except (InvalidOption, RefusedPrediction):  # too few systems, or lines of different things
            continue
        found.append(TransferResult(source.calibration, target.calibration, tests, variations[id(source)]))
    return found


def label_tests(made: Sequence[FittedCells], labels: Mapping[str, str], *, scope: Scope) -> list[LabelTest]:
    """Whether lines depend on the kind of system, for the first dimension and every metric."""
    found = []
    problem = InvalidOption(
        "No calibration was fitted, so there are no lines of kinds of systems to compare."
    )
    for one in made:
        if one.human.name != made[0].human.name:
            continue
        try:
            found.append(
                label_test(
                    one.calibration,
                    labels,
                    samples=scope.samples,
                    seed=scope.seed,
                    confidence=scope.confidence,
                )
            )
        except InvalidOption as reason:  # systems of one kind
            problem = reason
    if not found:
        raise problem
    return found


def _variation(one: FittedCells, corpus: Corpus) -> ChunkVariation | None:
    """How far the lines of chunks vary; a chunk is made of whole documents where they are known."""
    known, rows = corpus.documents, one.part.rows
    documents = None if known is None else [known[row] for row in rows]
    try:
        return natural_variation(one.metric, one.human, documents, len(rows), words=one.part.words)
    except InvalidOption:  # chunks in which nobody judged two systems
        return None
