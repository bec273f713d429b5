"""Which metrics see the difference between texts that BLEU scores alike."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.orejuela import HYPOTHESIS, REFERENCES
from tests.strategies import sentences

from karat import Bleu, Chrf, Corpus, References, Ter, Wer, metric
from karat.diagnosis.blindness import blindness
from karat.diagnosis.variants import SegmentVariants, Variant, variants
from karat.entities.entity import Entity
from karat.errors import InvalidOption


def made(segment: int, text: str, *others: str) -> SegmentVariants:
    """Variants that are given."""
    return SegmentVariants(
        "s", segment, text, 0.0, tuple(Variant(other, ("order",), 0.0) for other in others)
    )


@given(
    st.lists(
        st.tuples(sentences(max_words=6), st.lists(sentences(max_words=6), min_size=1, max_size=3)),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from([Bleu(), Chrf(), Ter(), Wer()]),
)
def test_figures_are_those_of_each_text_scored_alone(
    segments: list[tuple[str, list[str]]], one: Bleu | Chrf | Ter | Wer
) -> None:
    """Changes are the variant's score minus the original's as single segments, positive where it is better."""
    corpus = Corpus.of([text for text, _ in segments], ["a b c d a b"] * len(segments))
    found = [made(place, text, *others) for place, (text, others) in enumerate(segments, 1)]
    (seen,) = blindness(corpus, found, [one])
    sign = 1 if one.higher_is_better else -1
    alone = Bleu(effective_order=True) if isinstance(one, Bleu) else one
    changes = []
    for text, others in segments:
        for other in others:
            before, after = (
                alone.value(alone.count([each], ["a b c d a b"]).total()) for each in (text, other)
            )
            changes.append(sign * (after - before))
    assert seen.variants == len(changes)
    assert seen.same == sum(abs(change) <= 1e-9 for change in changes)
    assert seen.better == sum(change > 1e-9 for change in changes)
    assert seen.same + seen.better + seen.worse == seen.variants
    assert seen.mean_change == pytest.approx(sum(changes) / len(changes), abs=1e-9)
    assert abs(seen.largest_change) == pytest.approx(max(map(abs, changes)), abs=1e-9)


def test_bleu_is_blind_to_its_own_variants() -> None:
    """Every variant has its statistics, so none is better or worse."""
    corpus = Corpus.of([HYPOTHESIS], [REFERENCES])
    (seen,) = blindness(corpus, variants(corpus, "hypothesis", [1]), [Bleu()])
    assert (seen.same, seen.better, seen.worse) == (seen.variants, 0, 0)
    assert (seen.mean_change, seen.largest_change) == (0, 0)


def test_without_variants_there_is_nothing_to_see() -> None:
    """No metric is asked where no text varies."""
    corpus = Corpus.of(["a"], ["a"])
    assert blindness(corpus, [made(1, "a")], [Bleu(), Chrf()]) == []
    assert blindness(corpus, [], [Bleu()]) == []


def test_metrics_of_one_name_are_told_apart() -> None:
    """Two BLEUs have names by what differs, and their recipes."""
    corpus = Corpus.of(["a b"], ["a b"])
    first, second = blindness(corpus, [made(1, "a b", "b a")], [Bleu(order=1), Bleu(order=2)])
    assert first.metric != second.metric
    assert (first.same, second.worse) == (1, 1)


def test_variants_are_scored_against_their_own_segment() -> None:
    """The second segment's variant is compared with the second reference, also where one is missing."""
    corpus = Corpus({"s": ["a b", "c d"]}, References((("a b", "c d"), (None, "d c"))))
    (seen,) = blindness(corpus, [made(2, "c d", "d c")], [Wer()])
    assert (seen.variants, seen.same) == (1, 1)
    (seen,) = blindness(corpus, [made(1, "a b", "b a")], [Wer()])
    assert seen.worse == 1


def test_marked_entities_come_along() -> None:
    """A variant that loses a name is worse under a metric of names, one that keeps it is not."""
    reference = "Anna met Ben"
    marked = [Entity.of(reference, 0, 4, "PERSON"), Entity.of(reference, 9, 12, "PERSON")]
    corpus = Corpus({"s": [reference]}, References(((reference,),)), entities=[[marked]])
    (seen,) = blindness(corpus, [made(1, reference, "Ben met Anna", "Anna met him")], [metric("nee")])
    assert (seen.same, seen.worse) == (1, 1)
    assert seen.largest_change == pytest.approx(-50)


def test_what_has_no_value_is_left_out() -> None:
    """Of names in texts without any, nothing can be said."""
    reference = "it rained"
    corpus = Corpus({"s": [reference]}, References(((reference,),)), entities=[[()]])
    (seen,) = blindness(corpus, [made(1, reference, "rained it")], [metric("nee")])
    assert seen.variants == 0
    assert math.isnan(seen.mean_change)
    assert math.isnan(seen.largest_change)


def test_metrics_of_tags_are_refused() -> None:
    """A variant is words without tags."""
    with pytest.raises(InvalidOption, match="reads tags, and a variant has none"):
        blindness(Corpus.of(["a"], ["a"]), [made(1, "a", "b")], [metric("tag-bleu")])
