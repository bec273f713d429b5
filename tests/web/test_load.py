"""Judges at once, and a server that is killed: a small version of `make bench-campaigns`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.campaigns import Load, run

if TYPE_CHECKING:
    from pathlib import Path


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """Every acknowledged answer is stored, none twice, none over-judged, order kept."""
    load = Load(judges=6, segments=10, systems=3, per_item=2, kills=2)
    findings, _ = run(load, str(tmp_path / "load.campaign"))
    assert findings.wrong == []
    assert len(findings.acknowledged) == load.answers == 60
    assert findings.sent_twice > 0
    assert findings.sent_again > 0


def test_two_servers_on_postgresql(postgres: Any) -> None:
    """The same with two processes that share a database, each killed once or the same twice."""
    load = Load(judges=6, segments=10, systems=3, per_item=2, kills=2, servers=2)
    findings, _ = run(load, str(postgres.address()))
    assert findings.wrong == []
    assert len(findings.acknowledged) == load.answers
