"""The file of a project's names, as commands add to it: what it does not suggest is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.notes import note
from karat.entities.names_file import add_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.entities.entity import Entity

# More would be a page of its own; the file has all.
_MOST_NAMES = 10


def learn_names(path: str, texts: Iterable[str], entities: Iterable[Sequence[Entity]]) -> None:
    """Add the names of annotated texts to a file; names with several types are listed."""
    found = add_names(path, texts, entities).conflicts
    if not found:
        return
    listed = "; ".join(
        f"{name} ({', '.join(f'{kind} {count}' for kind, count in kinds.items())})"
        for name, kinds in list(found.items())[:_MOST_NAMES]
    )
    more = f"; and {len(found) - _MOST_NAMES} more" if len(found) > _MOST_NAMES else ""
    one = len(found) == 1
    note(
        f"{len(found)} {'name has' if one else 'names have'} several types and {'is' if one else 'are'} not "
        f"suggested: {listed}{more}. To decide, delete the wrong lines of {path}."
    )
