"""The dossier: what is known about one evaluation, part by part, and the scope of what is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.errors import InvalidOption
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.agreement import Agreement, GroupComparison, Material, Measurements, OrderSweep
    from karat.calibration import Acceptance, Calibration, LabelTest, Prediction, TransferResult
    from karat.comparison import Comparison, PartitionSlices
    from karat.diagnosis.buckets import Bucketing
    from karat.diagnosis.equated_units import EquatedUnits
    from karat.diagnosis.sensitivity import Sensitivity
    from karat.diagnosis.suitability import Finding
    from karat.diagnosis.variation import SegmentVariation, Variation
    from karat.estimation import PeopleEstimates
    from karat.evaluation import Evaluation
    from karat.metrics.nee import Miss
    from karat.points import PointsFit
    from karat.reliability import Reliability
    from karat.scores import Score


@dataclass(frozen=True, slots=True)
class Scope:
    """Every choice that decides a figure of a dossier, beside the metrics' own.

    `threshold` is the human score from which on a translation is good enough; None where it is to be found
    from the judgements. `dimensions` is how many kinds of human scores are looked at. Damage is done to
    `damaged` segments of the best system, arrangements are counted in `arranged` segments of `arranging`
    systems, and units are equated on `equated` segments.

    >>> Scope(samples=200, threshold=3.5).threshold
    3.5
    """

    samples: int = 1000
    seed: int = 12345
    confidence: float = 0.95
    threshold: float | None = None
    dimensions: int = 3
    damaged: int = 250
    arranged: int = 500
    arranging: int = 3
    equated: int = 500

    def __post_init__(self) -> None:
        check_count("samples", self.samples)
        check_seed(self.seed)
        check_confidence(self.confidence)
        for name in ("dimensions", "damaged", "arranged", "arranging", "equated"):
            if getattr(self, name) < 1:
                raise InvalidOption(f"{name} is {getattr(self, name)}; it must be 1 or more.")

    @property
    def recipe(self) -> str:
        """Every choice, as a string."""
        threshold = "none" if self.threshold is None else f"{self.threshold:g}"
        return (
            f"samples:{self.samples}|seed:{self.seed}|confidence:{self.confidence:g}|threshold:{threshold}|"
            f"dimensions:{self.dimensions}|damaged:{self.damaged}|arranged:{self.arranged}|"
            f"arranging:{self.arranging}|equated:{self.equated}"
        )


def evenly(corpus: Corpus, most: int, *, systems: Sequence[str] | None = None) -> Corpus:
    """At most so many segments, spread over the whole text, of the named systems or of all.

    >>> corpus = Corpus.of(["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e"])
    >>> list(evenly(corpus, 2).systems["hypothesis"])
    ['a', 'c']
    """
    size = len(corpus)
    rows = range(size) if size <= most else [place * size // most for place in range(most)]
    names = list(corpus.systems) if systems is None else systems
    streams = tuple([stream[row] for row in rows] for stream in corpus.references.streams)
    sources = corpus.sources
    return Corpus(
        {name: [corpus.systems[name][row] for row in rows] for name in names},
        References(streams),
        sources=None if sources is None else [sources[row] for row in rows],
        source_language=corpus.source_language,
        target_language=corpus.target_language,
        human_systems=corpus.human_systems & frozenset(names),
    )


@dataclass(frozen=True, slots=True, eq=False)
class AgreementAnswer:
    """Metrics beside people: the raters, how far they agree, and BLEU of every order against people.

    `comparison` is of the systems by people's scores of segments, None where there are none. `found` is None
    where people judged too few systems to measure metrics against them. `by_part` is the agreement within
    text types. `unused` names human scores that nobody looked at. `between` has the metrics
    beside each other.

    >>> from karat import Bleu, demo, evaluate, read, read_judgements
    >>> from karat.agreement import Material, Plan, measure
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> material = Material.of_evaluation(evaluate(corpus, Bleu()), judgements)
    >>> found = measure(material, Plan(samples=100))
    >>> answer = AgreementAnswer(material, None, found, None, (), ())
    >>> [human.name for human in answer.material.humans]
    ['adequacy', 'fluency']
    """

    material: Material
    comparison: Comparison | None
    found: Measurements | None
    by_part: Measurements | None
    sweeps: tuple[OrderSweep, ...]
    unused: tuple[str, ...]
    between: tuple[Agreement, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """From metrics to people: what was fitted here, what was brought along, and what both say.

    `own` was fitted from the judgements at hand, `given` came from files. `accepted` has the outputs and
    thresholds of each dimension that has a threshold.

    >>> Prospects((), (), (), ()).predictions
    ()
    """

    own: tuple[Calibration, ...]
    given: tuple[Calibration, ...]
    accepted: tuple[Acceptance, ...]
    predictions: tuple[Prediction, ...]


@dataclass(frozen=True, slots=True, eq=False)
class VariationAnswer:
    """How many other texts score the same: of some systems, on so many segments; and one of these to see.

    >>> from karat import Bleu, Corpus
    >>> from karat.diagnosis.variation import variation
    >>> found = variation(Corpus.of(["he was taken to him"], ["he was led to him"]))
    >>> VariationAnswer("BLEU", Bleu().recipe, tuple(found), None, 1).systems[0].system
    'hypothesis'
    """

    metric: str
    recipe: str
    systems: tuple[Variation, ...]
    example: SegmentVariation | None
    segments: int


@dataclass(frozen=True, slots=True, eq=False)
class DamageAnswer:
    """How metrics answer to damage that was done to one system's output, on so many of its segments.

    `unstruck` are damages that found nothing to strike.

    >>> DamageAnswer("aurora", 48, ("BLEU",), (), ("numbers",)).unstruck
    ('numbers',)
    """

    system: str
    segments: int
    names: tuple[str, ...]
    responses: tuple[Sensitivity, ...]
    unstruck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityLevels:
    """The share of one reference's entities that a system has, by unit; or another human translation.

    >>> EntityLevels("reference 2", True, {"segment": 80.0, "document": 85.0}).values["document"]
    85.0
    """

    system: str
    is_human: bool
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class EntityAnswer:
    """Named entities: the share that each system has, in all and by type, and those that it misses.

    >>> from karat.diagnosis.buckets import Bucketing
    >>> EntityAnswer("NEE", (), Bucketing("entity type", "recall", ()), {"aurora": ()}).by_type.by
    'entity type'
    """

    recipe: str
    scores: tuple[Score, ...]
    by_type: Bucketing
    misses: Mapping[str, tuple[Miss, ...]]
    levels: tuple[EntityLevels, ...] = ()


@dataclass(frozen=True, slots=True)
class Omission:
    """A part that is not there, and why.

    >>> Omission("people", "There are no human scores.").reason
    'There are no human scores.'
    """

    part: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Dossier:
    """All analyses of one evaluation; None or empty where the data do not allow one.

    >>> from karat import Scope, demo, gather, read
    >>> dossier = gather(read(demo.segments_path()), name="demo", scope=Scope(samples=100))
    >>> dossier.name, len(dossier.findings) > 5, dossier.comparison.procedure.samples
    ('demo', True, 100)
    """

    name: str
    evaluation: Evaluation
    scope: Scope
    left_out: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    comparison: Comparison | None = None
    slices: tuple[PartitionSlices, ...] = ()
    agreement: AgreementAnswer | None = None
    judges: tuple[Reliability, ...] = ()
    judge_groups: tuple[GroupComparison, ...] = ()
    points: Mapping[str, Sequence[PointsFit]] = field(default_factory=dict)
    estimates: tuple[PeopleEstimates, ...] = ()
    prospects: Prospects | None = None
    transfers: tuple[TransferResult, ...] = ()
    label_tests: tuple[LabelTest, ...] = ()
    variation: VariationAnswer | None = None
    units: EquatedUnits | None = None
    damage: DamageAnswer | None = None
    entities: EntityAnswer | None = None
    omissions: tuple[Omission, ...] = ()

    @property
    def corpus(self) -> Corpus:
        """The texts that were scored."""
        return self.evaluation.corpus

    @property
    def machines(self) -> list[str]:
        """The systems that are not people, the best by the first metric first.

        Where people judged, a system with the text of a reference is not among them either: it is measured
        apart from the others.
        """
        apart = {} if self.agreement is None else self.agreement.material.people
        people = {*self.corpus.human_systems, *(name for name, same in apart.items() if same)}
        return [name for name in self.ranking if name not in people]

    @property
    def ranking(self) -> list[str]:
        """All systems, the best by the first metric first."""
        metric = self.evaluation.metrics[0]
        values = {name: self.evaluation[name][0].value for name in self.corpus.systems}
        sign = -1 if metric.higher_is_better else 1
        # A value that is not defined ranks last: NaN is not itself.
        return sorted(values, key=lambda name: (values[name] != values[name], sign * values[name]))
