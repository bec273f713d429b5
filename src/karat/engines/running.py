"""Totals that run along: of a training loop, of a service, of many processes that meet at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.arguments import is_metric, no_metric
from karat.corpus import References, as_text
from karat.display import Results
from karat.engines.partials import CountingRecipe
from karat.errors import InvalidOption
from karat.metrics.catalogue import parse
from karat.metrics.totals import score_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric
    from karat.metrics.contract import AnyReferences
    from karat.scores import Score

_SCHEMA = 1


class Running:
    """The totals of everything that was added; they merge with those of other processes.

    Whole numbers alone are kept, so the order of adding and merging never matters. It can be pickled, and
    `to_json` and `from_json` carry it between programs.

    >>> from karat import Bleu, Running
    >>> first, second = Running(Bleu()), Running(Bleu())
    >>> first.add(["a b c d"], ["a b c d"])
    >>> second.add(["a b c e"], ["a b c d"])
    >>> first.merge(second)
    >>> first.segments, round(first.value(), 2)
    (2, 72.31)
    """

    def __init__(self, *metrics: Metric) -> None:
        if not metrics:
            raise InvalidOption("There is no metric. Give at least one, such as Running(Bleu()).")
        for metric in metrics:
            if not is_metric(metric):
                raise no_metric(metric)
            if metric.needs_corpus:
                raise InvalidOption(
                    f"{metric.name} must see the whole corpus before it counts: use evaluate()."
                )
        self.metrics = metrics
        self.reset()

    def reset(self) -> None:
        """Begin anew, as at the start of an epoch."""
        self.segments = 0
        self._references = 0
        self._labels = set[str]()
        self._totals = [[0] * len(metric.columns) for metric in self.metrics]

    def add(
        self, hypotheses: Sequence[str], references: AnyReferences, *, threads: int | None = None
    ) -> None:
        """Count some segments: one reference for each, or a list of them."""
        text, against = as_text(hypotheses), References.of(references)
        if not len(text) and not len(against):
            return
        counted = [metric.count(text, against, threads=threads).total() for metric in self.metrics]
        self._sum(counted, len(text), against.count, {against.label})

    def merge(self, other: Running) -> None:
        """Take in what another has counted; that one is left as it was."""
        if not isinstance(other, Running):
            raise InvalidOption(f"Running totals were expected, not a {type(other).__name__}.")
        ours, theirs = self._recipe(), other._recipe()
        if ours != theirs:
            raise InvalidOption(
                f"These totals are of {', '.join(theirs.metrics)}, not of {', '.join(ours.metrics)}."
            )
        self._sum(other._totals, other.segments, other._references, other._labels)

    def value(self, metric: Metric | None = None) -> float:
        """The score of all that was added; of several metrics, say which."""
        if metric is None and len(self.metrics) > 1:
            names = ", ".join(one.name for one in self.metrics)
            raise InvalidOption(
                f"There are several metrics: {names}. Say which: value(metric), or use scores()."
            )
        wanted = self.metrics[0] if metric is None else metric
        for one, total in zip(self.metrics, self._totals, strict=True):
            if one == wanted:
                return one.value(total)
        raise InvalidOption(f"{wanted!r} is not counted here.")

    def scores(self) -> Results[Score]:
        """A score for each metric, with its recipe."""
        label = next(iter(self._labels)) if len(self._labels) == 1 else "var"
        return Results(
            score_of(
                metric, "hypothesis", total, segments=self.segments, references=self._references, label=label
            )
            for metric, total in zip(self.metrics, self._totals, strict=True)
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        recipe = self._recipe()
        return {
            "schema": _SCHEMA,
            "metrics": list(recipe.metrics),
            "karat": recipe.karat,
            "unicode": recipe.unicode,
            "segments": self.segments,
            "references": self._references,
            "labels": sorted(self._labels),
            "totals": [list(total) for total in self._totals],
        }

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Running:
        """Those of a record that `to_json` made."""
        if record.get("schema") != _SCHEMA:
            raise InvalidOption(
                f"The schema is {record.get('schema')!r}, and this version of Karat reads {_SCHEMA}."
            )
        found = cls(*map(parse, record["metrics"]))
        ours = found._recipe()
        if (record["karat"], record["unicode"]) != (ours.karat, ours.unicode):
            raise InvalidOption(f"These totals are of Karat {record['karat']}; this is {ours.karat}.")
        found._sum(record["totals"], record["segments"], record["references"], record["labels"])
        return found

    def _recipe(self) -> CountingRecipe:
        return CountingRecipe(tuple(metric.recipe for metric in self.metrics))

    def _sum(self, totals: Sequence[Sequence[Any]], segments: int, references: int, labels: Any) -> None:
        for total, more in zip(self._totals, totals, strict=True):
            for place, number in enumerate(more):
                if number != int(number):
                    raise InvalidOption("Sums of whole numbers add in any order; these are not whole.")
                total[place] += int(number)
        self.segments += segments
        self._references = max(self._references, references)
        self._labels |= set(labels)

    def __repr__(self) -> str:
        names = ", ".join(metric.name for metric in self.metrics)
        return f"Running({names}; {self.segments:,} segments)"
