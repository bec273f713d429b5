"""One data set, ready to be measured: metrics and people as raters of the same systems."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.agreement.ceiling import MARGIN, ceilings_of
from karat.agreement.human_translations import human_translations, translators
from karat.agreement.judge_groups import judge_groups, ungrouped_judges
from karat.agreement.order_sweep import order_sweep
from karat.agreement.panels import panels
from karat.agreement.raters import counted_raters, people_in
from karat.agreement.shift import warn_of_shift
from karat.agreement.study import Plan, StudyLayout, agreements_of, judged
from karat.agreement.verdicts import verdict
from karat.arguments import require_evaluation, require_names, require_option
from karat.display import Results
from karat.errors import InvalidOption
from karat.frames import Tabular, stacked
from karat.judgements import Judgements
from karat.metrics.bleu import Bleu

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.agreement.ceiling import Ceiling
    from karat.agreement.human_translations import Translator
    from karat.agreement.judge_groups import JudgeGroup
    from karat.agreement.measures import Agreement
    from karat.agreement.order_sweep import OrderSweep
    from karat.agreement.panels import Panel
    from karat.agreement.raters import Rater
    from karat.agreement.verdicts import Verdict
    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.frames import Columns
    from karat.score_table import ScoreTable


# The longest n-grams of the papers' figures.
HIGHEST_ORDER = 16


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """One data set: what is measured, by whom, and which of its systems are people.

    `metrics` and `humans` have the machine translations; `everyone` has the same raters with people too.
    `groups` are groups of judges, where single judgements say them; `panels` has the judges of each
    dimension, where it is known what each of them said.

    >>> from karat import Bleu, demo, evaluate
    >>> from karat.agreement import Material, counted_raters, human_raters, tables_of
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> bleu = counted_raters(evaluate(corpus, Bleu()))
    >>> material = Material.of("demo", corpus, bleu, human_raters(tables_of(judgements, corpus)))
    >>> [(metric.name, human.name) for metric, human in material.pairs], material.people
    ([('BLEU', 'adequacy'), ('BLEU', 'fluency')], {'human': False})
    """

    data: str
    corpus: Corpus
    metrics: tuple[Rater, ...]
    humans: tuple[Rater, ...]
    everyone: tuple[tuple[Rater, ...], tuple[Rater, ...]]
    people: dict[str, bool]
    groups: tuple[JudgeGroup, ...] = ()
    ungrouped: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()

    @classmethod
    def of(
        cls,
        data: str,
        corpus: Corpus,
        metrics: Sequence[Rater],
        humans: Sequence[Rater],
        *,
        judgements: Judgements | None = None,
        keep_people: bool = False,
    ) -> Material:
        """The machine translations of a corpus; people are measured too where they are to be kept.

        `judgements` are those that human scores were made of, for the judges and their groups. References
        among the systems, which are perfect against themselves, are always apart. Human scores that seem to
        belong to neighbouring segments are warned of: `ShiftedSegments`.
        """
        apart = {name: same for name, same in human_translations(corpus).items() if same or not keep_people}
        machines = [name for name in corpus.systems if name not in apart]
        if not machines:
            raise InvalidOption(
                f"Every system ({', '.join(corpus.systems)}) is a human translation. Take others, "
                "or keep people among the systems."
            )
        measured = tuple(rater.only(machines) for rater in metrics)
        judged = tuple(rater.only(machines) for rater in humans)
        warn_of_shift(measured, judged)
        everyone = (tuple(metrics), tuple(humans))
        groups = () if judgements is None else judge_groups(judgements, corpus=corpus)
        asked = {rater.name for rater in humans}
        judges = () if judgements is None else panels(judgements, corpus=corpus)
        return cls(
            data,
            without(corpus, list(apart)),
            measured,
            judged,
            everyone,
            apart,
            tuple(group.only(machines) for group in groups),
            () if judgements is None else ungrouped_judges(judgements),
            tuple(panel.only(machines) for panel in judges if panel.dimension in asked),
        )

    @property
    def documents(self) -> list[str] | None:
        """The document of each segment, where it is known."""
        labels = self.corpus.documents
        return None if labels is None else list(labels)

    @classmethod
    def of_evaluation(
        cls,
        evaluation: Evaluation,
        human: Judgements | ScoreTable | Sequence[ScoreTable],
        *,
        data: str = "",
        keep_people: bool = False,
    ) -> Material:
        """The metrics of an evaluation, beside judgements or tables of human scores."""
        corpus = evaluation.corpus
        people = people_in(human, corpus)
        given = human if isinstance(human, Judgements) else None
        return cls.of(
            data,
            corpus,
            counted_raters(evaluation),
            people,
            judgements=given,
            keep_people=keep_people,
        )

    @property
    def pairs(self) -> list[tuple[Rater, Rater]]:
        """Every metric with every dimension."""
        return [(metric, human) for human in self.humans for metric in self.metrics]


@dataclass(frozen=True, slots=True)
class Measurements(Tabular):
    """All of one data set: agreement, verdicts of whole systems, human translations apart, human ceilings.

    `ceilings` is empty where it is not known what single judges said.

    >>> from karat import Bleu, demo, evaluate
    >>> from karat.agreement import Material, Plan, counted_raters, human_raters, measure, tables_of
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> bleu = counted_raters(evaluate(corpus, Bleu()))
    >>> material = Material.of("demo", corpus, bleu, human_raters(tables_of(judgements, corpus)))
    >>> found = measure(material, Plan(statistics=("pearson",), samples=100))
    >>> [(one.human, round(one.value, 2)) for one in found.agreements], len(found.verdicts)
    ([('adequacy', 0.85), ('fluency', 0.97)], 2)
    """

    data: str
    agreements: Sequence[Agreement]
    verdicts: Sequence[Verdict]
    apart: Sequence[Translator]
    ceilings: Sequence[Ceiling] = ()

    def _columns(self) -> Columns:
        """A row for each agreement; `karat.table(….verdicts)` has the verdicts."""
        return stacked(one._columns() for one in self.agreements)


def without(corpus: Corpus, names: Sequence[str]) -> Corpus:
    """A corpus without some of its systems."""
    systems = {name: text for name, text in corpus.systems.items() if name not in names}
    return replace(corpus, systems=systems, human_systems=corpus.human_systems - set(names))


def measure(
    material: Material,
    plan: Plan,
    *,
    parts: Sequence[str] | None = None,
    judged_only: bool = False,
    margin: float = MARGIN,
    progress: Callable[[str], object] | None = None,
) -> Measurements:
    """Everything about metrics and people; `parts` has the part of the text that each segment belongs to.

    Where the judges are known, ceilings are measured over the whole text; `margin` is what a metric may lack
    and still be as good as another judge. `progress` is called with the name of each metric, once it is
    measured against one kind of human scores.

    >>> from karat import Bleu, demo, evaluate
    >>> from karat.agreement import Material, Plan, counted_raters, human_raters, tables_of
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> bleu = counted_raters(evaluate(corpus, Bleu()))
    >>> material = Material.of("demo", corpus, bleu, human_raters(tables_of(judgements, corpus)))
    >>> found = measure(material, Plan(statistics=("accuracy",), samples=100))
    >>> [(one.metric, one.human, round(one.value, 2)) for one in found.agreements]
    [('BLEU', 'adequacy', 0.8), ('BLEU', 'fluency', 0.9)]
    """
    if "document" in plan.levels:
        # Refused with what to do, where none is known.
        material.corpus.labels("document")
    layout = StudyLayout(material.documents, parts and [label or "(none)" for label in parts])
    taken = [(material.metrics, human, layout) for human in material.humans]
    if judged_only:
        taken = [judged(material.metrics, human, layout) for human in material.humans]
    at_system_level = "system" in plan.levels
    return Measurements(
        material.data,
        [
            each
            for metrics, human, rows in taken
            for each in agreements_of(metrics, [human], plan, rows, progress=progress)
        ],
        [verdict(metric, human) for metrics, human, _ in taken for metric in metrics if at_system_level],
        [
            each
            for human in material.everyone[1]
            for metric in material.everyone[0]
            for each in translators(metric, human, material.people)
        ]
        if at_system_level
        else [],
        [
            each
            for panel in material.panels
            for each in _ceilings(material, panel, plan, judged_only=judged_only, margin=margin)
        ],
    )


def _ceilings(
    material: Material, panel: Panel, plan: Plan, *, judged_only: bool, margin: float
) -> list[Ceiling]:
    """The ceilings of one dimension, over the text that the metrics are measured over."""
    metrics, documents = material.metrics, material.documents
    if judged_only:
        rows = panel.whole().scored_segments
        metrics = tuple(metric if metric.segments is None else metric.within(rows) for metric in metrics)
        panel, documents = panel.within(rows), documents and [documents[row] for row in rows]
    return ceilings_of([panel], metrics, plan, documents=documents, margin=margin)


def ceilings(material: Material, plan: Plan | None = None, *, margin: float = MARGIN) -> Results[Ceiling]:
    """How far judges agree with judges, and the metrics beside them.

    Of every dimension of which it is known what single judges said, at every level of the plan, by each of
    its statistics. A metric is as good as another judge if it lacks less than `margin`.

    >>> from karat import Bleu, demo, evaluate, read, read_judgements
    >>> from karat.agreement import Material, Plan, ceilings
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> material = Material.of_evaluation(evaluate(corpus, Bleu()), judgements)
    >>> found = ceilings(material, Plan(("segment",), ("kendall/item",)))
    >>> [(one.human, round(one.panel, 2), one.metrics[0].answer) for one in found]
    [('adequacy', 0.9, 'worse'), ('fluency', 0.91, 'worse')]
    """
    return Results(
        ceilings_of(
            material.panels, material.metrics, plan or Plan(), documents=material.documents, margin=margin
        )
    )


def agreement_with_people(
    evaluation: Evaluation,
    human: Judgements | ScoreTable | Sequence[ScoreTable],
    *,
    plan: Plan | None = None,
    parts: Sequence[str] | None = None,
    judged_only: bool = False,
    keep_people: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Measurements:
    """How well the metrics of an evaluation track people: `karat.agree`.

    `human` are judgements or tables of human scores. `plan` says at which levels, by which statistics and
    with how many draws; see `measure` for the rest.

    >>> from karat import Bleu, agree, demo, evaluate, read, read_judgements
    >>> from karat.agreement import Plan
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> found = agree(evaluate(corpus, Bleu()), judgements, plan=Plan(statistics=("pearson",), samples=100))
    >>> [(one.human, round(one.value, 2)) for one in found.agreements]
    [('adequacy', 0.85), ('fluency', 0.97)]
    """
    call = "agree(evaluation, judgements)"
    require_evaluation(evaluation, call)
    require_option(plan, Plan, f"{call[:-1]}, plan=Plan(samples=1000))")
    if parts is not None:
        labels = [label or "" for label in parts] if isinstance(parts, list | tuple) else parts
        require_names(labels, f"{call[:-1]}, parts=corpus.text_types)")
        if len(parts) != len(evaluation.corpus):
            raise InvalidOption(
                f"There are {len(parts)} parts, and {len(evaluation.corpus)} segments. Name the part of each."
            )
    material = Material.of_evaluation(evaluation, human, keep_people=keep_people)
    return measure(material, plan or Plan(), parts=parts, judged_only=judged_only, progress=progress)


def sweeps(
    material: Material, plan: Plan, *, highest: int = HIGHEST_ORDER, threads: int | None = None
) -> Iterator[OrderSweep]:
    """BLEU of every order against people, in words and then in characters.

    >>> from karat import Bleu, demo, evaluate
    >>> from karat.agreement import Material, Plan, counted_raters, human_raters, tables_of
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> judgements = read_judgements(demo.judgements_path(), corpus)
    >>> bleu = counted_raters(evaluate(corpus, Bleu()))
    >>> material = Material.of("demo", corpus, bleu, human_raters(tables_of(judgements, corpus)))
    >>> words, characters = sweeps(material, Plan(samples=100), highest=4)
    >>> words.unit, [one.best for one in words.dimensions]
    ('word', [1, 4])
    """
    for bleu in (_words(material).changed(order=highest), Bleu(order=highest, unit="char")):
        rows = bleu.count_systems(
            list(material.corpus.systems.values()), material.corpus.references, threads=threads
        )
        statistics = dict(zip(material.corpus.systems, rows, strict=True))
        yield order_sweep(
            bleu,
            statistics,
            material.humans,
            samples=plan.samples,
            seed=plan.seed,
            confidence=plan.confidence,
        )


def _words(material: Material) -> Bleu:
    """The BLEU of words that was asked for, with its tokenizer, or the usual one."""
    counted = [rater.counted[0] for rater in material.metrics if rater.counted is not None]
    asked = [metric for metric in counted if isinstance(metric, Bleu) and metric.unit == "word"]
    return asked[0].changed(weights=None) if asked else Bleu()
