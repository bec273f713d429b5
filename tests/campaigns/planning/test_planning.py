"""Plans: which documents they take, how long they are, and what is refused with what would be possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.random_plans import corpus_of, spoilt_texts

from karat import Corpus
from karat.campaigns.planning import balance_of, documents_of, plan_campaign, planned_documents
from karat.campaigns.planning.balance import ITEMS
from karat.campaigns.planning.workload import source_words, workload_of
from karat.errors import InvalidOption
from karat.remedies import command_line

if TYPE_CHECKING:
    from karat.campaigns.plan import CampaignPlan

CORPUS = corpus_of([2, 3, 1, 4, 2, 2, 3, 1, 2, 2, 1, 3], ["news", "email", "manual", "news"] * 3, 4)


def plan(protocol: str = "adequacy-fluency", corpus: Corpus = CORPUS, **asked: Any) -> CampaignPlan:
    """A plan that asks for little."""
    return plan_campaign(corpus, protocol, **{"judges": 4, **asked})


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            {"judges": 3},
            "nobody sees a source twice. 4 systems need at least 4 judges, and there are 3. Possible: 4 judges; "
            "--design together, in which a judge sees all outputs of a document; 3 systems.",
        ),
        (
            {"judges": 7, "per_item": 2},
            "4 systems and 2 judges for each output need at least 8 judges, and there are 7. Possible: 8 judges; "
            "--per-item 1; --design together",
        ),
        ({"judges": 2, "per_item": 3, "design": "together"}, "Find 1 more, or ask for 2: --per-item 2."),
        ({"per_item": 0}, "it must be at least one"),
        ({"judges": 0}, "there must be at least one"),
        ({"judges": ["anna", "anna", "b", "c"]}, "Two judges are called 'anna'"),
        ({"judges": ["anna", " ", "b", "c"]}, "A judge has no name"),
        (
            {"design": "contrast"},
            "shows one output at a time, so nothing can be contrasted. Take --design together",
        ),
        ({"design": "circle"}, "square, together, contrast"),
        ({"side_by_side": 2}, "outputs come one by one"),
        (
            {"hours": 0.001, "design": "together"},
            "it takes 0.032. Give the judges more time: --hours 0.032; or leave",
        ),
        ({"hours": 0.001}, "it takes 0.008. Give the judges more time: --hours 0.008."),
        ({"hours": 0.01, "repeats": 1}, "1 item is to come again for each judge, and none can"),
        ({"hours": 0}, "hours is 0; it must be above 0"),
        ({"seconds_per_word": -1}, "must be above 0"),
        ({"seconds_per_page": -1}, "must be 0 or more"),
        ({"anchors": 12}, "At most 11 can be: --anchors 11."),
        ({"anchors": -1}, "it must be 0 or more"),
        ({"repeats": 1000}, "Ask for fewer: --repeats"),
        ({"spoilt": 1000, "spoilt_texts": spoilt_texts(CORPUS)}, "Ask for fewer: --spoilt"),
        ({"spoilt": 1}, "there are no spoilt texts"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_is_impossible_is_refused_with_what_is_possible(asked: dict[str, Any], words: str) -> None:
    """Every refusal says why, and what to ask for instead."""
    with command_line(), pytest.raises(InvalidOption) as error:
        plan(**asked)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("systems", "asked", "words"),
    [
        (1, {}, "There is one system, so nothing can be contrasted"),
        (4, {"side_by_side": 5}, "the protocol preference allows 2 to 4"),
        (4, {"design": "square"}, "shows at least 2 outputs side by side"),
    ],
)
def test_contrasts_that_are_impossible(systems: int, asked: dict[str, Any], words: str) -> None:
    """The same for outputs side by side."""
    with pytest.raises(InvalidOption, match=words):
        plan("preference", corpus_of([1] * 6, ["a"] * 6, systems), **asked)


def test_pairs_only_of_an_odd_number_of_systems() -> None:
    """Where a protocol allows pairs only, three systems need two judges for each output."""
    from karat.campaigns.planning.questionnaire_files import read_questionnaire

    pairs = replace(read_questionnaire("preference"), side_by_side=(2, 2))
    corpus = corpus_of([1] * 6, ["a"] * 6, 3)
    with pytest.raises(InvalidOption, match="2 judges for each output, of 3 or more; or one system more"):
        plan_campaign(corpus, pairs, judges=3)
    found = plan_campaign(corpus, pairs, judges=3, per_item=2)
    assert {len(item.candidates) for pack in found.packs for item in pack.items} == {2}


def test_what_a_refusal_says_is_possible() -> None:
    """Each remedy of the square's refusal is a plan."""
    for asked in ({"judges": 4}, {"judges": 3, "design": "together"}):
        assert plan(**asked).packs
    three = replace(CORPUS, systems=dict(list(CORPUS.systems.items())[:3]))
    assert plan(corpus=three, judges=3).packs


