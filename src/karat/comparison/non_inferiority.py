"""Whether a system may take another's place: not worse by more than a margin, and not below a score.

The burden of proof is on the system. It passes beside a baseline if the one-sided interval of the difference
stays within the margin, so a system that is worse by just the margin passes as rarely as the error rate says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.arguments import require_evaluation, require_option
from karat.comparison.chance import Chance
from karat.comparison.procedure import Procedure, documents_of
from karat.comparison.run_families import families_of, runs_entry
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, UnknownName
from karat.frames import stacked
from karat.metrics.catalogue import METRICS, distinct_names, sacrebleu_signature
from karat.metrics.catalogue import metric as metric_of
from karat.option_checks import plain_number
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison.procedure import Documents
    from karat.comparison.run_families import Families
    from karat.evaluation import Evaluation
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.resampling import Power

    PerMetric: TypeAlias = float | Mapping[str, float]

Verdict: TypeAlias = Literal["pass", "worse", "can't tell", "no value"]
# Equal on paper is equal: an end of an interval at the margin itself is within it.
_SAME = 1e-9


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NonInferiority(Shown):
    """A system beside the baseline under one metric.

    `difference` is system minus baseline. `at_worst` and `at_best` are the ends of two one-sided intervals:
    with the confidence of the gate, the system does no worse than the one, and no better than the other.
    `power` is that of the test, for planning. `neighbours` is as in `MetricComparison`.

    >>> from karat import Bleu, Corpus, evaluate
    >>> references = ["the cat sat on the mat", "a dog barked at the moon"] * 30
    >>> worse = ["the cat sat on a mat", "a dog barks at the moon"] * 30
    >>> evaluation = evaluate(Corpus.of({"old": references, "new": worse}, references), Bleu())
    >>> (found,) = gate(evaluation, baseline="old", margin=1).beside_baseline
    >>> found.verdict, found.passed, found.difference < -1
    ('worse', False, True)
    """

    metric: str
    recipe: str
    signature: str | None
    higher_is_better: bool
    system: str
    baseline: str
    value: float
    baseline_value: float
    difference: float
    at_worst: float
    at_best: float
    margin: float
    power: Power
    unit: str
    units: int
    effective_units: float
    neighbours: float | None

    @property
    def losses(self) -> tuple[float, float, float]:
        """How much worse than the baseline: at least, as measured, at most; below 0 where it is better."""
        sign = -1.0 if self.higher_is_better else 1.0
        return sign * self.at_best, sign * self.difference, sign * self.at_worst

    @property
    def verdict(self) -> Verdict:
        """Whether the worst that the interval allows is within the margin, or else the best is beyond it."""
        least, measured, most = self.losses
        if isnan(measured):
            return "no value"
        if most <= self.margin + _SAME:
            return "pass"
        return "worse" if least > self.margin + _SAME else "can't tell"

    @property
    def passed(self) -> bool:
        """Whether it is shown not to be worse by more than the margin."""
        return self.verdict == "pass"

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), "verdict": self.verdict}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreLimit(Equal, Shown):
    """A system's score on this text beside the worst score that passes.

    >>> ScoreLimit("BLEU", "BLEU|order:4", None, True, "new", 41.2, 40.0).passed
    True
    """

    metric: str
    recipe: str
    signature: str | None
    higher_is_better: bool
    system: str
    value: float
    limit: float

    @property
    def passed(self) -> bool:
        """Whether the score is at the limit or better; a score that is not defined is not."""
        sign = 1 if self.higher_is_better else -1
        return sign * (self.value - self.limit) >= -_SAME

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), "verdict": "pass" if self.passed else "fail"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Gate(Shown):
    """All checks of a gate, and their results; the gate passes if every check does.

    `error_rate` is the probability at most with which a system passes that is worse by the margin or more.

    >>> from karat import Bleu, Procedure, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> found = gate(evaluation, baseline="birch", margin=1, systems=["aurora", "dune"])
    >>> [(one.system, one.verdict) for one in found.beside_baseline], found.passed
    ([('aurora', 'pass'), ('dune', 'worse')], False)
    """

    beside_baseline: tuple[NonInferiority, ...]
    limits: tuple[ScoreLimit, ...]
    error_rate: float
    documents: Documents

    @property
    def checks(self) -> list[NonInferiority | ScoreLimit]:
        """All that was asked."""
        return [*self.beside_baseline, *self.limits]

    @property
    def passed(self) -> bool:
        """Whether everything passed."""
        return all(one.passed for one in self.checks)

    def _columns(self) -> Columns:
        """A row for each check."""
        return stacked(one._columns() for one in self.checks)


def gate(
    evaluation: Evaluation,
    procedure: Procedure | None = None,
    *,
    baseline: str | None = None,
    margin: PerMetric | None = None,
    limit: PerMetric | None = None,
    systems: Sequence[str] | None = None,
    runs: Families | None = None,
) -> Gate:
    """Whether systems are no worse than a baseline by more than a margin, and reach a score.

    `margin` and `limit` are numbers, or have one for each metric by its name. A `limit` is the lowest score
    that passes, or the highest where lower is better. All systems but the baseline have to pass, or those in
    `systems`. The procedure's confidence is that of one-sided intervals: 0.95 lets a system that is worse by
    the margin pass in 5 % of cases.

    >>> from karat import Bleu, Corpus, evaluate
    >>> references = ["the cat sat on the mat", "a dog barked at the moon"] * 30
    >>> worse = ["the cat sat on a mat", "a dog barks at the moon"] * 30
    >>> evaluation = evaluate(Corpus.of({"old": references, "new": worse}, references), Bleu())
    >>> gate(evaluation, baseline="old", margin=1).beside_baseline[0].verdict
    'worse'
    >>> gate(evaluation, limit=40, systems=["new"]).passed
    True
    """
    require_evaluation(evaluation, "gate(evaluation, baseline=…, margin=…)")
    require_option(procedure, Procedure, "gate(evaluation, Procedure(samples=2000), …)")
    families = families_of(list(evaluation.corpus.systems), runs)
    names = distinct_names(evaluation.metrics)
    margins, limits = (
        _by_metric(what, given, evaluation.metrics) for what, given in (("margin", margin), ("limit", limit))
    )
    _check(baseline, margins, limits)
    chosen = _systems(families, systems, baseline)
    procedure = _one_sided(procedure or Procedure(), evaluation)
    beside: list[NonInferiority] = []
    reached: list[ScoreLimit] = []
    kept = {name: families[name] for name in (*chosen, *([] if baseline is None else [baseline]))}
    for metric, name in zip(evaluation.metrics, names, strict=True):
        if name not in margins and name not in limits:
            continue
        chance = Chance.of(evaluation, metric, kept, procedure)
        signature = sacrebleu_signature(metric, evaluation.corpus.references.label)
        for system in chosen:
            if baseline is not None and name in margins:
                entry = f"{_recipe(metric, evaluation)}{_entries(chance)}{runs_entry(kept)}"
                beside.append(_beside(chance, name, entry, signature, (system, baseline), margins[name]))
            if name in limits:
                reached.append(
                    ScoreLimit(
                        name,
                        _recipe(metric, evaluation),
                        signature,
                        metric.higher_is_better,
                        system,
                        chance.value(system),
                        limits[name],
                    )
                )
    return Gate(tuple(beside), tuple(reached), _error_rate(procedure), documents_of(evaluation.corpus))


def _beside(
    chance: Chance, name: str, recipe: str, signature: str | None, pair: tuple[str, str], margin: float
) -> NonInferiority:
    system, baseline = pair
    metric = chance.metric
    interval = chance.interval(*pair)
    worst, best = interval.low, interval.high
    if not metric.higher_is_better:
        worst, best = best, worst
    power = chance.power(*pair, alpha=chance.procedure.alpha)
    return NonInferiority(
        name,
        f"{recipe}|margin:{margin:g}|baseline:{baseline.replace('|', '/')}",
        signature,
        metric.higher_is_better,
        system,
        baseline,
        # On what both have: human scores may be missing.
        chance.value(system, baseline),
        chance.value(baseline, system),
        chance.difference(*pair),
        worst,
        best,
        margin,
        power,
        chance.unit,
        power.units,
        chance.effective_units(*pair),
        chance.neighbour_effect(*pair),
    )


def _recipe(metric: Metric, evaluation: Evaluation) -> str:
    corpus = evaluation.corpus
    return f"{metric.recipe}|refs:{corpus.references.label}{corpus.alignment_entry}"


def _entries(chance: Chance) -> str:
    """What decides an interval, as the recipe gives it."""
    procedure = chance.procedure
    return (
        f"|samples:{procedure.samples}|seed:{procedure.seed}|confidence:{1 - _error_rate(procedure):g}"
        f"|sides:1|interval:{procedure.interval}|draw:{chance.unit}"
        f"|strata:{'text_type' if procedure.stratify else 'none'}"
    )


def _one_sided(procedure: Procedure, evaluation: Evaluation) -> Procedure:
    """The procedure whose two-sided intervals have the one-sided ones for their ends."""
    if not procedure.confidence > 0.5:
        raise InvalidOption(
            f"The confidence is {procedure.confidence:g}; a gate lets through what is worse by the margin "
            "with the probability that is left, so it must be above 0.5, such as 0.95."
        )
    if procedure.compatible != "karat":
        raise InvalidOption("A gate does not have the tests of Moses. Leave `compatible` out.")
    confidence = round(2 * procedure.confidence - 1, 12)
    return replace(procedure, confidence=confidence).on(evaluation.corpus)


def _error_rate(procedure: Procedure) -> float:
    return round(procedure.alpha / 2, 12)


def _check(baseline: str | None, margins: Mapping[str, float], limits: Mapping[str, float]) -> None:
    """What was asked for makes a question."""
    if baseline is None and margins:
        raise InvalidOption(f"A margin needs a baseline. Name the system: {option('baseline')}.")
    if baseline is not None and not margins:
        raise InvalidOption(
            "How much worse than the baseline may a system be? Say it in points of the metric: "
            f"{option('margin', 0.5)}."
        )
    if not margins and not limits:
        raise InvalidOption(
            f"There is nothing to compare the systems with: name a {option('baseline')} and a "
            f"{option('margin', 0.5)}, or a score that must be reached."
        )
    for name, margin in margins.items():
        if not 0 <= margin < inf:
            raise InvalidOption(
                f"The margin of {name} is {margin:g}; it must be 0 or more: how much worse is acceptable."
            )
    for name, limit in limits.items():
        if not -inf < limit < inf:
            raise InvalidOption(f"The limit of {name} is {limit:g}; it must be a finite number.")


def named_metric(asked: str, metrics: Sequence[Metric]) -> str:
    """The name of a metric in tables, by that name or by the one that it is asked for with.

    >>> from karat import Bleu, Chrf
    >>> named_metric("bleu", [Bleu(), Chrf()]), named_metric("chrf", [Bleu(), Chrf()])
    ('BLEU', 'chrF2')
    """
    names = distinct_names(metrics)
    known = (asked.casefold(), f"human {asked.casefold()}")
    found = [name for name in names if name.casefold() in known]
    if not found and asked.casefold() in METRICS:
        own = metric_of(asked.casefold()).name
        found = [name for name, one in zip(names, metrics, strict=True) if one.name == own]
    if len(found) != 1:
        raise UnknownName.among("metric", asked, names)
    return found[0]


def _by_metric(what: str, given: PerMetric | None, metrics: Sequence[Metric]) -> dict[str, float]:
    """A number for each metric; one alone is for all."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        return {name: _number(what, name, given) for name in distinct_names(metrics)}
    found: dict[str, float] = {}
    for asked, value in given.items():
        name = named_metric(str(asked), metrics)
        if name in found:
            raise InvalidOption(f"The {what} of {name} is given twice. Give it once.")
        found[name] = _number(what, name, value)
    return found


def _number(what: str, name: str, value: object) -> float:
    number = plain_number(value)
    if isinstance(number, bool) or not isinstance(number, int | float) or isnan(number):
        raise InvalidOption(f"The {what} of {name} is {value!r}; a number was expected.")
    return float(number)


def _systems(families: Mapping[str, object], asked: Sequence[str] | None, baseline: str | None) -> list[str]:
    """The systems that have to pass."""
    for name in (*(asked or ()), *([] if baseline is None else [baseline])):
        if name not in families:
            raise UnknownName.among("system", name, families)
    if asked is not None and baseline in asked:
        raise InvalidOption(
            f"{baseline!r} is the baseline, and cannot be compared with itself. Leave it out."
        )
    chosen = [name for name in families if name != baseline] if asked is None else list(dict.fromkeys(asked))
    if not chosen:
        raise InvalidOption(f"There is no system but {baseline!r}. Name one to compare with it.")
    return chosen
