"""`karat score` and `karat compare` of shards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.cli.output import form_for, render, untitled, write
from karat.cli.progress import Progress
from karat.cli.sharded import count_totals
from karat.engines import GroupedTotals, compare_totals
from karat.engines.identity import CELLS
from karat.errors import InvalidOption
from karat.report.formats.json_document import document
from karat.report.topics import grouped_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric

# What needs all of the text at once, by attribute.
_WHOLE = (
    *(
        "source",
        "systems",
        "collection",
        "documents",
        "paragraphs",
        "text_types",
        "align",
        "tags",
        "reference_tags",
    ),
    *("entities", "keep_bom", "scores", "score_names", "missing_scores", "mixed_scales"),
    *("segments", "misses", "orders", "each_reference", "explain", "runs", "human", "shuffles", "interval"),
    *("draw", "stratify", "tests", "slices", "labels", "examples", "pair"),
)


def run_sharded(options: Any, metrics: Sequence[Metric]) -> int:
    """Score shards, and print it."""
    check_sharded(options)
    with Progress() as progress:
        totals = count_totals(options, metrics, progress)
    if getattr(options, "quiet", None):
        from karat.report.formats.tsv import render_numbers

        write(render_numbers([grouped_scores.table(totals)], digits=options.width))
        return 0
    show_totals(totals, options)
    return 0


def show_totals(totals: GroupedTotals, options: Any) -> None:
    """Print the scores of every group."""
    form = form_for(options.format)
    if form == "json":
        write(grouped_scores.as_json(totals))
    else:
        tables = [grouped_scores.table(totals)]
        write(render(form, tables, grouped_scores.notes(totals), digits=options.width))


def compare_sharded(options: Any, metrics: Sequence[Metric]) -> int:
    """Compare the systems of shards, and print it."""
    check_sharded(options)
    with Progress() as progress:
        totals = count_totals(options, metrics, progress, cells=CELLS)
        progress.stage("drawing")
        show_comparison(totals, options)
    return 0


def show_comparison(totals: GroupedTotals, options: Any) -> None:
    """Print intervals and tests."""
    found = compare_totals(totals, **options.given("samples", "seed", "confidence"))
    form = form_for(options.format)
    if form == "json":
        write(document({**grouped_scores.record(totals), **grouped_scores.comparison_record(found)}))
        return
    shown = getattr(options, "show", None) or ("pairs" if form == "tsv" and found.contrasts else "both")
    if shown not in ("standings", "pairs", "both"):
        raise InvalidOption(f"--show {shown} is not for shards. Ask for standings, pairs or both.")
    if form == "tsv" and shown == "both":
        shown = "standings"
    tables = grouped_scores.comparison_tables(found, shown)
    if form == "tsv":
        tables = [untitled(one) for one in tables]
    notes = [*grouped_scores.notes(totals), *grouped_scores.comparison_notes(found)]
    write(render(form, tables, notes, digits=options.width))


def check_sharded(options: Any) -> None:
    """Refuse what is for text that is held whole."""
    if getattr(options, "scores", None) is not None:
        raise InvalidOption(
            "--scores FILE is for text that is read as a whole. Scores of shards stand in their columns: "
            "--columns score=COMET."
        )
    for name in _WHOLE:
        if getattr(options, name, None) is not None:
            flag = name.replace("_", "-")
            raise InvalidOption(
                f"--{flag} is for text that is read as a whole, and these are shards, which are counted one "
                "by one. Leave it out."
            )
    if getattr(options, "correction", None) not in (None, "holm"):
        raise InvalidOption("--correction is holm for shards. Leave it out.")
