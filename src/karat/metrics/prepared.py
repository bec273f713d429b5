"""Metrics that must see a whole corpus before they count any of it, as NIST must for its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.corpus import Corpus, References
from karat.metrics.formula import Counting, Formula, facts_of, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.explain.explanation import Explanation


class NeedsCorpus(Formula):
    """What such metrics share: they `learn` something of a corpus, and count with it.

    Without `prepare`, the references that are counted against are the whole corpus.
    """

    __slots__ = ()
    needs_corpus = True

    def learn(self, corpus: Corpus) -> Any:
        """What it must know of the corpus."""
        raise NotImplementedError

    def learn_places(self, knowledge: Any, corpus: Corpus) -> Any:  # noqa: ARG002
        """What was learnt, ready for a part of the corpus; most need nothing of the part."""
        return knowledge

    def rows_with(
        self, knowledge: Any, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int
    ) -> list[Counts]:
        """The bare counts of each system, given what was learnt."""
        raise NotImplementedError

    def explain_with(self, knowledge: Any, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Every number on the way to the value of one segment, given what was learnt."""
        ready = Prepared(self, knowledge)
        row = ready.count([hypothesis], [listed(references)]).total()
        return facts_of(self, row)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The same, where this segment is all there is to learn from."""
        return self.prepare(Corpus.of([hypothesis], [listed(references)])).explain(hypothesis, references)

    def prepare(self, corpus: Corpus) -> Prepared:
        """The metric, ready to count the systems of this corpus, or parts of it."""
        return Prepared(self, self.learn(corpus))

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The bare counts of each system against one text per reference."""
        return self.prepare(Corpus({}, References(tuple(streams)))).rows(systems, streams, threads)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared(Counting):
    """A metric together with what it has learnt of a corpus; otherwise the metric itself."""

    metric: NeedsCorpus
    knowledge: Any

    needs_corpus = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copying and pickling ask before there is a metric
            raise AttributeError(name)
        return getattr(self.metric, name)

    def prepare(self, corpus: Corpus) -> Prepared:
        """It has learnt; of this corpus, or part of one, it may note which segment is where."""
        return Prepared(self.metric, self.metric.learn_places(self.knowledge, corpus))

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Every number on the way to the value of one segment."""
        return self.metric.explain_with(self.knowledge, hypothesis, listed(references))

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The bare counts of each system against one text per reference."""
        return self.metric.rows_with(self.knowledge, systems, streams, threads)


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """What the kernel has learnt of a corpus. Pickled are the texts: who unpickles it learns it again."""

    learn: Callable[..., Learnt]
    arguments: tuple[Any, ...]
    native: Any

    def __reduce__(self) -> tuple[Any, ...]:
        return _learn_again, (self.learn, _plain(self.arguments))


def _plain(value: Any) -> Any:
    """Texts that a reader decodes, or that the kernel holds, as tuples of strings."""
    if isinstance(value, str) or not (hasattr(value, "__getitem__") and hasattr(value, "__len__")):
        return value
    return tuple(_plain(item) for item in value)


def _learn_again(learn: Callable[..., Learnt], arguments: tuple[Any, ...]) -> Learnt:
    return learn(*arguments)
