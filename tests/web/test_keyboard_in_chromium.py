"""The whole judging by keyboard alone: nothing here touches a mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign


def press(page: Any, *keys: str) -> None:
    """One key after the other."""
    for key in keys:
        page.keyboard.press(key)


def onward(browsing: Browsing, page: Any, *keys: str) -> None:
    """Keys that lead to the next page."""
    with page.expect_navigation():
        press(page, *keys)
    if page.locator("#answer").count():
        browsing.ready(page)


def focus(page: Any) -> str:
    """What has the focus, in a few words."""
    said: str = page.evaluate(
        "(({tagName, id, name, type, className, textContent}) =>"
        " [tagName, id, name, type, className, textContent.slice(0, 40)].join('|'))(document.activeElement)"
    )
    return said


def tab_to(page: Any, wanted: str, most: int = 40) -> None:
    """Press Tab until something has the focus, as somebody without a mouse would."""
    for _ in range(most):
        if wanted in focus(page):
            return
        press(page, "Tab")
    message = f"{wanted} cannot be reached by Tab; the focus is on {focus(page)}"
    raise AssertionError(message)


def test_rating(browsing: Browsing, campaign: SmallCampaign) -> None:
    """A digit and Enter; comment, flag, skip, help and guidelines by their keys."""
    page = browsing.open(campaign)
    press(page, "?")
    assert "flag a problem" in page.locator("#keys[open]").inner_text()
    press(page, "Escape", "g")
    assert "Fluency" in page.locator("#guidelines[open]").inner_text()
    press(page, "Escape", "c")
    page.keyboard.type("f and s and 5 are letters here")
    press(page, "Tab")
    tab_to(page, "submit")
    press(page, "3")
    onward(browsing, page, "Enter")
    onward(browsing, page, "2", "4", "Enter")
    press(page, "f")
    page.keyboard.type("odd")
    tab_to(page, "primary")
    press(page, "Enter")
    page.wait_for_selector("#status:has-text('Flagged')")
    press(page, "s", "ArrowDown")
    tab_to(page, "primary")
    onward(browsing, page, "Enter")
    onward(browsing, page, "1", "Enter")
    onward(browsing, page, "5", "Enter")
    assert page.locator("h1").inner_text() == "You are done"
    stored = campaign.desk.store.records()
    assert [record.value for record in stored] == [3, 4, 1, 5]
    assert stored[0].comment == "f and s and 5 are letters here"


def test_radio_buttons_by_tab_and_arrows(browsing: Browsing, campaign: SmallCampaign) -> None:
    """Without single keys too, as every form: they can be switched off."""
    page = browsing.open(campaign)
    press(page, "?")
    tab_to(page, "single-keys")
    press(page, "Space", "Escape")
    press(page, "4", "f")
    assert page.locator("#answer input:checked").count() == 0
    assert page.locator("dialog[open]").count() == 0
    tab_to(page, "|radio|")
    press(page, "Space", "ArrowDown", "ArrowDown")
    assert page.locator("#answer input:checked").get_attribute("value") == "3"
    onward(browsing, page, "Enter")
    press(page, "4")
    assert page.locator("#answer input:checked").count() == 0


def test_what_is_missing_gets_the_focus(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Enter says why not, and goes there; the button is never dead."""
    campaign = make("cesa", side_by_side=2)
    page = browsing.open(campaign)
    press(page, "Enter")
    assert "No answer yet for translation A" in page.locator("#problems").inner_text()
    assert page.evaluate("document.activeElement === document.querySelectorAll('input[type=number]')[0]")
    page.keyboard.type("80")
    press(page, "Enter")
    assert page.evaluate("document.activeElement === document.querySelectorAll('input[type=number]')[1]")
    page.keyboard.type("101")
    press(page, "Enter")
    assert "from 0 to 100" in page.locator("#problems").inner_text()
    press(page, "Control+a")
    page.keyboard.type("77")
    onward(browsing, page, "Enter")
    assert [record.value for record in campaign.desk.store.records()] == [80, 77]


def test_marking(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Arrows by word, Shift extends, digits mark, o is an omission, Backspace removes, Alt by character."""
    campaign = make("esa")
    page = browsing.open(campaign)
    tab_to(page, "markable")
    press(page, "ArrowRight", "Shift+ArrowRight", "2")
    heard = page.locator("#announcement")
    page.wait_for_function("document.getElementById('announcement').textContent.includes('gets new')")
    assert heard.inner_text() == "Marked as major: gets new"
    press(page, "End", "1")
    press(page, "Home", "1")
    assert page.locator(".marks .quoted").all_inner_texts() == [
        "Görzfelde",
        "gets new",
        "[something is missing]",
    ]
    press(page, "Backspace")
    press(page, "o", "2")
    assert page.locator(".marks select").last.input_value() == "major"
    press(page, "Home", "ArrowRight", "ArrowRight", "ArrowRight", "Alt+ArrowLeft", "1")
    assert page.locator(".marks .quoted").all_inner_texts() == ["gets new", "floo", "[something is missing]"]
    tab_to(page, "number")
    page.keyboard.type("50")
    press(page, "PageDown", "ArrowUp")
    assert page.locator("input[type=number]").input_value() == "41"
    onward(browsing, page, "Enter")
    (record,) = campaign.desk.store.records()
    text = "Görzfelde gets new flood protection"
    assert [(span.start, span.end, span.severity) for span in record.spans] == [
        (text.index("gets"), text.index(" flood"), "major"),
        (text.index("flood"), text.index("flood") + 4, "minor"),
        (0, 0, "major"),
    ]


def test_categories(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """After a severity the focus is on the category; Enter goes back to the text."""
    campaign = make("mqm")
    page = browsing.open(campaign)
    tab_to(page, "markable")
    press(page, "2")
    assert page.evaluate("document.activeElement.dataset.field") == "category"
    page.keyboard.type("awk")
    press(page, "Enter")
    assert "markable" in focus(page)
    onward(browsing, page, "Enter")
    (record,) = campaign.desk.store.records()
    assert [span.category for span in record.spans] == ["style/awkward"]


def test_every_control_shows_the_focus(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Whatever Tab reaches has an outline, and nothing keeps the focus."""
    page = browsing.open(make("esa"))
    seen = []
    for _ in range(30):
        press(page, "Tab")
        now = focus(page)
        if now.startswith("BODY") or (seen and now == seen[0]):
            break
        seen.append(now)
        style = page.evaluate(
            "(element => { const shown = element.closest('.point') ?? element;"
            " return getComputedStyle(shown).outlineStyle + getComputedStyle(shown).outlineWidth; })(document.activeElement)"
        )
        assert style == "solid3px", now
    assert len(seen) >= 10
