"""From a corpus to a plan: which documents, whose packs, and which items in them; or why it cannot be."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from math import inf
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from karat.campaigns.check_items import with_check_items
from karat.campaigns.layouts import PlannedDocument, anchored, grouping_of, laid_out
from karat.campaigns.plan import CampaignPlan, Candidate, Design, Expectation, Item, Pack, PlannedSegment
from karat.campaigns.questionnaire_files import read_questionnaire
from karat.campaigns.workload import SECONDS_PER_WORD, source_words, words_of
from karat.errors import InvalidOption
from karat.options import check_choice
from karat.remedies import option
from karat.resampling.draws import check_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.check_items import SpoiltTexts
    from karat.campaigns.layouts import Grouping, Layout
    from karat.campaigns.plan import Purpose
    from karat.campaigns.questionnaire import Questionnaire
    from karat.campaigns.training import TrainingExample
    from karat.corpus import Corpus

# For each judge, visit by visit, the items.
Stints: TypeAlias = "list[list[list[Item]]]"


@dataclass(frozen=True, slots=True)
class _Request:
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
    pack_hours: float
    seed: int


def plan_campaign(
    corpus: Corpus,
    questionnaire: Questionnaire | str,
    *,
    judges: int | Sequence[str],
    per_item: int = 1,
    design: Design | None = None,
    side_by_side: int | None = None,
    hours: float | None = None,
    anchors: int = 0,
    repeats: int = 0,
    spoilt: int = 0,
    spoilt_texts: SpoiltTexts | None = None,
    training: Sequence[TrainingExample] = (),
    seconds_per_word: float = SECONDS_PER_WORD,
    pack_hours: float = 1.0,
    no_back: bool = False,
    masked: bool = False,
    seed: int = 12345,
    name: str = "campaign",
) -> CampaignPlan:
    """Share the outputs of a corpus out among judges.

    `judges` is their number, or their names; every output gets `per_item` different ones. The usual
    `design` is `square`, or `contrast` where the protocol shows outputs side by side, `side_by_side` of them.
    With `hours`, as many documents are drawn as each judge can do in so many hours, in proportion to the text
    types. `anchors` are documents that everybody judges. Each judge gets some items a second time, `repeats`
    in number, and `spoilt` outputs, whose texts are `spoilt_texts`: by damage and system, one per segment.

    The same seed gives the same plan, but for the ids, which nobody can guess.

    >>> from karat import Corpus
    >>> corpus = Corpus.of({"A": ["a cat", "dogs"], "B": ["one cat", "dog"]}, ["the cat", "dogs"])
    >>> plan = plan_campaign(corpus, "adequacy-fluency", judges=2)
    >>> [sorted(item.candidates[0].system for item in pack.items) for pack in plan.packs]
    [['A', 'B'], ['A', 'B']]
    """
    if isinstance(questionnaire, str):
        questionnaire = read_questionnaire(questionnaire)
    settled: Design = design or ("contrast" if questionnaire.side_by_side[0] > 1 else "square")
    names = _judge_names(judges)
    _check(corpus, questionnaire, settled, names, per_item, seed=seed)
    for what, value in (("anchors", anchors), ("repeats", repeats), ("spoilt", spoilt)):
        if value < 0:
            raise InvalidOption(f"{what} is {value}; it must be 0 or more.")
    for what, length in (
        ("hours", hours),
        ("seconds_per_word", seconds_per_word),
        ("pack_hours", pack_hours),
    ):
        if length is not None and not 0 < length < inf:
            raise InvalidOption(f"{what} is {length:g}; it must be above 0.")
    request = _Request(
        settled,
        names,
        per_item,
        _grouping(questionnaire, settled, len(corpus.systems), len(names), per_item, side_by_side),
        inf if hours is None else hours,
        anchors,
        repeats,
        spoilt,
        spoilt_texts or {},
        seconds_per_word,
        pack_hours,
        seed,
    )
    taught, lessons = _training(training, len(corpus))
    planner = _Planner(corpus, request, sum(segment.words for segment in taught))
    stints, segments = planner.fitted()
    given = {
        "protocol": questionnaire.name,
        "design": settled,
        "judges": len(names),
        "per_item": per_item,
        "side_by_side": "" if request.grouping is None else max(request.grouping.sizes),
        "hours": "" if hours is None else f"{hours:g}",
        "anchors": anchors,
        "repeats": repeats,
        "spoilt": spoilt,
        "seconds_per_word": f"{seconds_per_word:g}",
        "pack_hours": f"{pack_hours:g}",
    }
    return CampaignPlan(
        name=name,
        questionnaire=questionnaire,
        design=settled,
        segments=(*segments, *taught),
        systems=tuple(corpus.systems),
        packs=tuple(planner.packs(stints)),
        training=lessons,
        judges=names,
        judges_per_output=per_item,
        seed=seed,
        options=tuple((key, str(value)) for key, value in given.items()),
        no_back=no_back,
        masked=masked,
    )


def documents_of(corpus: Corpus) -> list[PlannedDocument]:
    """The documents of a corpus; where it does not name any, each segment is one."""
    names = corpus.documents or [f"segment {number}" for number in range(1, len(corpus) + 1)]
    kinds = corpus.text_types or [""] * len(corpus)
    words = source_words(corpus)
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    return [
        PlannedDocument(
            name, kinds[of_name[0]], sum(words[one] for one in of_name), tuple(one + 1 for one in of_name)
        )
        for name, of_name in places.items()
    ]


def planned_documents(plan: CampaignPlan) -> list[PlannedDocument]:
    """The documents of a plan that are judged for the systems' sake; anchors and training are not."""
    wanted = {item.segment for pack in plan.packs for item in pack.items if item.purpose == "plan"}
    found: dict[str, list[PlannedSegment]] = {}
    for segment in plan.segments:
        if segment.number in wanted:
            found.setdefault(segment.document, []).append(segment)
    return [
        PlannedDocument(
            name,
            segments[0].text_type,
            sum(segment.words for segment in segments),
            tuple(segment.number for segment in segments),
        )
        for name, segments in found.items()
    ]


