"""Groups of judges, such as monolingual and bilingual ones: beside the metrics and each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.agreement.between import between
from karat.agreement.raters import Rater
from karat.agreement.study import Plan, StudyLayout, agreements_of
from karat.display import Shown
from karat.errors import InvalidOption
from karat.frames import stacked
from karat.judgements import aggregate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement.measures import Agreement
    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.judgements import Judgements

# Which of its figures every reader looks for, at the levels where they differ.
GROUP_PLAN = Plan(levels=("system", "segment"), statistics=("pearson",))


@dataclass(frozen=True, slots=True, eq=False)
class JudgeGroup:
    """The judges of one group in one dimension, and their scores of systems and segments.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> groups = {"anna": "bilingual", "ben": "monolingual"}
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, groups=groups)
    >>> bilingual, monolingual = judge_groups(judgements)
    >>> bilingual.name, bilingual.judges, bilingual.rater.whole.tolist()
    ('bilingual', ('anna',), [4.0, 2.0])
    """

    dimension: str
    name: str
    judges: tuple[str, ...]
    judgements: int
    rater: Rater

    def only(self, systems: Sequence[str]) -> JudgeGroup:
        """The same group with some of the systems."""
        return replace(self, rater=self.rater.only(systems))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupComparison(Shown):
    """One dimension, group by group: agreement with each metric, and of every two groups.

    In `with_metrics`, `human` is the group; in `between`, `metric` is the first group and `human` the second.
    `ungrouped` are judges whose group nobody wrote down: they are in no figure.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "ABC", "425"), ("ben", "ABC", "423")]
    >>> rows = [
    ...     Judgement(judge, system, "1", "adequacy", float(value))
    ...     for judge, systems, values in given
    ...     for system, value in zip(systems, values)
    ... ]
    >>> groups = {"anna": "bilingual", "ben": "monolingual"}
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, groups=groups)
    >>> (found,) = compare_groups(judgements)
    >>> [(one.level, round(one.value, 2)) for one in found.between]
    [('system', 0.65), ('segment', 0.65)]
    """

    dimension: str
    groups: tuple[JudgeGroup, ...]
    metrics: tuple[Rater, ...]
    with_metrics: tuple[Agreement, ...]
    between: tuple[Agreement, ...]
    ungrouped: tuple[str, ...]
    plan: Plan

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain values."""
        return {
            "dimension": self.dimension,
            "groups": [
                {
                    "group": group.name,
                    "judges": list(group.judges),
                    "judgements": group.judgements,
                    "systems": dict(zip(group.rater.systems, group.rater.whole.tolist(), strict=True)),
                }
                for group in self.groups
            ],
            "ungrouped_judges": list(self.ungrouped),
            "with_metrics": [one.to_dict(human="group") for one in self.with_metrics],
            "between": [one.to_dict(metric="first", human="second") for one in self.between],
            "intervals": self.plan.recipe,
        }

    def _columns(self) -> Columns:
        """A row for each correlation, with the dimension."""
        found = (*self.with_metrics, *self.between)
        return stacked((one._columns() for one in found), dimension=[self.dimension] * len(found))


def judge_groups(judgements: Judgements, *, corpus: Corpus | None = None) -> tuple[JudgeGroup, ...]:
    """Every group of judges in every dimension, dimension by dimension; none where no group is known.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> rows = [Judgement("anna", "A", "1", "adequacy", 4), Judgement("ben", "A", "1", "adequacy", 5)]
    >>> groups = {"anna": "bilingual", "ben": "monolingual"}
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, groups=groups)
    >>> [(group.dimension, group.name) for group in judge_groups(judgements)]
    [('adequacy', 'bilingual'), ('adequacy', 'monolingual')]
    """
    found = []
    for dimension in judgements.dimensions:
        for name in dict.fromkeys(judgements.groups.values()):
            part = judgements.of_group(name)
            rows = part.rows_of(dimension)
            if not len(rows):
                continue
            tables = [
                aggregate(part, dimension, level=level, corpus=corpus).scores
                for level in ("segment", "system")
            ]
            rater = Rater.of_tables(*tables)
            judges = tuple(dict.fromkeys(part.judges[code] for code in part.judge[rows].tolist()))
            recipe = f"{rater.recipe}|group:{name}"
            found.append(
                JudgeGroup(dimension, name, judges, len(rows), replace(rater, name=name, recipe=recipe))
            )
    return tuple(found)


