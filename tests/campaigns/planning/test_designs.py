"""Every promise of the designs, over corpora and options of any shape; counted here, not by Karat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.campaigns.random_plans import Planned, corpus_of, plans

from karat.campaigns.planning import plan_campaign
from karat.campaigns.planning.balance import balance_of
from karat.campaigns.planning.dealing import arrangements
from karat.campaigns.planning.designs import grouping_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from karat.campaigns.plan import Item

DESIGNS = ("square", "together", "contrast")


def of_plan(planned: Planned, judge: str) -> list[Item]:
    """The items that a judge has for the plan's sake."""
    return [item for item in planned.items(judge) if item.purpose == "plan"]


def readings(planned: Planned, judge: str) -> list[tuple[str, tuple[str, ...], list[Item]]]:
    """Runs of items of one document in the same translations."""
    runs = groupby(
        of_plan(planned, judge),
        lambda item: (planned.document(item), tuple(one.system for one in item.candidates)),
    )
    return [(document, systems, list(items)) for (document, systems), items in runs]


def even(counts: Iterable[int]) -> bool:
    """Whether numbers differ by one at most."""
    numbers = list(counts)
    return max(numbers) - min(numbers) <= 1


def evenly(
    seen: Counter[tuple[Hashable, Hashable]], groups: Sequence[Hashable], members: Sequence[Hashable]
) -> bool:
    """Whether in each group the members come equally often, up to one."""
    return all(even(seen[group, member] for member in members) for group in groups)


def every_output_gets_its_judges(planned: Planned) -> None:
    """Exactly K different judges for every output of every document that is no anchor."""
    judges: dict[tuple[int, str], list[str]] = {}
    for judge in planned.plan.judges:
        for item in of_plan(planned, judge):
            for candidate in item.candidates:
                judges.setdefault((item.segment, candidate.system), []).append(judge)
    anchors = {
        item.segment
        for judge in planned.plan.judges
        for item in planned.items(judge)
        if item.purpose == "anchor"
    }
    wanted = {
        (segment, system)
        for segment in range(1, len(planned.corpus) + 1)
        if segment not in anchors
        for system in planned.corpus.systems
    }
    assert set(judges) == wanted
    assert {len(names) for names in judges.values()} == {planned.asked["per_item"]}
    assert all(len(set(names)) == len(names) for names in judges.values())


def documents_are_whole(planned: Planned) -> None:
    """A document is read from its first segment to its last, before another comes."""
    documents: dict[str, list[int]] = {}
    for segment, document in enumerate(planned.corpus.documents or (), 1):
        documents.setdefault(document, []).append(segment)
    for judge in planned.plan.judges:
        for document, _, items in readings(planned, judge):
            assert [item.segment for item in items] == documents[document]


def candidates_are_the_systems_outputs(planned: Planned) -> None:
    """What a judge sees is the output; only a spoilt one is not, and says which damage it has."""
    for judge in planned.plan.judges:
        for item in planned.items(judge):
            assert len({one.system for one in item.candidates}) == len(item.candidates)
            for candidate in item.candidates:
                text = planned.corpus.systems[candidate.system][item.segment - 1]
                assert (candidate.text == text) == (candidate.damage == "")
            assert sum(bool(one.damage) for one in item.candidates) == (item.purpose == "spoilt")


def no_judge_of_a_square_sees_a_source_twice(planned: Planned) -> None:
    """Neither in the plan nor in the anchors; only what checks the judge comes again."""
    for judge in planned.plan.judges:
        own = [item for item in planned.items(judge) if item.purpose in ("plan", "anchor")]
        assert len({item.segment for item in own}) == len(own)


def judges_have_equal_work(planned: Planned) -> None:
    """As many documents each, up to one; in all and of each text type."""
    visits: Counter[tuple[Hashable, Hashable]] = Counter()
    for judge in planned.plan.judges:
        for _, items in groupby(of_plan(planned, judge), planned.document):
            visits[planned.text_type(next(items)), judge] += 1
            visits["all", judge] += 1
    assert evenly(visits, ["all", *set(planned.corpus.text_types or ())], planned.plan.judges)


