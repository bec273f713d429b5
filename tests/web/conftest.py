"""Campaigns behind the web, without a network and with one."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.web.axe_core import AXE
from tests.web.small_campaigns import MORE_NEWS, NEWS, CampaignMoulds, SmallCampaign, entity_plan, small_plan

from karat.web.application import application

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

JSON = {"Accept": "application/json"}


@pytest.fixture(scope="session")
def moulds(tmp_path_factory: pytest.TempPathFactory) -> CampaignMoulds:
    """Each kind of campaign is made once; tests get copies of their own."""
    return CampaignMoulds(tmp_path_factory.mktemp("moulds"))


@pytest.fixture
def make(tmp_path: Path, moulds: CampaignMoulds) -> Callable[..., SmallCampaign]:
    """A campaign by the options of its plan."""

    def made(protocol: str = "adequacy-fluency", **options: Any) -> SmallCampaign:
        if protocol == "entities":
            names, texts = [f"judge-{number}" for number in range(1, 4)], (NEWS, MORE_NEWS, NEWS, MORE_NEWS)
            return moulds.cast(
                tmp_path, entity_plan, texts=texts, annotators=names, per_document=3, adjudicators=()
            )
        return moulds.cast(tmp_path, small_plan, protocol=protocol, **options)

    return made


@pytest.fixture
def annotate(tmp_path: Path, moulds: CampaignMoulds) -> Callable[..., SmallCampaign]:
    """A campaign of annotators by the options of its plan."""

    def made(**options: Any) -> SmallCampaign:
        return moulds.cast(tmp_path, entity_plan, **options)

    return made


@pytest.fixture
def campaign(make: Callable[..., SmallCampaign]) -> SmallCampaign:
    """Adequacy and fluency, three judges."""
    return make()


@pytest.fixture
def visitor() -> Callable[..., TestClient]:
    """A client of a campaign, signed in as somebody, or as nobody."""

    def made(campaign: SmallCampaign, name: str | None = "judge-1", **options: Any) -> TestClient:
        client = TestClient(application(campaign.desk), "http://127.0.0.1", headers=JSON, **options)
        if name is not None:
            assert client.post("/enter", json={"token": campaign.token(name)}).status_code == 200
        return client

    return made


@pytest.fixture
def judge(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> TestClient:
    """The first judge, signed in."""
    return visitor(campaign)


@pytest.fixture
def served() -> Iterator[Callable[[SmallCampaign], Any]]:
    """Serve a campaign on a real port; the answer has its `address` and can `stop` and `start` again."""
    servers: list[LiveServer] = []

    def started(campaign: SmallCampaign) -> LiveServer:
        servers.append(LiveServer(campaign))
        servers[-1].start()
        return servers[-1]

    yield started
    for server in servers:
        server.stop()


class LiveServer:
    """A campaign on a port of this machine."""

    def __init__(self, campaign: SmallCampaign) -> None:
        self.campaign = campaign
        self.port = 0
        self._server: Any = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def link(self, name: str) -> str:
        """The link of a person."""
        return f"{self.address}/#{self.campaign.token(name)}"

    def start(self) -> None:
        """Serve, on the same port as before if there was one."""
        import uvicorn

        from karat.web.serving import bound_socket

        listening = bound_socket("127.0.0.1", self.port)
        self.port = listening.getsockname()[1]
        app = application(self.campaign.desk, cookie_suffix=f"-{self.port}")
        config = uvicorn.Config(
            app, log_level="error", lifespan="off", ws="none", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + 20
        while not self._server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        """Serve no more."""
        if self._thread is not None and self._thread.is_alive():
            self._server.should_exit = True
            self._thread.join(10)


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which `make axe` brings; required in CI."""
    if not AXE.exists():
        message = "axe-core is not there; `make axe` brings it"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return AXE.read_text(encoding="utf-8")


class Browsing:
    """Pages of a real browser, with everything that went wrong in them."""

    def __init__(self, chromium: Any, served: Callable[[SmallCampaign], LiveServer]) -> None:
        self._chromium = chromium
        self._served = served
        self._contexts: list[Any] = []
        self.errors: list[str] = []

    def open(self, campaign: SmallCampaign | LiveServer, name: str = "judge-1", **options: Any) -> Any:
        """A judge's page in a new browser window. A program signed in and agreed to the guidelines."""
        page = self._window(campaign, **options)
        asked, address = page.context.request, page.server.address
        assert asked.post(f"{address}/enter", data={"token": page.server.campaign.token(name)}).ok
        (guidelines, *_) = asked.get(f"{address}/consent", headers=JSON).json().values()
        assert asked.post(f"{address}/consent", data={"version": guidelines["version"]}, headers=JSON).ok
        page.goto(f"{address}/next")
        self.ready(page)
        return page

    def arrive(self, campaign: SmallCampaign | LiveServer, name: str = "judge-1", **options: Any) -> Any:
        """A judge's page in a new browser window, as people come to it: by their link, reading the guidelines."""
        page = self.enter(campaign, name, **options)
        page.wait_for_selector("form[action='/consent']")
        page.check("input[name=agreed]")
        page.click("main button.primary")
        page.wait_for_url("**/next")
        self.ready(page)
        return page

    def enter(self, campaign: SmallCampaign | LiveServer, name: str, **options: Any) -> Any:
        """A new browser window, in which somebody opens their link."""
        page = self._window(campaign, **options)
        page.goto(page.server.link(name))
        return page

    def _window(self, campaign: SmallCampaign | LiveServer, **options: Any) -> Any:
        """A new browser window.

        Nothing moves unless a test asks for it: pages that fade into each other cost as much as the test.
        """
        server = campaign if isinstance(campaign, LiveServer) else self._served(campaign)
        usual = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        context = self._chromium.new_context(**usual | options)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._listen)
        page.server = server
        return page

    @staticmethod
    def ready(page: Any) -> None:
        """Wait until the scripts of a task have run."""
        page.wait_for_selector("html.ready")

    def _listen(self, message: Any) -> None:
        # A connection that was lost on purpose is reported as well, and is no fault.
        if message.type in ("error", "warning") and "ERR_" not in message.text:
            self.errors.append(message.text)

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def browsing(chromium: Any, served: Callable[[SmallCampaign], LiveServer]) -> Iterator[Browsing]:
    """Real windows; a fault of a script or a breach of the policy in any of them fails the test."""
    windows = Browsing(chromium, served)
    yield windows
    windows.close()
    assert windows.errors == []
