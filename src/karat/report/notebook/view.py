"""What of a result is shown, before it is HTML or text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.metrics.explain.explanation import MarkedText
    from karat.report.tables import Note, Table


@dataclass(frozen=True, slots=True)
class View:
    """Texts with what matched in them, tables below, notes below these.

    `spaced` says that the units of texts stand apart, as words do and characters do not.
    """

    tables: tuple[Table, ...]
    notes: tuple[Note, ...] = ()
    texts: tuple[MarkedText, ...] = ()
    spaced: bool = True
