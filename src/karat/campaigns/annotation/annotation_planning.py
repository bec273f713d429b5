"""From the references of a corpus to a plan for annotators: whole documents, K annotators each."""

from __future__ import annotations

import secrets
import warnings
from collections import Counter
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import TYPE_CHECKING

from karat.campaigns.annotation.mark_checks import splits_character
from karat.campaigns.plan import CampaignPlan, Candidate, Item, Pack, PlannedSegment, SuggestedMark
from karat.campaigns.planning.workload import NOT_MEASURED, word_counts
from karat.entities.suggestions import with_suggestions
from karat.errors import InvalidOption, MissingReference, caller_level
from karat.remedies import option
from karat.resampling.draws import check_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from karat.campaigns.plan import Purpose
    from karat.campaigns.questionnaire import EntityKinds, Questionnaire
    from karat.corpus import Corpus
    from karat.entities.entity import Entity
    from karat.entities.names_file import ConfirmedNames
    from karat.entities.recognisers import Recogniser


class NotSuggested(UserWarning):
    """The reference or the file of names has entities of types that the protocol does not have."""


@dataclass(frozen=True, slots=True)
class AnnotatorWork:
    """What one annotator or adjudicator has to do, in the plan."""

    person: str
    role: str
    packs: int
    documents: int
    words: int
    suggestions: int
    hours: float


@dataclass(frozen=True, slots=True)
class _Document:
    """A document of the reference: its segments, and what is suggested in each."""

    name: str
    segments: tuple[PlannedSegment, ...]
    texts: tuple[str, ...]
    suggested: tuple[tuple[SuggestedMark, ...], ...]

    @property
    def words(self) -> int:
        return sum(segment.words for segment in self.segments)


def plan_annotation(
    corpus: Corpus,
    questionnaire: Questionnaire,
    *,
    annotators: int | Sequence[str],
    per_document: int = 1,
    adjudicators: Sequence[str] = (),
    reference: int = 1,
    recognise: Recogniser = lambda _: (),
    names: ConfirmedNames | None = None,
    seconds_per_word: float = NOT_MEASURED.seconds,
    pack_hours: float = 1.0,
    no_back: bool = False,
    seed: int = 12345,
    name: str = "campaign",
) -> CampaignPlan:
    """Share the documents of a reference out among annotators of named entities.

    Every document gets `per_document` different annotators, who are balanced by words, and goes to one of the
    `adjudicators` when they have done it. `reference` is the number of the reference, from 1. Suggested is
    what `recognise` and `names` find, and what is marked in the reference already.

    >>> from karat import Corpus
    >>> from karat.campaigns.planning.questionnaire_files import read_questionnaire
    >>> corpus = Corpus.of(["-", "-"], ["Ann Lee", "in Porto"], documents=["a", "b"])
    >>> plan = plan_annotation(corpus, read_questionnaire("entities"), annotators=2)
    >>> [[item.candidates[0].text for item in pack.items] for pack in plan.packs]
    [['in Porto'], ['Ann Lee']]
    """
    kinds = questionnaire.entities
    if kinds is None:
        raise InvalidOption(f"The protocol {questionnaire.name} marks no entities. Take entities.")
    people = _names(annotators)
    _check(people, adjudicators, per_document, seconds_per_word, pack_hours)
    check_seed(seed)
    documents = _documents(corpus, reference, kinds, recognise, names)
    if len(adjudicators) > len(documents):
        raise InvalidOption(
            f"There are {len(adjudicators)} adjudicators and {len(documents)} documents. Name fewer of them."
        )
    shares = _shared_out(documents, people, per_document, Random(seed))
    label = f"reference {reference}"
    packs = [
        pack
        for person, share in shares.items()
        for pack in _packs(person, share, "plan", label, seconds_per_word, pack_hours)
    ]
    deciding = _shared_out(documents, adjudicators, 1, Random(seed)) if adjudicators else {}
    packs += [
        pack
        for person, share in deciding.items()
        for pack in _packs(person, share, "adjudication", label, seconds_per_word, pack_hours)
    ]
    given = {
        "protocol": questionnaire.name,
        "annotators": len(people),
        "per_document": per_document,
        "adjudicators": len(adjudicators),
        "reference": reference,
        "segments": len(corpus),
        "seconds_per_word": f"{seconds_per_word:g}",
        "pack_hours": f"{pack_hours:g}",
    }
    return CampaignPlan(
        name=name,
        questionnaire=questionnaire,
        design="documents",
        segments=tuple(segment for document in documents for segment in document.segments),
        systems=(label,),
        packs=tuple(packs),
        training=(),
        judges=people,
        judges_per_output=per_document,
        seed=seed,
        options=tuple((key, str(value)) for key, value in given.items()),
        no_back=no_back,
        adjudicators=tuple(adjudicators),
    )


