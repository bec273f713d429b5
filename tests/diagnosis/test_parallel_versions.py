"""Versions of a text: faults are found where they are, and sound texts are left in peace."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.planted_faults import find_rate, parallel_versions

from karat import check_versions
from karat.diagnosis.length_alignment import align_lengths
from karat.diagnosis.parallel_versions import KINDS, links_in, numbers_in, split_place
from karat.errors import KaratError

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH = [
    f"Sentence {100 + n} of the text says something about {word}, and no more{' again' * (7 * n % 11)}."
    for n, word in enumerate(["cats", "a large dog", "the sea in winter", "bread", "old and new houses"] * 4)
]
GERMAN = [
    f"Satz {100 + n} des Textes sagt etwas über {word} und sonst nichts{' wieder' * (7 * n % 11)}."
    for n, word in enumerate(
        ["Katzen", "einen großen Hund", "das Meer im Winter", "Brot", "alte und neue Häuser"] * 4
    )
]


def kinds(**versions: list[str]) -> list[tuple[str, str, tuple[int, ...]]]:
    """What is found, where."""
    return [(one.kind, one.version, one.segments) for one in check_versions(versions).findings]


def test_sound_versions_have_no_findings() -> None:
    """What matches line by line is left in peace."""
    assert kinds(en=ENGLISH, de=GERMAN) == []


def test_an_empty_segment_is_found() -> None:
    """On either side."""
    assert kinds(en=ENGLISH, de=[*GERMAN[:4], " ", *GERMAN[5:]]) == [("empty", "de", (5,))]
    found = check_versions({"en": [*ENGLISH[:4], "", *ENGLISH[5:]], "de": GERMAN}).findings
    assert [one.summary for one in found] == ["en 5 is empty."]


def test_a_missing_segment_is_found() -> None:
    """The text behind it is shifted, and that is said once."""
    found = kinds(en=ENGLISH, de=[*GERMAN[:4], *GERMAN[5:]])
    assert [kind for kind, _, _ in found] == ["missing", "shifted"]


def test_a_segment_merged_with_the_next_is_found() -> None:
    """As one finding, with the numbers on both sides."""
    merged = [*GERMAN[:4], f"{GERMAN[4]} {GERMAN[5]}", *GERMAN[6:]]
    first, shifted = check_versions({"en": ENGLISH, "de": merged}).findings
    assert (first.kind, first.segments, first.beside) == ("merged", (5,), (5, 6))
    assert shifted.summary == "en 7 to 20 are de 6 to 19: de is one segment behind en."


def test_a_run_that_comes_back_is_found() -> None:
    """A merge and a later split leave the number of lines as it was."""
    back = [
        *GERMAN[:4],
        f"{GERMAN[4]} {GERMAN[5]}",
        *GERMAN[6:12],
        *GERMAN[12].split(" sagt ", 1),
        *GERMAN[13:],
    ]
    assert len(back) == len(GERMAN)
    found = check_versions({"en": ENGLISH, "de": back}).findings
    assert [one.kind for one in found] == ["merged", "shifted", "merged"]
    assert found[1].evidence == {"offset": -1, "segments": 6}


def test_the_first_version_is_blamed_where_all_others_agree() -> None:
    """With three versions it can be told which one is at fault."""
    merged = [*ENGLISH[:4], f"{ENGLISH[4]} {ENGLISH[5]}", *ENGLISH[6:]]
    found = kinds(en=merged, de=GERMAN, again=GERMAN)
    assert found[0] == ("merged", "en", (5,))
    assert kinds(en=ENGLISH, de=[*GERMAN[:4], "", *GERMAN[5:]], again=GERMAN) == [("empty", "de", (5,))]


def test_lengths_that_cannot_be_are_found() -> None:
    """A segment of which most is missing."""
    found = check_versions({"en": ENGLISH, "de": [*GERMAN[:4], "Satz 104.", *GERMAN[5:]]}).findings
    assert [(one.kind, one.segments) for one in found] == [("length", (5,))]
    assert found[0].evidence["z"] < -5
    assert found[0].summary.endswith("are expected from en 5.")


def test_numbers_and_links_that_one_version_lacks() -> None:
    """In either direction; separators and digits of other scripts make no difference."""
    found = kinds(
        en=[f"{ENGLISH[0]} 1,500 www.a.org", *ENGLISH[1:]], de=[f"{GERMAN[0]} 1.500 www.a.org", *GERMAN[1:]]
    )
    assert found == []
    lacking = check_versions(
        {"en": ENGLISH, "de": [GERMAN[0].replace("100", "Hundert"), *GERMAN[1:]]}
    ).findings
    assert [(one.kind, one.version, one.evidence["missing"]) for one in lacking] == [
        ("numbers", "de", ["100"])
    ]
    more = check_versions({"en": ENGLISH, "de": [f"{GERMAN[0]} https://a.org/x.", *GERMAN[1:]]}).findings
    assert [(one.kind, one.version, one.evidence["missing"]) for one in more] == [
        ("links", "en", ["https://a.org/x"])
    ]
    assert numbers_in("١٩٩٨ und 1 998") == ["1998", "1998"]
    assert links_in("a@b.org, www.x.y") == ["a@b.org", "www.x.y"]


def test_overlong_segments_are_split_where_a_sentence_ends() -> None:
    """The place nearest to the middle; without one, there is no suggestion."""
    long = "It rained all day in the town. " * 10
    found = check_versions({"en": [long, *ENGLISH], "de": [long, *GERMAN]}, longest=40).findings
    assert [(one.kind, one.version) for one in found] == [("overlong", "en"), ("overlong", "de")]
    assert found[0].evidence["split_at"] == len(long) // 2
    assert "Split it after" in found[0].summary
    assert split_place("no end in sight " * 9) is None
    assert split_place("第一句话很长。第二句话。") == 7


def test_what_is_no_text_is_refused() -> None:
    """At least two versions, each a list of segments."""
    bad: list[Any] = [
        ["a"],
        {"en": ["a"]},
        {"en": ["a"], "de": "a"},
        {"en": ["a"], "de": []},
        {"en": ["a"], "de": [1]},
    ]
    for versions in bad:
        with pytest.raises(KaratError):
            check_versions(versions)
    for option in ({"longest": 0}, {"unlike": -1.0}):
        with pytest.raises(KaratError):
            check_versions({"en": ["a"], "de": ["a"]}, **option)


@given(
    st.lists(st.integers(0, 300), min_size=1, max_size=30),
    st.lists(st.integers(0, 300), min_size=1, max_size=30),
)
def test_every_segment_is_in_one_bead(first: list[int], second: list[int]) -> None:
    """Whatever the lengths, each segment of both versions is aligned once, in order."""
    beads, _ = align_lengths(first, second)
    assert [place for bead in beads for place in bead.first] == list(range(len(first)))
    assert [place for bead in beads for place in bead.second] == list(range(len(second)))


def test_results_are_tables() -> None:
    """A row for each finding."""
    found = check_versions({"en": ENGLISH, "de": [*GERMAN[:4], "", *GERMAN[5:]]})
    assert found.to_dict()["kind"] == ["empty"]
    assert found.findings[0].to_dict()["segments"] == [5]
    assert set(KINDS) >= {"merged", "overlong"}


# What is stated in docs/how-to/versions.md, for every pair with English.
LEAST = {"merged": 0.9, "missing": 0.6, "empty": 1.0, "length": 0.8, "numbers": 0.9}


@pytest.mark.parametrize("language", ["de", "sv", "pt", "ru"])
@pytest.mark.parametrize("kind", LEAST)
def test_planted_faults_are_found(shared_data: Path, language: str, kind: str) -> None:
    """On real sentences, faults of each kind are found as often as the documentation says."""
    versions = parallel_versions(shared_data)
    assert find_rate(versions["en"], versions[language], kind) >= LEAST[kind]


def test_false_alarms_are_few(shared_data: Path) -> None:
    """A thousand sentences in five languages, as they were translated."""
    versions = parallel_versions(shared_data)
    counts = Counter(one.kind for one in check_versions(versions).findings)
    assert counts["merged"] + counts["missing"] + counts["shifted"] + counts["empty"] == 0
    assert counts["length"] <= 2
    assert counts["numbers"] <= 0.02 * 4000