@pytest.mark.parametrize(("protocol", "lacks"), [("da", "source"), ("adequacy-fluency", "reference")])
def test_texts_that_a_protocol_shows_must_be_there(protocol: str, lacks: str) -> None:
    """A judge cannot be shown what the corpus has not."""
    if lacks == "source":
        corpus = replace(CORPUS, sources=None)
    else:
        streams = ([None, *CORPUS.references.streams[0][1:]],)
        corpus = replace(CORPUS, references=type(CORPUS.references)(streams))
    with pytest.raises(InvalidOption, match=f"shows (the|a) {lacks}"):
        plan(protocol, corpus)


def test_hours_choose_the_documents() -> None:
    """As many documents as fit, with text types in proportion; nobody has more than the hours."""
    corpus = corpus_of([2] * 60, ["news"] * 30 + ["email"] * 20 + ["manual"] * 10, 4)
    whole = plan(corpus=corpus, repeats=1)
    hours = max(one.hours for one in workload_of(whole).judges)
    half = plan(corpus=corpus, repeats=1, hours=hours / 2)
    work = [one.hours for one in workload_of(half).judges]
    assert max(work) <= hours / 2
    assert max(work) > 0.8 * hours / 2
    kinds = Counter(document.text_type for document in planned_documents(half))
    assert kinds["news"] > kinds["email"] > kinds["manual"] >= 1
    assert abs(kinds["news"] - sum(kinds.values()) / 2) <= 1


def test_packs_are_cut_between_documents() -> None:
    """Packs have about the wanted length, and no document is in two packs of a judge."""
    corpus = corpus_of([3] * 30, ["news"] * 30, 3)
    found = plan("esa", corpus, judges=2, design="together", pack_hours=0.1)
    homes = {segment.number: segment.document for segment in found.segments}
    hours = workload_of(found).judges[0].hours
    for judge in found.judges:
        packs = [pack for pack in found.packs if pack.judge == judge]
        documents = [{homes[item.segment] for item in pack.items} for pack in packs]
        assert sum(map(len, documents)) == len(set.union(*documents))
        assert abs(len(packs) - hours / 0.1) <= 1


def test_without_documents_every_segment_is_one() -> None:
    """Nothing is said of documents, so segments stand alone."""
    corpus = replace(CORPUS, documents=None, text_types=None)
    assert len(documents_of(corpus)) == len(corpus)
    found = plan(corpus=corpus)
    assert len({segment.document for segment in found.segments}) == len(corpus)


def test_documents_that_are_interrupted_are_whole_all_the_same() -> None:
    """Segments of a document come together even if they do not in the corpus."""
    corpus = replace(CORPUS, documents=[f"{place % 3}" for place in range(len(CORPUS))])
    first = documents_of(corpus)[0]
    assert first.segments == tuple(range(1, len(corpus) + 1, 3))


def test_names_of_judges() -> None:
    """Given, or numbered."""
    assert plan(judges=["anna", "ben", "carla", "dora"]).judges == ("anna", "ben", "carla", "dora")
    assert plan(judges=10).judges[0] == "judge-01"


def test_damages_take_turns() -> None:
    """Over all judges and items, each damage comes as often, if it finds something to strike."""
    corpus = corpus_of([1] * 40, ["a"] * 40, 2)
    texts = {
        name: {system: [f"{text} {name}" for text in lines] for system, lines in corpus.systems.items()}
        for name in ("one", "two", "three")
    }
    found = plan(corpus=corpus, judges=4, spoilt=3, spoilt_texts=texts)
    damages = Counter(
        candidate.damage
        for pack in found.packs
        for item in pack.items
        for candidate in item.candidates
        if item.purpose == "spoilt"
    )
    assert damages == {"one": 4, "two": 4, "three": 4}


