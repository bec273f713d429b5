"""The sections of the page, each a function from a dossier to a section; None where there is nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.dossier import Dossier
    from karat.report.section import Section

# From what everybody asks to what researchers look for.
ORDER = (
    "standings",
    "contrasts",
    "slices",
    "human_scores",
    "agreement",
    "order_sweep",
    "judges",
    "judge_groups",
    "prospects",
    "transfer",
    "checks",
    "entities",
    "variation",
    "units",
    "sensitivity",
    "omissions",
)


def sections_of(dossier: Dossier) -> tuple[Section, ...]:
    """What there is to show of a dossier, in order."""
    made = (_maker(name)(dossier) for name in ORDER)
    return tuple(section for section in made if section is not None)


def _maker(name: str) -> Callable[[Dossier], Section | None]:
    maker: Callable[[Dossier], Section | None] = import_module(f"karat.report.topics.{name}").section
    return maker
