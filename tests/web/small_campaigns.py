"""Small campaigns for the tests of the web: a plan by hand, a desk in a file, links for all."""

from __future__ import annotations

import itertools
import secrets
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat import Corpus
from karat.campaigns.annotation import plan_annotation
from karat.campaigns.desk import Desk
from karat.campaigns.plan import (
    CampaignPlan,
    Candidate,
    Expectation,
    Item,
    NamedReference,
    Pack,
    PlannedSegment,
)
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.store import create_store, open_store
from karat.entities.recognisers import recogniser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from karat.campaigns.desk.entrance import Link

# Names that occur in no text, so that a leak is found by searching for them.
SYSTEMS = ("Zebrafink-NMT", "Quokka-LLM", "Okapi-Rules", "Human-Reference-B")
NAME = "secret-campaign-name"
DOCUMENT = "secret-document-name"
# The first is shown, the second is kept for scores.
REFERENCE_NAMES = ("Wombat-Reference", "Numbat-Reference")
UNSEEN = "A translation that no judge is shown."
SOURCES = (
    "Görzfelde bekommt neuen Hochwasserschutz",
    "Der Stadtrat hat am Dienstag beschlossen, den Deich am Nordufer zu erhöhen.",
    "Die Arbeiten beginnen im Mai und dauern zwei Jahre.",
)
REFERENCES = (
    "New flood defences for Görzfelde",
    "On Tuesday the town council decided to raise the dyke on the northern bank.",
    "Work begins in May and will take two years.",
)
OUTPUTS = (
    (
        "Görzfelde gets new flood protection",
        "The town council decided on Tuesday to raise the dike on the north bank.",
        "Works begin in May and last two years.",
    ),
    (
        "Görzfelde is getting new flood protection",
        "The city council has on Tuesday decided, the dike at the north shore to heighten.",
        "The work starts in March and lasts two years.",
    ),
    (
        "Görzfelde gets new high water protection",
        "Town council decides Tuesday the dyke to increase.",
        "The works begin in the May.",
    ),
    ("Görzfelde to get flood protection", "The council voted to raise the dyke.", "Work starts in May."),
)


@dataclass(frozen=True, slots=True)
class SmallCampaign:
    """A desk with its plan and a link for everybody."""

    desk: Desk
    plan: CampaignPlan
    links: dict[str, Link]

    def token(self, name: str) -> str:
        """The token of a person."""
        return self.links[name].token


def small_plan(
    protocol: str = "adequacy-fluency",
    *,
    outputs: Sequence[Sequence[str]] = OUTPUTS,
    sources: Sequence[str] = SOURCES,
    references: Sequence[str] = REFERENCES,
    side_by_side: int = 1,
    judges: int = 3,
    training: bool = False,
    no_back: bool = False,
    languages: tuple[str, str] = ("de", "en"),
) -> CampaignPlan:
    """Each judge gets every segment once, with outputs of systems in turn."""
    questionnaire = read_questionnaire(protocol)
    segments = tuple(
        PlannedSegment(
            number,
            DOCUMENT,
            "news",
            source,
            reference,
            len(source.split()),
            *languages,
            tuple(map(NamedReference, REFERENCE_NAMES, (reference, UNSEEN))),
        )
        for number, (source, reference) in enumerate(zip(sources, references, strict=True), 1)
    )
    names = tuple(f"judge-{number}" for number in range(1, judges + 1))
    systems = SYSTEMS[: len(outputs)]

    def item(segment: int, first: int, purpose: str = "plan", expected: tuple[Expectation, ...] = ()) -> Item:
        chosen = [(first + place) % len(outputs) for place in range(side_by_side)]
        candidates = tuple(
            Candidate(secrets.token_hex(16), systems[system], outputs[system][segment - 1])
            for system in chosen
        )
        return Item(secrets.token_hex(16), segment, candidates, purpose, expected)  # type: ignore[arg-type]

    packs = tuple(
        Pack(
            secrets.token_hex(16),
            tuple(item(segment.number, place) for segment in segments),
            judge,
        )
        for place, judge in enumerate(names)
    )
    expected = tuple(
        Expectation(
            question.dimension,
            question.scale.high - 1,
            question.scale.high,
            f"{question.dimension}: it is as good as it gets.",
        )
        for question in questionnaire.questions
    )
    return CampaignPlan(
        name=NAME,
        questionnaire=questionnaire,
        design="square",
        segments=segments,
        systems=systems,
        packs=packs,
        training=(item(1, 0, "training", expected),) if training else (),
        judges=names,
        judges_per_output=1,
        seed=1,
        no_back=no_back,
        human_systems=frozenset(systems[3:]),
    )


_NUMBERS = itertools.count()


def small_campaign(folder: Path, plan: CampaignPlan | None = None) -> SmallCampaign:
    """The campaign of a plan, in a file of a folder."""
    plan = plan or small_plan()
    desk = Desk(create_store(folder / f"{next(_NUMBERS)}.campaign", plan))
    return SmallCampaign(desk, plan, {link.judge: link for link in desk.links()})


class CampaignMoulds:
    """Campaigns that nobody has used: a copy of the file takes a tenth of the time of making it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, SmallCampaign] = {}

    def cast(self, folder: Path, planned: Callable[..., CampaignPlan], **options: Any) -> SmallCampaign:
        """A new campaign of the plan by these options, in a file of a folder."""
        key = f"{planned.__name__} {sorted(options.items())}"
        if key not in self._made:
            self._made[key] = small_campaign(self._folder, planned(**options))
            self._made[key].desk.store.close()
        mould = self._made[key]
        copied = shutil.copy(mould.desk.store.address, folder / f"{next(_NUMBERS)}.campaign")
        return replace(mould, desk=Desk(open_store(copied)))


# What annotators read: a name that comes again, and expressions that rules find.
NEWS = (
    "Ann Lee flew to Porto on 3 May.",
    "Porto was twenty percent cheaper, said Lee, and Porto was warm.",
)
MORE_NEWS = ("In Porto, Ann Lee paid $1.2 million.",)


def entity_plan(
    *,
    texts: Sequence[Sequence[str]] = (NEWS, MORE_NEWS),
    annotators: int | Sequence[str] = 2,
    per_document: int = 2,
    adjudicators: Sequence[str] = ("dora",),
    language: str = "en",
    protocol: str = "entities",
    no_back: bool = False,
) -> CampaignPlan:
    """Documents of a reference for annotators, with what rules suggest."""
    labels = [f"{DOCUMENT} {number}" for number, document in enumerate(texts, 1) for _ in document]
    lines = [text for document in texts for text in document]
    corpus = Corpus.of(["-"] * len(lines), lines, documents=labels)
    return plan_annotation(
        replace(corpus, target_language=language),
        read_questionnaire(protocol),
        annotators=annotators,
        per_document=per_document,
        adjudicators=adjudicators,
        recognise=recogniser("rules", "en"),
        no_back=no_back,
        name=NAME,
    )
