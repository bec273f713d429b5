"""The kernel's tokenizers against the rules, written out."""

from __future__ import annotations

import sys
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import tokenizers
from tests.strategies import PIECES, random_segment, segments
from unicodedata2 import unidata_version

from karat.kernel import UNICODE_VERSION, tokenize

WORD_TOKENIZERS = ["none", "13a", "intl", "zh", "separated"]


@given(text=segments())
def test_hostile_text(text: str) -> None:
    """Every tokenizer follows its rules on text made to break them."""
    for name in WORD_TOKENIZERS:
        assert tokenize(text, name) == tokenizers.TOKENIZERS[name](text), name


@pytest.mark.parametrize("name", WORD_TOKENIZERS)
@pytest.mark.parametrize("seed", range(10))
def test_long_hostile_text(name: str, seed: int) -> None:
    """The same on long segments."""
    rng = Random(seed)
    for _ in range(60):
        text = random_segment(rng, rng.randrange(200))
        assert tokenize(text, name) == tokenizers.TOKENIZERS[name](text)


@pytest.mark.parametrize("name", WORD_TOKENIZERS)
def test_pairs_of_pieces(name: str) -> None:
    """Every two hostile pieces, side by side, follow the rules."""
    oracle = tokenizers.TOKENIZERS[name]
    different = [(a, b) for a in PIECES for b in PIECES if tokenize(a + b, name) != oracle(a + b)]
    assert different == []


@pytest.mark.parametrize("name", WORD_TOKENIZERS)
def test_far_from_the_start(name: str) -> None:
    """What is special is seen at every distance from the start: the kernel looks at many bytes at a time."""
    oracle = tokenizers.TOKENIZERS[name]
    specials = (
        " ",
        ".",
        ".5",
        "-",
        "&amp;",
        "<skipped>",
        "-\n",
        "\u3000",
        "\u2001",
        "€",
        "我",
        "\0",
        "1.",
        "é",
        "😀",
        "",
    )
    texts = [
        "x" * length + special + end
        for length in range(140)
        for special in specials
        for end in ("", "y", "1 z")
    ]
    assert [text for text in texts if tokenize(text, name) != oracle(text)] == []


@pytest.mark.parametrize("name", ["13a", "zh", "intl"])
def test_runs_of_marks(name: str) -> None:
    """Every run of up to six digits, letters, stops, commas and dashes follows the rules.

    Those of up to five stand alone; those of six stand one after the other, a word between two.
    """
    oracle = tokenizers.TOKENIZERS[name]
    alphabet = "1a., -"
    runs = [""]
    for _ in range(5):
        runs = [run + character for run in runs for character in alphabet]
        different = [run for run in runs if tokenize(run, name) != oracle(run)]
        assert different == []
    for last in alphabet:
        text = " b ".join(run + last for run in runs)
        assert tokenize(text, name) == oracle(text)


@pytest.mark.parametrize("name", WORD_TOKENIZERS)
@pytest.mark.parametrize("frame", ["{}", "a{}b", "1{}2", "{}.", ",{}"])
def test_every_character(name: str, frame: str) -> None:
    """Every character there is, alone and between others, follows the rules."""
    oracle = tokenizers.TOKENIZERS[name]
    assert [text for text in every_character(frame) if tokenize(text, name) != oracle(text)] == []


@cache
def every_character(frame: str) -> list[str]:
    """Every code point of planes with characters by itself, or of the first in a frame, and some of the others.

    Planes 4 to 13 have no characters, 15 and 16 only private ones. Many code points go to a segment.
    """
    planes = [0, 1, 2, 3, 14] if frame == "{}" else [0]
    every = [point for plane in planes for point in range(plane << 16, (plane + 1) << 16)]
    points = [*every, *range(0x10000, sys.maxunicode + 1, 61)]
    return [
        " ".join(frame.format(chr(point)) for point in points[start : start + 512])
        for start in range(0, len(points), 512)
    ]


