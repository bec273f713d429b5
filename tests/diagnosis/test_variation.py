"""How many texts get the same counts: the paper's figures, and every arrangement tried."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest
from hypothesis import assume, given
from tests.diagnosis.arrangement_cases import TEXTS, number_kept
from tests.diagnosis.orejuela import BLOCKS, DRAWN, HYPOTHESIS, PERMUTED, REFERENCES
from tests.oracles import variation as oracle

from karat import Bleu, Chrf, Corpus, References
from karat.diagnosis.blocks import split
from karat.diagnosis.reordering import every_order
from karat.diagnosis.variation import segment_variation, variation
from karat.errors import InvalidOption

OREJUELA = Corpus.of([HYPOTHESIS], [REFERENCES])
UNITS = [text.split() for text in REFERENCES]
BLEU = Bleu(tokenize="none")


def test_the_papers_blocks() -> None:
    """Eight blocks, (k − b)! = 40,320."""
    found = segment_variation(OREJUELA, "hypothesis", 1, metric=BLEU)
    assert " | ".join(map(" ".join, found.blocks)) == BLOCKS
    assert (found.length, found.pairs, found.paper, found.safe) == (18, 10, 40_320, 40_320)


def test_what_the_paper_did_not_count() -> None:
    """26,640 arrangements keep all four counts, 13,680 gain, none loses."""
    found = segment_variation(OREJUELA, "hypothesis", 1, metric=BLEU)
    assert (found.kept, found.gained) == (26_640, 13_680)
    assert oracle.of_blocks(found.blocks, UNITS, 4) == (26_640, 13_680, 0)


def test_the_papers_permutation_is_a_tie() -> None:
    """Its first variant has the same statistics."""
    permuted = PERMUTED.replace("| ", "")
    rows = BLEU.count([HYPOTHESIS, permuted], [REFERENCES, REFERENCES]).counts
    assert rows[0].tolist() == rows[1].tolist()
    assert rows[0, 2:].tolist() == [15, 10, 5, 3, 18, 17, 16, 15]


def test_the_papers_drawn_variant_is_not() -> None:
    """As printed it has 17 tokens; with one unmatched word more it is a tie."""
    drawn = DRAWN.replace("| ", "")
    short, mended = BLEU.count([drawn, f"{drawn} helicopters"], [REFERENCES, REFERENCES]).counts
    assert short[2:].tolist() == [15, 10, 5, 3, 17, 16, 15, 14]
    assert mended.tolist() == BLEU.count([HYPOTHESIS], [REFERENCES]).total()


@given(TEXTS)
def test_all_orders(text: tuple[list[str], list[list[str]], int]) -> None:
    """Every order of the units is what it is when it is tried alone."""
    hypothesis, references, order = text
    assume(1 <= len(hypothesis) <= 6)
    found = every_order(hypothesis, references, order=order)
    assert (found.same, found.gaining, found.losing) == oracle.of_units(hypothesis, references, order)


@given(TEXTS)
def test_blocks_are_the_text(text: tuple[list[str], list[list[str]], int]) -> None:
    """Blocks put together give the hypothesis; a cut is where no reference has the pair."""
    hypothesis, references, order = text
    blocks = split(hypothesis, references, order=order)
    assert [unit for block in blocks for unit in block] == hypothesis
    matched = oracle.matches(hypothesis, oracle.allowed(references, 2))[1] if order > 1 else 0
    assert len(blocks) <= max(len(hypothesis) - matched, 0)


def test_clipping_makes_the_paper_overstate() -> None:
    """Where one reference has a pair once and the hypothesis twice, (k − b)! counts a block too many."""
    found = segment_variation(Corpus.of(["a b c a b"], ["a b"]), "hypothesis", 1, metric=BLEU)
    assert (found.pairs, found.blocks) == (1, (("a", "b"), ("c",), ("a", "b")))
    assert (found.paper, found.safe, found.kept) == (factorial(4), 3, 3)


@pytest.mark.parametrize(
    ("hypothesis", "references", "blocks", "safe"),
    [
        ("", ["a b"], 0, 1),
        ("x", ["a b"], 1, 1),
        ("x y z", ["a b"], 3, 6),
        ("a b c", ["a b c"], 1, 1),
        ("a a a", ["b"], 3, 1),
    ],
)
def test_the_ends(hypothesis: str, references: list[str], blocks: int, safe: int) -> None:
    """Nothing, one word, no match at all, everything matched, equal words."""
    corpus = Corpus.of([hypothesis], [references])
    found = segment_variation(corpus, "hypothesis", 1)
    assert (len(found.blocks), found.safe, found.kept) == (blocks, safe, safe)
    (whole,) = variation(corpus)
    assert round(10 ** whole.safe[0]) == safe


def test_ten_thousand_words() -> None:
    """A number with 35,660 digits is given by its logarithm."""
    text = " ".join(f"w{place}" for place in range(10_000))
    (found,) = variation(Corpus.of([text], ["nothing of it"]))
    assert found.safe[0] == pytest.approx(35_659.4543, abs=1e-3)
    assert found.score == 0
    assert np.isnan(found.share_of_order)


def test_a_long_segment_of_few_words() -> None:
    """Millions of joints are possible; they are not listed, and what is kept is left open."""
    text = "x a " * 5_000
    (found,) = variation(Corpus.of([text], ["a a and x x"]))
    assert found.blocks[0] == 10_000
    assert np.isnan(found.kept[0])


def test_references_of_which_some_are_missing() -> None:
    """Each segment is cut by the references that it has."""
    references = References((("a b c d", "e f"), (None, "f e")))
    (found,) = variation(Corpus({"s": ["a b d c", "f e"]}, references), Bleu(order=2))
    assert found.blocks.tolist() == [3, 1]


def test_characters() -> None:
    """Units may be characters."""
    (found,) = variation(Corpus.of(["abxcd"], ["abcd"]), Bleu(unit="char"))
    assert (found.lengths[0], found.blocks[0]) == (5, 3)


def test_order_is_all_that_bleu_rests_on_or_nothing() -> None:
    """Of order 1 nothing of the score rests on order; of order 4 nearly all."""
    text = ["the quick brown fox jumps over the lazy dog tonight"] * 40
    corpus = Corpus.of(text, text)
    (one,) = variation(corpus, Bleu(order=1))
    (four,) = variation(corpus)
    assert one.share_of_order == 0
    assert four.share_of_order > 0.9
    assert four.shuffled == variation(corpus)[0].shuffled


def test_what_is_refused() -> None:
    """Other metrics, and orders of too many units."""
    with pytest.raises(InvalidOption, match="clipped n-grams"):
        variation(OREJUELA, Chrf())
    with pytest.raises(InvalidOption, match="take at most 9"):
        variation(OREJUELA, enumerate_up_to=10)
    with pytest.raises(InvalidOption, match="segments 1 to 1"):
        segment_variation(OREJUELA, "hypothesis", 2)


@pytest.mark.parametrize("order", [2, 4])
def test_nine_units_tried_one_by_one(order: int) -> None:
    """The longest that are tried: every order of nine units, two of them equal."""
    units, references = (
        ["the", "cat", "sat", "on", "the", "mat", "in", "a", "hat"],
        [["a", "cat", "sat", "in", "the", "hat", "on", "the", "mat"]],
    )
    found = every_order(units, references, order=order)
    assert found.all == factorial(9) // 2
    assert found.same + found.gaining + found.losing == found.all
    blocks = split(units, references, order=order)
    assert found.same >= (number_kept(blocks, references, order) or 0) > 0
