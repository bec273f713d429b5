"""MUC's tags: what they mark, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.strategies import segments

from karat.entities import TYPES, Entity
from karat.entities.muc import is_tagged, read_tagged, write_tagged
from karat.errors import InvalidText


def only(line: str) -> Entity:
    """The one entity of a line."""
    (entity,) = read_tagged(line)[1]
    return entity


@pytest.mark.parametrize(
    ("line", "text", "marked"),
    [
        (
            'the <ENAMEX TYPE="PERSON">Clinton</ENAMEX> government',
            "the Clinton government",
            [("Clinton", "PERSON")],
        ),
        ('<ENAMEX TYPE="LOCATION">U.S.</ENAMEX> exporters', "U.S. exporters", [("U.S.", "LOCATION")]),
        (
            '<NUMEX TYPE="MONEY">175</NUMEX> to <NUMEX TYPE="MONEY">180 million Canadian dollars</NUMEX>',
            "175 to 180 million Canadian dollars",
            [("175", "MONEY"), ("180 million Canadian dollars", "MONEY")],
        ),
        ("no tags, 1 < 2 & <b>", "no tags, 1 < 2 & <b>", []),
        ("<ENAMEXES> <TIMEX2>", "<ENAMEXES> <TIMEX2>", []),
    ],
)
def test_read(line: str, text: str, marked: list[tuple[str, str]]) -> None:
    """Without its tags, a line is the segment."""
    clean, entities = read_tagged(line)
    assert clean == text
    assert [(entity.text, entity.kind) for entity in entities] == marked
    assert all(text[entity.start : entity.end] == entity.text for entity in entities)


def test_alternatives() -> None:
    """ALT is another correct extent; MIN, which belongs to coreference, is taken for one."""
    assert only('<TIMEX TYPE="DATE" ALT="1987">all of 1987</TIMEX>').alternatives == ("1987",)
    assert only('<TIMEX TYPE="DATE" MIN="1987">all of 1987</TIMEX>').alternatives == ("1987",)
    assert only('<TIMEX TYPE="DATE" ALT="a|b &#124; &quot;c&quot; &amp;lt;">x</TIMEX>').alternatives == (
        "a",
        'b | "c" &lt;',
    )


def test_status() -> None:
    """OPT is optional, SUGGESTED was confirmed by nobody, and both may be."""
    assert only('<TIMEX TYPE="DATE" STATUS="OPT">x</TIMEX>').optional
    assert only('<TIMEX TYPE="DATE" STATUS="SUGGESTED">x</TIMEX>').suggested
    both = only('<TIMEX TYPE="DATE" STATUS="OPT SUGGESTED">x</TIMEX>')
    assert (both.optional, both.suggested) == (True, True)


def test_unsure_type() -> None:
    """An unsure type has several words."""
    assert only('<ENAMEX TYPE="PERSON|ORGANIZATION">Ford</ENAMEX>').types == ("PERSON", "ORGANIZATION")


def test_sgml_is_lenient() -> None:
    """Case, single quotation marks and none are SGML's; a > in a value ends no tag."""
    assert only("<enamex type='person'>x</Enamex>").types == ("PERSON",)
    assert only("<ENAMEX TYPE=PERSON >x</ENAMEX >").types == ("PERSON",)
    assert only('<ENAMEX TYPE="PERSON" ALT="a > b">x</ENAMEX>').alternatives == ("a > b",)


def test_nested() -> None:
    """An entity may lie within another."""
    line = '<ENAMEX TYPE="ORGANIZATION">Bank of <ENAMEX TYPE="LOCATION">China</ENAMEX></ENAMEX>'
    text, entities = read_tagged(line)
    assert text == "Bank of China"
    assert [entity.text for entity in entities] == ["Bank of China", "China"]
    assert write_tagged(text, entities) == line


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('<ENAMEX TYPE="PERSON">x', "<ENAMEX> is not closed"),
        ("x</TIMEX>", "</TIMEX> closes no open tag"),
        (
            '<ENAMEX TYPE="PERSON">a<TIMEX TYPE="DATE">b</ENAMEX></TIMEX>',
            "</ENAMEX> stands where </TIMEX> was expected",
        ),
        ('<ENAMEX TYPE="PERSON"></ENAMEX>', "marks no text"),
        ("<ENAMEX>x</ENAMEX>", "<ENAMEX> has no TYPE"),
        ('<ENAMEX TYPE="ANIMAL">x</ENAMEX>', "There is no type 'ANIMAL' here"),
        ('<ENAMEX TYPE="DATE">x</ENAMEX>', "There is no type 'DATE' here. Known: PERSON"),
        ('<ENAMEX TYPE="PERSON" STATUS="MAYBE">x</ENAMEX>', "STATUS 'MAYBE'"),
        ('<ENAMEX TYPE="PERSON" COLOUR="red">x</ENAMEX>', "attribute COLOUR"),
        ('<ENAMEX TYPE="PERSON" TYPE="PERSON">x</ENAMEX>', "TYPE twice"),
        ('<ENAMEX TYPE="PERSON" nonsense>x</ENAMEX>', "not of the form"),
        ('<ENAMEX TYPE="PERSON>x</ENAMEX>', "quotation marks that do not pair"),
        ('<ENAMEX TYPE="PERSON"', "has no end"),
    ],
)
def test_refused(line: str, problem: str) -> None:
    """What is wrong with tags is said, never repaired."""
    with pytest.raises(InvalidText, match=problem.replace("|", r"\|")):
        read_tagged(line)


@st.composite
def annotated(draw: st.DrawFn) -> tuple[str, list[Entity]]:
    """A hostile text, and entities in it that do not cross."""
    text = draw(segments())
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    entities = [
        Entity.of(
            text,
            start,
            end,
            draw(st.sampled_from([*TYPES, "PERSON|LOCATION"])),
            alternatives=draw(st.lists(segments().filter(str.strip), max_size=2)),
            optional=draw(st.booleans()),
            suggested=draw(st.booleans()),
        )
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    return text, entities


@given(annotated())
def test_round_trip(both: tuple[str, list[Entity]]) -> None:
    """What was written is read back, whatever characters it has."""
    text, entities = both
    assume(not is_tagged(text))
    line = write_tagged(text, entities)
    assert read_tagged(line) == (text, tuple(entities))


def test_unwritable() -> None:
    """Crossing entities, types of two elements, and a text that has tags itself cannot be tagged."""
    crossing = [Entity.of("abcd", 0, 3, "PERSON"), Entity.of("abcd", 2, 4, "PERSON")]
    with pytest.raises(InvalidText, match="overlap, and tags cannot cross"):
        write_tagged("abcd", crossing)
    with pytest.raises(InvalidText, match=r"no tag for PERSON\|DATE"):
        write_tagged("abcd", [Entity.of("abcd", 0, 3, "PERSON|DATE")])
    with pytest.raises(InvalidText, match="looks like a tag"):
        write_tagged("a <TIMEX b", [])


@given(segments())
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text breaks the reader."""
    for line in (text, f'<ENAMEX TYPE="PERSON">{text}', f"<TIMEX {text}>x</TIMEX>"):
        try:
            clean, entities = read_tagged(line)
        except InvalidText:
            continue
        assert all(clean[entity.start : entity.end] == entity.text for entity in entities)
