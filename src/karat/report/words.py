"""Numbers and names as sentences and charts write them."""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from karat.frozen import UpperBound
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LONGEST_NAME = 80
_LONGEST_LISTED = 60
_SIGNIFICANT = 6
_LONGEST_NUMBER = 6
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# Letters of Arial that are narrower or wider than most, in parts of the size of the letters.
_WIDTHS = {
    **dict.fromkeys(" .,:;!|/\\'ijlt[]fI()", 0.28),
    **dict.fromkeys("-r", 0.333),
    **dict.fromkeys("cksvxyz", 0.5),
    **dict.fromkeys("mwMW%", 0.87),
}


def plain(value: float | None) -> float | None:
    """A number for a specification, with few digits, so that it is the same everywhere."""
    if value is None or not isfinite(value):
        return None
    return float(f"{value:.{_SIGNIFICANT}g}") + 0.0


def number(value: float | None, digits: int) -> str:
    """A number for people, with a true minus sign; a dash where there is none."""
    if value is None or not isfinite(value):
        return "–"
    # 0 is added so that nothing is written -0.0.
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def signed(value: float | None, digits: int) -> str:
    """A difference, which always has a sign."""
    written = number(value, digits)
    is_above = value is not None and isfinite(value) and round(value, digits) > 0
    return f"+{written}" if is_above else written


def power_of_ten(exponent: float) -> str:
    """About how many: a number as long as it can be taken in, then a power.

    >>> power_of_ten(4.6), power_of_ten(20.7)
    ('40,000', '10²¹')
    """
    if exponent < _LONGEST_NUMBER:
        return f"{float(f'{10**exponent:.2g}'):,.0f}"
    return f"10{f'{exponent:.0f}'.translate(_RAISED)}"


def p_value(p: float) -> str:
    """A p-value as papers write it.

    >>> p_value(0.0204), p_value(UpperBound(0.0204))
    ('p = .020', 'p ≤ .020')
    """
    if not isfinite(p):
        return "p not known"
    if p < 0.001:
        return "p < .001"
    return f"p {'≤' if isinstance(p, UpperBound) else '='} {p:.3f}".replace("0.", ".")


def digits_for(values: Iterable[float]) -> int:
    """As many digits as tell the values apart: three significant ones of their range."""
    known = [value for value in values if isfinite(value)]
    spread = (max(known) - min(known)) if known else 0.0
    if spread <= 0:
        spread = max((abs(value) for value in known), default=0.0) or 1.0
    return min(max(2 - floor(log10(spread)), 0), 4)


def stem(*parts: str) -> str:
    """The stem of a file's name from a few words, such as `scores-bleu`."""
    joined = "-".join(part.strip() for part in parts if part.strip()).casefold()
    kept = "".join(letter if letter.isalnum() else "-" for letter in joined)
    return "-".join(piece for piece in kept.split("-") if piece)[:_LONGEST_NAME].strip("-") or "chart"


def arrow(higher_is_better: bool) -> str:
    """Which end of an axis is good."""
    return "↑" if higher_is_better else "↓"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a sentence: a, b and c; of many the first few."""
    shown = [_short(printable(name)) for name in names]
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_LISTED else f"{name[: _LONGEST_LISTED - 1]}…"


def plural(count: int, noun: str) -> str:
    """So many of them.

    >>> plural(1, "system"), plural(1200, "segment")
    ('1 system', '1,200 segments')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def text_width(text: str, letters: float) -> float:
    """About how wide a text is in pixels: Chinese, Japanese and Korean letters are twice as wide."""
    return letters * sum(
        1.0 if east_asian_width(letter) in "WF" else _WIDTHS.get(letter, 0.7 if letter.isupper() else 0.556)
        for letter in text
    )
