"""Where a page comes from, written and read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.page.pages import PROVENANCE, demo_page
from tests.strategies import segments

from karat.errors import InvalidFile
from karat.report.page.frame import page
from karat.report.page.provenance import embedded, read

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | segments(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(segments(), inner, max_size=3),
    max_leaves=8,
)


@given(provenance=st.dictionaries(segments(), VALUES, max_size=4))
def test_what_was_written_is_read(provenance: dict[str, Any]) -> None:
    """Any text comes back, whatever it would mean in HTML."""
    assert read(f"<p>before</p>{embedded(provenance)}<p>after</p>") == provenance


def test_a_page_is_read() -> None:
    """What JSON does not have, such as NaN, is null."""
    assert read(demo_page()) == {**PROVENANCE, "figures": {"BLEU": [1.5, None]}}


def test_people_are_not_shown_what_is_for_programs() -> None:
    """The figures are on the page already."""
    shown = (
        page("Small", [], [], None, PROVENANCE)
        .partition('<dl class="provenance">')[2]
        .partition("<script")[0]
    )
    assert "karat report segments.jsonl" in shown
    assert "figures" not in shown


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("", "no provenance"),
        ("<p>Any other page</p><script>let x</script>", "no provenance"),
        (page("a", [], [], None, {}) + page("b", [], [], None, {}), "2 provenances"),
        (str(embedded({"a": 1})).replace("}", ""), "not JSON"),
        ('<script id="karat-provenance">[1]</script>', "is a list"),
    ],
)
def test_another_page_is_refused(html: str, message: str) -> None:
    """It says what was expected and what to do."""
    with pytest.raises(InvalidFile, match=message):
        read(html)
