"""Checks as JUnit's XML."""

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from karat.report.formats.junit import BEGINNING, JunitCase, render

MOMENT = datetime(2026, 11, 18, 9, 5, 7, 123, tzinfo=UTC)


def test_any_name_makes_xml() -> None:
    """Signs of XML, characters that it cannot hold, and lone surrogates come out as text."""
    name = "a<b>&\"'\x00\x1b\ud800]]>"
    text = render(
        "gate", [JunitCase(name, name, name)], properties={name: name}, said="a & b\n", moment=MOMENT
    )
    suite = ET.fromstring(text.encode())[0]
    case = suite.find("testcase")
    assert case is not None
    assert case.get("name") == "a<b>&\"'\\x00\\x1b\\ud800]]>"
    assert suite.findtext("system-out") == "a & b\n"


def test_beginning_and_moment() -> None:
    """A file of Karat's own is known by its beginning; the moment has neither fractions nor a zone."""
    text = render("gate", [JunitCase("BLEU", "x")], properties={}, said="", moment=MOMENT)
    assert text.startswith(f'{BEGINNING}name="gate"')
    assert 'timestamp="2026-11-18T09:05:07"' in text
    assert 'tests="1" failures="0"' in text
