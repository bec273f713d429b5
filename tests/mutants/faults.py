"""The list of faults: data in the TOML files beside this one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


@dataclass(frozen=True)
class Fault:
    """A text in a file, what stands in its place, and the tests that must fail then.

    `unseen` says why none can, where a fault changes nothing that anybody could see.
    """

    file: str
    old: str
    new: str
    tests: tuple[str, ...] = field(default=())
    unseen: str = ""

    @property
    def name(self) -> str:
        """How the fault is called in the report of a run."""
        return f"{self.file}: {' '.join(self.old.split())[:60]} → {' '.join(self.new.split())[:60]}"

    def planted(self, root: Path = ROOT) -> str:
        """The file with the fault; the old text must be there once, or the list no longer fits the code."""
        text = (root / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise LookupError(f"{self.file}: {self.old!r} is there {text.count(self.old)} times, not once")
        return text.replace(self.old, self.new)


def every_fault() -> list[Fault]:
    """All of them, area by area."""
    return [
        Fault(**{**one, "tests": tuple(one["tests"])})
        for path in sorted(FOLDER.glob("*.toml"))
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    ]
