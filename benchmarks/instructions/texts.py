"""The texts to count instructions on, as files of lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.corpora import pack

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Files:
    """Systems and their reference, each a file with a segment on each line."""

    systems: list[Path]
    reference: Path
    segments: int

    def arguments(self, systems: int) -> list[str]:
        """The harness's last two arguments, for so many systems."""
        return [",".join(str(path) for path in self.systems[:systems]), str(self.reference)]


def written(folder: Path, name: str, *, join: int = 1) -> Files:
    """A data set's systems and first reference; `join` makes one segment out of so many."""
    systems, references = pack(name)

    def write(stem: str, texts: list[str]) -> Path:
        path = folder / f"{name}.{join}.{stem}"
        joined = (" ".join(texts[at : at + join]) for at in range(0, len(texts), join))
        path.write_text("".join(f"{' '.join(text.splitlines())}\n" for text in joined), encoding="utf-8")
        return path

    reference = write("reference", references)
    paths = [write(str(place), list(texts)) for place, texts in enumerate(systems.values())]
    return Files(paths, reference, -(-len(references) // join))
