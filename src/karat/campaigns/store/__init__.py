"""Where campaigns are kept: a file of SQLite, or a database of PostgreSQL, behind one narrow protocol.

    create_store(address, plan)   a new campaign
    open_store(address)           one that is there

An address is a path, or `postgresql://user:password@host/database`. All SQL of Karat is in this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import MissingExtra

if TYPE_CHECKING:
    from pathlib import Path

    from karat.campaigns.plan import Plan
    from karat.campaigns.store.contract import Store

__all__ = ["create_store", "open_store"]

_FEATURE = "Keeping a campaign"


def create_store(address: str | Path, plan: Plan) -> Store:
    """A new campaign at this address, where none may be yet."""
    try:
        from karat.campaigns.store.sql_store import SqlStore
    except ModuleNotFoundError as error:
        raise MissingExtra.of(_FEATURE, "web") from error
    return SqlStore.create(str(address), plan)


def open_store(address: str | Path) -> Store:
    """The campaign at this address. One that an older Karat made is brought up to date."""
    try:
        from karat.campaigns.store.sql_store import SqlStore
    except ModuleNotFoundError as error:
        raise MissingExtra.of(_FEATURE, "web") from error
    return SqlStore.open(str(address))
