"""The record of long searches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tools import long_runs

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_page_shows_the_record() -> None:
    """The table in the documentation is that of the record."""
    record = json.loads(long_runs.RECORD.read_text(encoding="utf-8"))
    assert long_runs.table(record) in long_runs.PAGE.read_text(encoding="utf-8")


def test_runs_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs on the same sources are one line; the sum is that of all."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{long_runs.BEGIN}{long_runs.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(long_runs, "RECORD", tmp_path / "record.json")
    monkeypatch.setattr(long_runs, "PAGE", page)
    assert long_runs.add("files", "a", files=10, failures=0, cpu_seconds=1800) == {
        "files": 10,
        "failures": 0,
        "cpu_seconds": 1800,
    }
    long_runs.add("files", "a", files=5, failures=0, cpu_seconds=1800)
    assert long_runs.add("files", "b", files=1, failures=1, cpu_seconds=0)["files"] == 16
    assert long_runs.so_far("files", "a")["files"] == 15
    assert long_runs.so_far("files", "c")["files"] == 0
    shown = page.read_text(encoding="utf-8")
    assert shown.startswith("before\n")
    assert shown.endswith("after\n")
    assert "| 15 files; 0 failures | 1.0 |" in shown


def test_a_run_is_kept_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has run since it began is counted once, however often it is kept."""
    monkeypatch.setattr(long_runs, "RECORD", tmp_path / "record.json")
    monkeypatch.setattr(long_runs, "show", lambda: None)
    running = long_runs.Running("files")
    for done in (10, 25, 25):
        running.keep(files=done, failures=1)
    (entry,) = json.loads(long_runs.RECORD.read_text(encoding="utf-8"))["files"]
    assert (entry["ran"]["files"], entry["ran"]["failures"]) == (25, 1)


def test_sources_are_told_apart() -> None:
    """The checksum is that of the folders that were asked for."""
    assert long_runs.sources("tools") == long_runs.sources("tools") != long_runs.sources("fuzz")
