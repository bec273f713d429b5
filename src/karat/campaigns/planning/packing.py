"""From documents to packs: as many as fit into everybody's hours, with the items of each judge."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from math import ceil, floor, inf, log10
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from karat.campaigns.plan import Candidate, Item, Pack, PlannedSegment
from karat.campaigns.planning.check_items import with_check_items
from karat.campaigns.planning.designs import anchored, laid_out
from karat.campaigns.planning.drawn_documents import by_text_type, documents_of
from karat.campaigns.planning.shown_references import ShownReferences
from karat.campaigns.planning.workload import source_words, words_of
from karat.errors import InvalidOption
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import Design, Purpose
    from karat.campaigns.planning.check_items import SpoiltTexts
    from karat.campaigns.planning.designs import Grouping, Layout, PlannedDocument
    from karat.corpus import Corpus

# For each judge, visit by visit, the items.
Stints: TypeAlias = "list[list[list[Item]]]"


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What the plan is to be, with everything settled that does not depend on the documents."""

    design: Design
    judges: tuple[str, ...]
    each: int
    grouping: Grouping | None
    hours: float
    anchors: int
    repeats: int
    spoilt: int
    spoilt_texts: SpoiltTexts
    seconds_per_word: float
    seconds_per_item: float
    pack_hours: float
    seed: int
    shown_reference: str | None = None
    shows_context: bool = True
    only: frozenset[int] | None = None


