"""What checks may look at: the texts or their beginning, the scores, and what is claimed of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.tokens.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.diagnosis.kinship import Kinship
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.scores import Score
    from karat.statistics import Statistics

# So many segments show what kind of text it is; more would take time that nobody asked for.
_BEGINNING = 200


class Case:
    """Texts and the scores they got; `statistics` are the counts, where they were kept.

    `evaluation` is there where all of it was kept: what takes longer is made then.

    `difference` is what a user claims that one system is ahead of another, `phenomena` what he looks for.

    >>> from karat import Bleu, Corpus, check, evaluate
    >>> case = Case.of(evaluate(Corpus.of(["a b c d"], ["a b c e"]), Bleu()), difference=1.0)
    >>> [finding.check for finding in check(case, ["references"])]
    ['one reference']
    """

    def __init__(
        self,
        corpus: Corpus,
        scores: Sequence[Score],
        metrics: Sequence[Metric],
        *,
        evaluation: Evaluation | None = None,
        statistics: Mapping[str, Mapping[str, Statistics]] | None = None,
        difference: float | None = None,
        phenomena: Sequence[str] = (),
    ) -> None:
        self.corpus = corpus
        self.scores = scores
        self.metrics = metrics
        self.evaluation = evaluation
        self.statistics = evaluation.statistics if evaluation is not None else statistics or {}
        self.difference = difference
        self.phenomena = tuple(phenomena)

    @classmethod
    def of(
        cls, evaluation: Evaluation, *, difference: float | None = None, phenomena: Sequence[str] = ()
    ) -> Case:
        """Everything that an evaluation knows."""
        return cls(
            evaluation.corpus,
            evaluation.scores,
            evaluation.metrics,
            evaluation=evaluation,
            difference=difference,
            phenomena=phenomena,
        )

    @cached_property
    def systems(self) -> dict[str, list[str]]:
        """The outputs of every system, decoded once."""
        return {name: list(text) for name, text in self.corpus.systems.items()}

    @cached_property
    def references(self) -> list[tuple[str, ...]]:
        """The references of every segment."""
        return [self.corpus.references.of_segment(index) for index in range(len(self.corpus))]

    @cached_property
    def without_spaces(self) -> bool:
        """Whether the references are of writing that puts no spaces between words."""
        return lacks_spaces(word for many in self.references[:_BEGINNING] for word in many[0].split())

    @cached_property
    def kinship(self) -> Kinship:
        """How alike the systems are."""
        from karat.diagnosis.kinship import kinship

        return kinship(self.systems, self.references)

    @property
    def machines(self) -> list[str]:
        """Systems that are not known to be people."""
        return [name for name in self.corpus.systems if name not in self.corpus.human_systems]


def beginning(corpus: Corpus, segments: int = _BEGINNING) -> Corpus:
    """The first segments of a corpus, which may be a block of a longer one."""
    size = min(len(corpus), segments)
    if size == len(corpus):
        return corpus
    streams = tuple(tuple(stream[index] for index in range(size)) for stream in corpus.references.streams)
    sources = corpus.sources
    return Corpus(
        {name: [text[index] for index in range(size)] for name, text in corpus.systems.items()},
        References(streams),
        sources=None if sources is None else [sources[index] for index in range(size)],
        human_systems=corpus.human_systems,
    )
