"""`karat metrics`: which metrics there are, and the options of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from karat.cli.option_groups import FORMATS, OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.errors import InvalidOption
from karat.metrics.catalogue import METRICS
from karat.metrics.description import describe
from karat.report.tables import Note, Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.description import Description


class MetricsOptions(Options, title="options"):
    """What `karat metrics` was asked for."""

    name: list[str] = option("name", "NAME…", "a metric, as for karat score -m")
    format: str | None = option(
        "--format",
        "NAME",
        "table, tsv, json, latex (default: table on a terminal, else tsv)",
        choices=FORMATS,
    )
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "metrics",
    MetricsOptions,
    usage="karat metrics [NAME] [options]",
    description="""\
List the metrics, or show one metric with its options, their defaults and its recipe.

Set options like this: karat score -m NAME:option=value,option=value.""",
    examples="""\
examples:
  karat metrics
  karat metrics bleu
  karat metrics chrf --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Print the list, or one metric."""
    options: MetricsOptions = COMMAND.read(arguments)
    form = form_for(options.format)
    if len(options.name) > 1:
        raise InvalidOption(f"One metric is shown at a time, {len(options.name)} were named.")
    if options.name:
        write(_one(describe(options.name[0].lower()), form))
    else:
        write(_all([describe(name) for name in METRICS], form))
    return 0


def _all(metrics: Sequence[Description], form: str) -> str:
    rows = [Row((one.name, _better(one), one.summary), ()) for one in metrics]
    table = Table(("metric", "better", "measures"), (), rows)
    if form == "json":
        return _json([one.to_dict() for one in metrics])
    notes = [Note("options", "karat metrics NAME")]
    return render(form, [table], notes, digits=0)


def _one(metric: Description, form: str) -> str:
    if form == "json":
        return _json(metric.to_dict())
    rows = [Row((one.name, one.default, ", ".join(one.choices), one.key), ()) for one in metric.options]
    table = Table(("option", "default", "choices", "recipe key"), (), rows)
    if form == "tsv":
        return render(form, [table], (), digits=0)
    lines = [Note(metric.name, metric.summary), *(Note("", line) for line in metric.about)]
    lines.append(Note("better", _better(metric)))
    if metric.needs_corpus:
        lines.append(Note("corpus", "uses statistics of the whole corpus"))
    lines.append(Note("recipe", metric.recipe))
    return render(form, [table], lines, digits=0)


def _better(metric: Description) -> str:
    return "higher" if metric.higher_is_better else "lower"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
