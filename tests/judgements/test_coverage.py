"""How much was judged: beside plain loops."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

from hypothesis import given
from hypothesis import strategies as st

from karat.corpus import Corpus
from karat.judgements import Judgement, Judgements, Scale, coverage

SYSTEMS, SEGMENTS = "ST", "123"

# Who judged which segment of which system, and how: some of them twice.
said = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(SYSTEMS), st.sampled_from(SEGMENTS), st.integers(1, 3)),
    min_size=1,
    max_size=25,
)


def table(rows: list[tuple[str, str, str, int]]) -> Judgements:
    """Judgements of quality, each at a time of its own."""
    found = [
        Judgement(judge, system, segment, "quality", value, time)
        for time, (judge, system, segment, value) in enumerate(rows)
    ]
    return Judgements.of(found, scales={"quality": Scale("five", 1, 5)})


@given(rows=said)
def test_what_was_judged_is_counted(rows: list[tuple[str, str, str, int]]) -> None:
    """Items, judges of each, and those who have no z-scores; a repeat is no other judge."""
    found = coverage(table(rows), "quality")
    judges_of = defaultdict(set)
    values_of = defaultdict(list)
    for judge, system, segment, value in rows:
        judges_of[system, segment].add(judge)
        values_of[judge].append(value)
    counts = [len(judges) for judges in judges_of.values()]
    systems = {system for _, system, _, _ in rows}
    segments = {segment for _, _, segment, _ in rows}
    assert (found.judged, found.judgements, found.judges) == (len(counts), len(rows), len(values_of))
    assert found.items == len(systems) * len(segments)
    assert found.share == found.judged / found.items
    assert found.judges_per_item == (min(counts), median(counts), max(counts))
    assert found.by_system == {name: sum(name == one for one, _ in judges_of) for name in found.by_system}
    assert set(found.unstandardised) == {name for name, values in values_of.items() if len(set(values)) < 2}


def test_a_corpus_has_items_that_nobody_judged() -> None:
    """Its systems and segments count, in its order, whether they were judged or not."""
    corpus = Corpus({"U": ["x"] * 4, "S": ["x"] * 4}, Corpus.of(["x"] * 4, ["x"] * 4).references)
    found = coverage(
        table([("a", "S", "1", 2), ("b", "S", "1", 3), ("a", "S", "3", 1)]), "quality", corpus=corpus
    )
    assert found.by_system == {"U": 0, "S": 2}
    assert (found.items, found.judged, found.share) == (8, 2, 0.25)


def test_of_some_systems() -> None:
    """Only theirs is counted; of one that nobody judged there is nothing."""
    rows = table([("a", "S", "1", 2), ("b", "T", "1", 3), ("b", "T", "2", 1)])
    assert coverage(rows, "quality", systems=["T"]).judgements == 2
    nothing = coverage(rows, "quality", systems=["V"])
    assert (nothing.judged, nothing.judges_per_item, nothing.by_system) == (0, (0, 0.0, 0), {"V": 0})