class Packing:
    """Makes the items of one request."""

    def __init__(self, corpus: Corpus, request: PlanRequest, training: Sequence[PlannedSegment]) -> None:
        self._corpus = corpus
        self._request = request
        self._systems = tuple(corpus.systems)
        self._words = dict(enumerate(source_words(corpus), 1))
        self._training = training
        known = documents_of(corpus, request.only)
        if request.anchors >= len(known):
            raise InvalidOption(
                f"{request.anchors} documents are to be anchors, and there are {len(known)}. At most "
                f"{len(known) - 1} can be: {option('anchors', len(known) - 1)}."
            )
        drawn = by_text_type(known, Random(request.seed))
        self._anchors, self._documents = drawn[: request.anchors], drawn[request.anchors :]

    def fitted(self) -> tuple[Stints, list[PlannedSegment]]:
        """As many documents as fit into everybody's hours, with their items."""
        request, count = self._request, len(self._documents)
        if request.hours < inf:
            # On average nobody can do more than this; whoever has more than the average decides.
            outputs = request.each * len(self._systems) / len(request.judges)
            sizes = (1,) if request.grouping is None else request.grouping.sizes
            items = outputs * len(sizes) / sum(sizes)
            spent, count = 0.0, 0
            for document in self._documents:
                spent += document.words * outputs * request.seconds_per_word / 3600
                spent += len(document.segments) * items * request.seconds_per_item / 3600
                if spent > request.hours:
                    break
                count += 1
        while count > 0:
            stints = self._stints(self._documents[:count])
            longest = max(self._hours(of_judge) for of_judge in stints)
            if longest <= request.hours:
                used = (*self._anchors, *self._documents[:count])
                return stints, self._segments({number for one in used for number in one.segments})
            count -= max(1, count // 50)
        raise self._too_short()

    def packs(self, stints: Stints) -> list[Pack]:
        """The work of each judge, cut between documents into packs of about the wanted length."""
        made = []
        for judge, of_judge in zip(self._request.judges, stints, strict=True):
            total = self._hours(of_judge, training=False)
            count = min(max(1, round(total / self._request.pack_hours)), max(1, len(of_judge)))
            parts: list[list[Item]] = [[] for _ in range(count)]
            done = 0.0
            for stint in of_judge:
                length = self._hours([stint], training=False)
                middle = (done + length / 2) / total if total else 0.0
                parts[min(int(middle * count), count - 1)] += stint
                done += length
            made += [Pack(fresh_id(), tuple(items), judge) for items in parts if items]
        return made

    def _stints(self, documents: Sequence[PlannedDocument]) -> Stints:
        request = self._request
        random = Random(f"{request.seed} layout")
        layout = laid_out(
            documents,
            len(self._systems),
            request.design,
            request.grouping,
            judges=len(request.judges),
            each=request.each,
            random=random,
        )
        anchors = anchored(
            self._anchors,
            len(self._systems),
            request.design,
            request.grouping,
            judges=len(request.judges),
            random=random,
        )
        found: Stints = []
        for of_judge, shared in zip(
            self._items(layout, documents, "plan"), self._items(anchors, self._anchors, "anchor"), strict=True
        ):
            found.append(_interleaved(of_judge, shared))
        return [
            with_check_items(
                of_judge,
                self._corpus,
                repeats=request.repeats,
                spoilt=request.spoilt,
                texts=request.spoilt_texts,
                first_damage=judge,
                random=random,
                identity=fresh_id,
                context=request.shows_context,
            )
            for judge, of_judge in enumerate(found)
        ]

    def _items(
        self, layout: Layout, documents: Sequence[PlannedDocument], purpose: Purpose
    ) -> list[list[list[Item]]]:
        return [
            [
                [
                    Item(fresh_id(), segment, self._candidates(segment, reading), purpose)
                    for reading in visit.readings
                    for segment in documents[visit.document].segments
                ]
                for visit in visits
            ]
            for visits in layout
        ]

    def _candidates(self, segment: int, systems: Sequence[int]) -> tuple[Candidate, ...]:
        names = [self._systems[system] for system in systems]
        return tuple(Candidate(fresh_id(), name, self._corpus.systems[name][segment - 1]) for name in names)

    def _segments(self, wanted: set[int]) -> list[PlannedSegment]:
        corpus = self._corpus
        known = {number: document for document in documents_of(corpus) for number in document.segments}
        shown = ShownReferences(corpus.references, self._request.shown_reference)
        return [
            PlannedSegment(
                number=number,
                document=known[number].name,
                text_type=known[number].text_type,
                source=None if corpus.sources is None else corpus.sources[number - 1],
                reference=shown.shown(number - 1),
                words=self._words[number],
                source_language=corpus.source_language or "",
                target_language=corpus.target_language or "",
                references=shown.kept(number - 1),
            )
            for number in sorted(wanted)
        ]

    def _hours(self, stints: Sequence[Sequence[Item]], *, training: bool = True) -> float:
        words = sum(words_of(stint, self._words) for stint in stints)
        items = sum(map(len, stints))
        if training:
            words += sum(segment.words for segment in self._training)
            items += len(self._training)
        return (words * self._request.seconds_per_word + items * self._request.seconds_per_item) / 3600

    def _too_short(self) -> InvalidOption:
        request = self._request
        least = max(self._hours(of_judge) for of_judge in self._stints(self._documents[:1]))
        also = [
            *(["anchors"] if request.anchors else []),
            *(["training"] if self._training else []),
        ]
        # Under `square` a judge reads one output of a document, however many systems there are.
        without = [*([] if request.design == "square" else ["systems"]), *also]
        instead = f"; or leave out {' or '.join(without)}" if without else ""
        # Rounded up at the third digit: what is proposed must be enough, and more than what was refused.
        places = 2 - floor(log10(least))
        enough = ceil(least * 10**places) / 10**places
        return InvalidOption(
            f"In {request.hours:g} hours a judge cannot do one document{_with(also)}: it takes {enough:g}. "
            f"Give the judges more time: {option('hours', enough)}{instead}."
        )


def _with(parts: Sequence[str]) -> str:
    return f" with {' and '.join(parts)}" if parts else ""


def _interleaved(own: list[list[Item]], shared: list[list[Item]]) -> list[list[Item]]:
    """What everybody judges, at even distances among a judge's own work."""
    found, placed = [], 0
    for number, stint in enumerate(own, 1):
        found.append(stint)
        while placed < len(shared) and (placed + 0.5) / len(shared) <= number / len(own):
            found.append(shared[placed])
            placed += 1
    return found + shared[placed:]


def fresh_id() -> str:
    """128 bits that nobody can guess."""
    return secrets.token_hex(16)
