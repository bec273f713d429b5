"""The whole judging by mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign


def submit(browsing: Browsing, page: Any) -> None:
    """Press the button, and wait for the next page."""
    with page.expect_navigation():
        page.click("#submit")
    if page.locator("#answer").count():
        browsing.ready(page)


def drag(page: Any, first: str, last: str, place: int = 0) -> None:
    """Drag from one word to another in a text."""
    box = page.locator(".markable").nth(place)
    start = box.locator(".token", has_text=first).first.bounding_box()
    end = box.locator(".token", has_text=last).first.bounding_box()
    page.mouse.move(start["x"] + 3, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_adequacy_and_fluency(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Every page to the end, with a comment, a flag and a skip; the end has the code."""
    campaign = make()
    page = browsing.arrive(campaign)
    assert page.locator("#answer input:checked").count() == 0
    page.get_by_text("Disfluent").click()
    page.click("summary:has-text('Comment')")
    page.fill("#comment", "Ein <b>Kommentar</b>")
    submit(browsing, page)
    assert page.locator(".beside").inner_text().startswith("Reference")
    page.get_by_label("Most").check()
    submit(browsing, page)
    page.get_by_text("Good", exact=True).click()
    page.click("button:has-text('Flag a problem')")
    page.fill("#flag textarea", "The context is missing.")
    page.click("#flag button.primary")
    page.wait_for_selector("#status:has-text('Flagged')")
    submit(browsing, page)
    page.get_by_label("All").check()
    submit(browsing, page)
    page.click("button:has-text('Skip')")
    page.get_by_label("distressing").check()
    with page.expect_navigation():
        page.click("#skip button.primary")
    assert page.locator("h1").inner_text() == "You are done"
    assert page.locator("#code").inner_text() == campaign.links["judge-1"].code
    stored = campaign.desk.store.records()
    assert [(one.dimension, one.value) for one in stored] == [
        ("fluency", 2),
        ("adequacy", 4),
        ("fluency", 4),
        ("adequacy", 5),
    ]
    assert stored[0].comment == "Ein <b>Kommentar</b>"
    assert all(one.active > 0 for one in stored)
    assert all(one.guidelines for one in stored)


