"""What places on a page are worth: the share of the other systems that an output is better than."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def win_shares(pages: Sequence[str], values: Sequence[float], systems: int) -> list[float]:
    """For each value the share of the other systems that it beats, higher being better; a tie is half a win.

    On a page with all systems that is the share of the others there. Where a page has some of them, what an
    output wins there depends on which: against all others, its distance from ½ is `among_all` times that.

    >>> win_shares(["p", "p", "p"], [3, 1, 1], systems=3)
    [1.0, 0.25, 0.25]
    """
    of_page: dict[str, list[float]] = {}
    for page, value in zip(pages, values, strict=True):
        of_page.setdefault(page, []).append(value)
    shares = []
    for page, value in zip(pages, values, strict=True):
        others = of_page[page]
        won = sum(value > other for other in others) + (sum(value == other for other in others) - 1) / 2
        share = won / (len(others) - 1) if len(others) > 1 else 0.5
        shares.append(0.5 + (share - 0.5) * among_all(len(others), systems))
    return shares


def among_all(on_page: int, systems: int) -> float:
    """What a distance on a page of so many outputs is worth against all systems.

    Least squares takes an output's page into account: a win against the best counts more than one against the
    worst. If every two systems meet equally often, the estimate is then exactly the share of wins. Without
    the factor a system that always wins would have a share above 1.

    >>> among_all(3, 3), round(among_all(2, 4), 3)
    (1.0, 0.667)
    """
    if on_page < 2 or systems < 2:
        return 1.0
    return (on_page - 1) * systems / (on_page * (systems - 1))
