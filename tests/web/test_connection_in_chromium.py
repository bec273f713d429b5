"""Work survives: a lost connection, a closed window, a stopped server, a session that ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign


def begin(page: Any) -> None:
    """Half an answer: a mark, a score, a comment."""
    page.focus(".markable")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.fill("input[type=number]", "64")
    page.click("summary:has-text('Comment')")
    page.fill("#comment", "half a thought")


def is_restored(page: Any) -> None:
    """Everything is back."""
    assert page.locator(".marks .quoted").all_inner_texts() == ["gets"]
    assert page.locator("input[type=number]").input_value() == "64"
    assert page.locator("#comment").input_value() == "half a thought"


def test_drafts_come_back(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """After loading the page again, and in another browser: from the server."""
    campaign = make("esa")
    page = browsing.open(campaign)
    begin(page)
    page.wait_for_selector("#status:has-text('Draft saved')")
    page.reload()
    browsing.ready(page)
    is_restored(page)
    other = browsing.open(page.server)
    is_restored(other)
    assert not campaign.desk.store.records()


def test_drafts_come_back_without_the_server(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """What was typed while the connection was gone is in this browser."""
    page = browsing.open(make("esa"))
    page.context.set_offline(True)
    begin(page)
    page.wait_for_selector("#status:has-text('on this device')")
    page.context.set_offline(False)
    page.reload()
    browsing.ready(page)
    is_restored(page)


def test_a_lost_connection(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """The answer waits, says so, and is sent once by itself."""
    campaign = make("esa")
    page = browsing.open(campaign)
    begin(page)
    page.context.set_offline(True)
    page.click("#submit")
    page.wait_for_selector("#trouble:has-text('No connection')")
    assert not campaign.desk.store.records()
    with page.expect_navigation():
        page.context.set_offline(False)
    browsing.ready(page)
    (record,) = campaign.desk.store.records()
    assert (record.value, record.comment) == (64, "half a thought")
    assert page.locator("h1").inner_text() == "Page 2 of 3"


def test_an_answer_whose_acknowledgement_was_lost(
    browsing: Browsing, make: Callable[..., SmallCampaign]
) -> None:
    """The server has stored it, the browser does not know: it comes again with the same key, and once only."""
    campaign = make("esa")
    page = browsing.open(campaign)
    begin(page)
    sent: list[str] = []

    def lose(route: Any) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/answer/**", lose)
    with page.expect_navigation():
        page.click("#submit")
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert len(campaign.desk.store.records()) == 1


def test_a_server_that_was_stopped(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """The window is closed meanwhile: the answer is sent when the page is opened again."""
    campaign = make("esa")
    page = browsing.open(campaign)
    begin(page)
    page.server.stop()
    page.set_viewport_size({"width": 800, "height": 300})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.click("#submit")
    page.wait_for_selector("#trouble:has-text('No connection')")
    box = page.locator("#trouble").bounding_box()
    assert 0 <= box["y"] < 300, "whoever has scrolled down sees it"
    again = page.context.new_page()
    page.close()
    page.server.start()
    with again.expect_navigation(url="**/next"):
        again.goto(page.server.link("judge-1"))
    again.wait_for_selector("h1:has-text('Page 2')")
    (record,) = campaign.desk.store.records()
    assert record.value == 64


def test_a_session_that_ended(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """The page says what to do; opening the link in another tab is enough."""
    campaign = make("esa")
    page = browsing.open(campaign)
    begin(page)
    cookie = next(one for one in page.context.cookies() if one["name"].startswith("karat-"))
    campaign.desk.leave(cookie["value"])
    page.click("#submit")
    page.wait_for_selector("#trouble:has-text('no longer signed in')")
    other = page.context.new_page()
    other.goto(page.server.link("judge-1"))
    other.wait_for_url("**/next")
    page.wait_for_selector("h1:has-text('Page 2')")
    assert [record.value for record in campaign.desk.store.records()] == [64]
    browsing.errors.clear()  # the browser reports the 401 itself


def test_two_windows(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """The second one learns that the page was answered, and nothing is overwritten."""
    campaign = make("da")
    page = browsing.open(campaign)
    other = page.context.new_page()
    other.goto(f"{page.server.address}/next")
    browsing.ready(other)
    page.fill("input[type=number]", "70")
    with page.expect_navigation():
        page.click("#submit")
    other.fill("input[type=number]", "20")
    other.click("#submit")
    other.wait_for_selector("#trouble:has-text('already answered')")
    assert [record.value for record in campaign.desk.store.records()] == [70]
    browsing.errors.clear()  # the browser reports the 409 itself