class _Planner:
    """Makes the items of one request."""

    def __init__(self, corpus: Corpus, request: _Request, training_words: int) -> None:
        self._corpus = corpus
        self._request = request
        self._systems = tuple(corpus.systems)
        self._words = dict(enumerate(source_words(corpus), 1))
        self._training = training_words
        known = documents_of(corpus)
        if request.anchors >= len(known):
            raise InvalidOption(
                f"{request.anchors} documents are to be anchors, and there are {len(known)}. At most "
                f"{len(known) - 1} can be: {option('anchors', len(known) - 1)}."
            )
        drawn = _by_text_type(known, Random(request.seed))
        self._anchors, self._documents = drawn[: request.anchors], drawn[request.anchors :]

    def fitted(self) -> tuple[Stints, list[PlannedSegment]]:
        """As many documents as fit into everybody's hours, with their items."""
        request, count = self._request, len(self._documents)
        if request.hours < inf:
            # On average nobody can do more than this; whoever has more than the average decides.
            share = request.each * len(self._systems) / len(request.judges)
            spent, count = 0.0, 0
            for document in self._documents:
                spent += document.words * share * request.seconds_per_word / 3600
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
            made += [Pack(_identity(), tuple(items), judge) for items in parts if items]
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
                identity=_identity,
            )
            for judge, of_judge in enumerate(found)
        ]

    def _items(
        self, layout: Layout, documents: Sequence[PlannedDocument], purpose: Purpose
    ) -> list[list[list[Item]]]:
        return [
            [
                [
                    Item(_identity(), segment, self._candidates(segment, reading), purpose)
                    for reading in visit.readings
                    for segment in documents[visit.document].segments
                ]
                for visit in visits
            ]
            for visits in layout
        ]

    def _candidates(self, segment: int, systems: Sequence[int]) -> tuple[Candidate, ...]:
        names = [self._systems[system] for system in systems]
        return tuple(Candidate(_identity(), name, self._corpus.systems[name][segment - 1]) for name in names)

    def _segments(self, wanted: set[int]) -> list[PlannedSegment]:
        corpus = self._corpus
        known = {number: document for document in documents_of(corpus) for number in document.segments}
        return [
            PlannedSegment(
                number=number,
                document=known[number].name,
                text_type=known[number].text_type,
                source=None if corpus.sources is None else corpus.sources[number - 1],
                reference=next(iter(corpus.references.of_segment(number - 1)), None),
                words=self._words[number],
                source_language=corpus.source_language or "",
                target_language=corpus.target_language or "",
            )
            for number in sorted(wanted)
        ]

    def _hours(self, stints: Sequence[Sequence[Item]], *, training: bool = True) -> float:
        words = sum(words_of(stint, self._words) for stint in stints) + (self._training if training else 0)
        return words * self._request.seconds_per_word / 3600

    def _too_short(self) -> InvalidOption:
        request = self._request
        least = max(self._hours(of_judge) for of_judge in self._stints(self._documents[:1]))
        return InvalidOption(
            f"In {request.hours:g} hours a judge cannot do one document and what everybody does: it takes "
            f"{least:.2f}. Give the judges more time: {option('hours', float(f'{least + 0.005:.2f}'))}; or "
            "leave out systems, anchors or training."
        )


