"""How sacreBLEU's command line prints results.

Deliberate: every space and colour of results, tables and signatures is as sacreBLEU has it: programs read it
output. The lines that explain paired tests to people are our own.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from karat.errors import MissingExtra

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from karat.sacrebleu.significance import Result

_COLOURS = {"red": "\x1b[31m", "green": "\x1b[32m", "yellow": "\x1b[33m", "cyan": "\x1b[36m"}
_RESET = "\x1b[0m"
_INTERVAL = re.compile(r"(\(μ = [0-9\.]+ ± [0-9\.]+\))")
# Terminal codes: colours, moves of the cursor, titles.
_CODES = re.compile("\x01?\x1b\\[[\\d;]*[a-zA-Z]\x02?|\x01?\x1b\\][^\a]*\a\x02?")
_TABLE_FORMATS = {"text": "fancy_grid", "latex": "latex_booktabs"}


class Paint:
    """Colours, which only a terminal is shown; they count all the same where a table decides what is text."""

    def __init__(self, *, wanted: bool, shown: bool) -> None:
        self._wanted = wanted
        self._shown = shown

    def __call__(self, text: str, colour: str) -> str:
        return f"{_COLOURS[colour]}{text}{_RESET}" if self._wanted else text

    def finished(self, text: str) -> str:
        """What is written."""
        return text if self._shown or not self._wanted else _CODES.sub("", text)


def single_system(results: Sequence[str], options: Namespace, paint: Paint) -> str:
    """The results of one system under each metric, aligned at the equals sign."""
    if options.format == "json":
        return (results[0] if len(results) == 1 else "[\n" + ",\n".join(results) + "\n]") + "\n"
    lines = list(results)
    if "μ" in lines[0]:
        lines = [_INTERVAL.sub(lambda found: paint(found.group(), "cyan"), line) for line in lines]
    if len(lines) == 1:
        return f"{lines[0]}\n"
    bare = [line for line in lines if "=" not in line]
    # sacreBLEU pairs places and lines from the start, whatever came without a place.
    places = [line.index("=") - 1 for line in lines if "=" in line]
    widest = max(places, default=0)
    aligned = [f"{line[:place]:>{widest}}{line[place:]}" for place, line in zip(places, lines, strict=False)]
    return "".join(f"{line}\n" for line in (*bare, *aligned))


def several_systems(
    results: Mapping[str, Sequence[str | Result]],
    signatures: Mapping[str, str],
    options: Namespace,
    paint: Paint,
) -> str:
    """A row for each system; the first is the baseline of paired tests."""
    if options.format == "json":
        return json.dumps(_records(results), indent=4) + "\n"
    lines = [_table(results, options, paint), ""]
    if options.paired_ar or options.paired_bs:
        first = results["System"][0]
        baseline = first if isinstance(first, str) and first.startswith("Baseline:") else ""
        lines += _explained(baseline, options, paint)
    lines += ["-----------------", "Metric signatures", "-----------------"]
    lines += [f" - {name:<10} {signature}" for name, signature in signatures.items()]
    return "".join(f"{line}\n" for line in lines)


def _records(results: Mapping[str, Sequence[str | Result]]) -> list[dict[str, Any]]:
    names = [name for name in results if name != "System"]
    return [
        {"system": system}
        | {name: cell if isinstance(cell := results[name][row], str) else vars(cell) for name in names}
        for row, system in enumerate(results["System"])
    ]


def _table(results: Mapping[str, Sequence[str | Result]], options: Namespace, paint: Paint) -> str:
    try:
        from tabulate import tabulate
    except ImportError as error:
        raise MissingExtra.of("A table of several systems (--format text, latex)", "sacrebleu") from error
    columns = _cells(results, options, paint)
    if columns["System"][0].startswith("Baseline:"):
        columns = {name: [paint(cells[0], "yellow"), *cells[1:]] for name, cells in columns.items()}
    shown: str = tabulate(
        {paint(name, "cyan"): cells for name, cells in columns.items()},
        headers="keys",
        tablefmt=_TABLE_FORMATS[options.format],
        colalign=("right",),
        stralign="center",
        numalign="center",
        floatfmt=f".{options.width}f",
    )
    return shown


def _cells(
    results: Mapping[str, Sequence[str | Result]], options: Namespace, paint: Paint
) -> dict[str, list[str]]:
    between = "\n" if options.format == "text" else " "
    columns: dict[str, list[str]] = {"System": [str(name) for name in results["System"]]}
    resampled = False
    for name, cells in results.items():
        if name == "System":
            continue
        resampled = resampled or any(not isinstance(cell, str) and cell.mean is not None for cell in cells)
        title = f"{name} (μ ± 95% CI)" if resampled else name
        columns[title] = [
            cell if isinstance(cell, str) else _written(cell, options.width, between, paint) for cell in cells
        ]
    return columns


def _written(result: Result, width: int, between: str, paint: Paint) -> str:
    text = f"{result.score:.{width}f}"
    if result.mean is not None:
        text += f" ({result.mean:.{width}f} ± {result.ci:.{width}f})"
    if result.p_value is None:
        return text
    p = f"(p = {result.p_value:.4f})"
    return text + between + (paint(p, "red") if result.p_value > 0.05 else f"{p}*")


def _explained(baseline: str, options: Namespace, paint: Paint) -> list[str]:
    bootstrap = options.paired_bs
    title = (
        f"Paired bootstrap resampling test with {options.paired_bs_n} resampling trials"
        if bootstrap
        else f"Paired approximate randomization test with {options.paired_ar_n} trials"
    )
    shown = "score, with the mean and the 95% interval of the bootstrap" if bootstrap else "score"
    return [
        "-" * len(title),
        title,
        "-" * len(title),
        f" - Of each system: its {shown}, and the p-value of its difference from",
        f"   {paint(baseline, 'yellow')}.",
        " - The p-value is how often chance alone would make a difference at least as large, if both outputs",
        "   came from the same process. * marks p-values below 0.05; the others do not show a difference.",
        " - Whether a difference matters to readers is another question.",
        "",
    ]
