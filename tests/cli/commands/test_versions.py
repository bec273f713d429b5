"""`karat versions`: what it prints of versions that do not match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.conftest import Karat, refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, bytes | str], Path]

ENGLISH = "The ferry left the harbour at nine.\nNobody was on deck.\nIt rained.\n"
GERMAN = "Die Fähre verließ um neun den Hafen.\n\nEs regnete.\n"


def test_findings_are_rows(karat: Karat, write: Write) -> None:
    """One row for each, with the version and the segment; the exit code is that of a check."""
    done = karat("versions", write("en.txt", ENGLISH), write("de.txt", GERMAN))
    assert done.code == 0
    assert done.out == "finding\tversion\tsegment\twhat\nempty\tde\t2\tde 2 is empty.\n"


def test_a_table_tells_of_the_versions(karat: Karat, write: Write) -> None:
    """How many segments, how long beside the first, and what the findings mean."""
    shown = karat("versions", write("en.txt", ENGLISH), write("de.txt", GERMAN), "--format", "table").out
    assert "length ratio" in shown
    assert "empty 1" in shown
    sound = karat("versions", write("en.txt", ENGLISH), write("same.txt", ENGLISH), "--format", "table").out
    assert "No segment is missing, merged, overlong or unlike its counterparts." in sound


def test_json_has_everything(karat: Karat, write: Write) -> None:
    """Sizes, models and evidence."""
    names = ("--names", "English", "German")
    done = karat("versions", write("en.txt", ENGLISH), write("de.txt", GERMAN), *names, "--format", "json")
    found = json.loads(done.out)
    assert [one["version"] for one in found["versions"]] == ["English", "German"]
    assert found["versions"][1]["length_ratio"] > 0.5
    assert found["findings"][0]["segments"] == [2]


def test_only_some_findings(karat: Karat, write: Write) -> None:
    """The others are left out; a long segment is one by the number that is given."""
    files = write("en.txt", ENGLISH), write("de.txt", GERMAN)
    done = karat("versions", *files, "--only", "overlong", "--longest", "5")
    assert [line.split("\t")[1:3] for line in done.out.splitlines()[1:]] == [["en", "1"], ["de", "1"]]
    assert "empty" in karat("versions", *files, "--unlike", "9").out


def test_slips_are_refused(karat: Karat, write: Write) -> None:
    """One version, an unknown finding, bounds that are none, names that do not go with the files."""
    files = write("en.txt", ENGLISH), write("de.txt", GERMAN)
    refused(karat("versions", files[0]), "at least two")
    refused(karat("versions", *files, "--only", "lost"), "There is no finding 'lost'")
    refused(karat("versions", *files, "--longest", "0"), "--longest")
    refused(karat("versions", *files, "--unlike", "-1"), "unlike")
    refused(karat("versions", *files, "--names", "one"), "--names")
    refused(karat("versions", files[0], "missing.txt"), "missing.txt")
