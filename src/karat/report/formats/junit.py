"""Checks that passed or failed as JUnit's XML, which CI servers show as tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

BEGINNING = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite '


@dataclass(frozen=True, slots=True)
class JunitCase:
    """One check: of what, its name, and what went wrong; nothing where it passed."""

    of: str
    name: str
    failure: str = ""
    kind: str = "failure"


def render(
    name: str, cases: Sequence[JunitCase], *, properties: Mapping[str, str], said: str, moment: datetime
) -> str:
    """One suite, in the order and with the attributes that Ant's schema and that of Jenkins ask for.

    The host is not said: a result should not depend on where it was computed. No check takes time of its own.
    """
    root = ET.Element("testsuites")
    suite = ET.SubElement(
        root,
        "testsuite",
        {
            "name": name,
            "package": "karat",
            "id": "0",
            "tests": str(len(cases)),
            "failures": str(sum(bool(case.failure) for case in cases)),
            "errors": "0",
            "skipped": "0",
            "time": "0",
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%S"),
            "hostname": "localhost",
        },
    )
    shown = ET.SubElement(suite, "properties")
    for key, value in properties.items():
        ET.SubElement(shown, "property", {"name": printable(key), "value": printable(value)})
    for case in cases:
        made = ET.SubElement(
            suite,
            "testcase",
            {"classname": printable(case.of), "name": printable(case.name), "time": "0"},
        )
        if case.failure:
            failure = ET.SubElement(made, "failure", {"type": case.kind, "message": printable(case.failure)})
            failure.text = printable(case.failure)
    ET.SubElement(suite, "system-out").text = said
    ET.SubElement(suite, "system-err")
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f"{BEGINNING.splitlines()[0]}\n{text}\n"
