"""Stores for the tests of campaigns: every one that takes `address` runs in SQLite and in PostgreSQL."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.plans import Clock, PlanMaker

from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from karat.campaigns.store.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where no campaign is yet."""
    if request.param == "sqlite":
        return str(tmp_path / "example.campaign")
    return str(request.getfixturevalue("postgres").address())


@pytest.fixture
def clock() -> Clock:
    """A clock to set."""
    return Clock()


@pytest.fixture(scope="session")
def moulds(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Files of campaigns that nobody has used, by `PlanMaker`'s options: each is made once, and then copied."""
    folder = tmp_path_factory.mktemp("moulds")
    made: dict[str, Path] = {}

    def mould(**options: Any) -> Path:
        key = repr(sorted(options.items()))
        if key not in made:
            made[key] = folder / f"{len(made)}.campaign"
            create_store(made[key], PlanMaker(**options).make()).close()
        return made[key]

    return mould


@pytest.fixture
def new_desk(address: str, clock: Clock, moulds: Callable[..., Path]) -> Iterator[Callable[..., Desk]]:
    """Makes a campaign by `PlanMaker`'s options, and the desk of it."""
    made: list[Store] = []

    def make(**options: Any) -> Desk:
        if "://" in address:
            store = create_store(address, PlanMaker(**options).make())
        else:
            store = open_store(shutil.copy(moulds(**options), address))
        made.append(store)
        return Desk(store, clock=clock)

    yield make
    for store in made:
        store.close()