@pytest.mark.parametrize("design", ["square", "together"])
def test_checks_stand_anywhere_in_a_judges_work(design: str) -> None:
    """Over many seeds spoilt outputs come as often early as late, inside the work and never at an end."""
    corpus = corpus_of([1] * 40, ["a"] * 40, 2)
    thirds: Counter[int] = Counter()
    for seed in range(60):
        found = plan(
            corpus=corpus,
            judges=2,
            design=design,
            repeats=2,
            spoilt=2,
            spoilt_texts=spoilt_texts(corpus),
            seed=seed,
        )
        for judge in found.judges:
            items = [item for pack in found.packs if pack.judge == judge for item in pack.items]
            places = [place for place, item in enumerate(items) if item.purpose in ("repeat", "spoilt")]
            assert len(places) == 4
            assert places[0] > 0
            assert places[-1] < len(items) - 1
            spoilt = [place for place in places if items[place].purpose == "spoilt"]
            thirds.update(3 * place // len(items) for place in spoilt)
    # 240 outputs; a place in the middle is far enough away from fewer of them.
    assert min(thirds.values()) > 36
    assert abs(thirds[0] - thirds[2]) < 50


def test_too_few_hours() -> None:
    """The refusal says what is enough, even if that is hardly more, and only what could be left out."""
    corpus = replace(corpus_of([1] * 4, ["a"] * 4, 4), sources=["four words of source"] * 4)
    hours = 0.999 * workload_of(plan(corpus=corpus)).judges[0].hours / 4
    with command_line(), pytest.raises(InvalidOption) as error:
        plan(corpus=corpus, hours=hours)
    words = str(error.value)
    assert "leave out" not in words, "a judge reads one output of a document, however many systems there are"
    enough = float(words.split("--hours ")[1].removesuffix("."))
    assert enough > hours
    assert plan(corpus=corpus, hours=enough).packs


def test_checks_that_have_no_place() -> None:
    """Where no output can come again, the refusal does not call that fewer."""
    corpus = corpus_of([1, 1], ["a"] * 2, 2)
    with command_line(), pytest.raises(InvalidOption, match=r"and none can .* Ask for none: --repeats 0; or"):
        plan(corpus=corpus, judges=4, repeats=2)


def test_words_of_scripts_without_spaces() -> None:
    """Two characters count as a word."""
    corpus = Corpus.of(["a", "b"], ["x", "y"], sources=["他在北京出生。", "你几岁？"])
    assert source_words(corpus) == [4, 2]


def test_hours_and_cost() -> None:
    """Words of the source, for each output, at .8 s, and 5 s for each page; checks and training included."""
    found = plan("esa", design="together", judges=1)
    work = workload_of(found, wage=30.0)
    words = 4 * sum(source_words(CORPUS))
    assert work.judges[0].words == words
    pages = 4 * len(CORPUS)
    assert work.judges[0].pages == pages
    assert work.hours == pytest.approx((words * 0.8 + pages * 5) / 3600)
    assert workload_of(found, seconds_per_page=0).hours == pytest.approx(words * 0.8 / 3600)
    two_steps = workload_of(plan(design="together", judges=1)).judges[0]
    assert two_steps.pages == 2 * two_steps.items
    assert work.cost == pytest.approx(30 * work.hours)


@pytest.mark.parametrize("kinds", [["news"], ["news", "email"]])
@pytest.mark.parametrize(("judges", "per_item"), [(9, 1), (7, 1), (12, 2)])
def test_items_of_judges_are_even(kinds: list[str], judges: int, per_item: int) -> None:
    """Documents of different lengths are exchanged until all have as many items, up to one, if they can."""
    sizes = [2, 3, 1, 4, 2, 5, 3, 1, 2, 6, 1, 3] * 3
    corpus = corpus_of(sizes, [kinds[place % len(kinds)] for place in range(len(sizes))], 4)
    found = plan("esa", corpus, judges=judges, per_item=per_item)
    items = Counter({pack.judge: 0 for pack in found.packs})
    for pack in found.packs:
        items[pack.judge] += len(pack.items)
    assert max(items.values()) - min(items.values()) <= 1
    [even] = [one for one in balance_of(found).evenness if one.what == ITEMS]
    assert (even.difference <= 1, even.promised) == (True, None)


def test_items_of_single_segments_are_promised() -> None:
    """Where documents have one segment, as many documents are as many items."""
    for design, promised in (("square", 1), ("together", None)):
        found = plan("esa", corpus_of([1] * 14, ["news"] * 14, 4), judges=6, design=design)
        [even] = [one for one in balance_of(found).evenness if one.what == ITEMS]
        assert even.promised == promised
        assert even.kept
