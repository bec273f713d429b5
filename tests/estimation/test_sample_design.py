"""Which units were drawn, in which strata."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.estimation import SampleDesign

if TYPE_CHECKING:
    from numpy.typing import NDArray

DOCUMENTS = [f"document {place // 4}" for place in range(80)]
KINDS = ["news" if place < 40 else "chat" for place in range(80)]
RNG = np.random.default_rng(4)


def judged(*rows: int) -> NDArray[np.bool_]:
    """Those segments."""
    found = np.zeros(80, dtype=bool)
    found[list(rows)] = True
    return found


def test_documents_judged_whole_are_the_units() -> None:
    """Five whole documents are five units of twenty."""
    design = SampleDesign.of(judged(*range(20)), DOCUMENTS)
    (stratum,) = design.strata(judged(*range(20)))
    assert (design.unit, stratum.drawn, stratum.population, stratum.left) == ("document", 5, 20, 0.75)


def test_segments_from_everywhere_are_the_units() -> None:
    """A random draw of segments touches most documents."""
    there = judged(*RNG.choice(80, 30, replace=False))
    design = SampleDesign.of(there, DOCUMENTS, KINDS)
    assert (design.unit, design.stratified_by) == ("segment", "nothing")
    assert [one.population for one in design.strata(there)] == [80]


def test_text_types_out_of_proportion_are_strata() -> None:
    """Three quarters of the chat and a fifth of the news: together they are not like the text."""
    there = judged(*range(8), *range(40, 72))
    design = SampleDesign.of(there, DOCUMENTS, KINDS)
    assert design.stratified_by == "text type"
    assert [(one.drawn, one.share) for one in design.strata(there)] == [(8, 0.5), (2, 0.5)]


def test_large_text_types_are_strata() -> None:
    """With 30 units of each, stratifying costs nothing."""
    kinds = ["news" if place < 200 else "chat" for place in range(400)]
    there = np.arange(400) % 5 == 0
    assert SampleDesign.of(there, None, kinds).stratified_by == "text type"


def test_parts_of_few_documents_are_documents() -> None:
    """Two segments of each of five documents were not drawn one by one."""
    there = judged(*(4 * document + place for document in range(5) for place in (0, 1)))
    assert SampleDesign.of(there, DOCUMENTS).unit == "document"


def test_documents_are_strata_where_each_has_two() -> None:
    """Two segments of every document: each document is a stratum of four."""
    there = judged(*(4 * document + place for document in range(20) for place in (0, 2)))
    design = SampleDesign.of(there, DOCUMENTS)
    assert (design.unit, design.stratified_by) == ("segment", "document")
    assert {(one.drawn, one.population) for one in design.strata(there)} == {(2, 4)}


def test_texts_like_it_have_documents_as_units() -> None:
    """Whatever was judged of them, and endlessly many."""
    there = judged(*RNG.choice(80, 30, replace=False))
    design = SampleDesign.of(there, DOCUMENTS, KINDS, target="texts-like-it")
    assert design.unit == "document"
    assert all(one.population is None and one.left == 1 for one in design.strata(there))


def test_small_strata_are_joined() -> None:
    """A text type with one judged document has no variance of its own."""
    there = judged(*range(4), *range(40, 60))
    strata = SampleDesign.of(there, DOCUMENTS, KINDS).strata(there)
    assert [one.drawn for one in strata] == [6]
    assert SampleDesign.of(there, DOCUMENTS, KINDS).uncovered == ()


def test_text_without_documents_is_drawn_in_segments() -> None:
    """And so are documents of a single segment."""
    there = judged(*range(20))
    assert (
        SampleDesign.of(there).unit
        == SampleDesign.of(there, [str(place) for place in range(80)]).unit
        == "segment"
    )
