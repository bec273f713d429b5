"""Scores that people gave, as rows beside those of metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import InvalidOption, UnknownName

if TYPE_CHECKING:
    from karat.cli.inputs import Kind
    from karat.cli.options import ScoreOptions
    from karat.corpus import Corpus
    from karat.metrics import Metric


def check_human(options: ScoreOptions, kind: Kind) -> None:
    """Human scores stand in the table of the corpus."""
    if options.human is not None and kind != "corpus":
        raise InvalidOption(
            "--human takes columns human_NAME of a table, and these are texts. Give the human scores as a "
            "table with --scores FILE and --missing-scores."
        )


def human_metrics(options: ScoreOptions, corpus: Corpus) -> tuple[Metric, ...]:
    """The human scores that were named; segments that nobody judged have none."""
    if options.human is None:
        return ()
    from karat.metrics import External
    from karat.readers.people.human_scores import read_human_scores

    tables = read_human_scores(options.inputs[0], corpus, unknown_systems="ignore")
    of_segments = {table.metric: table for table in tables if table.level == "segment"}
    for name in options.human:
        if name not in {table.metric for table in tables}:
            raise UnknownName.among("human score", name, of_segments)
        if name not in of_segments:
            raise InvalidOption(
                f"The human score {name!r} is of whole systems; to compare them, segments must have scores."
            )
    lower = options.lower_is_better or ()
    if options.scores is None and (unknown := [name for name in lower if name not in options.human]):
        raise UnknownName.among("human score", unknown[0], options.human)
    return tuple(
        External.of_table(of_segments[name], name=f"human {name}", higher_is_better=name not in lower)
        for name in dict.fromkeys(options.human)
    )
