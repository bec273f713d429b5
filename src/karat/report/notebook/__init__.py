r"""Results as notebooks show them: tables in HTML, and the same tables as text.

`_repr_html_` of every result leads here (`karat.display.Shown`). Several results of one kind, as many
functions give them, are one table with `show`:

    >>> from karat import Bleu, Chrf, Corpus, evaluate, show
    >>> evaluation = evaluate(Corpus.of(["a b c d e"], ["a b c d f"]), Bleu(), Chrf())
    >>> print(*str(show(evaluation.scores)).splitlines()[:3], sep="\n")
    system       BLEU  chrF2
    ────────────────────────
    hypothesis  66.87  54.33
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.display import Shown
from karat.errors import InvalidOption
from karat.report.notebook.view_rendering import as_html, as_text
from karat.report.notebook.views import view_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DIGITS = 2


class Display:
    """Results side by side: HTML in a notebook, tables of text anywhere else."""

    def __init__(self, results: Sequence[Any], digits: int) -> None:
        self.results = results
        self.digits = digits

    def _repr_html_(self) -> str:
        return html(self.results, digits=self.digits)

    def __repr__(self) -> str:
        return text(self.results, digits=self.digits)


def show(results: Any, *, digits: int = DIGITS) -> Display:
    """One result, or several of one kind in one table, with so many digits.

    >>> from karat import Bleu, Corpus, evaluate
    >>> evaluation = evaluate(Corpus.of(["a b c d e"], ["a b c d f"]), Bleu())
    >>> print(str(show(evaluation.scores, digits=1)).splitlines()[2])
    hypothesis  66.9
    """
    several: list[Any] = [results] if isinstance(results, Shown) else list(_each(results))
    kinds = dict.fromkeys(type(result).__name__ for result in several)
    if len(kinds) != 1 or not all(isinstance(result, Shown) for result in several):
        raise InvalidOption(
            f"There is no table of {' and '.join(kinds) or 'nothing'}. Give a result, or several of one kind."
        )
    return Display(several, digits)


def _each(results: Any) -> Iterable[Any]:
    return results if hasattr(results, "__iter__") and not isinstance(results, str) else [results]


def html(results: Sequence[Any], *, digits: int = DIGITS) -> str:
    """Results of one kind as HTML that needs nothing from the page it stands in."""
    return as_html(view_of(results), digits=digits)


def text(results: Sequence[Any], *, digits: int = DIGITS) -> str:
    """Results of one kind as tables of text."""
    return as_text(view_of(results), digits=digits)
