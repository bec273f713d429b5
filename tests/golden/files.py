"""Output as it should be; KARAT_UPDATE_GOLDEN=1 rewrites it, and the difference is reviewed.

Words and whole numbers are compared exactly, numbers with a point as numbers. Figures are stored with six digits,
and what lies between two of them may be rounded either way, so they may differ by one in the sixth digit.
What is 0 must be 0.
"""

import os
import re
from itertools import zip_longest
from pathlib import Path

TOLERANCE = 1e-5
_SHOWN = 60
# A number with a point or an exponent; not a part of a name or a version, such as p1.5 or 0.1.0.
_NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d*\.\d+(?:e[-+]?\d+)?|\d+e[-+]?\d+)(?![\w.]*\w)")


def check(name: str, text: str) -> None:
    """The text is what the file of that name holds."""
    path = Path(__file__).parent / name
    if os.environ.get("KARAT_UPDATE_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8", newline="")
    found = difference(path.read_bytes().decode("utf-8"), text)
    assert found is None, f"{name} differs; KARAT_UPDATE_GOLDEN=1 rewrites it\n{found}"


def difference(stored: str, made: str) -> str | None:
    """The first place that differs, as it is stored and as it was made; None where all is the same."""
    lines = zip_longest(stored.splitlines(keepends=True), made.splitlines(keepends=True), fillvalue="")
    for number, (before, now) in enumerate(lines, 1):
        place = _first_difference(before, now)
        if place is not None:
            shown = slice(max(place - _SHOWN, 0), place + _SHOWN)
            return f"line {number} is   {now[shown]!r}\nand should be {before[shown]!r}"
    return None


def _first_difference(before: str, now: str) -> int | None:
    """Where two lines part; None where they are the same."""
    if before == now:
        return None
    pieces = zip_longest(_pieces(before), _pieces(now), fillvalue="")
    place = 0
    for one, other in pieces:
        if one != other and not (_NUMBER.fullmatch(one) and _NUMBER.fullmatch(other) and _close(one, other)):
            return place
        place += len(one)
    return None


def _pieces(line: str) -> list[str]:
    """Numbers, and what is between them."""
    return re.split(f"({_NUMBER.pattern})", line)


def _close(before: str, now: str) -> bool:
    first, second = (float(number.replace("−", "-")) for number in (before, now))
    return abs(first - second) <= TOLERANCE * min(abs(first), abs(second))
