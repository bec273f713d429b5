"""The kinds of systems: a table with a system and its label in each row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.readers.files.columns import SYSTEM, SYSTEM_LABEL
from karat.readers.files.input_table import table_of

if TYPE_CHECKING:
    from karat.readers.files.opening import FilePath


def read_system_labels(path: FilePath) -> dict[str, str]:
    """The label of each system, such as its architecture, from a table with columns `system` and `label`.

    A row without a label says nothing of its system.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "labels.tsv")
    ...     _ = path.write_text("system\\tlabel\\naurora\\tneural\\nelm\\trule-based\\n")
    ...     read_system_labels(path)
    {'aurora': 'neural', 'elm': 'rule-based'}
    """
    table = table_of(path, what="system labels")
    system, label = table.require(SYSTEM), table.require(SYSTEM_LABEL)
    found: dict[str, str] = {}
    for row, (name, kind) in enumerate(zip(table.values(system), table.values(label), strict=True)):
        called, text = table.text(system, row, name), table.label(label, row, kind).strip()
        if not text:
            continue
        if found.setdefault(called, text) != text:
            raise table.invalid(
                row,
                f"{called!r} is {text!r} here and {found[called]!r} above. Keep one label of each system.",
            )
    return found
