"""What is to be judged by whom: items in packs, one judge to a pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from karat.campaigns.questionnaire import Questionnaire

# How outputs are given to judges; annotators get documents of the reference.
JudgedDesign: TypeAlias = Literal["square", "together", "contrast"]
Design: TypeAlias = Literal[JudgedDesign, "documents"]
# Why an item is there. Only judgements of the plan and its anchors count for a system.
# An adjudicator gets a document that annotators have done.
Purpose: TypeAlias = Literal["plan", "anchor", "repeat", "spoilt", "training", "adjudication"]


@dataclass(frozen=True, slots=True)
class PlannedSegment:
    """A segment of the corpus as judges see it; `reference` is the one that is shown.

    `number` counts from 1, as in the corpus; those of training segments go on after the last of the corpus.
    `references` are all that it has, each with its name, where the corpus has several: for scores.
    """

    number: int
    document: str
    text_type: str
    source: str | None
    reference: str | None
    words: int
    source_language: str = ""
    target_language: str = ""
    references: tuple[NamedReference, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedReference:
    """One of several references of a segment; without a name in the corpus, it has the name of its place."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One output on a judge's page. `id` is opaque: 128 random bits, in hexadecimal, new on each page.

    `damage` is how a spoilt output was spoilt.
    """

    id: str
    system: str
    text: str
    damage: str = ""


@dataclass(frozen=True, slots=True)
class SuggestedMark:
    """A named entity that is suggested to an annotator; `source` is what suggests it: rules, names, own.

    Only what a file has already comes with other correct texts, or as optional.
    """

    candidate: str
    start: int
    end: int
    kind: str
    source: str
    alternatives: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One page of work: a segment with one candidate, or several side by side, in a fixed order.

    `segment` is the number of a `PlannedSegment`. An item belongs to one pack and is answered once. The same
    output comes to several judges as several items. Where entities are marked, the candidates are the
    segments of one document, from its first, which is `segment`, to its last.
    `expected` are, in training, the values that are right and the feedback: see `Expectation`.
    """

    id: str
    segment: int
    candidates: tuple[Candidate, ...]
    purpose: Purpose
    expected: tuple[Expectation, ...] = ()
    suggestions: tuple[SuggestedMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a training item teaches: values from `low` to `high` are right, and `feedback` says why.

    `candidate` is the id of the candidate that it is about; empty where the item has one only.
    """

    dimension: str
    low: float
    high: float
    feedback: str
    candidate: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """The items of one judge, in the order shown; `judge` is None while nobody has taken it."""

    id: str
    items: tuple[Item, ...]
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """A whole campaign before anybody has judged: what is asked, what of, and in which packs.

    `judges_per_output` is how many judges each output of the plan gets. `options` are those that the plan was
    made with, for the record. `no_back` forbids corrections; `masked` hides the systems' names from the lead
    until the campaign is closed. `adjudicators` decide where annotators of entities differ.

    `human_systems` are those whose outputs people translated. `corpus_segments` is how many segments the
    corpus has, of which a plan may have a part; None in older campaigns, which did not keep it.
    """

    name: str
    questionnaire: Questionnaire
    design: Design
    segments: tuple[PlannedSegment, ...]
    systems: tuple[str, ...]
    packs: tuple[Pack, ...]
    training: tuple[Item, ...]
    judges: tuple[str, ...]
    judges_per_output: int
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    no_back: bool = False
    masked: bool = False
    adjudicators: tuple[str, ...] = ()
    human_systems: frozenset[str] = frozenset()
    corpus_segments: int | None = None
