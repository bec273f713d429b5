"""Protocols: those that come with Karat, and what is wrong with one of one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from karat.campaigns.planning.questionnaire_files import BUILT_IN, parse_questionnaire, read_questionnaire
from karat.errors import InvalidFile, UnknownName, UnreadableFile
from karat.judgements.scale import Scale

if TYPE_CHECKING:
    from pathlib import Path

OWN = """\
name = "clarity"
context = "before"

[[step]]
interaction = "rate"
shows = ["source"]

[[step.question]]
dimension = "clarity"
scale = "1..7"
wording = "How clear is it?"

[step.question.marks]
1 = "Not at all"
7 = "Perfectly"

[guidelines]
en = "Judge."
"""


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_protocols(name: str) -> None:
    """Each is whole: named as its file, with questions, guidelines in two languages, and an origin."""
    found = read_questionnaire(name)
    assert found.name == name
    assert found.questions or found.entities
    assert set(found.guidelines) == {"en", "de"}
    assert found.origin
    assert all(question.scale.is_bounded or question.from_spans for question in found.questions)


def test_fluency_comes_first_and_without_the_reference() -> None:
    """As in the founding papers: who has read the reference can no longer judge the translation alone."""
    first, second = read_questionnaire("adequacy-fluency").steps
    assert [question.dimension for question in first.questions] == ["fluency"]
    assert first.shows == frozenset()
    assert [question.dimension for question in second.questions] == ["adequacy"]
    assert second.shows == {"reference"}
    assert second.questions[0].marks[5.0] == "All"


def test_the_value_of_mqm_follows_from_the_errors() -> None:
    """Google's weights: major 5, minor 1, punctuation .1, non-translation 25."""
    (step,) = read_questionnaire("mqm").steps
    (question,) = step.questions
    assert question.from_spans
    assert step.spans is not None
    assert step.spans.weights["major"] == 5
    assert step.spans.weights["minor/fluency/punctuation"] == 0.1
    assert step.spans.weights["major/non-translation"] == 25


@pytest.mark.parametrize("name", ["cesa", "preference"])
def test_protocols_that_compare(name: str) -> None:
    """Two to four outputs stand side by side."""
    found = read_questionnaire(name)
    assert found.side_by_side == (2, 4)
    assert {step.interaction for step in found.steps} == {"compare"}


def test_places_are_compared_by_wins() -> None:
    """Scores have distances, places have not."""
    for name, wins in (("preference", True), ("cesa", False), ("adequacy-fluency", False)):
        found = read_questionnaire(name)
        assert {found.counts_wins(question) for question in found.questions} == {wins}


def test_an_own_protocol(tmp_path: Path) -> None:
    """A file with a scale of one's own."""
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    found = read_questionnaire(str(path))
    (question,) = found.questions
    assert (found.name, found.context, found.side_by_side) == ("clarity", "before", (1, 1))
    assert (question.scale.low, question.scale.high) == (1, 7)
    assert question.marks == {1.0: "Not at all", 7.0: "Perfectly"}
    assert found.guidelines == {"en": "Judge."}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "clarity"', "name = ", ["line 1", "not TOML"]),
        ('name = "clarity"', "", ["the key name is missing"]),
        ('name = "clarity"', "name = 3", ["line 1", "name: it is 3"]),
        ('"before"', '"after"', ["line 2", "context: it is 'after'", "none, before, document"]),
        (
            'interaction = "rate"',
            'interaction = "write"',
            ["line 5", "step 1, interaction", "rate, mark, compare"],
        ),
        ('interaction = "rate"', 'interaction = "mark"', ["line 4", "needs a [step.spans]"]),
        ('interaction = "rate"', 'interaction = "rate"\nshow = []', ["line 6", "Did you mean 'shows'?"]),
        ('["source"]', '["sauce"]', ["line 6", "step 1, shows", "'sauce' cannot be shown"]),
        ('["source"]', '"source"', ["line 6", "a list of names was expected"]),
        ('scale = "1..7"', 'scale = "many"', ["line 10", "step 1, question 1, scale", "no scale 'many'"]),
        ('scale = "1..7"', 'scale = "MQM"', ["line 10", "has no end"]),
        ('scale = "1..7"', 'scale = "1..7"\nfrom_spans = true', ["line 11", "[step.spans.weights]"]),
        ('scale = "1..7"', "", ["line 8", "the key scale is missing"]),
        ('dimension = "clarity"', 'dimension = ""', ["line 9", "words in quotation marks"]),
        ('7 = "Perfectly"', '8 = "Perfectly"', ["line 15", "marks, 8", "no point of the scale 1 to 7"]),
        ('7 = "Perfectly"', 'best = "Perfectly"', ["line 15", "'best' is not a number"]),
        ('en = "Judge."', "en = 1", ["line 18", "guidelines, en"]),
        ("[[step]]", "side_by_side = [2, 9]\n[[step]]", ["line 4", "side_by_side", "from 1 to 4"]),
        (
            "[[step]]",
            "side_by_side = [1, 2]\n[[step]]",
            ["line 4", 'every step needs interaction = "compare"'],
        ),
        (
            "[guidelines]",
            '[[step]]\ninteraction = "rate"\n[[step.question]]\ndimension = "clarity"\nscale = "1-5"\n'
            'wording = "?"\n[guidelines]',
            ["'clarity' is asked twice"],
        ),
        (
            "[guidelines]",
            '[[step]]\ninteraction = "rate"\n[guidelines]',
            ["line 17", "step 2", "asks nothing"],
        ),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(old: str, new: str, words: list[str]) -> None:
    """An error names the file, the line and the key, and what would be right."""
    assert old in OWN
    with pytest.raises(InvalidFile) as error:
        parse_questionnaire(OWN.replace(old, new, 1), name="own.toml")
    for word in ("own.toml", *words):
        assert word in str(error.value)


