"""Where figures come from: programs, recipes, seeds, the command, and the checksum of every file."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from karat._version import __version__
from karat.dossier.portable_paths import shell_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.dossier.dossier import Dossier

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Input:
    """A file that was read: its name as the command names it, its size, and its checksum.

    >>> Input("segments.jsonl", 1024, "ab" * 32).bytes
    1024
    """

    file: str
    bytes: int
    sha256: str

    @classmethod
    def of(cls, path: str, name: str | None = None) -> Input:
        """The file as it is now."""
        digest, size = sha256(), 0
        with Path(path).open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                size += len(block)
        return cls(path if name is None else name, size, digest.hexdigest())


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that it takes to make the same figures again.

    >>> Provenance("0.1.0", "3.12", "2.0", ("segments.jsonl",), (), {"BLEU": "BLEU|order:4"}).recipes["BLEU"]
    'BLEU|order:4'
    """

    karat: str
    python: str
    numpy: str
    arguments: tuple[str, ...]
    inputs: tuple[Input, ...]
    recipes: Mapping[str, str]

    @classmethod
    def of(
        cls, dossier: Dossier, *, arguments: Sequence[str] = (), inputs: Sequence[Input] = ()
    ) -> Provenance:
        """The provenance of a dossier that was made here and now."""
        return cls(
            __version__,
            platform.python_version(),
            np.__version__,
            tuple(arguments),
            tuple(inputs),
            recipes_of(dossier),
        )

    def to_dict(self) -> dict[str, Any]:
        """The provenance as plain values, in a stable order."""
        return {
            "karat": self.karat,
            "python": self.python,
            "numpy": self.numpy,
            "command": shell_line(self.arguments) if self.arguments else None,
            "arguments": list(self.arguments),
            "inputs": [{"file": one.file, "bytes": one.bytes, "sha256": one.sha256} for one in self.inputs],
            "recipes": dict(self.recipes),
        }


def recipes_of(dossier: Dossier) -> dict[str, str]:
    """Everything that decides a figure, as recipes, by what they are of."""
    found = {score.metric: score.recipe for score in dossier.evaluation[next(iter(dossier.corpus.systems))]}
    if dossier.comparison is not None:
        found["comparison"] = dossier.comparison.procedure.recipe
    if dossier.agreement is not None:
        for human in dossier.agreement.material.humans:
            found[f"people: {human.name}"] = human.recipe
    if dossier.entities is not None:
        found["entities"] = dossier.entities.recipe
    found["dossier"] = dossier.scope.recipe
    return found
