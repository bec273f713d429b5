"""Tables as LaTeX, in the manner of the booktabs package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats.written_table import write_out
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.formats.written_table import WrittenCell, WrittenTable
    from karat.report.tables import Note, Table


# What Karat's own headings and names have beyond ASCII: pdfLaTeX knows no Greek by itself.
_MATHS = {
    "α": r"\alpha",
    "β": r"\beta",
    "κ": r"\kappa",
    "ρ": r"\rho",
    "τ": r"\tau",
    "Δ": r"\Delta",
    "²": "^2",
    "−": "-",
    "±": r"\pm",
    "×": r"\times",
    "·": r"\cdot",
    "≤": r"\leq",
    "≥": r"\geq",
    "→": r"\rightarrow",
    "↔": r"\leftrightarrow",
    "∞": r"\infty",
}
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        "…": r"\ldots{}",
        "’": "'",
        # After the \\ of the row before, these would be taken for its options.
        "[": "{[}",
        "*": "{*}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
        **{character: f"${maths}$" for character, maths in _MATHS.items()},
    }
)


def render(tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """One tabular for each table; the notes are comments, so that the recipes stay with the figures."""
    comments = [
        r"% needs \usepackage{booktabs}",
        *(printable(f"% {note.label} {note.with_hint}".rstrip()) for note in notes),
    ]
    blocks = [_tabular(write_out(table, digits)) for table in tables]
    return "".join(f"{line}\n" for block in [comments, *blocks] for line in block)


def escaped(text: str) -> str:
    """A text in which LaTeX sees no commands."""
    return text.translate(_ESCAPES)


def _tabular(written: WrittenTable) -> list[str]:
    alignment = "".join("r" if counted else "l" for counted in written.counted) + "r" * len(written.columns)
    body = [_row(*map(escaped, line.labels), *map(_value, line.cells)) for line in written.rows]
    if written.has_total:
        body.insert(-1, r"\midrule")
    for place in sorted(written.breaks, reverse=True):
        body.insert(place, r"\addlinespace")
    return [
        *([f"% {written.title}"] if written.title else []),
        rf"\begin{{tabular}}{{{alignment}}}",
        r"\toprule",
        _row(*map(escaped, written.labels), *_headings(written)),
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
    ]


def _headings(written: WrittenTable) -> list[str]:
    return [
        rf"{escaped(name)} $\downarrow$" if lower else escaped(name)
        for name, lower in zip(written.columns, written.lower, strict=True)
    ]


def _row(*cells: str) -> str:
    return " & ".join(cells) + r" \\"


def _value(cell: WrittenCell) -> str:
    return rf"\textbf{{{cell.text}}}" if cell.best else escaped(cell.text)
