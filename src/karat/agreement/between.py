"""Raters of one kind beside each other: two metrics, one metric at two units, two groups of judges."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from karat.agreement.study import Plan, StudyLayout, agreements_of
from karat.display import Results
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.agreement.measures import Agreement
    from karat.agreement.raters import Rater


# Statistics that do not ask which of the two is right.
SYMMETRIC = ("pearson", "spearman", "kendall", "r-squared")
_USUAL = {"system": ("pearson", "spearman", "kendall")}


def between(
    raters: Sequence[Rater],
    *,
    plan: Plan | None = None,
    layout: StudyLayout | None = None,
    progress: Callable[[str], object] | None = None,
) -> Results[Agreement]:
    """The correlation of every two raters at every level, with the intervals that `study` gives.

    In what is found, `metric` names the first rater and `human` the second. The plan's statistics must be
    those that do not ask which rater is right: `SYMMETRIC`. Without any, they are r, ρ and τ of systems, and
    r of segments and documents. Raters that score whole systems only have nothing to say of segments.

    >>> from karat import Bleu, demo, evaluate, read
    >>> from karat.agreement import Plan, between, counted_raters
    >>> corpus = read(demo.segments_path())
    >>> raters = counted_raters(evaluate(corpus, Bleu(), Bleu(order=18, unit="char")))
    >>> found = between(raters, plan=Plan(("system", "segment"), ("pearson",), samples=50))
    >>> [(one.metric, one.human, one.level, round(one.value, 2)) for one in found]
    [('BLEU', 'BLEU-c18', 'system', 1.0), ('BLEU', 'BLEU-c18', 'segment', 0.9)]
    """
    if len(raters) < 2:
        raise InvalidOption(
            f"Two raters or more can be compared with each other, and there is {len(raters)}."
        )
    plan = plan or Plan()
    for asked in plan.statistics:
        if asked.partition("/")[0] not in SYMMETRIC:
            raise InvalidOption(
                f"{asked!r} asks which of two is right. Between raters of one kind these are measured: "
                f"{', '.join(SYMMETRIC)}."
            )
    found: list[Agreement] = []
    for first, second in combinations(raters, 2):
        for level in plan.levels:
            statistics = plan.statistics or _USUAL.get(level, ("pearson",))
            of_level = replace(plan, levels=(level,), statistics=statistics)
            shared = [name for name in first.systems if name in second.systems]
            found += agreements_of(
                [first.only(shared)], [second.only(shared)], of_level, layout or StudyLayout()
            )
        if progress is not None:
            progress(f"{first.name} and {second.name}")
    return Results(found)
