"""Marks survive: a lost connection, a lost acknowledgement, a stopped server, another annotator's session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import annotated_documents

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

    Annotate = Callable[..., SmallCampaign]


def begin(page: Any) -> None:
    """A mark by hand and its name elsewhere, a suggestion rejected, one accepted."""
    page.locator("#document .token", has_text="Porto").first.click()
    page.keyboard.press("l")
    page.keyboard.press("a")
    page.keyboard.press("n")
    page.keyboard.press("x")
    page.keyboard.press("Enter")


def is_whole(page: Any) -> None:
    """Everything that was begun is there."""
    assert page.locator("#document .entity.last").count() == 4
    assert page.locator("#document .suggested").count() == 0


def counts(campaign: SmallCampaign) -> list[dict[str, int]]:
    """What is stored of every answer."""
    return [dict(one.counts) for one in annotated_documents(campaign.desk.store)]


WHOLE = [{"hand": 1, "repeated": 2, "rejected": 1, "accepted": 1}]
ALONE: dict[str, Any] = {"texts": (NEWS,), "annotators": 1, "per_document": 1, "adjudicators": ()}


def test_a_lost_connection_and_a_lost_acknowledgement(browsing: Browsing, annotate: Annotate) -> None:
    """The marks are a draft on this device; the answer waits, is sent by itself, twice, and stored once."""
    campaign = annotate(**ALONE)
    page = browsing.open(campaign, "annotator-1")
    keys: list[str] = []

    def lose(route: Any) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 2:
            route.fetch()
        if len(keys) < 3:
            route.abort()
        else:
            route.continue_()

    page.context.set_offline(True)
    begin(page)
    page.wait_for_selector("#status:has-text('on this device')")
    page.context.set_offline(False)
    page.reload()
    browsing.ready(page)
    is_whole(page)
    page.route("**/answer/**", lose)
    page.click("#submit")
    page.wait_for_selector("#trouble:has-text('No connection')")
    page.wait_for_selector("h1:has-text('You are done')")
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert counts(campaign) == WHOLE


def test_a_server_that_was_stopped(browsing: Browsing, annotate: Annotate) -> None:
    """The window is closed meanwhile: the answer is sent when the link is opened again."""
    campaign = annotate(**ALONE)
    page = browsing.open(campaign, "annotator-1")
    begin(page)
    page.server.stop()
    page.click("#submit")
    page.wait_for_selector("#trouble:has-text('No connection')")
    again = page.context.new_page()
    page.close()
    page.server.start()
    again.goto(page.server.link("annotator-1"))
    again.wait_for_selector("h1:has-text('You are done')")
    assert counts(campaign) == WHOLE


def test_another_annotators_session(browsing: Browsing, annotate: Annotate) -> None:
    """Who signs in as somebody else in the same browser cannot send the page; its marks go nowhere."""
    campaign = annotate(texts=(NEWS,))
    page = browsing.open(campaign, "annotator-1")
    begin(page)
    other = page.context.new_page()
    other.goto(page.server.link("annotator-2"))
    other.wait_for_selector("form[action='/consent'], #answer")
    page.click("#submit")
    page.wait_for_selector("#trouble:not([hidden])")
    page.wait_for_selector("#answer:not([aria-busy=true])")
    is_whole(page)
    assert counts(campaign) == []
    browsing.errors.clear()  # the browser reports the refusal itself
