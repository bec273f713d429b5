"""`karat diagnose`: which diagnosis was meant."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from karat.cli.output import write
from karat.errors import InvalidOption, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USAGE = """\
usage: karat diagnose WHAT …

Show what a score hides.

what:
  variation    Count the other texts that would get the same score, and measure the share of word order.
  variants     Write such texts, and show which other metrics see the difference.
  sensitivity  Damage real output step by step, and show when each metric notices.

options:
  -h, --help   Show this help; karat diagnose variation --help shows that of a diagnosis.

examples:
  karat diagnose variation CORPUS
  karat diagnose variants wmt.xml --system online-A --score-with chrf ter
  karat diagnose sensitivity wmt.xml --system online-A -m bleu chrf
"""

NAMES = ("variation", "variants", "sensitivity")


def run(arguments: Sequence[str]) -> int:
    """Run the diagnosis that the first argument names."""
    if not arguments:
        raise InvalidOption(f"karat diagnose needs to know what: {', '.join(NAMES)}.")
    name, *rest = arguments
    if name in ("-h", "--help"):
        write(USAGE)
        return 0
    return _diagnosis(name)(rest)


def _diagnosis(name: str) -> Callable[[Sequence[str]], int]:
    if name not in NAMES:
        raise UnknownName.among("diagnosis", name, NAMES)
    chosen: Callable[[Sequence[str]], int] = import_module(f"karat.cli.commands.{name}").run
    return chosen