def _judge_names(judges: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(judges, int):
        if judges < 1:
            raise InvalidOption(f"There are {judges} judges; there must be at least one.")
        width = len(str(judges))
        return tuple(f"judge-{number:0{width}}" for number in range(1, judges + 1))
    names = tuple(judges)
    if not names or not all(name.strip() for name in names):
        raise InvalidOption("A judge has no name. Name each of them, or give their number.")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidOption(f"Two judges are called {twice!r}. Give each a name of their own.")
    return names


def _check(
    corpus: Corpus,
    questionnaire: Questionnaire,
    design: Design,
    judges: tuple[str, ...],
    each: int,
    *,
    seed: int,
) -> None:
    """Refuse what cannot be, with what could."""
    check_choice("design", design, Design)
    check_seed(seed)
    systems, count = len(corpus.systems), len(judges)
    if each < 1:
        raise InvalidOption(f"Each output is to get {each} judges; it must be at least one.")
    if each > count:
        raise InvalidOption(
            f"Each output is to get {each} different judges, and there are {count}. Find {each - count} "
            f"more, or ask for {count}: {option('per_item', count)}."
        )
    _check_shown(corpus, questionnaire)
    low, high = questionnaire.side_by_side
    if design == "contrast" and high == 1:
        raise InvalidOption(
            f"The protocol {questionnaire.name} shows one output at a time, so nothing can be contrasted. "
            f"Take {option('design', 'together')}, or a protocol that compares: cesa, preference."
        )
    if design != "contrast" and low > 1:
        raise InvalidOption(
            f"The protocol {questionnaire.name} shows at least {low} outputs side by side, and the design "
            f"{design} shows one. Take {option('design', 'contrast')}, or a protocol such as esa or da."
        )
    if design == "contrast" and systems < 2:
        raise InvalidOption("There is one system, so nothing can be contrasted. Add another.")
    if design == "square" and count < systems * each:
        raise InvalidOption(_without_square(systems, count, each))


def _without_square(systems: int, judges: int, each: int) -> str:
    """Why there is no square, and everything that would be possible."""
    instead = [
        f"{systems * each} judges",
        f"{option('design', 'together')}, in which a judge sees all outputs of a document",
    ]
    if each > 1 and judges >= systems:
        instead.insert(1, option("per_item", judges // systems))
    if judges // each >= 2:
        instead.append(f"{judges // each} systems")
    times = "" if each == 1 else f" and {each} judges for each output"
    return (
        f"In the design square nobody sees a source twice. {systems} systems{times} need at least "
        f"{systems * each} judges, and there are {judges}. Possible: {'; '.join(instead)}."
    )


def _check_shown(corpus: Corpus, questionnaire: Questionnaire) -> None:
    shown = {beside for step in questionnaire.steps for beside in step.shows}
    if "source" in shown and corpus.sources is None:
        raise InvalidOption(
            f"The protocol {questionnaire.name} shows the source, and the corpus has none. Add it, or take a "
            "protocol that needs the reference only: adequacy-fluency."
        )
    if "reference" in shown:
        for place in range(len(corpus)):
            if not corpus.references.of_segment(place):
                raise InvalidOption(
                    f"The protocol {questionnaire.name} shows a reference, and segment {place + 1} has none."
                )


def _grouping(
    questionnaire: Questionnaire,
    design: Design,
    systems: int,
    judges: int,
    each: int,
    wanted: int | None,
) -> Grouping | None:
    if design != "contrast":
        if wanted is not None:
            raise InvalidOption(f"In the design {design} outputs come one by one. Leave side_by_side out.")
        return None
    low, high = questionnaire.side_by_side
    size = high if wanted is None else wanted
    if not max(low, 2) <= size <= high:
        raise InvalidOption(
            f"{size} outputs are to stand side by side; the protocol {questionnaire.name} allows "
            f"{max(low, 2)} to {high}."
        )
    found = grouping_of(systems, size, (low, high), judges=judges, each=each)
    if found is None:
        raise InvalidOption(
            f"{systems} systems cannot be shown {size} at a time so that each output gets {each} judges. "
            f"Possible: {_even_sizes(systems, judges, each, (low, high))}; or one system more or less."
        )
    return found


def _even_sizes(systems: int, judges: int, each: int, allowed: tuple[int, int]) -> str:
    low, high = allowed
    fine = [
        option("side_by_side", size)
        for size in range(max(low, 2), high + 1)
        if grouping_of(systems, size, allowed, judges=judges, each=each)
    ]
    # Going round twice, pairs of an odd number of systems come out even.
    more = [
        f"{count} judges for each output, of {systems * count // low} or more"
        for count in range(each + 1, each + low + 1)
        if grouping_of(systems, low, allowed, judges=systems * count, each=count)
    ]
    return " or ".join([*fine, *more[:1]])


def _by_text_type(documents: Sequence[PlannedDocument], random: Random) -> list[PlannedDocument]:
    """Documents at random, so that the first of them have text types in proportion."""
    kinds: dict[str, list[PlannedDocument]] = {}
    for document in random.sample(list(documents), len(documents)):
        kinds.setdefault(document.text_type, []).append(document)
    ranked = [
        ((place + 0.5) / len(of_kind), document)
        for of_kind in kinds.values()
        for place, document in enumerate(of_kind)
    ]
    return [document for _, document in sorted(ranked, key=lambda one: one[0])]


def _interleaved(own: list[list[Item]], shared: list[list[Item]]) -> list[list[Item]]:
    """What everybody judges, at even distances among a judge's own work."""
    found, placed = [], 0
    for number, stint in enumerate(own, 1):
        found.append(stint)
        while placed < len(shared) and (placed + 0.5) / len(shared) <= number / len(own):
            found.append(shared[placed])
            placed += 1
    return found + shared[placed:]


def _training(
    examples: Sequence[TrainingExample], segments: int
) -> tuple[list[PlannedSegment], tuple[Item, ...]]:
    """Segments and items of the training."""
    known: list[PlannedSegment] = []
    items = []
    for number, example in enumerate(examples, segments + 1):
        text = example.source or example.reference or example.outputs[0]
        known.append(
            PlannedSegment(
                number, "training", "training", example.source, example.reference, max(1, len(text.split()))
            )
        )
        candidates = tuple(Candidate(_identity(), "training", output) for output in example.outputs)
        expected = [
            Expectation(one.dimension, one.low, one.high, one.feedback, candidate.id)
            for candidate, of_output in zip(candidates, example.expected, strict=True)
            for one in of_output
        ]
        items.append(Item(_identity(), number, candidates, "training", tuple(expected)))
    return known, tuple(items)


def _identity() -> str:
    """128 bits that nobody can guess."""
    return secrets.token_hex(16)
