"""Where the annotators of a document differ, and what an adjudicator decides about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.campaigns.answers import AdjudicatorChange, AdjudicatorDecision, EntityMark
from karat.campaigns.campaign_errors import Invalid
from karat.entities.adjudication import differences
from karat.entities.entity import Entity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.store.pack_rows import BlindCandidate, WorkItem
    from karat.campaigns.store.store import Transaction

LONGEST_REASON = 1_000


@dataclass(frozen=True, slots=True)
class PageDifference:
    """A stretch of a candidate that annotators marked differently; `versions` have nobody's name on them."""

    candidate: str
    start: int
    end: int
    versions: tuple[tuple[EntityMark, ...], ...]


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A document that its annotators have done: what all marked alike, and where they differ."""

    agreed: tuple[EntityMark, ...]
    differences: tuple[PageDifference, ...]


def waiting_items(transaction: Transaction, items: Sequence[WorkItem]) -> frozenset[str]:
    """Of the items of an adjudicator, those whose document some annotator has not done yet."""
    if not any(item.purpose == "adjudication" for item in items):
        return frozenset()
    finished = transaction.answers.finished()
    return frozenset(
        item.id
        for item in items
        if item.purpose == "adjudication"
        and any(other.id not in finished for other in transaction.packs.of_document(item.segment, "plan"))
    )


def is_adjudicated(transaction: Transaction, item: WorkItem) -> bool:
    """Whether an adjudicator has seen the document of an annotator's item: it changes no more."""
    others = transaction.packs.of_document(item.segment, "adjudication")
    return any(transaction.answers.was_shown(other.id) for other in others)


def compared(transaction: Transaction, item: WorkItem) -> Adjudicated:
    """What the annotators of an adjudicator's item marked, by the candidates of that item."""
    own = transaction.packs.candidates(item.id)
    versions = [
        _marks_of(transaction, other, own) for other in transaction.packs.of_document(item.segment, "plan")
    ]
    done = [version for version in versions if version is not None]
    agreed: list[EntityMark] = []
    found: list[PageDifference] = []
    for candidate in own:
        alike, unlike = differences([version.get(candidate.id, ()) for version in done])
        agreed += [_mark(one, candidate.id) for one in alike]
        found += [
            PageDifference(
                candidate.id,
                one.start,
                one.end,
                tuple(tuple(_mark(mark, candidate.id) for mark in version) for version in one.versions),
            )
            for one in unlike
        ]
    return Adjudicated(tuple(agreed), tuple(found))


def decided(
    decisions: Sequence[AdjudicatorDecision], changes: Sequence[AdjudicatorChange], document: Adjudicated
) -> tuple[EntityMark, ...]:
    """The marks of an adjudicated document: each with how it came to be, and the reason."""
    by_number: dict[int, AdjudicatorDecision] = {}
    for decision in decisions:
        if not 0 <= decision.difference < len(document.differences):
            raise Invalid(f"There is no difference {decision.difference} on this page.")
        if decision.difference in by_number:
            raise Invalid(f"Difference {decision.difference} is decided twice.")
        by_number[decision.difference] = decision
    if left := len(document.differences) - len(by_number):
        undecided = "1 difference is" if left == 1 else f"{left} differences are"
        raise Invalid(f"{undecided} not decided yet.")
    marks = _changed(changes, document.agreed)
    for number, difference in enumerate(document.differences):
        marks += _of_decision(by_number[number], difference)
    return tuple(marks)


def given_decisions(
    marks: Sequence[EntityMark], document: Adjudicated
) -> tuple[list[AdjudicatorDecision], list[AdjudicatorChange]]:
    """The decisions and changes that marks were made of: what a correction of them begins with."""
    fate = {_bare(mark): mark for mark in marks if mark.origin != "own"}
    own = [mark for mark in marks if mark.origin == "own"]
    decisions, changes = [], []
    for number, difference in enumerate(document.differences):
        versions = [[fate[_bare(mark)] for mark in version] for version in difference.versions]
        within = _over(own, difference)
        own = [one for one in own if one not in within]
        kept = {_bare(mark) for version in versions for mark in version if mark.origin == "chosen"}
        chosen = next((n for n, each in enumerate(versions) if {_bare(mark) for mark in each} == kept), None)
        reason = next(mark.reason for version in versions for mark in version)
        decisions.append(
            AdjudicatorDecision(number, reason, None if within else chosen, tuple(map(_bare, within)))
        )
    for place, mark in enumerate(document.agreed):
        if (now := fate[_bare(mark)]).origin == "refused":
            instead = next(iter(_over(own, mark)), None)
            own = [one for one in own if one is not instead]
            changes.append(AdjudicatorChange(now.reason, place, instead and _bare(instead)))
    changes += [AdjudicatorChange(mark.reason, None, _bare(mark)) for mark in own]
    return decisions, changes


