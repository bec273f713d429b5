"""What tests share: the real data beside the project, a browser and a database, where they are there."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
import tests.hypothesis_profile  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Iterator

# Two thirds of the time of simulations would go into threads of BLAS that wait for each other: the products
# are small. Set before numpy is imported, and passed on to every process that a test starts.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
# Chromium without its own window first: it lays out and paints the same pages for half the time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Every window would bring two more pages with it, the pop-ups of the address bar, which cost more than most tests.
# Chromium hears the last list only, so that what playwright does without is said again.
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    "--no-sandbox",  # for those who run as root, as in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=" + ",".join(WITHOUT),
)


def _missing(message: str) -> NoReturn:
    """In CI a test that cannot run has failed."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def pytest_configure(config: pytest.Config) -> None:
    """Tests that compare with a golden file can be chosen: -m golden. What is collected now stays: no garbage yet."""
    gc.disable()
    config.addinivalue_line("markers", "golden: compares with a file of tests/golden")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that says `golden.check` is one of them."""
    for item in items:
        if isinstance(item, pytest.Function) and "golden" in item.function.__code__.co_names:
            item.add_marker("golden")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: no collection of garbage goes through them again and again.

    Nor does one begin after every few hundred objects: results of tests are small, and soon gone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_sessionfinish() -> None:
    """What was set aside is garbage like any other now."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data and reference figures; required in CI, optional elsewhere."""
    if not SHARED.is_dir():
        _missing(f"real data are not there ({SHARED.name}/ beside the project)")
    return SHARED


@pytest.fixture(scope="session")
def shared_data(shared: Path) -> Path:
    """The folder of real data sets."""
    return shared / "data"


@pytest.fixture(scope="session")
def drawings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of charts that were drawn, for all processes of this run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "drawings"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def drawn_once(drawings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chart that was drawn before is not drawn again."""
    from tests.drawings import remembering

    from karat.report.charts import drawing

    monkeypatch.setattr(drawing, "_library", remembering(drawings))


@pytest.fixture
def kinds_drawn_once(drawings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chart of a kind that was drawn before is not drawn again, whatever its data: for tests of commands."""
    from tests.drawings import remembering

    from karat.report.charts import drawing

    monkeypatch.setattr(drawing, "_library", remembering(drawings, by_kind=True))


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real data that a command read before are not read again."""
    from tests.readings import corpus_read_once, scores_read_once

    from karat.cli import judged_data, loading
    from karat.readers.people.human_scores import read_human_scores

    data = SHARED.resolve() / "data"
    monkeypatch.setattr(loading, "_read_texts", corpus_read_once(loading._read_texts, data))
    monkeypatch.setattr(judged_data, "read_human_scores", scores_read_once(read_human_scores, data))


@pytest.fixture
def suspected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judges who were suspected before are not looked at again: for tests of commands and pages."""
    from tests.suspicions import suspected_once

    from karat.reliability import judge_profiles, suspicions

    monkeypatch.setattr(judge_profiles, "suspicions", suspected_once(suspicions))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One real browser for all tests: Debian's Chromium, driven by playwright."""
    brings = "`make browser` brings what the tests in a browser need"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing(f"playwright is not installed; {brings}")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        _missing(f"there is no Chromium; {brings}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A real PostgreSQL server: `postgres.address()` is a new database."""
    from tests.postgres import postgres_folder, running_postgres

    programs = postgres_folder()
    if programs is None:
        _missing("there is no PostgreSQL server; `make postgres` brings it")
    with running_postgres(programs) as server:
        yield server
