"""Each reference by itself: how far a score depends on who translated the reference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.arguments import require_evaluation, require_names
from karat.corpus import References
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption, MissingReference
from karat.evaluation import evaluate
from karat.frames import stacked
from karat.metrics.external import External

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.evaluation import Evaluation
    from karat.frames import Columns
    from karat.scores import Score


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReferenceSpread(Equal, Shown):
    """One metric's scores of one system: against all references together, and against each alone.

    `mean` and `sd` are those of `alone`; the standard deviation divides by the number of references minus 1.

    >>> ReferenceSpread("BLEU", "BLEU|…", "A", 40.0, {"expert": 31.0, "reference": 35.0}, 33.0, 2.83).sd
    2.83
    """

    metric: str
    recipe: str
    system: str
    together: float
    alone: Mapping[str, float]
    mean: float
    sd: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values, in a stable order."""
        return {**self._row(), "alone": dict(self.alone)}

    def _columns(self) -> Columns:
        """A row for each reference."""
        shared = {name: [value] * len(self.alone) for name, value in self._row().items()}
        return {**shared, "reference": list(self.alone), "value": list(self.alone.values())}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EachReference(Shown):
    """An evaluation against all references, and one against each alone, by the name of the reference."""

    together: Evaluation
    alone: Mapping[str, Evaluation]

    def __repr__(self) -> str:
        # Each evaluation shows its corpus, and all have the same.
        return f"EachReference(together={self.together!r}, alone={list(self.alone)})"

    @property
    def spreads(self) -> Results[ReferenceSpread]:
        """One for each system and metric, in the order of the evaluation's scores."""
        by_reference = {name: _values(one.scores) for name, one in self.alone.items()}
        spreads = []
        for score in self.together.scores:
            recipe = score.recipe.rpartition("|")[0]
            if all((score.system, recipe) in values for values in by_reference.values()):
                alone = {name: values[score.system, recipe] for name, values in by_reference.items()}
                spreads.append(_spread(score, recipe, alone))
        return Results(spreads)

    def _columns(self) -> Columns:
        """A row for each system, metric and reference."""
        return stacked(spread._columns() for spread in self.spreads)


def each_reference(
    evaluation: Evaluation, *, names: Sequence[str] | None = None, threads: int | None = None
) -> EachReference:
    """Score every system again, against each reference alone.

    The references are called as the corpus or `names` calls them, else `reference 1`, `reference 2` and so
    on. Scores from elsewhere were not made from these references, and are left out.

    >>> from karat import Bleu, Corpus, evaluate
    >>> corpus = Corpus.of(["the cat sat on the mat"], [["the cat sat on a mat", "the cat lay on the mat"]])
    >>> (spread,) = each_reference(evaluate(corpus, Bleu(order=2))).spreads
    >>> {name: round(value, 1) for name, value in spread.alone.items()}
    {'reference 1': 70.7, 'reference 2': 70.7}
    >>> round(spread.together, 1)
    100.0
    """
    require_evaluation(evaluation, "each_reference(evaluation)")
    metrics = [metric for metric in evaluation.metrics if not isinstance(metric, External)]
    if not metrics:
        raise InvalidOption(
            "Every metric has scores from elsewhere: they were not made from these references."
        )
    alone = {
        name: evaluate(corpus, *metrics, threads=threads, keep_references=True)
        for name, corpus in corpora_by_reference(evaluation.corpus, names=names).items()
    }
    return EachReference(evaluation, alone)


def corpora_by_reference(corpus: Corpus, *, names: Sequence[str] | None = None) -> dict[str, Corpus]:
    """The corpus once for each reference, with that reference alone.

    >>> from karat import Corpus
    >>> corpus = Corpus.of(["a cat"], [["one cat", "a cat"]])
    >>> {name: list(one.references.of_segment(0)) for name, one in corpora_by_reference(corpus).items()}
    {'reference 1': ['one cat'], 'reference 2': ['a cat']}
    """
    streams = corpus.references.streams
    called = _names(corpus.references, names)
    if len(streams) < 2:
        raise MissingReference(
            "There is one reference, and its score is the score. To compare references, give at least two."
        )
    for name, stream in zip(called, streams, strict=True):
        if lacking := sum(text is None for text in stream):
            raise MissingReference(
                f"{name} is missing for {lacking:,} of {len(stream):,} segments. Scores against single "
                "references can only be compared on the same segments: every segment needs every reference."
            )
    entities = corpus.entities or [None] * len(streams)
    return {
        name: replace(
            corpus,
            references=References((stream,), (name,)),
            entities=None if corpus.entities is None else (marked,),
        )
        for name, stream, marked in zip(called, streams, entities, strict=True)
    }


def _names(references: References, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is not None:
        require_names(names, "each_reference(evaluation, names=['expert', 'reference'])")
    called = tuple(references.names if names is None else names)
    if names is not None and len(set(called)) != references.count:
        raise InvalidOption(
            f"There are {references.count} references, and {len(set(called))} different names. Give each one."
        )
    # A corpus may call two references alike, or none of them anything.
    if len(set(called)) == references.count:
        return called
    return tuple(f"reference {number}" for number in range(1, references.count + 1))


def _values(scores: Sequence[Score]) -> dict[tuple[str, str], float]:
    """The last part of a score's recipe says how many references there were."""
    return {(score.system, score.recipe.rpartition("|")[0]): score.value for score in scores}


def _spread(score: Score, recipe: str, alone: Mapping[str, float]) -> ReferenceSpread:
    import numpy as np

    values = np.array(list(alone.values()))
    mean, sd = float(values.mean()), float(values.std(ddof=1))
    return ReferenceSpread(score.metric, recipe, score.system, score.value, alone, mean, sd)