def judges_read_all_systems_equally(planned: Planned) -> None:
    """Each judge reads as many documents of one system as of another, up to one; in each text type, too."""
    seen: Counter[tuple[Hashable, Hashable]] = Counter()
    for judge in planned.plan.judges:
        for _, (system,), items in readings(planned, judge):
            seen[(judge, "all"), system] += 1
            seen[(judge, planned.text_type(items[0])), system] += 1
    groups = {group for group, _ in seen}
    assert evenly(seen, list(groups), planned.plan.systems)


def systems_take_turns_in_a_square(planned: Planned) -> None:
    """However early a judge stops, each system came as often, up to one."""
    for judge in planned.plan.judges:
        so_far: Counter[str] = Counter()
        for _, (system,), _ in readings(planned, judge):
            so_far[system] += 1
            assert even(so_far[name] for name in planned.plan.systems)


def positions_are_balanced_in_a_square(planned: Planned) -> None:
    """At each position that all judges reach in full rounds, each system has as many judges, up to one."""
    orders = [[system for _, (system,), _ in readings(planned, judge)] for judge in planned.plan.judges]
    count = len(planned.plan.systems)
    rounds = min(map(len, orders)) // count
    for place in range(rounds * count):
        seen = Counter(order[place] for order in orders)
        assert even(seen[name] for name in planned.plan.systems)


def all_outputs_of_a_document_come_together(planned: Planned) -> None:
    """One after the other, to the same judge, each system as often at each place, up to one."""
    places: Counter[tuple[Hashable, Hashable]] = Counter()
    for judge in planned.plan.judges:
        for _, group in groupby(readings(planned, judge), lambda one: one[0]):
            order = [system for _, (system,), _ in group]
            assert sorted(order) == sorted(planned.plan.systems)
            for place, system in enumerate(order):
                places[system, place] += 1
                places[(judge, system), place] += 1
    assert evenly(places, [group for group, _ in places], range(len(planned.plan.systems)))


def columns_are_balanced_in_a_contrast(planned: Planned) -> None:
    """Among pages with as many outputs, each system stands in each column as often; for each judge, too."""
    columns: Counter[tuple[Hashable, Hashable]] = Counter()
    sizes: dict[Hashable, int] = {}
    for judge in planned.plan.judges:
        for _, systems, _ in readings(planned, judge):
            for column, system in enumerate(systems):
                for group in ((len(systems), system), (len(systems), system, judge)):
                    columns[group, column] += 1
                    sizes[group] = len(systems)
    assert all(even(columns[group, column] for column in range(size)) for group, size in sizes.items())


def pairs_are_balanced_in_a_contrast(planned: Planned) -> None:
    """Every two systems meet as often, up to one, two at a time or all together."""
    met = Counter(
        frozenset(pair)
        for judge in planned.plan.judges
        for _, systems, _ in readings(planned, judge)
        for pair in combinations(systems, 2)
    )
    sizes = {len(systems) for judge in planned.plan.judges for _, systems, _ in readings(planned, judge)}
    numbers = [met[frozenset(pair)] for pair in combinations(planned.plan.systems, 2)]
    if sizes == {2} or sizes == {len(planned.plan.systems)}:
        assert even(numbers)
    assert sizes <= {2, 3, 4}


def anchors_are_for_all(planned: Planned) -> None:
    """Every judge has the same anchor items, each once, and whole documents of them."""
    anchors = [
        sorted(
            (item.segment, tuple(sorted(one.system for one in item.candidates)))
            for item in planned.items(judge)
            if item.purpose == "anchor"
        )
        for judge in planned.plan.judges
    ]
    assert all(one == anchors[0] for one in anchors)
    assert len(set(anchors[0])) == len(anchors[0])
    documents = {(planned.corpus.documents or ())[segment - 1] for segment, _ in anchors[0]}
    assert len(documents) == planned.asked["anchors"]
    segments = {segment for segment, _ in anchors[0]}
    assert segments == {
        place for place, name in enumerate(planned.corpus.documents or (), 1) if name in documents
    }


