"""The sections of the page, each a function from a dossier to a section; None where there is nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.dossier import Dossier
    from karat.report.page.section import Section

# From what everybody asks to what researchers look for; the name of a module is that of its section.
ORDER = (
    "scores",
    "pairs",
    "parts",
    "human",
    "people",
    "orders",
    "judges",
    "calibration",
    "transfer",
    "checks",
    "entities",
    "variation",
    "units",
    "damage",
    "absent",
)


def sections_of(dossier: Dossier) -> tuple[Section, ...]:
    """What there is to show of a dossier, in order."""
    made = (_maker(name)(dossier) for name in ORDER)
    return tuple(section for section in made if section is not None)


def _maker(name: str) -> Callable[[Dossier], Section | None]:
    maker: Callable[[Dossier], Section | None] = import_module(f"{__name__}.{name}").section
    return maker