@given(text=segments(), normalized=st.booleans(), no_punctuation=st.booleans(), asian=st.booleans())
def test_tercom(text: str, normalized: bool, no_punctuation: bool, asian: bool) -> None:
    """TER's normalization follows its rules under every option."""
    expected = tokenizers.tercom(text, normalized=normalized, no_punctuation=no_punctuation, asian=asian)
    assert tokenize(text, "tercom", normalized, no_punctuation, asian) == expected


@pytest.mark.parametrize("seed", range(10))
def test_tercom_on_long_text(seed: int) -> None:
    """The same on long segments."""
    rng = Random(seed)
    for _ in range(60):
        text = random_segment(rng, rng.randrange(100))
        options = {name: rng.random() < 0.5 for name in ("normalized", "no_punctuation", "asian")}
        assert tokenize(text, "tercom", **options) == tokenizers.tercom(text, **options)


def test_tercom_on_runs_of_marks() -> None:
    """Runs of digits, letters, stops, commas and possessives follow TER's rules."""
    runs = [""]
    for _ in range(5):
        runs = [run + piece for run in runs for piece in ("1", "a", ".", ",", "'s ", "-", "(")]
        expected = [tokenizers.tercom(r, normalized=True, no_punctuation=False, asian=False) for r in runs]
        assert [tokenize(run, "tercom", normalized=True) for run in runs] == expected


@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("no_punctuation", [True, False])
def test_tercom_on_every_character(normalized: bool, no_punctuation: bool) -> None:
    """Every code point there is follows TER's rules for Asian text."""
    options = {"normalized": normalized, "no_punctuation": no_punctuation, "asian": True}
    for text in every_character("a{}b"):
        assert tokenize(text, "tercom", **options) == tokenizers.tercom(text, **options)


@given(text=segments())
def test_chrf_words(text: str) -> None:
    """The words of chrF++ lose one mark each, and no more."""
    assert tokenize(text, "words") == tokenizers.chrf_words(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1...2", ["1", ".", ".", ".2"]),
        ("a..5", ["a", ".", ".5"]),
        ("1--a", ["1", "-", "-a"]),
        ("&amp;amp;lt;", ["&", "amp", ";", "lt", ";"]),
        ("&amp;lt;", ["<"]),
        ("a<skipped>b", ["ab"]),
        ("hyphen-\nated", ["hyphenated"]),
        ("kept-\n", ["kept-"]),
        ("a\u00a0b\u3000c\x85d\x1ce\x1ff", ["a", "b", "c", "d", "e", "f"]),
        ("a\u200bb", ["a\u200bb"]),
        ("It costs $1,000.50.", ["It", "costs", "$", "1,000.50", "."]),
        ("", []),
        (" \n ", []),
        ("<skipped>", []),
    ],
)
def test_known_13a(text: str, expected: list[str]) -> None:
    """Cases of 13a that programs have got wrong."""
    assert tokenize(text, "13a") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5.", ["5."]),
        ("\u2000", []),
        ("a\u2000b", ["a", "b"]),
        ("a\u2010b", ["a", "\u2010", "b"]),
        ("a\u2a6db", ["a", "\u2a6d", "b"]),
        ("a\u2a6eb", ["a\u2a6eb"]),
        ("a\U00020000b", ["a\U00020000b"]),
        ("我有2.5元", ["我", "有", "2.5", "元"]),
    ],
)
def test_known_zh(text: str, expected: list[str]) -> None:
    """Chinese is not padded, takes U+2001 to U+2A6D for Chinese, and leaves Extension B alone."""
    assert tokenize(text, "zh") == expected


def test_unknown_tokenizer() -> None:
    """A name that the kernel does not know is refused."""
    with pytest.raises(ValueError, match="unknown native tokenizer"):
        tokenize("a", "nonsense")


def test_unicode_version() -> None:
    """The categories behind `intl` say which Unicode they are of."""
    assert f"{UNICODE_VERSION}.0" == unidata_version
