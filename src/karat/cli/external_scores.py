"""Scores from elsewhere, as metrics: of other programs, and of people where a table has them."""

from __future__ import annotations

import os

from karat.errors import InvalidOption, UnknownName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from karat.cli.inputs import Kind
    from karat.cli.option_groups import ScoreTableOptions, ScoringOptions
    from karat.corpus import Corpus
    from karat.metrics import External, Metric


def check_scores(options: ScoreTableOptions) -> None:
    """Refuse options that say how to read scores where there are none."""
    for flag in ("score_names", "lower_is_better", "missing_scores", "mixed_scales"):
        if flag == "lower_is_better" and options.human is not None:
            continue
        if flag in ("score_names", "lower_is_better") and _has_stored_scores(options):
            continue
        if flag == "lower_is_better" and options.run is not None:
            continue
        if getattr(options, flag) is not None and options.scores is None:
            raise InvalidOption(f"--{flag.replace('_', '-')} is for --scores FILE…, and there is none.")


def _has_stored_scores(options: ScoreTableOptions) -> bool:
    """Whether the folders that were named may have scores of metrics in them, which this command takes."""
    return options.stored_scores and any(map(os.path.isdir, getattr(options, "inputs", ())))


def external_metrics(
    options: ScoreTableOptions, corpus: Corpus, *, fewer_systems: bool = False, known: Collection[str] = ()
) -> tuple[Metric, ...]:
    """The metrics of the tables of scores that were named, and those that programs and models compute.

    `fewer_systems` says that the tables may have systems that the corpus has not; `known` are metrics whose
    scores stand elsewhere.
    """
    if not (options.scores or options.run or options.models):
        return ()
    from dataclasses import replace

    from karat.readers.scores.segment_scores import read_scores

    found: list[External] = []
    if options.run or options.models:
        from karat.cli.scorers import scored

        found += scored(options, corpus)
    found += [
        metric
        for path, chosen in _chosen(options, corpus, known).items()
        for metric in read_scores(
            path,
            corpus,
            metrics=chosen,
            missing="allow" if options.missing_scores else "refuse",
            unknown_systems="ignore" if fewer_systems else "refuse",
            mixed_scales=bool(options.mixed_scales),
        )
    ]
    lower = options.lower_is_better or ()
    names = [metric.name for metric in found]
    for name in lower:
        if name not in (known := [*names, *(options.human or ())]):
            raise UnknownName.among("score", name, known)
    directed = [replace(metric, higher_is_better=metric.name not in lower) for metric in found]
    return tuple({metric.recipe: metric for metric in directed}.values())


def _chosen(
    options: ScoreTableOptions, corpus: Corpus, known: Collection[str]
) -> dict[str, list[str] | None]:
    """The scores to take from each file: all, or those that were named; a file with none of them is left."""
    paths, names = options.scores or [], options.score_names
    if names is None:
        return dict.fromkeys(paths)
    from karat.readers.scores.segment_scores import names_of_scores

    held = {path: names_of_scores(path, corpus) for path in paths}
    for name in names:
        if not any(name in of_file for of_file in (*held.values(), known)):
            raise UnknownName.among("score", name, [other for of_file in held.values() for other in of_file])
    chosen = {path: [name for name in of_file if name in names] for path, of_file in held.items()}
    return {path: of_file for path, of_file in chosen.items() if of_file}


def check_human(options: ScoringOptions, kind: Kind) -> None:
    """Human scores stand in the table of the corpus."""
    if options.human is not None and kind != "corpus":
        raise InvalidOption(
            "--human takes columns human_NAME of a table, and these are texts. Give the human scores as a "
            "table with --scores FILE and --missing-scores."
        )


def human_metrics(options: ScoringOptions, corpus: Corpus) -> tuple[Metric, ...]:
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
