"""What a scorer is, and how it is run over a corpus."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from karat.errors import InvalidOption
from karat.metrics.external import External

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from karat.corpus import Corpus
    from karat.scorers.kept_scores import KeptScores

# So many scores are kept at once: a run that is interrupted loses no more.
_KEPT_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class ScorerInput:
    """What a scorer sees of a segment; `source` is None where the corpus has no sources.

    >>> ScorerInput("Hallo", "Hello", ("Hi",)).as_json()
    '{"source": "Hallo", "hypothesis": "Hello", "references": ["Hi"]}'
    """

    source: str | None
    hypothesis: str
    references: tuple[str, ...]

    def as_json(self) -> str:
        """One line in ASCII, the same for the same item: no program can misread its encoding or its end."""
        fields = {"source": self.source, "hypothesis": self.hypothesis, "references": list(self.references)}
        return json.dumps(fields)


class Scorer(Protocol):
    """What `score_with` runs: `name` for people, `identity` for recipes, and a number for each item."""

    @property
    def name(self) -> str:
        """What the metric is called."""

    @property
    def higher_is_better(self) -> bool:
        """The direction."""

    @property
    def identity(self) -> str:
        """All that decides the scores, for the recipe: model, versions, precision. No `|`, no line breaks."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the same identity always gives the same scores, so that they may be kept."""

    def scores(self, items: Sequence[ScorerInput]) -> Iterator[float]:
        """A number for each item, in their order."""


def score_with(
    corpus: Corpus,
    scorer: Scorer,
    *,
    kept: KeptScores | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> External:
    """Run a scorer over every segment of every system; each item is scored once, however often it is there.

    `kept` has scores of earlier runs, and takes those of this one, where the scorer is repeatable. `progress`
    is told how many items are scored, and of how many.

    >>> from karat import Corpus, evaluate
    >>> from karat.scorers import Program
    >>> import sys
    >>> lengths = "import sys, json; [print(len(json.loads(line)['hypothesis'])) for line in sys.stdin]"
    >>> corpus = Corpus.of(["a cat", "a dog!"], ["one cat", "one dog"])
    >>> length = score_with(corpus, Program("length", (sys.executable, "-c", lengths)))
    >>> evaluate(corpus, length).scores[0].value
    5.5
    """
    sources: Sequence[str | None] = corpus.sources or [None] * len(corpus)
    references = [tuple(corpus.references.of_segment(number)) for number in range(len(corpus))]
    items = {
        system: list(map(ScorerInput, sources, texts, references)) for system, texts in corpus.systems.items()
    }
    if not items:
        raise InvalidOption(f"{scorer.name} has nothing to score: the corpus has no system.")
    wanted = list(dict.fromkeys(item for of_system in items.values() for item in of_system))
    found = kept.find(scorer.identity, wanted) if kept is not None and scorer.is_repeatable else {}
    missing = [item for item in wanted if item not in found]
    told = _telling(scorer.scores(missing), len(found), len(wanted), progress)
    for some in _in_parts(zip(missing, told, strict=True)):
        found |= some
        if kept is not None and scorer.is_repeatable:
            kept.keep(scorer.identity, some)
    return External.of(
        scorer.name,
        {system: [found[item] for item in of_system] for system, of_system in items.items()},
        higher_is_better=scorer.higher_is_better,
        source=scorer.identity,
        origin="scorer",
    )


def _in_parts(pairs: Iterable[tuple[ScorerInput, float]]) -> Iterator[dict[ScorerInput, float]]:
    iterator = iter(pairs)
    while part := dict(islice(iterator, _KEPT_AT_ONCE)):
        yield part


def _telling(
    scores: Iterator[float], done: int, total: int, progress: Callable[[int, int], object] | None
) -> Iterator[float]:
    for count, score in enumerate(scores, done + 1):
        if progress is not None:
            progress(count, total)
        yield score
