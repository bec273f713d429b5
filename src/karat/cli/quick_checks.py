"""The quick checks that follow `karat score` and `karat compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.notes import note
from karat.diagnosis.suspicion import Blank, blank_outputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.suitability import Finding
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.scores import Score
    from karat.statistics import Statistics

# A comparison takes its time; so many segments are looked through in much less.
_OF_EVALUATION = 2000


class Beginning:
    """Blocks of text on their way to be counted, and the first segments of them to look at afterwards."""

    def __init__(self, blocks: Iterable[Corpus]) -> None:
        self.blocks = blocks
        self.corpus: Corpus | None = None
        self.blank = Blank()

    def __iter__(self) -> Iterator[Corpus]:
        from karat.diagnosis.suitability import beginning

        for block in self.blocks:
            if self.corpus is None:
                self.corpus = beginning(block)
            self.blank.look(block.systems, block.references.streams)
            yield block


def quick_findings(
    corpus: Corpus,
    scores: Sequence[Score],
    metrics: Sequence[Metric],
    evaluation: Evaluation | None = None,
    *,
    statistics: Mapping[str, Mapping[str, Statistics]] | None = None,
    blank: Mapping[str, Sequence[int]] | None = None,
) -> Sequence[Finding]:
    """What the quick checks find in the beginning of the text: a longer one, where there is an evaluation.

    `statistics` are the counts of all of it, `blank` the segments of all of it that systems left blank.
    """
    from karat.diagnosis.suitability import QUICK, Case, beginning, check

    texts = beginning(corpus) if evaluation is None else beginning(corpus, _OF_EVALUATION)
    if blank is None:
        blank = blank_outputs(corpus.systems, corpus.references.streams)
    case = Case(texts, scores, metrics, evaluation=evaluation, statistics=statistics, blank=blank)
    return check(case, tuple(QUICK))


def tell(findings: Sequence[Finding], form: str) -> None:
    """A line on standard error for everything that is unfit; below a table, one more about all of them."""
    from karat.report.topics.checks import lines, unfit_lines

    for line in lines(findings) if form == "table" else unfit_lines(findings):
        note(line)
