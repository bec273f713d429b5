"""Scores of plain text, and nothing else: what a small file would wait for is not imported."""

from __future__ import annotations

from karat.cli.loading import read_block_texts
from karat.diagnosis.suspicion import BEGINNING, Blank, may_be_unfit
from karat.metrics.totals import Totals
from karat.readers.corpora.text_blocks import ahead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.option_groups import InputOptions
    from karat.cli.progress import Progress
    from karat.diagnosis.suitability import Finding
    from karat.metrics import Metric
    from karat.scores import Score


def lean_scores(
    options: InputOptions,
    metrics: tuple[Metric, ...],
    progress: Progress,
    *,
    checked: bool,
    threads: int | None,
) -> tuple[Sequence[Score], Sequence[Finding]]:
    """The scores; a corpus is made, and checks are run, only where the first lines are suspicious."""
    totals = Totals(metrics)
    outputs: dict[str, list[str]] = {}
    references: list[list[str]] = []
    blank = Blank()
    blocks = read_block_texts(options)
    for systems, streams in blocks if threads == 1 else ahead(blocks):
        if not references and checked:
            kept = range(min(len(streams[0]), BEGINNING))
            outputs = {name: [text[at] for at in kept] for name, text in systems.items()}
            references = [[stream[at] for at in kept] for stream in streams]
        if checked:
            blank.look(systems, streams)
        block = totals.count(systems, streams, threads=threads)
        totals.add(block, segments=len(streams[0]), references=len(streams))
        progress.segments(totals.segments)
    scores = totals.scores()
    if not references or not (blank.are_several or may_be_unfit(outputs, references, scores, metrics)):
        return scores, ()
    from karat.cli.quick_checks import quick_findings
    from karat.corpus import Corpus, References

    corpus = Corpus(outputs, References(tuple(references)))
    return scores, quick_findings(corpus, scores, metrics, blank=blank.places)
