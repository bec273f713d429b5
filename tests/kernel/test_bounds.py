"""No text, however repetitive, takes more than a second for each 1,000 words, and thousands of references do not take gigabytes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from tests.oracles import nist as oracle

from karat.kernel import (
    REAL_PARTS,
    align_meteor,
    count_bleu,
    count_chrf,
    count_gtm,
    count_meteor,
    count_nist,
    count_rouge_n,
    count_ter,
    learn_information,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


def words(number: int, vocabulary: int, seed: int) -> str:
    """So many words of so small a vocabulary."""
    rng = Random(seed)
    return " ".join(str(rng.randrange(vocabulary)) for _ in range(number))


def meteor(hypothesis: str, reference: str, ids: Callable[[int], list[int]] | None = None) -> list[int]:
    """METEOR's row, by words or by the ids that words share."""
    vocabulary = sorted({*hypothesis.split(), *reference.split()}) if ids else []
    stages = [None] if ids is None else [[ids(number) for number in range(len(vocabulary))]]
    columns = [[hypothesis]], [[reference]]
    return count_meteor(*columns, "none", vocabulary, stages, 0.9, 3.0, 0.5, 1)[0].total()


def gtm(hypothesis: str, reference: str) -> list[int]:
    """The row of the heaviest matching."""
    return count_gtm([[hypothesis]], [[reference]], "none", 2.0, True, 1)[0].total()


def ter(hypothesis: str, reference: str) -> list[int]:
    """TER's row; its limits are part of its definition."""
    return [*count_ter([[hypothesis]], [[reference]], "none", False, False, False, 1)[0].total(), 1]


REPETITIVE: dict[str, Callable[[], list[int]]] = {
    "METEOR of one word": lambda: meteor("a " * 2000, "a " * 1900),
    "METEOR of two words": lambda: meteor(words(2000, 2, 1), words(1900, 2, 2)),
    "METEOR of three words": lambda: meteor(words(2000, 3, 1), words(1900, 3, 2)),
    "METEOR of ten words": lambda: meteor(words(2000, 10, 1), words(1900, 10, 2)),
    "METEOR of synonyms": lambda: meteor(
        words(2000, 2000, 1), words(1900, 2000, 2), lambda number: [number % 3, 3 + number % 5]
    ),
    "METEOR of words that all mean the same": lambda: meteor(
        words(2000, 2000, 1), words(1900, 2000, 2), lambda number: [0, number + 1]
    ),
    "GTM of one word": lambda: gtm("a " * 2000, "a " * 1900),
    "GTM of two words": lambda: gtm(words(2000, 2, 1), words(1900, 2, 2)),
    "TER of two words": lambda: ter(words(2000, 2, 1), words(1900, 2, 2)),
    "TER of ten words": lambda: ter(words(2000, 10, 1), words(1900, 10, 2)),
}


@pytest.mark.parametrize("name", REPETITIVE)
def test_repetitive(name: str) -> None:
    """2,000 words are cut short before they take long, and the row says so."""
    began = time.process_time()
    row = REPETITIVE[name]()
    # A second for 1,000 words is promised for a processor of one's own. Without the bound some take fourteen,
    # and who shares the caches may triple what is taken.
    assert time.process_time() - began < 6
    assert row[-1] == 1


def test_what_is_cut_short_is_nearly_as_good() -> None:
    """A search that is cut short maps as many words as there are to map."""
    row = meteor(words(2000, 2, 1), words(1900, 2, 2))
    assert row[0] == 1900
    assert row[1] < 1600
    assert meteor("a " * 2000, "a " * 1900)[:2] == [1900, 1]


def test_a_path_as_long_as_the_text() -> None:
    """One word that comes late may move all others: that is no recursion, for which there would be no room."""
    size = 100_000
    hypothesis = [f"h{number}" for number in range(size)] + ["late"]
    reference = [f"r{number}" for number in range(size + 1)]
    ids = [[number, number + 1] for number in range(size)] + [[0]] + [[number] for number in range(size + 1)]
    pairs = align_meteor(" ".join(hypothesis), " ".join(reference), "none", [*hypothesis, *reference], [ids])
    assert len(pairs) == size + 1
    assert (size, 0, 0) in pairs


@pytest.fixture(scope="module")
def many() -> tuple[str, list[str]]:
    """A hypothesis, and more references than have tables of their own."""
    rng = Random(5)
    texts = [" ".join(rng.choice("abcdefgh") for _ in range(rng.randrange(1, 12))) for _ in range(41)]
    return texts[0], texts[1:]