def compare_groups(
    judgements: Judgements,
    *,
    corpus: Corpus | None = None,
    metrics: Sequence[Rater] = (),
    plan: Plan | None = None,
    layout: StudyLayout | None = None,
) -> tuple[GroupComparison, ...]:
    """Groups of judges in every dimension that two groups judged: with each metric, and with each other.

    With metrics, the systems are those of the metrics. The plan's statistics are those of `between`; without
    a plan, Pearson's r of systems and of segments. Without a layout, documents are those that the corpus or
    the judgements name.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "ABC", "425"), ("ben", "ABC", "423")]
    >>> rows = [
    ...     Judgement(judge, system, "1", "adequacy", float(value))
    ...     for judge, systems, values in given
    ...     for system, value in zip(systems, values)
    ... ]
    >>> groups = {"anna": "bilingual", "ben": "monolingual"}
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")}, groups=groups)
    >>> [group.name for group in compare_groups(judgements)[0].groups]
    ['bilingual', 'monolingual']
    """
    return compared_groups(
        judge_groups(judgements, corpus=corpus),
        metrics,
        plan=plan or GROUP_PLAN,
        layout=layout or _layout(judgements, corpus),
        ungrouped=ungrouped_judges(judgements),
    )


def _layout(judgements: Judgements, corpus: Corpus | None) -> StudyLayout:
    """The document of each segment; one whose document is not known is a document of its own."""
    if corpus is not None and corpus.documents is not None:
        return StudyLayout(corpus.documents)
    if not judgements.documents:
        return StudyLayout()
    names = judgements.segments if corpus is None else [str(place + 1) for place in range(len(corpus))]
    return StudyLayout([judgements.documents.get(name, f"\0{name}") for name in names])


def ungrouped_judges(judgements: Judgements) -> tuple[str, ...]:
    """Judges whose group nobody wrote down."""
    return tuple(judge for judge in judgements.judges if judge not in judgements.groups)


def compared_groups(
    groups: Sequence[JudgeGroup],
    metrics: Sequence[Rater],
    *,
    plan: Plan,
    layout: StudyLayout,
    ungrouped: Sequence[str] = (),
) -> tuple[GroupComparison, ...]:
    """What `compare_groups` finds, of groups whose scores are known."""
    by_dimension: dict[str, list[JudgeGroup]] = {}
    for group in groups:
        taken = group if not metrics else group.only(metrics[0].systems)
        by_dimension.setdefault(group.dimension, []).append(taken)
    several = {name: found for name, found in by_dimension.items() if len(found) > 1}
    if not several:
        names = list(dict.fromkeys(group.name for group in groups))
        apart = f"{' and '.join(map(repr, names))} judged different dimensions"
        reasons = ("no judgement says the group of its judge", f"there is only {', '.join(map(repr, names))}")
        raise InvalidOption(
            "Two groups of judges of one dimension can be compared, and "
            f"{(*reasons, apart)[min(len(names), 2)]}. "
            "The column 'group' of the judgements says the group of each judge, such as bilingual."
        )
    return tuple(
        GroupComparison(
            dimension,
            tuple(found),
            tuple(metrics),
            tuple(agreements_of(metrics, [group.rater for group in found], plan, layout)),
            tuple(between([group.rater for group in found], plan=plan, layout=layout)),
            tuple(ungrouped),
            plan,
        )
        for dimension, found in several.items()
    )