def repeats_and_spoilt_outputs_are_apart_in_time(planned: Planned) -> None:
    """Each is of an item of the same judge, with at least half or a third of the documents between."""
    for judge in planned.plan.judges:
        items = planned.items(judge)
        extra = [item for item in items if item.purpose in ("repeat", "spoilt")]
        counts = Counter(item.purpose for item in extra)
        assert counts["repeat"] >= planned.asked.get("repeats", 0)
        assert counts["spoilt"] == planned.asked.get("spoilt", 0)
        own = [item for item in items if item.purpose in ("plan", "anchor")]
        # In the design together a visit has several readings; documents count here.
        visits = [name for name, _ in groupby(own, planned.document)]
        for item in extra:
            systems = {one.system for one in item.candidates}
            first = next(
                one
                for one in own
                if one.segment == item.segment
                and {candidate.system for candidate in one.candidates} == systems
            )
            here, there = sorted((items.index(first), items.index(item)))
            between = [one for one in items[here:there] if one.purpose in ("plan", "anchor")]
            names = [name for name, _ in groupby(between, planned.document) if name != planned.document(item)]
            # What comes again with a spoilt output is as near as that.
            near = item.purpose == "spoilt" or any(one.purpose == "spoilt" for one in extra)
            assert len(names) >= len(visits) // (3 if near else 2)


def checks_are_inside_a_judges_work(planned: Planned) -> None:
    """Neither on the first page nor on the last, where there are three documents."""
    for judge in planned.plan.judges:
        items = planned.items(judge)
        real = [item for item in items if item.purpose in ("plan", "anchor")]
        if len(list(groupby(real, planned.document))) >= 3 and len(real) >= 4:
            assert {items[0].purpose, items[-1].purpose} <= {"plan", "anchor"}


def checks_are_whole_documents(planned: Planned) -> None:
    """No page of another document stands among those of one; what comes again comes in whole."""
    corpus = planned.corpus
    assert corpus.documents is not None
    for judge in planned.plan.judges:
        items = planned.items(judge)
        extra = [item for item in items if item.purpose in ("repeat", "spoilt")]
        lengths = Counter(corpus.documents)
        if all(lengths[planned.document(item)] == 1 for item in items):
            continue
        for (name, _), group in groupby(
            items, lambda item: (planned.document(item), frozenset(one.system for one in item.candidates))
        ):
            assert len(list(group)) % lengths[name] == 0
        of_document = Counter(planned.document(item) for item in extra)
        assert all(count % lengths[name] == 0 for name, count in of_document.items())


def ids_are_opaque_and_never_the_same(planned: Planned) -> None:
    """128 bits in hexadecimal for packs, items and candidates."""
    found = [pack.id for pack in planned.plan.packs]
    for judge in planned.plan.judges:
        for item in planned.items(judge):
            found += [item.id, *(candidate.id for candidate in item.candidates)]
    assert len(set(found)) == len(found)
    assert all(len(bytes.fromhex(one)) == 16 for one in found)


def a_seed_gives_the_same_plan_with_other_ids(planned: Planned) -> None:
    """What is judged by whom is reproducible; ids cannot be foretold."""

    def shown(plan: object) -> list[object]:
        return [
            (pack.judge, item.segment, item.purpose, [(one.system, one.text) for one in item.candidates])
            for pack in plan.packs  # type: ignore[attr-defined]
            for item in pack.items
        ]

    again = plan_campaign(planned.corpus, planned.plan.questionnaire, **planned.asked)
    assert shown(again) == shown(planned.plan)
    assert not {pack.id for pack in again.packs} & {pack.id for pack in planned.plan.packs}


def the_report_counts_the_same(planned: Planned) -> None:
    """What the balance says of a plan is kept, and its figures are those of the plan."""
    balance = balance_of(planned.plan)
    assert all(one.kept for one in balance.evenness)
    first, second = balance.evenness[:2]
    assert (first.least, first.most) == (planned.asked["per_item"],) * 2
    outputs = sum(len(item.candidates) for judge in planned.plan.judges for item in of_plan(planned, judge))
    assert second.least * len(planned.plan.systems) == outputs


