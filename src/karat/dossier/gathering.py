"""Gathering: one question after another is asked of an evaluation, and what has no answer says why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from karat.agreement import Plan, compare_groups, human_raters, tables_of
from karat.agreement.material import without
from karat.arguments import require_corpus, require_option
from karat.comparison import PartitionSlices, Procedure, compare, partition, slices
from karat.diagnosis.suitability import Case, check
from karat.dossier import analyses
from karat.dossier.dossier import Dossier, Omission, Scope
from karat.dossier.prospects import fitted, label_tests, prospects, transfers
from karat.errors import InvalidOption, KaratError
from karat.estimation import Choices, estimates
from karat.evaluation import evaluate, references_among
from karat.judgements import Judgements
from karat.metrics import Bleu, Chrf
from karat.metrics.catalogue import distinct_names
from karat.reliability import Bootstrap
from karat.reliability.summary import summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from karat.agreement import GroupComparison
    from karat.calibration import Calibration
    from karat.comparison import Comparison
    from karat.corpus import Corpus
    from karat.diagnosis.suitability import Finding
    from karat.display import Results
    from karat.dossier.dossier import AgreementAnswer
    from karat.estimation import PeopleEstimates
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.points import PointsFit
    from karat.score_table import ScoreTable

    Made = TypeVar("Made")
    Told = Callable[[str, float], object]

# Scripts without spaces between words, and the tokenizer that needs no dictionary.
_WITHOUT_SPACES = {"zh": "zh", "ja": "char", "th": "char", "lo": "char", "km": "char", "my": "char"}
NO_HUMAN_SCORES = "There are no human scores."
# What is asked, in this order, and how long it usually takes beside the others.
_STEPS = {
    "scores": 1.0,
    "checks": 3.0,
    "comparison": 6.0,
    "slices": 3.0,
    "people": 12.0,
    "judges": 3.0,
    "judge-groups": 1.0,
    "estimates": 2.0,
    "prospects": 2.0,
    "transfer": 2.0,
    "labels": 1.0,
    "variation": 3.0,
    "units": 3.0,
    "damage": 6.0,
    "entities": 1.0,
}


def usual_metrics(corpus: Corpus) -> tuple[Metric, ...]:
    """BLEU and chrF; BLEU takes characters for words where the writing has no spaces between them.

    >>> from karat import Corpus
    >>> [metric.name for metric in usual_metrics(Corpus.of(["a cat"], ["the cat"]))]
    ['BLEU', 'chrF2']
    """
    language = (corpus.target_language or "").partition("-")[0].partition("_")[0].lower()
    return Bleu(tokenize=_WITHOUT_SPACES.get(language, "13a")), Chrf()


def gather(
    corpus: Corpus,
    *metrics: Metric,
    name: str = "",
    human: Sequence[ScoreTable] = (),
    judgements: Judgements | None = None,
    calibrations: Sequence[Calibration] = (),
    system_labels: Mapping[str, str] | None = None,
    points: Mapping[str, Sequence[PointsFit]] | None = None,
    scope: Scope | None = None,
    threads: int | None = None,
    progress: Told | None = None,
) -> Dossier:
    """Everything that can be said about the systems of a corpus.

    Without metrics, BLEU and chrF are taken. `human` has scores of people by segment or system, `judgements`
    those of single judges, `calibrations` lines that were fitted elsewhere, and `system_labels` the kind of
    each system. `points` has the fits of each metric's name, which say how probably people agree with a
    difference. `progress` is told what is being done, and which share of the whole is done.

    >>> from karat import demo, read
    >>> found = gather(read(demo.segments_path()), scope=Scope(samples=100))
    >>> found.ranking[0], found.agreement is None
    ('aurora', True)
    """
    require_corpus(corpus, "gather(corpus)")
    require_option(judgements, Judgements, "gather(corpus, judgements=read_judgements(path, corpus))")
    require_option(scope, Scope, "gather(corpus, scope=Scope(samples=1000))")
    return _Gathering(corpus, scope or Scope(), threads, progress).dossier(
        metrics or usual_metrics(corpus), name, human, judgements, calibrations, system_labels, points or {}
    )


class _Gathering:
    """One gathering on its way: the corpus, and what could not be said so far."""

    def __init__(self, corpus: Corpus, scope: Scope, threads: int | None, progress: Told | None) -> None:
        self.corpus, self.scope, self.threads, self.progress = corpus, scope, threads, progress
        self.omissions: list[Omission] = []
        self._done = 0.0

    def dossier(
        self,
        metrics: Sequence[Metric],
        name: str,
        human: Sequence[ScoreTable],
        judgements: Judgements | None,
        calibrations: Sequence[Calibration],
        labels: Mapping[str, str] | None,
        points: Mapping[str, Sequence[PointsFit]],
    ) -> Dossier:
        scope = self.scope
        references = references_among(self.corpus)
        # Who gives nothing but references wants them scored.
        left_out = references if len(references) < len(self.corpus.systems) else []
        scored = without(self.corpus, left_out)
        self._tell("scores")
        evaluation = evaluate(scored, *metrics, threads=self.threads, keep_references=True)
        findings = self._ask("checks", lambda: list(self._findings(evaluation))) or []
        comparison = self._ask("comparison", lambda: self._comparison(evaluation))
        parts = self._ask("slices", lambda: list(self._slices(evaluation, comparison))) or []
        agreement, made = self._people(name, evaluation, human, judgements)
        judges = self._ask("judges", lambda: self._judges(judgements)) or []
        known = Dossier(
            name,
            evaluation,
            scope,
            left_out=tuple(left_out),
            findings=tuple(findings),
            comparison=comparison,
            points=points,
            slices=tuple(parts),
            agreement=agreement,
            judges=tuple(judges),
            judge_groups=self._ask("judge-groups", lambda: self._judge_groups(judgements, agreement)) or (),
            estimates=self._ask("estimates", lambda: self._estimates(agreement)) or (),
            prospects=self._ask(
                "prospects",
                lambda: self._prospects(scored, agreement, made, calibrations, judgements, labels),
            ),
            transfers=tuple(self._ask("transfer", lambda: self._transfers(made)) or ()),
            label_tests=tuple(self._ask("labels", lambda: self._labels(made, labels)) or ()),
        )
        best = (known.machines or known.ranking)[0]
        whole = replace(
            known,
            variation=self._ask(
                "variation", lambda: analyses.variation_answer(evaluation, known.ranking, scope)
            ),
            units=self._ask("units", lambda: analyses.equated_units(evaluation, scope)),
            damage=self._ask("damage", lambda: analyses.damage_answer(evaluation, best, scope)),
            entities=self._ask("entities", lambda: analyses.entity_answer(evaluation)),
        )
        return replace(whole, omissions=tuple(self.omissions))

    def _ask(self, part: str, question: Callable[[], Made]) -> Made | None:
        """The answer; where the data have none, None, and the reason is kept."""
        self._tell(part)
        try:
            return question()
        except KaratError as reason:
            self.omissions.append(Omission(part, str(reason)))
            return None

    def _tell(self, part: str) -> None:
        if self.progress is not None:
            self.progress(part, self._done / sum(_STEPS.values()))
        self._done += _STEPS[part]

    def _findings(self, evaluation: Evaluation) -> Results[Finding]:
        return check(Case.of(evaluation))

    def _comparison(self, evaluation: Evaluation) -> Comparison:
        return compare(evaluation, self._procedure)

    @property
    def _procedure(self) -> Procedure:
        scope = self.scope
        return Procedure(samples=scope.samples, seed=scope.seed, confidence=scope.confidence)

    def _slices(self, evaluation: Evaluation, comparison: Comparison | None) -> Iterator[PartitionSlices]:
        """Parts of the text under the first metric: text types, lengths, numbers, and names where marked."""
        if comparison is None:
            raise InvalidOption("There is one system, so no order can be reversed.")
        corpus, metric = evaluation.corpus, evaluation.metrics[0]
        called = distinct_names(evaluation.metrics)[0]
        for kind in _partitions(corpus):
            parts = partition(corpus, kind)
            if len(parts.parts) > 1:
                yield PartitionSlices(called, kind, slices(evaluation, metric, parts, self._procedure))

    def _people(
        self,
        name: str,
        evaluation: Evaluation,
        human: Sequence[ScoreTable],
        judgements: Judgements | None,
    ) -> Any:
        def ask() -> Any:
            tables = list(human)
            if judgements is not None and not tables:
                tables = tables_of(judgements, self.corpus)
            raters = human_raters(tables)
            if not raters:
                raise InvalidOption(NO_HUMAN_SCORES)
            return analyses.agreement_answer(
                evaluation,
                raters,
                corpus=self.corpus,
                name=name,
                scope=self.scope,
                judgements=judgements,
            )

        found = self._ask("people", ask)
        if found is None:
            return None, []
        if found.found is None:
            few = analyses.most_judged(found.material.humans)
            reason = (
                f"People judged {few} of the systems; to measure metrics against people takes "
                f"{analyses.LEAST_SYSTEMS}, as a line goes through any two."
            )
            self.omissions.append(Omission("people", reason))
            return found, []
        try:
            return found, fitted(found.material, self.scope)
        except KaratError as reason:
            self.omissions.append(Omission("calibration", str(reason)))
            return found, []

    def _judges(self, judgements: Judgements | None) -> list[Any]:
        if judgements is None:
            raise InvalidOption("Only means over judges are known, so judges cannot be compared.")
        bootstrap = Bootstrap(
            samples=self.scope.samples, seed=self.scope.seed, confidence=self.scope.confidence
        )
        return [
            summary(judgements, dimension, corpus=self.corpus, bootstrap=bootstrap)
            for dimension in judgements.dimensions[: self.scope.dimensions]
        ]

    def _judge_groups(
        self, judgements: Judgements | None, agreement: AgreementAnswer | None
    ) -> tuple[GroupComparison, ...]:
        """Groups of judges, where the judgements say them; else there is nothing to omit."""
        if judgements is None or len(set(judgements.groups.values())) < 2:
            return ()
        scope = self.scope
        plan = Plan(
            ("system", "segment"),
            ("pearson",),
            samples=scope.samples,
            seed=scope.seed,
            confidence=scope.confidence,
        )
        metrics = () if agreement is None else agreement.material.metrics
        found = compare_groups(judgements, corpus=self.corpus, metrics=metrics, plan=plan)
        return found[: scope.dimensions]

    def _estimates(self, agreement: AgreementAnswer | None) -> tuple[PeopleEstimates, ...]:
        """What people would say of the whole text; where they judged all of it, there is nothing to omit."""
        if agreement is None:
            return ()
        total = len(self.corpus)
        partly = tuple(one for one in agreement.material.humans if 0 < one.covered < total)
        if not partly:
            return ()
        scope = self.scope
        choices = Choices(samples=scope.samples, seed=scope.seed, confidence=scope.confidence)
        return tuple(estimates(replace(agreement.material, humans=partly), choices))

    def _prospects(
        self,
        corpus: Corpus,
        agreement: AgreementAnswer | None,
        made: Sequence[Any],
        calibrations: Sequence[Calibration],
        judgements: Judgements | None,
        labels: Mapping[str, str] | None,
    ) -> Any:
        judged = agreement is not None and self.scope.threshold is not None
        if not made and not calibrations and not judged:
            raise InvalidOption("No calibration was fitted or given, so human scores cannot be predicted.")
        return prospects(
            corpus,
            made,
            people=None if agreement is None else agreement.material,
            given=calibrations,
            judgements=judgements,
            labels=labels,
            scope=self.scope,
        )

    def _transfers(self, made: Sequence[Any]) -> list[Any]:
        found = transfers(self.corpus, made, scope=self.scope) if made else []
        if not found:
            raise InvalidOption("Testing transfer takes calibrations of at least two text types.")
        return found

    def _labels(self, made: Sequence[Any], labels: Mapping[str, str] | None) -> list[Any]:
        """Tests of the kinds of systems; nobody misses them who did not name any."""
        return [] if labels is None else label_tests(made, labels, scope=self.scope)


def _partitions(corpus: Corpus) -> Iterator[str]:
    if corpus.text_types is not None:
        yield "text-type"
    yield "reference-length" if corpus.sources is None else "source-length"
    yield "numbers"
    if corpus.entities is not None:
        yield "entities"