def test_many_references_of_chrf(many: tuple[str, list[str]]) -> None:
    """Of 40 references the row is that of one of them, the one alone with the highest score."""
    hypothesis, references = many

    def row(*chosen: str) -> list[int]:
        columns = [[text] for text in chosen]
        return count_chrf([[hypothesis]], columns, 6, 2, 2.0, False, False, 1)[0].total()

    alone = [row(reference) for reference in references]
    for first in (0, 10, 20, 30):
        together = row(*references[first:])
        assert together in alone[first:]
        assert row(*references[first:], hypothesis) == row(hypothesis)


def test_many_references_of_rouge(many: tuple[str, list[str]]) -> None:
    """The sums are those of the references one by one."""
    hypothesis, references = many

    def row(*chosen: str) -> list[int]:
        return count_rouge_n([[hypothesis]] * 2, [[text] for text in chosen], "none", 2, 1)[1].total()

    alone = [row(reference) for reference in references]
    assert row(*references) == [sum(column) for column in zip(*alone, strict=True)]


def test_bits_and_hashes_agree(many: tuple[str, list[str]]) -> None:
    """BLEU matches the same n-grams whether there are bits for every word of all references, or too many for that."""
    hypothesis, references = many
    # Words that no output has, so many that bits would take too much memory.
    others = [" ".join(f"{place}.{number}" for number in range(1000)) for place in range(40)]
    few, much = [[text] for text in references], [[text] for text in others]
    arguments = ("none", 4, "shortest", 1)
    assert (
        count_bleu([[hypothesis]], [*few, *much], *arguments)[0].total()
        == count_bleu([[hypothesis]], few, *arguments)[0].total()
    )


def test_nist_of_many_short_references() -> None:
    """2,000 references of three words, too many for bits, count as the definition says."""
    rng = Random(7)
    texts = [" ".join(str(rng.randrange(5000)) for _ in range(3)) for _ in range(2000)]
    hypothesis = " ".join([*texts[0].split(), *texts[9].split()[:2], "unseen", *texts[0].split()])
    found = count_nist(
        [[hypothesis]],
        [[text] for text in texts],
        learn_information([[text] for text in texts], "none", 3, False),
        1,
    )[0].total()
    references = [tuple(text.split()) for text in texts]
    weights = oracle.information([references], 3, perl_zero=False)
    expected = oracle.row(tuple(hypothesis.split()), references, weights, 3)
    assert found[0] == expected[0]
    assert [value / REAL_PARTS for value in found[2:5]] == pytest.approx(expected[2:5])


MEMORY = """
import resource
from random import Random
from karat.kernel import *
rng = Random(1)
texts = [[" ".join(chr(0x4E00 + rng.randrange(5000)) for _ in range(20))] for _ in range(REFERENCES)]
learned = learn_information(texts, "none", 4, False)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
COUNT
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
COUNTS = {
    "chrF++": "count_chrf([texts[0]], texts, 6, 2, 2.0, False, False, 1)",
    "BLEU": "count_bleu([texts[0]], texts, 'none', 4, 'closest', 1)",
    "ROUGE-N": "count_rouge_n([texts[0]], texts, 'none', 2, 1)",
    "NIST": "count_nist([texts[0]], texts, learned, 1)",
}


def test_greedy_gtm_of_two_words() -> None:
    """8,000 words of two kinds, with millions of common stretches, take no more than 60 MB; 227 MB when all were kept.

    The figure is that of when all were kept.
    """
    row = count_gtm([[words(8000, 2, 3)]], [[words(8000, 2, 4)]], "none", 2.0, False, 1)[0].total()
    assert row[0] == 346_926_631_367
    text = "' '.join(rng.choices('ab', k=8000))"
    count = f"count_gtm([[{text}]], [[{text}]], 'none', 1.0, False, 1)"
    program = MEMORY.replace("REFERENCES", "2").replace("COUNT", count)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert int(done.stdout) < 60


LONG = """
import resource
from random import Random
from karat.kernel import count_bleu
rng = Random(1)
words = ["".join(rng.choices("abcdefghij", k=rng.randint(1, 9))) for _ in range(20_000)]
texts = [" ".join(rng.choices(words, k=500_000)) for _ in range(2)]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
count_bleu([[texts[0]]], [[texts[1]]], "13a", 4, "closest", 1)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / sum(map(len, texts)))
"""


def test_a_segment_of_millions_of_bytes() -> None:
    """BLEU of one takes no more than 13 times its two texts; 16 when the table of words had room for each token."""
    done = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True, check=True, cwd=ROOT)
    assert float(done.stdout) < 13


@pytest.mark.parametrize("name", COUNTS)
def test_ten_thousand_references(name: str) -> None:
    """10,000 references of 20 words take no more than 200 MB."""
    program = MEMORY.replace("REFERENCES", "10_000").replace("COUNT", COUNTS[name])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert int(done.stdout) < 200