def _bare(mark: EntityMark) -> EntityMark:
    """What is marked, without how it came to be."""
    return replace(mark, origin="hand", reason="", suggestion=None, within_word=False)


def _over(marks: Sequence[EntityMark], stretch: EntityMark | PageDifference) -> list[EntityMark]:
    return [
        mark
        for mark in marks
        if mark.candidate == stretch.candidate and mark.start < stretch.end and mark.end > stretch.start
    ]


def _changed(changes: Sequence[AdjudicatorChange], agreed: Sequence[EntityMark]) -> list[EntityMark]:
    """What all agree on, as the adjudicator leaves it: what is changed or removed is kept as refused."""
    by_place: dict[int, AdjudicatorChange] = {}
    for change in changes:
        if (place := change.agreed) is None:
            continue
        if not 0 <= place < len(agreed):
            raise Invalid(f"There is no agreed mark {place} on this page.")
        if place in by_place:
            raise Invalid(f"Agreed mark {place} is changed twice.")
        if change.mark is not None and _bare(change.mark) == _bare(agreed[place]):
            raise Invalid(f"Agreed mark {place} is changed to what it is.")
        by_place[place] = change
    marks = [
        replace(mark, origin="refused", reason=_reason(by_place[place].reason, f"Agreed mark {place}"))
        if place in by_place
        else replace(mark, origin="agreed")
        for place, mark in enumerate(agreed)
    ]
    for change in changes:
        if change.mark is not None:
            reason = _reason(change.reason, f"The mark from {change.mark.start} to {change.mark.end}")
            marks.append(replace(_bare(change.mark), origin="own", reason=reason))
        elif change.agreed is None:
            raise Invalid("A change names neither an agreed mark nor a new one.")
    return marks


def _reason(given: str, what: str) -> str:
    reason = given.strip()
    if not reason:
        raise Invalid(f"{what} is decided without a reason. Say why, in a few words.")
    if len(reason) > LONGEST_REASON:
        raise Invalid(f"A reason has {len(reason)} characters; {LONGEST_REASON} fit.")
    return reason


def _of_decision(decision: AdjudicatorDecision, difference: PageDifference) -> list[EntityMark]:
    reason = _reason(decision.reason, f"Difference {decision.difference}")
    if decision.version is not None and not 0 <= decision.version < len(difference.versions):
        raise Invalid(f"Difference {decision.difference} has no version {decision.version}.")
    chosen = () if decision.version is None else difference.versions[decision.version]
    kept = [replace(mark, origin="chosen", reason=reason) for mark in chosen]
    if decision.version is None:
        kept = [replace(_bare(mark), origin="own", reason=reason) for mark in decision.marks]
        if len(_over(kept, difference)) < len(kept):
            raise Invalid(
                f"A mark of difference {decision.difference} does not touch it. Send it among the changes."
            )
    others = dict.fromkeys(mark for version in difference.versions for mark in version if mark not in chosen)
    return [*kept, *(replace(mark, origin="refused", reason=reason) for mark in others)]


def _marks_of(
    transaction: Transaction, item: WorkItem, own: Sequence[BlindCandidate]
) -> Mapping[str, tuple[Entity, ...]] | None:
    """The last answer of an annotator, by the adjudicator's candidates; None if the document was skipped."""
    rows = transaction.answers.of_item(item.id)
    if not rows:
        return None
    places = {shown.id: place for place, shown in enumerate(transaction.packs.candidates(item.id))}
    found: dict[str, tuple[Entity, ...]] = {}
    for mark in transaction.answers.marks(rows[-1].number):
        if mark.is_kept:
            candidate = own[places[mark.candidate]]
            found[candidate.id] = (*found.get(candidate.id, ()), entity_of(mark, candidate.text))
    return found


def entity_of(mark: EntityMark, text: str) -> Entity:
    """The entity that a mark makes of a text; its types may be one's own."""
    return Entity(
        mark.start,
        mark.end,
        tuple(mark.kind.split("|")),
        text[mark.start : mark.end],
        mark.alternatives,
        mark.optional,
    )


def _mark(entity: Entity, candidate: str) -> EntityMark:
    return EntityMark(
        candidate, entity.start, entity.end, entity.kind, entity.alternatives, entity.optional, "agreed"
    )
