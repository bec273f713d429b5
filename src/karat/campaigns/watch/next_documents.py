"""Which documents to have judged next, when more judgements are bought.

They are chosen by what is missing, never by the values that were given: documents chosen for the disagreement
about them would make the means of systems those of unusual documents.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.campaigns.answers import latest
from karat.campaigns.watch.standings import COUNTED, counts

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.watch.verdict import StopVerdict

MOST = 10


@dataclass(frozen=True, slots=True)
class NextDocument:
    """A document to have judged next: which of its outputs, how many words that is, and why."""

    document: str
    systems: tuple[str, ...]
    words: int
    judges: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The document as plain values."""
        return {
            "document": self.document,
            "systems": list(self.systems),
            "words": self.words,
            "judges_so_far": self.judges,
            "reason": self.reason,
        }


def next_documents(
    plan: CampaignPlan,
    records: Sequence[Recorded],
    verdict: StopVerdict,
    *,
    most: int = MOST,
    answered: Collection[str] = (),
) -> tuple[NextDocument, ...]:
    """Documents in the order in which they tell most about the pairs that are open; none where none is.

    First documents of which one output of an open pair has been judged and the other has not; then documents
    that nobody has judged; then a further judge for those with the fewest. A new document tells more than a
    further judge of an old one, because documents differ more than judges do. Outputs that somebody still has
    to judge by the plan are left out: they come anyway. `answered` are items that are done, beside those of
    the records.
    """
    wanted = {name for pair in verdict.undecided for name in (pair.first, pair.second)}
    if not wanted:
        return ()
    planned = {item.segment for pack in plan.packs for item in pack.items}
    words, order, labels = Counter[str](), dict[str, int](), dict[int, str]()
    for segment in plan.segments:
        # Training has segments of its own.
        if segment.number in planned:
            label = labels[segment.number] = segment.document or f"segment {segment.number}"
            words[label] += segment.words
            order.setdefault(label, len(order))
    judges: dict[tuple[str, str], set[str]] = defaultdict(set)
    for record in latest(records):
        if counts(record):
            judges[labels[record.segment], record.system].add(record.judge)
    done = {*answered, *(record.item for record in records)}
    coming = {
        (labels[item.segment], candidate.system)
        for pack in plan.packs
        for item in pack.items
        if pack.judge is not None and item.purpose in COUNTED and item.id not in done
        for candidate in item.candidates
    }
    found = []
    systems = [name for name in plan.systems if name in wanted]
    for document, place in order.items():
        have = {name: len(judges[document, name]) for name in systems}
        least, most_of = min(have.values()), max(have.values())
        lacking = tuple(name for name in systems if have[name] == least and (document, name) not in coming)
        if not lacking:
            continue
        if most_of and not least:
            rank, reason = 0, "its other outputs are judged, these are not"
        elif not most_of:
            rank, reason = 1, "nobody has judged it"
        else:
            rank, reason = 2, f"{least} {'judge' if least == 1 else 'judges'} so far"
        found.append(
            (
                (rank, least, words[document] * len(lacking), place),
                NextDocument(document, lacking, words[document] * len(lacking), least, reason),
            )
        )
    return tuple(one for _, one in sorted(found, key=lambda entry: entry[0])[:most])
