"""Where campaigns are kept: a file of SQLite, or a database of PostgreSQL, behind one narrow protocol.

    create_store(address, plan)   a new campaign
    open_store(address)           one that is there
    copy_store(tables, address)   the rows of one at another address

An address is a path, or `postgresql://user:password@host/database`. All SQL of Karat is in this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import MissingExtra

if TYPE_CHECKING:
    from pathlib import Path

    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.sql_store import SqlStore
    from karat.campaigns.store.store import Store
    from karat.campaigns.store.table_rows import TableRows

__all__ = ["copy_store", "create_store", "open_store"]


def create_store(address: str | Path, plan: CampaignPlan) -> Store:
    """A new campaign at this address, where none may be yet."""
    return _sql_store().create(str(address), plan)


def open_store(address: str | Path) -> Store:
    """The campaign at this address. One that an older Karat made is brought up to date."""
    return _sql_store().open(str(address))


def copy_store(tables: TableRows, address: str | Path) -> Store:
    """A new campaign at this address with all rows of another."""
    return _sql_store().copy(tables, str(address))


def _sql_store() -> type[SqlStore]:
    try:
        from karat.campaigns.store.sql_store import SqlStore
    except ModuleNotFoundError as error:
        raise MissingExtra.of("Keeping a campaign", "web") from error
    return SqlStore
