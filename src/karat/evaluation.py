"""From a corpus and metrics to scores: counted once, then every question is arithmetic."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from karat.arguments import is_metric, no_metric, require_corpus
from karat.display import Results, Shown
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.frames import stacked
from karat.metrics.catalogue import distinct_names
from karat.metrics.totals import Totals, score_of
from karat.remedies import either
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.scores import Score
    from karat.statistics import Statistics

Level: TypeAlias = Literal["segment", "document", "paragraph", "text_type"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evaluation(Shown):
    """The statistics of every system under every metric, and the scores they give.

    `statistics[system][recipe]` holds the rows.

    >>> from karat import Bleu, Corpus, evaluate
    >>> evaluation = evaluate(Corpus.of({"A": ["a b c d"], "B": ["a b c e"]}, ["a b c d"]), Bleu())
    >>> evaluation["A"][0].value, evaluation.table("BLEU", "segment")["A"].tolist()
    (100.0, [100.0])
    """

    corpus: Corpus
    metrics: tuple[Metric, ...]
    statistics: Mapping[str, Mapping[str, Statistics]]

    @property
    def scores(self) -> Results[Score]:
        """One score per system and metric."""
        return Results(score for system in self.corpus.systems for score in self[system])

    def __getitem__(self, system: str) -> Results[Score]:
        self.corpus.system(system)
        of_system = self.statistics[system]
        references = self.corpus.references
        label = references.label
        return Results(
            score_of(
                metric,
                system,
                of_system[metric.recipe].total(),
                segments=len(self.corpus),
                references=references.count,
                label=label,
                alignment=self.corpus.alignment_entry,
            )
            for metric in self.metrics
        )

    def __str__(self) -> str:
        return "\n".join(f"{score.system}: {score}" for score in self.scores)

    @property
    def segments(self) -> NDArray[np.float64]:
        """The value of each segment, where there is one system and one metric."""
        if len(self.metrics) != 1 or len(self.corpus.systems) != 1:
            raise UnknownName(
                f"There are {len(self.corpus.systems)} systems and {len(self.metrics)} metrics: "
                "use table(metric, 'segment')[system]."
            )
        (system,) = self.corpus.systems
        return self.table(self.metrics[0], "segment")[system]

    def table(self, metric: Metric | str, level: Level) -> ScoreTable:
        """One metric's values at a level: segment, document, paragraph or text type.

        A metric of this evaluation may also be given by its name or its recipe.
        """
        import numpy as np

        if isinstance(metric, str):
            metric = self._named(metric)
        names = tuple(self.corpus.systems)
        rows: tuple[str, ...] = tuple(str(number) for number in range(1, len(self.corpus) + 1))
        of_rows = metric.for_segments if level == "segment" else metric
        values = []
        for system in names:
            statistics = self._statistics(system, metric)
            if level != "segment":
                rows, statistics = statistics.grouped(self.corpus.labels(level))
            values.append(of_rows.values(statistics))
        recipe = f"{metric.settled(self.corpus).recipe}{self.corpus.alignment_entry}"
        upward = metric.higher_is_better
        return ScoreTable(metric.name, recipe, level, names, rows, np.array(values), upward)

    def _named(self, name: str) -> Metric:
        """The metric of that name, recipe, or name with the options that tell it apart."""
        told_apart = distinct_names(self.metrics)
        found = [
            metric
            for metric, distinct in zip(self.metrics, told_apart, strict=True)
            if name in (metric.name, metric.recipe, distinct)
        ]
        if len(found) > 1:
            raise UnknownName(f"{len(found)} metrics are called {name!r}. Name one: {', '.join(told_apart)}.")
        if not found:
            raise UnknownName.among("metric", name, told_apart)
        return found[0]

    def _statistics(self, system: str, metric: Metric) -> Statistics:
        of_system = self.statistics[system]
        metric = metric.settled(self.corpus)
        if metric.recipe not in of_system:
            raise UnknownName.among("metric", metric.recipe, of_system)
        return of_system[metric.recipe]

    def _columns(self) -> Columns:
        """A row for each system and metric; `table(metric, level)` has those of segments and documents."""
        return stacked(score._columns() for score in self.scores)


@overload
def evaluate(
    corpus: Corpus,
    *metrics: Metric,
    threads: int | None = None,
    keep_references: bool = False,
    progress: Callable[[str], object] | None = None,
    engine: None = None,
) -> Evaluation: ...
@overload
def evaluate(
    corpus: str | PathLike[str] | Sequence[str | PathLike[str]], *metrics: Metric, engine: Any, **options: Any
) -> Any: ...
def evaluate(
    corpus: Any,
    *metrics: Metric,
    threads: int | None = None,
    keep_references: bool = False,
    progress: Callable[..., object] | None = None,
    engine: Any = None,
    **options: Any,
) -> Any:
    """Count every system under every metric; `progress` is told what has been counted.

    With an `engine`, the first argument names files of any size: see `karat.engines.evaluate_shards`, which
    takes the other options.

    A system that is known to be a person, and whose text is one of the references, is left out with a
    warning: against itself it is perfect. `keep_references` keeps it.

    >>> from karat import Bleu, Corpus
    >>> corpus = Corpus.of(["the cat sat on the mat"], ["the cat sat on the mat"])
    >>> evaluate(corpus, Bleu()).scores[0].value
    100.0
    """
    if engine is not None:
        return _engines().evaluate_shards(
            corpus, *metrics, engine=engine, workers=threads, progress=progress, **options
        )
    if options:
        raise InvalidOption(
            f"{next(iter(options))}=… is for files that an engine counts. Give engine='threads'."
        )
    require_corpus(corpus, "evaluate(corpus, Bleu())")
    _check_metrics(metrics)
    if not keep_references:
        corpus, _ = without_references(corpus)
    metrics = tuple(metric.settled(corpus) for metric in metrics)
    texts = list(corpus.systems.values())
    statistics: dict[str, dict[str, Statistics]] = {name: {} for name in corpus.systems}
    for metric in metrics:
        counted = metric.prepare(corpus).count_systems(texts, corpus.references, threads=threads)
        for name, rows in zip(corpus.systems, counted, strict=True):
            statistics[name][metric.recipe] = rows
        if progress is not None:
            progress(metric.name)
    return Evaluation(corpus, metrics, statistics)


def _engines() -> Any:
    """The package of engines.

    Deliberate: it is looked up by name. Engines lie above evaluations, and imports point down only.
    """
    return import_module("karat.engines")


def evaluate_blocks(
    blocks: Iterable[Corpus],
    *metrics: Metric,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Results[Score]:
    """Corpus scores of a text that comes in blocks, in the memory of one block.

    Every block has the same systems. `progress` is told how many segments have been counted.

    >>> from karat import Bleu, Corpus
    >>> blocks = [Corpus.of(["a b c d"], ["a b c d"]), Corpus.of(["a b c e"], ["a b c d"])]
    >>> [round(score.value, 2) for score in evaluate_blocks(blocks, Bleu())]
    [72.31]
    """
    _check_metrics(metrics)
    for metric in metrics:
        if metric.needs_corpus:
            raise InvalidOption(f"{metric.name} must see the whole corpus before it counts: use evaluate().")
    totals = Totals(metrics)
    systems: tuple[str, ...] = ()
    if not hasattr(blocks, "__iter__"):
        require_corpus(blocks, "evaluate(corpus, Bleu())")
        raise InvalidOption("Blocks are several corpora. Of one, write: evaluate(corpus, Bleu())")
    for block in blocks:
        require_corpus(block, "evaluate_blocks([corpus], Bleu())")
        systems = _same_systems(systems, block)
        # Deliberate: a block may be like a reference by chance, so nobody is left out.
        counted = evaluate(block, *metrics, threads=threads, keep_references=True)
        by_system = {
            system: [of_system[metric.recipe].total() for metric in metrics]
            for system, of_system in counted.statistics.items()
        }
        references = block.references
        totals.add(by_system, segments=len(block), references=references.count, label=references.label)
        if progress is not None:
            progress(totals.segments)
    return totals.scores()


class ReferenceLeftOut(UserWarning):
    """A system that is one of the references was not scored.

    >>> issubclass(ReferenceLeftOut, UserWarning)
    True
    """


def references_among(corpus: Corpus) -> list[str]:
    """The systems that are known to be people and have the text of a reference."""
    people = [name for name in corpus.systems if name in corpus.human_systems]
    references = [list(stream) for stream in corpus.references.streams] if people else []
    return [name for name in people if list(corpus.systems[name]) in references]


def without_references(corpus: Corpus, *, asked_for: Sequence[str] = ()) -> tuple[Corpus, list[str]]:
    """The corpus without human translations that are its references, and their names, with a warning of each.

    Those that were asked for by name stay.
    """
    left_out = [name for name in references_among(corpus) if name not in asked_for]
    if not left_out:
        return corpus, []
    if len(left_out) == len(corpus.systems):
        remedy = either("Give keep_references=True", "Name systems with --systems")
        raise InvalidOption(
            f"Every system ({', '.join(left_out)}) is one of the references, and perfect against itself. "
            f"{remedy} to score them all the same."
        )
    import warnings

    keep = either("keep_references=True keeps it.", "--systems keeps those that it names.")
    for name in left_out:
        message = f"{name} is left out: it is one of the references, and perfect against itself. {keep}"
        warnings.warn(message, ReferenceLeftOut, stacklevel=3)
    systems = {name: text for name, text in corpus.systems.items() if name not in left_out}
    return replace(corpus, systems=systems, human_systems=corpus.human_systems - set(left_out)), left_out


def _check_metrics(metrics: tuple[Metric, ...]) -> None:
    """Statistics are kept by recipe: what has the same recipe must be the same."""
    if not metrics:
        raise InvalidOption("There is no metric. Give at least one, such as evaluate(corpus, Bleu()).")
    known: dict[str, Metric] = {}
    for metric in metrics:
        if not is_metric(metric):
            raise no_metric(metric)
        if known.setdefault(metric.recipe, metric) != metric:
            raise InvalidOption(
                f"Two metrics that are not the same have the recipe {metric.recipe!r}. "
                "Give their tokenizers names of their own, as functions of a module have."
            )


def _same_systems(systems: tuple[str, ...], block: Corpus) -> tuple[str, ...]:
    if systems and systems != tuple(block.systems):
        raise MisalignedCorpus(
            f"A block has the systems {', '.join(block.systems)}, the first has {', '.join(systems)}. "
            "Every block must have the same."
        )
    return tuple(block.systems)
