"""What the long searches for faults have run: kept in tools/long_runs.json, shown in docs/exactness.md.

Runs add up over days and commits. `python -m tools.long_runs` writes the table anew.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import subprocess
from collections import Counter
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tools" / "long_runs.json"
PAGE = ROOT / "docs" / "exactness.md"
BEGIN = "<!-- long runs: written by tools/long_runs.py -->\n"
END = "\n<!-- end of long runs -->"
SEARCHES = {
    "fuzz": "the kernel, `make fuzz`",
    "files": "damaged files, `make fuzz-files`",
    "differential": "corpora beside sacreBLEU, `make differential`",
}


def sources(*folders: str) -> str:
    """A checksum of the sources in these folders: whether what was searched is what there is now."""
    checksum = hashlib.sha256()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in {".cpp", ".hpp", ".py"}:
                continue
            checksum.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return checksum.hexdigest()[:12]


def so_far(search: str, state: str) -> Counter[str]:
    """What this search has run on sources of this checksum."""
    for entry in _read().get(search, []):
        if entry["sources"] == state:
            return Counter(entry["ran"])
    return Counter()


def add(search: str, state: str, **ran: int) -> dict[str, int]:
    """Add what was run on sources of this checksum; what that makes in all, on any sources."""
    with _locked():
        record = _read()
        entries = record.setdefault(search, [])
        entry = next((one for one in entries if one["sources"] == state), None)
        if entry is None:
            entry = {"commit": _commit(), "sources": state, "ran": {}}
            entries.append(entry)
        entry["ran"] = _sum(entry["ran"], ran)
        RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        show()
        return reduce(_sum, [one["ran"] for one in entries])


class Running:
    """A run that is kept from time to time, so that one that is killed counts as well."""

    def __init__(self, search: str) -> None:
        self._search = search
        self._state = sources("src/karat", "src/kernel")
        self._kept: dict[str, int] = {}

    def keep(self, **ran: int) -> None:
        """What it has run since it began."""
        now = {**ran, "cpu_seconds": round(process_time())}
        add(self._search, self._state, **{name: now[name] - self._kept.get(name, 0) for name in now})
        self._kept = now


def table(record: dict[str, list[dict[str, Any]]]) -> str:
    """The record, a line for each state of the sources."""
    lines = ["| what | first commit | run | CPU hours |", "|---|---|---|---|"]
    for search, what in SEARCHES.items():
        for entry in record.get(search, []):
            ran = dict(entry["ran"])
            hours = ran.pop("cpu_seconds", 0) / 3600
            counted = "; ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in ran.items())
            lines.append(f"| {what} | {entry['commit']} | {counted} | {hours:.1f} |")
    return "\n".join(lines)


def show() -> None:
    """Write the table on the page."""
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    shown = before + BEGIN + "\n" + table(_read()) + "\n" + END + rest.split(END)[1]
    if shown != page:
        PAGE.write_text(shown, encoding="utf-8")


def _sum(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in (one | other)}


def _read() -> dict[str, list[dict[str, Any]]]:
    if not RECORD.exists():
        return {}
    found: dict[str, list[dict[str, Any]]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def _commit() -> str:
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def _locked() -> Iterator[None]:
    # Two searches may end a part of their work at the same moment.
    with Path(__file__).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    show()