IN_EVERY_DESIGN = (
    every_output_gets_its_judges,
    documents_are_whole,
    candidates_are_the_systems_outputs,
    judges_have_equal_work,
    anchors_are_for_all,
    repeats_and_spoilt_outputs_are_apart_in_time,
    checks_are_inside_a_judges_work,
    checks_are_whole_documents,
    ids_are_opaque_and_never_the_same,
    a_seed_gives_the_same_plan_with_other_ids,
    the_report_counts_the_same,
)
SQUARE = (
    no_judge_of_a_square_sees_a_source_twice,
    judges_read_all_systems_equally,
    systems_take_turns_in_a_square,
    positions_are_balanced_in_a_square,
)
TOGETHER = (
    judges_read_all_systems_equally,
    all_outputs_of_a_document_come_together,
)
CONTRAST = (
    columns_are_balanced_in_a_contrast,
    pairs_are_balanced_in_a_contrast,
)


@given(plans("square"))
@settings(max_examples=60)
def test_a_square_keeps_its_promises(planned: Planned) -> None:
    """No source twice, and systems balanced by judge, text type and position."""
    for promise in (*IN_EVERY_DESIGN, *SQUARE):
        promise(planned)


@given(plans("together"))
@settings(max_examples=60)
def test_together_keeps_its_promises(planned: Planned) -> None:
    """All outputs of a document for one judge, in balanced order."""
    for promise in (*IN_EVERY_DESIGN, *TOGETHER):
        promise(planned)


@given(plans("contrast"))
@settings(max_examples=40)
def test_a_contrast_keeps_its_promises(planned: Planned) -> None:
    """Outputs side by side, columns and pairs balanced."""
    for promise in (*IN_EVERY_DESIGN, *CONTRAST):
        promise(planned)


@pytest.mark.parametrize(("systems", "size"), [(5, 3), (6, 3), (6, 4), (7, 3), (8, 4), (9, 3), (13, 4)])
def test_pairs_of_larger_groups_are_nearly_balanced(systems: int, size: int) -> None:
    """Where no exact design is known, numbers of meetings differ by two, or a tenth, at most, of 60 documents."""
    corpus = corpus_of([1] * 60, ["news"] * 60, systems)
    plan = plan_campaign(corpus, "cesa", judges=20, side_by_side=size)
    pairs = next(one for one in balance_of(plan).evenness if one.what.endswith("meet"))
    assert pairs.difference <= max(2, pairs.most // 10)


@given(
    systems=st.integers(2, 12), wanted=st.integers(2, 4), each=st.integers(1, 4), judges=st.integers(1, 40)
)
def test_groups_have_every_output_as_often(systems: int, wanted: int, each: int, judges: int) -> None:
    """The sizes of a document's groups add up to all outputs, each as often as it has judges."""
    found = grouping_of(systems, wanted, (2, 4), judges=judges, each=each)
    if found is not None:
        assert sum(found.sizes) == systems * found.rounds
        assert each % found.rounds == 0
        assert all(2 <= size <= 4 for size in found.sizes)
        assert not found.apart or judges >= len(found.sizes) * each // found.rounds
    if systems > 2 or wanted == 2:
        assert found is not None


@pytest.mark.parametrize(
    ("systems", "sizes", "count", "difference"),
    [
        (6, (3, 3), 10, 0),
        (9, (3, 3, 3), 20, 0),
        (6, (4, 4, 4), 10, 0),
        (7, (3, 2, 2), 20, 1),
        (7, (3,) * 7, 20, 2),
        (10, (3,) * 10, 5, 2),
        (12, (4, 4, 4), 5, 2),
    ],
)
def test_systems_meet_as_often_as_designs_allow(
    systems: int, sizes: tuple[int, ...], count: int, difference: int
) -> None:
    """Groups of three and four: equally often where such a design exists, else with a small difference."""
    made = arrangements(systems, sizes, count=count, random=Random(1))
    met = Counter(frozenset(pair) for groups in made for group in groups for pair in combinations(group, 2))
    numbers = [met[frozenset(pair)] for pair in combinations(range(systems), 2)]
    assert max(numbers) - min(numbers) <= difference
    # Every system is in as many groups as every other.
    seats = Counter(system for groups in made for group in groups for system in group)
    assert len(set(seats.values())) == 1
