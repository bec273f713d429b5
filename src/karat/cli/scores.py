"""Scores that were computed elsewhere, beside the metrics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.errors import InvalidOption, UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.cli.options import ScoreOptions
    from karat.corpus import Corpus
    from karat.metrics import Metric


def check_scores(options: ScoreOptions) -> None:
    """Refuse options that say how to read scores where there are none."""
    for flag in ("score_names", "lower_is_better", "missing_scores", "mixed_scales"):
        if flag == "lower_is_better" and options.human is not None:
            continue
        if getattr(options, flag) is not None and options.scores is None:
            raise InvalidOption(f"--{flag.replace('_', '-')} is for --scores FILE…, and there is none.")


def external_metrics(
    options: ScoreOptions, corpus: Corpus, *, ignored: Sequence[str] = ()
) -> tuple[Metric, ...]:
    """The metrics of the tables of scores that were named; systems that were left out may have scores too."""
    if not options.scores:
        return ()
    from karat.readers.scores.segment_scores import read_scores

    found = [
        metric
        for path, chosen in _chosen(options, corpus).items()
        for metric in read_scores(
            path,
            corpus,
            metrics=chosen,
            missing="allow" if options.missing_scores else "refuse",
            # Who names the systems does not want to be told of others.
            unknown_systems="ignore" if options.systems or ignored else "refuse",
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


def _chosen(options: ScoreOptions, corpus: Corpus) -> dict[str, list[str] | None]:
    """The scores to take from each file: all, or those that were named; a file with none of them is left."""
    paths, names = options.scores or [], options.score_names
    if names is None:
        return dict.fromkeys(paths)
    from karat.readers.scores.segment_scores import names_of_scores

    held = {path: names_of_scores(path, corpus) for path in paths}
    for name in names:
        if not any(name in of_file for of_file in held.values()):
            raise UnknownName.among("score", name, [other for of_file in held.values() for other in of_file])
    chosen = {path: [name for name in of_file if name in names] for path, of_file in held.items()}
    return {path: of_file for path, of_file in chosen.items() if of_file}
