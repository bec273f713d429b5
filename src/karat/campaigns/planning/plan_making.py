"""From a corpus to a plan: which documents, whose packs, and which items in them; or why it cannot be."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from karat.campaigns.plan import CampaignPlan, Candidate, Design, Expectation, Item, PlannedSegment
from karat.campaigns.planning.check_items import MOST_CHECKS, check_share
from karat.campaigns.planning.packing import Packing, PlanRequest, fresh_id
from karat.campaigns.planning.possible_plans import check_possible, checked_grouping
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.planning.workload import SECONDS_PER_PAGE, assumed_pace
from karat.errors import InvalidOption
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from karat.campaigns.planning.check_items import SpoiltTexts
    from karat.campaigns.planning.training import TrainingExample
    from karat.campaigns.questionnaire import Questionnaire
    from karat.corpus import Corpus


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
    most_checks: float = MOST_CHECKS,
    training: Sequence[TrainingExample] = (),
    seconds_per_word: float | None = None,
    seconds_per_page: float = SECONDS_PER_PAGE,
    pack_hours: float = 1.0,
    no_back: bool = False,
    masked: bool = False,
    show_reference: str | None = None,
    only: Collection[int] | None = None,
    seed: int = 12345,
    name: str = "campaign",
) -> CampaignPlan:
    """Share the outputs of a corpus out among judges.

    `judges` is their number, or their names; every output gets `per_item` different ones. The usual
    `design` is `square`, or `contrast` where the protocol shows outputs side by side, `side_by_side` of them.
    With `hours`, as many documents are drawn as each judge can do in so many hours, in proportion to the text
    types; judges take `seconds_per_word` of source and output, as is assumed of the protocol unless given,
    and `seconds_per_page` to answer a page and go on.
    `anchors` are documents that everybody judges. Each judge gets some items a second time, `repeats` in
    number, and `spoilt` outputs, whose texts are `spoilt_texts`: by damage and system, one per segment. These
    checks are up to `most_checks` of a judge's items.
    `only` are the numbers of the segments to judge, from 1, where these are not all.
    Of several references judges see the one called `show_reference`, or the first; all are kept, for scores.

    The same seed gives the same plan, but for the ids, which nobody can guess.

    >>> from karat import Corpus
    >>> corpus = Corpus.of({"A": ["a cat", "dogs"], "B": ["one cat", "dog"]}, ["the cat", "dogs"])
    >>> plan = plan_campaign(corpus, "adequacy-fluency", judges=2)
    >>> [sorted(item.candidates[0].system for item in pack.items) for pack in plan.packs]
    [['A', 'B'], ['A', 'B']]
    """
    if isinstance(questionnaire, str):
        questionnaire = read_questionnaire(questionnaire)
    if questionnaire.entities is not None:
        raise InvalidOption(
            f"The protocol {questionnaire.name} marks entities of references, and judges no outputs. Plan it "
            "with karat.campaigns.annotation.plan_annotation."
        )
    settled: Design = design or ("contrast" if questionnaire.side_by_side[0] > 1 else "square")
    names = _judge_names(judges)
    pace = assumed_pace(questionnaire).seconds if seconds_per_word is None else seconds_per_word
    check_possible(corpus, questionnaire, settled, names, per_item, seed=seed)
    for what, value in (("anchors", anchors), ("repeats", repeats), ("spoilt", spoilt)):
        if value < 0:
            raise InvalidOption(f"{what} is {value}; it must be 0 or more.")
    if not 0 < most_checks <= 1:
        raise InvalidOption(f"{option('most_checks')} is {most_checks:g}; it must be above 0, and 1 at most.")
    for what, length in (
        ("hours", hours),
        ("seconds_per_word", pace),
        # Packs without an end hold all that a judge has.
        ("pack_hours", None if pack_hours == inf else pack_hours),
    ):
        if length is not None and not 0 < length < inf:
            raise InvalidOption(f"{what} is {length:g}; it must be above 0.")
    if not 0 <= seconds_per_page < inf:
        raise InvalidOption(f"seconds_per_page is {seconds_per_page:g}; it must be 0 or more.")
    request = PlanRequest(
        settled,
        names,
        per_item,
        checked_grouping(questionnaire, settled, len(corpus.systems), len(names), per_item, side_by_side),
        inf if hours is None else hours,
        anchors,
        repeats,
        spoilt,
        spoilt_texts or {},
        pace,
        seconds_per_page * len(questionnaire.steps),
        pack_hours,
        seed,
        show_reference,
        questionnaire.context != "none",
        None if only is None else _checked(only, len(corpus)),
    )
    taught, lessons = _training(training, corpus)
    planner = Packing(corpus, request, taught)
    stints, segments = planner.fitted()
    if repeats or spoilt:
        check_share(stints, names, most_checks)
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
        "seconds_per_word": f"{pace:g}",
        "seconds_per_page": f"{seconds_per_page:g}",
        "pack_hours": f"{pack_hours:g}",
        **({} if only is None else {"only": len(set(only))}),
        **({} if show_reference is None else {"show_reference": show_reference}),
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
        human_systems=corpus.human_systems,
        corpus_segments=len(corpus),
    )


def _checked(only: Collection[int], segments: int) -> frozenset[int]:
    for number in only:
        if not 1 <= number <= segments:
            raise InvalidOption(
                f"Segment {number} is to be judged, and the segments of the corpus go from 1 to {segments}. "
                "Take the numbers from the same corpus."
            )
    if not only:
        raise InvalidOption("No segment is to be judged. Name some.")
    return frozenset(only)


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


def _training(
    examples: Sequence[TrainingExample], corpus: Corpus
) -> tuple[list[PlannedSegment], tuple[Item, ...]]:
    """Segments and items of the training."""
    known: list[PlannedSegment] = []
    items = []
    for number, example in enumerate(examples, len(corpus) + 1):
        text = example.source or example.reference or example.outputs[0]
        known.append(
            PlannedSegment(
                number,
                "training",
                "training",
                example.source,
                example.reference,
                max(1, len(text.split())),
                source_language=corpus.source_language or "",
                target_language=corpus.target_language or "",
            )
        )
        candidates = tuple(Candidate(fresh_id(), "training", output) for output in example.outputs)
        expected = [
            Expectation(one.dimension, one.low, one.high, one.feedback, candidate.id)
            for candidate, of_output in zip(candidates, example.expected, strict=True)
            for one in of_output
        ]
        items.append(Item(fresh_id(), number, candidates, "training", tuple(expected)))
    return known, tuple(items)