SPANS = """\
name = "errors"
[[step]]
interaction = "mark"
shows = ["source"]
[step.spans]
severities = ["minor", "major"]
categories = ["style"]
[step.spans.weights]
minor = 1
[[step.question]]
dimension = "errors"
scale = "MQM"
wording = "Mark."
from_spans = true
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["minor", "major"]', "[]", ["line 6", "step 1, spans, severities", "at least one"]),
        ('["minor", "major"]', '["minor", "minor"]', ["line 6", "twice"]),
        ("minor = 1", "minor = true", ["line 9", "a number was expected"]),
        ("minor = 1", "grave = 1", ["line 9", "'grave' is no severity"]),
        ("minor = 1", '"minor/tone" = 1', ["line 9", "'minor/tone' is no severity"]),
        ("[step.spans.weights]\nminor = 1\n", "", ["from_spans", "[step.spans.weights]"]),
        ('["style"]', '["style"]\nomissions = 1', ["line 8", "true or false"]),
        ('["style"]', '["style"]\ncolour = 1', ["line 8", "no key 'colour'"]),
    ],
)
def test_what_is_wrong_with_spans(old: str, new: str, words: list[str]) -> None:
    """The same for what may be marked."""
    assert old in SPANS
    assert parse_questionnaire(SPANS, name="own.toml").questions[0].from_spans
    with pytest.raises(InvalidFile) as error:
        parse_questionnaire(SPANS.replace(old, new, 1), name="own.toml")
    for word in words:
        assert word in str(error.value)


def test_a_name_that_is_none() -> None:
    """The protocols are named, and that a file would do."""
    with pytest.raises(UnknownName, match=r"Did you mean 'cesa'\? One of your own is a TOML file"):
        read_questionnaire("ceas")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Or is no text."""
    with pytest.raises(UnreadableFile, match="there is no such file"):
        read_questionnaire(tmp_path / "own.toml")
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(InvalidFile, match="not UTF-8"):
        read_questionnaire(path)


@pytest.mark.parametrize(
    ("entities", "words"),
    [
        ('counts_as = { CITY = "LOCATION" }', "no types of your own"),
        ('types = ["CITY", "CITY"]', "CITY is there twice"),
        ('types = ["CITY"]\ncounts_as = { CITY = "LOCATON" }', "'LOCATON' is no type of MUC"),
        ('types = ["CITY"]\ncounts_as = { TOWN = "LOCATION" }', "TOWN is not among types"),
        ('types = ["PERSON"]\ncounts_as = { PERSON = "LOCATION" }', "counts as itself"),
    ],
)
def test_what_is_wrong_with_types_of_entities(tmp_path: Path, entities: str, words: str) -> None:
    """In words that name what is wrong."""
    path = tmp_path / "own.toml"
    path.write_text(
        f'name = "own"\n[[step]]\ninteraction = "entities"\n[step.entities]\n{entities}\n[guidelines]\nen = "Mark."\n'
    )
    with pytest.raises(InvalidFile, match=words):
        read_questionnaire(path)


def test_grades_are_no_places() -> None:
    """Places end with the outputs of a page; a longer scale, and one where the highest is best, stay whole."""
    (step,) = read_questionnaire("preference").steps
    assert [step.on_page(count).questions[0].scale.high for count in (2, 3, 4)] == [2, 3, 4]
    assert list(step.on_page(3).questions[0].marks) == [1, 2, 3]
    for text in ("1..6:ordinal:lower", "1-5"):
        grades = replace(step, questions=(replace(step.questions[0], scale=Scale.parse(text)),))
        assert grades.on_page(2) == grades
