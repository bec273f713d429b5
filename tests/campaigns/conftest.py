"""Stores for the tests of campaigns: every one that takes `address` runs in SQLite and in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.plans import Clock, PlanMaker

from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from karat.campaigns.store.contract import Store


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


@pytest.fixture
def new_desk(address: str, clock: Clock) -> Iterator[Callable[..., Desk]]:
    """Makes a campaign by `PlanMaker`'s options, and the desk of it."""
    made: list[Store] = []

    def make(**options: Any) -> Desk:
        store = create_store(address, PlanMaker(**options).make())
        made.append(store)
        return Desk(store, clock=clock)

    yield make
    for store in made:
        store.close()
