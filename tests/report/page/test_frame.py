"""The page as a file: what stands in it, before a browser looks at it."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.report.page.pages import PROVENANCE, demo_page
from tests.strategies import segments

from karat.errors import InvalidFile, InvalidOption, InvalidText
from karat.report.charts import Chart
from karat.report.page.frame import embedded, page, read_provenance
from karat.report.page.statements import Statement
from karat.report.tables import Column, Note, Row, Section, Table


def small(*parts: Table | Note, name: str = "scores") -> str:
    """A page with one section."""
    return page("Small", [], [Section(name, "Scores", "Lead.", parts)], None, {})


def test_nothing_is_fetched_and_only_our_scripts_run() -> None:
    """The policy names every inline script and style by its checksum, and nothing else."""
    html = demo_page()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'none';")
    assert "unsafe" not in policy[1]
    contents = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", html, re.DOTALL)
    checksums = {f"sha256-{b64encode(sha256(one.encode()).digest()).decode()}" for one in contents}
    assert set(re.findall(r"sha256-[^']*", policy[1])) == checksums
    assert len(checksums) == 3


def test_no_address_leads_out() -> None:
    """Links lead to the page itself."""
    addresses = re.findall(r'(?:href|src|action)="([^"]*)"', demo_page())
    assert addresses
    assert all(address.startswith(("#", "data:image/svg+xml,")) for address in addresses)


def test_our_files_cannot_end_their_element() -> None:
    """A style or script that had its own end tag in it would end there."""
    html = demo_page()
    assert html.count("</style>") == 1
    assert html.count("</script>") == html.count("<script") == 4


def test_the_same_things_make_the_same_page() -> None:
    """Nothing in it depends on when or where it was made."""
    demo = demo_page()
    demo_page.cache_clear()
    assert demo_page() == demo


def test_best_values_say_so() -> None:
    """To those who do not see bold."""
    table = Table(
        ("system",),
        (Column("BLEU", "higher"),),
        [Row(("a",), (1.0,)), Row(("b",), (2.0,))],
        compared="in columns",
    )
    assert '<td class="number best" data-value="2.0">2.00<span class="unseen"> (best)</span></td>' in small(
        table
    )


def test_missing_values_are_no_numbers() -> None:
    """They sort last."""
    table = Table(("system",), (Column("BLEU"),), [Row(("a",), (float("nan"),))])
    assert '<td class="number" data-value="">–</td>' in small(table)


def test_notes_go_on_below_their_term() -> None:
    """A note without a label belongs to the one before; at the beginning it is a paragraph."""
    html = small(Note("", "First."), Note("BLEU", "recipe"), Note("", "More."))
    assert '<p class="note"><bdi>First.</bdi></p>' in html
    assert "<dt><bdi>BLEU</bdi></dt><dd><bdi>recipe</bdi></dd><dd><bdi>More.</bdi></dd>" in html


def test_a_warning_is_never_folded() -> None:
    """Whatever else is."""
    html = small(*(Note(str(number), "x") for number in range(12)), Note("Warning", "Beware."))
    assert html.index("Beware.") < html.index("Notes: 0; 1; ")


def test_notes_are_folded() -> None:
    """Under the terms that they explain."""
    body = small(Note("low", "x"), Note("high", "y")).partition("<main")[2]
    assert "<summary><bdi>Notes: low; high</bdi></summary>" in body


@pytest.mark.parametrize("name", ["answer", "segments", "provenance"])
def test_names_of_the_frame_are_taken(name: str) -> None:
    """Two places with one address would be one too many."""
    with pytest.raises(InvalidOption, match="its own name"):
        small(name=name)


def test_two_sections_of_one_name_are_refused() -> None:
    """A link would lead to one of them only."""
    with pytest.raises(InvalidOption, match="called 'x'"):
        page("Two", [], [Section("x", "A", "", ()), Section("x", "B", "", ())], None, {})


def test_a_statement_has_a_known_tone() -> None:
    """And a link only to what is there."""
    with pytest.raises(InvalidOption, match="good, doubtful, bad"):
        Statement("x", "great")  # type: ignore[arg-type]
    html = page("Small", [Statement("x", "good", "nowhere")], [], None, {})
    assert "nowhere" not in html


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | segments(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(segments(), inner, max_size=3),
    max_leaves=8,
)


def plain_text(value: object) -> list[str]:
    """The texts in a value."""
    if isinstance(value, dict):
        return [text for pair in value.items() for one in pair for text in plain_text(one)]
    if isinstance(value, list):
        return [text for one in value for text in plain_text(one)]
    return [value] if isinstance(value, str) else []


def test_halves_of_a_pair_stay_apart() -> None:
    """JSON would read them as one character, so that they are refused; one of them alone comes back."""
    for lone in ("\ud83d", "\ude00", "\ude00\ud83d"):
        assert read_provenance(embedded({"a": lone})) == {"a": lone}
    for provenance in ({"a": "x\ud83d\ude00"}, {"\ud83d\ude00": 1}):
        with pytest.raises(InvalidText, match="surrogate pair"):
            embedded(provenance)


@given(provenance=st.dictionaries(segments(), VALUES, max_size=4))
@example(provenance={"a": "\ud83d\ude00"})
def test_what_was_written_is_read(provenance: dict[str, Any]) -> None:
    """Any text comes back, whatever it would mean in HTML; what JSON cannot say is refused."""
    if any(re.search("[\ud800-\udbff][\udc00-\udfff]", text) for text in plain_text(provenance)):
        with pytest.raises(InvalidText, match="surrogate pair"):
            embedded(provenance)
        return
    assert read_provenance(f"<p>before</p>{embedded(provenance)}<p>after</p>") == provenance


def test_a_page_is_read() -> None:
    """What JSON does not have, such as NaN, is null."""
    assert read_provenance(demo_page()) == {**PROVENANCE, "figures": {"BLEU": [1.5, None]}}


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
        read_provenance(html)


def test_a_folded_chart_says_what_it_shows_as_well() -> None:
    """On a phone in the words that fit what is drawn there."""
    chart = Chart("forest", "Scores", "aurora leads.", {}, {}, "Stars are significant.", "Colours say it.")
    section = Section(
        "scores", "Scores", "aurora leads.", (Table((), (), []), replace(chart, name="first"), chart)
    )
    html = page("Test", [], [section], None, {}, draw=lambda chart: f"<svg id='{chart.name}'/>")
    opened, _, folded = html.partition('<div class="folds">')
    assert '<span class="wide"><bdi>Stars are significant.</bdi></span>' in opened
    assert '<span class="narrow"><bdi>Colours say it.</bdi></span>' in opened
    assert '<span class="wide"><bdi>aurora leads. Stars are significant.</bdi></span>' in folded
    assert "<svg id='forest-narrow'/>" in folded


def test_numbers_on_the_page_look_as_in_sentences() -> None:
    """A true minus, and p-values as papers write them; what rows are sorted by stays as it is."""
    columns = (Column("x"), Column("p", digits=4, is_p=True), Column("corrected", digits=4, is_p=True))
    rows = [Row(("-1.25**",), (-0.5, 0.0061, 0.0004)), Row(("A-5",), (float("nan"), float("nan"), 1.0))]
    html = small(Table(("z",), columns, rows))
    cells = re.findall(
        r"<t[hd][^>]*>(?:<bdi>)?([^<]*)", html.partition("<tbody>")[2].partition("</tbody>")[0]
    )
    assert cells == ["−1.25**", "−0.50", ".006", "&lt; .001", "A-5", "–", "–", "1.000"]
    assert 'data-value="0.0061"' in html
