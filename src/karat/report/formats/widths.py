"""How wide texts are on a terminal, and texts that are too long for their place in several lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


# Narrower than this, a column of names cannot be read.
LEAST = 12


def display_width(text: str) -> int:
    """How many places a text takes on a terminal."""
    if text.isascii():
        return len(text)
    # Most names are ASCII, and need no table of widths.
    from wcwidth import wcswidth

    width = wcswidth(text)
    return width if width >= 0 else len(text)  # a text that moves the cursor has no width


def folded(text: str, room: int) -> list[str]:
    """A text in lines of so many places, broken between words, or within one that is longer.

    >>> folded("one reference is enough", 13)
    ['one reference', 'is enough']
    """
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if display_width(longer) <= room:
            lines[-1] = longer
            continue
        lines += [*([] if not lines[-1] else [""])]
        for character in word:
            if lines[-1] and display_width(lines[-1] + character) > room:
                lines.append("")
            lines[-1] += character
    return lines


def narrowed(widths: Sequence[int], labels: int, width: int) -> list[int]:
    """Widths of columns that come to `width` together, as far as the first, which hold labels, can give.

    >>> narrowed([10, 40, 8], 2, 40)
    [10, 22, 8]
    """
    made = list(widths)
    while (over := sum(made) - width) > 0:
        widest = max(range(labels), key=made.__getitem__)
        if made[widest] <= LEAST:
            break
        others = [made[place] for place in range(labels) if place != widest]
        # Columns that are as wide as each other give alike, one place after the other.
        floor = made[widest] - 1 if made[widest] in others else max([LEAST, *others])
        made[widest] = max(made[widest] - over, floor)
    return made
