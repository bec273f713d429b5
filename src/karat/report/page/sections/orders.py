"""Which length of n-grams predicts people best, in words and in characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.agreement_details import sweep_notes, sweep_table
from karat.report.charts import order_sweep
from karat.report.charts.words import number
from karat.report.page.section import Section
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.agreement import OrderSweep
    from karat.dossier import Dossier
    from karat.report.page.section import Part

# What BLEU takes unless it is told otherwise.
_USUAL = 4
# An interval of so many orders says next to nothing.
_WIDE = 6


def section(dossier: Dossier) -> Section | None:
    """Prediction error and correlation by order."""
    if dossier.judged is None or not dossier.judged.sweeps:
        return None
    parts: list[Part] = []
    for sweep in dossier.judged.sweeps:
        parts += [order_sweep.chart(sweep), order_sweep.correlations(sweep), sweep_table(sweep)]
        parts += sweep_notes(sweep)
    lead = _lead(dossier.judged.sweeps[0])
    return Section("orders", "Which n-gram length predicts people best?", lead, tuple(parts))


def _lead(words: OrderSweep) -> str:
    said = []
    for one in words.dimensions:
        best, usual = one.orders[one.best - 1], one.orders[min(_USUAL, len(one.orders)) - 1]
        text = f"{printable(one.human)} is predicted best by n-grams of up to {_words(one.best)}"
        if one.best == _USUAL:
            text += f", BLEU's usual length: {number(best.prediction_error, 0)} % of the variance is left"
        else:
            left, by_usual = number(best.prediction_error, 0), number(usual.prediction_error, 0)
            text += f": {left} % of the variance is left, "
            text += f"as by the usual {_USUAL}" if left == by_usual else f"{by_usual} % by the usual {_USUAL}"
        low, high = one.best_interval.low, one.best_interval.high
        if high - low >= _WIDE:
            text += (
                f". But so few systems cannot tell: any length from {low:.0f} to {high:.0f} may be the best"
            )
        elif high > low:
            text += f". It may be any from {low:.0f} to {high:.0f}"
        said.append(f"{text}.")
    return " ".join(said)


def _words(order: int) -> str:
    return "1 word" if order == 1 else f"{order} words"
