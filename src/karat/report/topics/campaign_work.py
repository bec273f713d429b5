"""What reports show of the work that a campaign asks of its judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.planning.balance import ITEMS, MEETINGS
from karat.campaigns.planning.drawn_documents import planned_documents
from karat.remedies import option
from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.campaigns.planning.plan_summary import PlanSummary
    from karat.campaigns.planning.workload import JudgeWork

# More judges are summed up, as nobody reads so many rows.
_MOST_JUDGES = 12
# Hours of judges that differ more need a word.
_UNEVEN = 1.25


def work_table(found: PlanSummary) -> Table:
    """What each judge has to do; least, mean and most where there are many."""
    work = found.workload
    names = ["packs", "documents", "items", "pages", "outputs", "words to read"]
    columns = [*(Column(name, digits=0) for name in names), Column("hours", digits=2)]
    if work.cost is not None:
        columns.append(Column("cost", digits=2))

    def values(one: JudgeWork) -> tuple[float, ...]:
        cost = () if work.wage is None else (one.hours * work.wage,)
        return (one.packs, one.documents, one.items, one.pages, one.outputs, one.words, one.hours, *cost)

    every = [values(one) for one in work.judges]
    if len(every) > _MOST_JUDGES:
        how: dict[str, Callable[[Sequence[float]], float]] = {
            "least": min,
            "mean": lambda column: sum(column) / len(column),
            "most": max,
        }
        rows = [
            Row((f"{name} of {len(every)}",), tuple(fold(column) for column in zip(*every, strict=True)))
            for name, fold in how.items()
        ]
    else:
        rows = [
            Row((printable(one.judge) or "nobody yet",), own)
            for one, own in zip(work.judges, every, strict=True)
        ]
    sums = [sum(column) for column in zip(*every, strict=True)]
    # Documents are shared, so their sum would count most of them several times.
    sums[1] = found.documents
    total = Row(("all",), tuple(sums))
    return Table(("judge",), tuple(columns), rows, title="Work", total=total)


def work_notes(found: PlanSummary) -> Iterator[Note]:
    """What hours and costs rest on, and why judges have more or less to do than others."""
    work = found.workload
    yield Note(
        "hours",
        f"assume {work.seconds_per_word:g} s for each source word and output"
        + (f": {work.source}; languages and judges differ, so a pilot tells more" if work.source else ""),
        hint=option("seconds_per_word"),
    )
    yield Note(
        "pages",
        f"take {work.seconds_per_page:g} s each beside their words, to answer and to go on: assumed, not "
        "measured",
        hint=option("seconds_per_page"),
    )
    if work.wage is not None:
        yield Note("cost", f"{work.cost:,.2f} for {work.hours:,.1f} hours at {work.wage:g} an hour")
    yield Note(
        "promised",
        "the largest difference that the design allows; a dash: as small as could be found",
    )
    yield from _items(found)
    yield from _without_work(found)
    yield from _uneven_hours(found)
    yield from _meetings(found)


def _without_work(found: PlanSummary) -> Iterator[Note]:
    """Which judges would open their link for nothing, and what to ask for instead."""
    idle = [printable(one.judge) for one in found.workload.judges if not one.pages]
    if not idle:
        return
    busy = len(found.workload.judges) - len(idle)
    yield Note(
        "no work",
        f"for {', '.join(idle)}: documents stay whole, and there are too few of them. Plan fewer judges, or "
        "more hours or documents, or have each output judged more often",
        hint=option("judges", busy),
    )


def _uneven_hours(found: PlanSummary) -> Iterator[Note]:
    """Why some judges work much longer than others, where they do."""
    hours = [one.hours for one in found.workload.judges]
    if max(hours) <= _UNEVEN * min(hours):
        return
    words = [document.words for document in planned_documents(found.plan)]
    why = f"documents stay whole, and have {min(words):,} to {max(words):,} words"
    if found.plan.design == "together":
        why += f", read in all {len(found.plan.systems)} translations"
    yield Note(
        "uneven hours",
        f"{min(hours):.2f} to {max(hours):.2f} for a judge: {why}; more documents for each judge make hours "
        "more even",
    )


def _items(found: PlanSummary) -> Iterator[Note]:
    """Why judges have more items than others, where they do."""
    for one in found.balance.evenness:
        if one.what == ITEMS and one.difference > 1:
            lengths = [len(document.segments) for document in planned_documents(found.plan)]
            least, most = min(lengths), max(lengths)
            size = f"{least} to {most} segments" if least < most else f"{most} segments"
            whole = f"documents stay whole, and have {size}" if most > 1 else "documents have one segment"
            all_outputs = (
                f"; a judge reads all {len(found.plan.systems)} outputs of a document"
                if found.plan.design == "together"
                else ""
            )
            yield Note("items", f"{one.least} to {one.most} for a judge: {whole}{all_outputs}")


def _meetings(found: PlanSummary) -> Iterator[Note]:
    """How evenly systems meet, where groups of three or four cannot promise it."""
    for one in found.balance.evenness:
        if one.what == MEETINGS and one.promised is None:
            text = (
                "every two systems meet equally often"
                if not one.difference
                else f"two systems meet {one.least} to {one.most} times, a difference of {one.difference}"
            )
            exact = "" if not one.difference else "; two at a time, or all at once, differences are at most 1"
            yield Note("pairs", text + exact)