def annotation_work(plan: CampaignPlan) -> tuple[AnnotatorWork, ...]:
    """What everybody has to do."""
    pace = float(dict(plan.options)["seconds_per_word"])
    words: dict[str, int] = {}
    for segment in plan.segments:
        words[segment.document] = words.get(segment.document, 0) + segment.words
    of_number = {segment.number: segment.document for segment in plan.segments}
    found = []
    for person in (*plan.judges, *plan.adjudicators):
        packs = [pack for pack in plan.packs if pack.judge == person]
        items = [item for pack in packs for item in pack.items]
        read = sum(words[of_number[item.segment]] for item in items)
        role = "adjudicator" if person in plan.adjudicators else "annotator"
        suggested = sum(len(item.suggestions) for item in items)
        found.append(AnnotatorWork(person, role, len(packs), len(items), read, suggested, read * pace / 3600))
    return tuple(found)


def _names(annotators: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(annotators, int):
        if annotators < 1:
            raise InvalidOption(f"There are {annotators} annotators; there must be at least one.")
        width = len(str(annotators))
        return tuple(f"annotator-{number:0{width}}" for number in range(1, annotators + 1))
    return tuple(annotators)


def _check(
    people: Sequence[str], adjudicators: Sequence[str], each: int, seconds_per_word: float, pack_hours: float
) -> None:
    everybody = [*people, *adjudicators]
    if not people or not all(name.strip() for name in everybody):
        raise InvalidOption("Somebody has no name. Name everybody, or give the number of annotators.")
    if len(set(everybody)) < len(everybody):
        twice = next(name for name in everybody if everybody.count(name) > 1)
        raise InvalidOption(f"Two people are called {twice!r}. Give everybody a name of their own.")
    if each < 1 or each > len(people):
        raise InvalidOption(
            f"Each document is to get {each} annotators, and there are {len(people)}. "
            f"Ask for 1 to {len(people)}: {option('per_item', len(people))}."
        )
    if adjudicators and each < 2:
        raise InvalidOption(
            "With one annotator there is nothing to adjudicate. Give every document two: "
            f"{option('per_item', 2)}."
        )
    for what, length in (("seconds_per_word", seconds_per_word), ("pack_hours", pack_hours)):
        if not 0 < length < inf:
            raise InvalidOption(f"{what} is {length:g}; it must be above 0.")


def _documents(
    corpus: Corpus,
    reference: int,
    kinds: EntityKinds,
    recognise: Recogniser,
    names: ConfirmedNames | None,
) -> list[_Document]:
    if not 1 <= reference <= corpus.references.count:
        raise MissingReference(
            f"There is no reference {reference}; the corpus has {corpus.references.count}. Name one of them."
        )
    texts = [text or "" for text in corpus.references.streams[reference - 1]]
    labels = list(corpus.documents or [f"segment {number}" for number in range(1, len(texts) + 1)])
    marked = None if corpus.entities is None else corpus.entities[reference - 1]
    # Nothing is propagated: the page does that, after each mark, for what the annotator has confirmed.
    apart = [str(number) for number in range(len(texts))]
    own = _own_types(kinds)

    def recognise_known(text: str) -> list[Entity]:
        return [one for one in recognise(text) if own.keys() >= set(one.types)]

    found = with_suggestions(
        texts, marked or [()] * len(texts), recognise_known, names=names, documents=apart
    )
    _warn_of_unknown((one for of_text in found for one in of_text), own)
    places: dict[str, list[int]] = {}
    written = {label for label, text in zip(labels, texts, strict=True) if text.strip()}
    for place, label in enumerate(labels):
        if label in written:
            places.setdefault(label, []).append(place)
    kind = list(corpus.text_types or [""] * len(texts))
    language, words = corpus.target_language or "", word_counts(texts)
    return [
        _Document(
            label,
            tuple(
                PlannedSegment(place + 1, label, kind[place], None, texts[place], words[place], "", language)
                for place in of_label
            ),
            tuple(texts[place] for place in of_label),
            tuple(_suggested(texts[place], found[place], kinds, own) for place in of_label),
        )
        for label, of_label in places.items()
    ]


def _own_types(kinds: EntityKinds) -> dict[str, str]:
    """The protocol's type for each type that can be suggested: itself, or the only one that counts as it."""
    counted = Counter(kinds.counts_as.values())
    only = {muc: name for name, muc in kinds.counts_as.items() if counted[muc] == 1}
    return only | {name: name for name in kinds.types}


def _warn_of_unknown(found: Iterable[Entity], own: Mapping[str, str]) -> None:
    """Say what somebody has marked or confirmed, and what is not suggested for want of one type for it."""
    lost = Counter(one.kind for one in found if not own.keys() >= set(one.types))
    if lost:
        warnings.warn(
            f"Entities of the reference or of the file of names that are not suggested: {lost.total()} "
            f"({', '.join(f'{kind} {count}' for kind, count in sorted(lost.items()))}). The protocol has "
            "neither their type nor exactly one type that counts as it.",
            NotSuggested,
            stacklevel=caller_level(),
        )


def _suggested(
    text: str, found: Sequence[Entity], kinds: EntityKinds, own: Mapping[str, str]
) -> tuple[SuggestedMark, ...]:
    """Suggestions of known types, trimmed, none over another, and none that cuts a character in two."""
    kept: list[SuggestedMark] = []
    for one in found:
        bare = one.text.strip()
        start = one.start + one.text.index(bare) if bare else one.start
        if not bare or not own.keys() >= set(one.types) or (kept and start < kept[-1].end):
            continue
        if splits_character(text, start) or splits_character(text, start + len(bare)):
            continue
        kind = "|".join(sorted({own[name] for name in one.types}, key=kinds.types.index))
        source = "program" if one.suggested else "file"
        others = tuple(
            dict.fromkeys(text for each in one.alternatives if (text := each.strip()) and text != bare)
        )
        kept.append(SuggestedMark("", start, start + len(bare), kind, source, others, one.optional))
    return tuple(kept)


def _shared_out(
    documents: Sequence[_Document], people: Sequence[str], each: int, random: Random
) -> dict[str, list[_Document]]:
    """Every document to those who have the fewest words so far, the longest first."""
    load = dict.fromkeys(people, 0)
    chosen: dict[str, set[int]] = {person: set() for person in people}
    for place in sorted(range(len(documents)), key=lambda one: -documents[one].words):
        tickets = {person: random.random() for person in people}
        for person in sorted(people, key=lambda one: (load[one], tickets[one]))[:each]:
            chosen[person].add(place)
            load[person] += documents[place].words
    return {person: [documents[place] for place in sorted(places)] for person, places in chosen.items()}


def _packs(
    person: str,
    documents: Sequence[_Document],
    purpose: Purpose,
    label: str,
    seconds_per_word: float,
    pack_hours: float,
) -> list[Pack]:
    """The work of a person, cut between documents into packs of about the wanted length."""
    total = sum(document.words for document in documents)
    count = max(1, round(total * seconds_per_word / 3600 / pack_hours))
    parts: list[list[Item]] = [[] for _ in range(min(count, max(len(documents), 1)))]
    done = 0
    for document in documents:
        middle = (done + document.words / 2) / total if total else 0.0
        parts[min(int(middle * len(parts)), len(parts) - 1)].append(_item(document, purpose, label))
        done += document.words
    return [Pack(_identity(), tuple(items), person) for items in parts if items]


def _item(document: _Document, purpose: Purpose, label: str) -> Item:
    shown = tuple(Candidate(_identity(), label, text) for text in document.texts)
    suggestions = [
        replace(one, candidate=candidate.id)
        for candidate, of_text in zip(shown, document.suggested, strict=True)
        for one in of_text
    ]
    # An adjudicator is shown what people marked, not what a program suggested.
    given = tuple(suggestions) if purpose == "plan" else ()
    return Item(_identity(), document.segments[0].number, shown, purpose, (), given)


def _identity() -> str:
    return secrets.token_hex(16)
