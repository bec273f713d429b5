"""Porter's stemmer: its paper's examples, and the stems of the package snowballstemmer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import read
from karat.demo import segments_path
from karat.kernel import porter_stems, vocabulary

SUFFIXES = [
    "sses",
    "ies",
    "ss",
    "s",
    "eed",
    "ed",
    "ing",
    "y",
    "Y",
    "at",
    "bl",
    "iz",
    "bb",
    "dd",
    "ll",
    "tt",
    "zz",
    "ational",
    "tional",
    "enci",
    "anci",
    "izer",
    "abli",
    "alli",
    "entli",
    "eli",
    "ousli",
    "ization",
    "ation",
    "ator",
    "alism",
    "iveness",
    "fulness",
    "ousness",
    "aliti",
    "iviti",
    "biliti",
    "icate",
    "ative",
    "alize",
    "iciti",
    "ical",
    "ful",
    "ness",
    "al",
    "ance",
    "ence",
    "er",
    "ic",
    "able",
    "ible",
    "ant",
    "ement",
    "ment",
    "ent",
    "ion",
    "sion",
    "tion",
    "ou",
    "ism",
    "ate",
    "iti",
    "ous",
    "ive",
    "ize",
    "e",
    "l",
]
BEGINNINGS = st.text("aeiouybcdlstwxzYAü’中🙂", max_size=6)
WORDS = st.builds(
    "".join, st.tuples(BEGINNINGS, st.sampled_from(["", *SUFFIXES]), st.sampled_from(["", *SUFFIXES]))
)


def snowball(words: list[str]) -> list[str]:
    """The stems of the package."""
    module = pytest.importorskip("snowballstemmer.porter_stemmer")
    return list(map(module.PorterStemmer().stemWord, words))


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("feed", "feed"),
        ("plastered", "plaster"),
        ("bled", "bled"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("failing", "fail"),
        ("happy", "happi"),
        ("sky", "sky"),
        ("relational", "relat"),
        ("vietnamization", "vietnam"),
        ("hopefulness", "hope"),
        ("electrical", "electr"),
        ("replacement", "replac"),
        ("adoption", "adopt"),
        ("probate", "probat"),
        ("controll", "control"),
        ("roll", "roll"),
    ],
)
def test_paper(word: str, stem: str) -> None:
    """Porter (1980), all steps together."""
    assert porter_stems([word]) == [stem]


@given(st.lists(st.one_of(WORDS, st.text(max_size=12))))
def test_as_snowball(words: list[str]) -> None:
    """Any words, most of them with suffixes."""
    assert porter_stems(words) == snowball(words)


def test_demo() -> None:
    """The words of real texts, also in small letters."""
    corpus = read(segments_path())
    words = vocabulary([*corpus.references.streams, *corpus.systems.values()], "13a")
    words += [word.lower() for word in words]
    assert porter_stems(words) == snowball(words)