def test_marking_by_mouse(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Drag, choose, change, remove; the slider has no thumb before it has a value."""
    campaign = make("esa")
    page = browsing.open(campaign)
    slider = page.locator("input[type=range]")
    assert "unset" in slider.get_attribute("class")
    assert slider.get_attribute("aria-valuetext") == "not set"
    drag(page, "new", "protection")
    page.click(".tools button[data-severity=major]")
    drag(page, "Görzfelde", "Görzfelde")
    page.click(".tools button[data-severity=minor]")
    page.locator(".missing-words").click()
    page.click(".tools button[data-severity=minor]")
    assert page.locator(".marks li").count() == 3
    page.locator(".marks li", has_text="Görzfelde").locator("button").click()
    page.locator(".marks li", has_text="missing").locator("select").select_option("major")
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    assert 48 <= int(page.locator("input[type=number]").input_value()) <= 52
    assert "unset" not in slider.get_attribute("class")
    page.fill("input[type=number]", "41")
    submit(browsing, page)
    (record,) = campaign.desk.store.records()
    text = "Görzfelde gets new flood protection"
    assert [(span.start, span.end, span.severity) for span in record.spans] == [
        (text.index("new"), len(text), "major"),
        (0, 0, "major"),
    ]
    assert record.value == 41


def test_categories(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """MQM: a mark without a category is not sent; the one of an omission is known."""
    campaign = make("mqm")
    page = browsing.open(campaign)
    drag(page, "gets", "gets")
    page.click(".tools button[data-severity=major]")
    page.locator(".missing-words").click()
    page.click(".tools button[data-severity=minor]")
    page.click("#submit")
    assert "No category yet: gets" in page.locator("#problems").inner_text()
    assert page.evaluate("document.activeElement.dataset.field") == "category"
    page.locator("select[data-field=category]").first.select_option("style/awkward")
    submit(browsing, page)
    (record,) = campaign.desk.store.records()
    assert [(span.severity, span.category) for span in record.spans] == [
        ("major", "style/awkward"),
        ("minor", "accuracy/omission"),
    ]
    assert record.value == -6


def test_comparing(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Side by side, each with its own marks and score; places for as many as there are."""
    campaign = make("cesa", side_by_side=3)
    page = browsing.open(campaign)
    tops = [page.locator(".candidate").nth(n).bounding_box() for n in range(3)]
    assert len({round(box["y"]) for box in tops}) == 1
    drag(page, "high", "water", place=2)
    page.locator(".candidate").nth(2).locator("button[data-severity=major]").click()
    for place, value in enumerate(("90", "91", "30")):
        page.locator("input[type=number]").nth(place).fill(value)
    submit(browsing, page)
    stored = campaign.desk.store.records()
    assert [record.value for record in stored] == [90, 91, 30]
    assert sum(len(record.spans) for record in stored) == 1
    ranking = make("preference", side_by_side=2)
    page = browsing.open(ranking)
    assert page.locator(".candidate").first.locator(".point").count() == 2


def test_a_correction(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """The page comes back as it was answered; a correction is a new version."""
    campaign = make("esa")
    page = browsing.open(campaign)
    drag(page, "new", "new")
    page.click(".tools button[data-severity=minor]")
    page.fill("input[type=number]", "80")
    submit(browsing, page)
    with page.expect_navigation():
        page.click("a:has-text('Previous page')")
    browsing.ready(page)
    assert page.locator("input[type=number]").input_value() == "80"
    assert page.locator(".marks .quoted").all_inner_texts() == ["new"]
    page.fill("input[type=number]", "70")
    submit(browsing, page)
    assert page.url.endswith("/next")
    assert [(record.version, record.value) for record in campaign.desk.store.records()] == [(0, 80), (1, 70)]


def test_training(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Feedback, a second attempt, and the reason; then the work."""
    campaign = make("da", training=True)
    page = browsing.open(campaign)
    assert page.locator("h1.badge").inner_text() == "Practice 1 of 1"
    for heading, button in (("try once more", "Try again"), ("how to see it", "Go on")):
        page.fill("input[type=number]", "10")
        page.click("#submit")
        page.wait_for_selector("#feedback[open]")
        assert heading in page.locator("#feedback h2").inner_text()
        assert "as good as it gets" in page.locator("#feedback").inner_text()
        with page.expect_navigation():
            page.click(f"#feedback button:has-text('{button}')")
        browsing.ready(page)
    assert page.locator(".badge").count() == 0


def test_asking_back(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """A low score with no mark, and marks with a high score: asked once, and the judge decides."""
    campaign = make("esa")
    page = browsing.open(campaign)
    page.fill("input[type=number]", "20")
    page.click("#submit")
    assert "20" in page.locator("#ask-low[open]").inner_text()
    page.click("#ask-low button[value=no]")
    page.wait_for_selector(".markable:focus")
    assert not campaign.desk.store.records()
    drag(page, "new", "new")
    page.click(".tools button[data-severity=major]")
    page.fill("input[type=number]", "100")
    page.click("#submit")
    page.wait_for_selector("#ask-high[open]")
    with page.expect_navigation():
        page.click("#ask-high button[value=yes]")
    assert [record.value for record in campaign.desk.store.records()] == [100]


def test_language_and_colours_are_kept(browsing: Browsing, campaign: SmallCampaign) -> None:
    """Also on the next page."""
    page = browsing.open(campaign)
    page.click("summary:has-text('Menu')")
    page.select_option("#theme", "dark")
    with page.expect_navigation():
        page.select_option("#language", "ar")
    browsing.ready(page)
    assert page.evaluate("document.documentElement.dir") == "rtl"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator("#submit").inner_text().startswith("متابعة")


def test_links_leave_no_token_behind(browsing: Browsing, campaign: SmallCampaign) -> None:
    """Neither in the address nor in the history."""
    page = browsing.open(campaign)
    token = campaign.token("judge-1")
    assert token not in page.url
    page.goto(page.server.address)
    assert token not in page.content()
    page.go_back()
    assert token not in page.url
