"""Which outputs stood side by side before a judge: a place among them means nothing without the others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidJudgement

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from karat.judgements.table import Judgement, Judgements


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """What one judge saw of one segment at a time; `rows` are the numbers of the judgements.

    `name` is empty where the judgements do not say what stood together. `repeats` is true where the judge has
    had a page of the same outputs before.
    """

    judge: str
    segment: str
    name: str
    systems: tuple[str, ...]
    rows: tuple[int, ...]
    repeats: bool


def judged_pages(judgements: Judgements, *, together: bool) -> list[JudgedPage]:
    """The pages of judgements, in the order of their first rows.

    Where judgements do not say what stood together, `together` takes all that a judge said of a segment for
    one page, as places (1st, 2nd, …) need it; else each output has a page of its own.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> rows = [Judgement("anna", system, "1", "rank", place) for system, place in (("A", 1), ("B", 2))]
    >>> table = Judgements.of(rows, scales={"rank": Scale.parse("rank")})
    >>> [page.systems for page in judged_pages(table, together=True)]
    [('A', 'B')]
    """
    rows = list(judgements)
    found: dict[tuple[Hashable, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        if row.page:
            found[row.judge, row.segment, row.page].append(number)
        else:
            alone = None if together else row.system
            found[row.judge, row.segment, None, row.occasion, alone].append(number)
    made = [_page(rows, numbers) for numbers in found.values()]
    if together:
        _refuse_unclear(made)
    first: dict[tuple[Hashable, ...], tuple[int, int]] = {}
    for place, page in enumerate(made):
        occasions = sum(rows[number].occasion or 0 for number in page.rows)
        same = (page.judge, page.segment, frozenset(page.systems))
        first[same] = min(first.get(same, (occasions, place)), (occasions, place))
    originals = {place for _, place in first.values()}
    return [
        JudgedPage(page.judge, page.segment, page.name, page.systems, page.rows, place not in originals)
        for place, page in enumerate(made)
    ]


def _page(rows: Sequence[Judgement], numbers: Sequence[int]) -> JudgedPage:
    one = rows[numbers[0]]
    said = [(rows[number].system, rows[number].dimension) for number in numbers]
    for place, what in enumerate(said):
        if what in said[:place]:
            raise InvalidJudgement(
                f"The page {one.page!r} of the judge {one.judge!r} has two values of {what[0]} on {what[1]}, "
                f"segment {one.segment}. An output stands once on a page: give each page a name of its own."
            )
    systems = tuple(dict.fromkeys(system for system, _ in said))
    return JudgedPage(one.judge, one.segment, one.page, systems, tuple(numbers), repeats=False)


def _refuse_unclear(pages: Sequence[JudgedPage]) -> None:
    """Who placed an output twice, each time among others, has had pages that nobody can make out any more."""
    sets: dict[tuple[str, str], set[str]] = {}
    for page in pages:
        if page.name:
            continue
        before = sets.setdefault((page.judge, page.segment), set(page.systems))
        if before != set(page.systems):
            raise InvalidJudgement(
                f"{page.judge} gave outputs of segment {page.segment} places more than once, and not all of "
                "them as often, so it is not known which stood side by side. Add a column 'page' that names "
                "the page of each."
            )
