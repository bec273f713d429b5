"""Charts that were drawn before in this run of the tests.

Commands and pages of the documentation report the same data again and again, and most of that time goes into
drawing the same charts. The tests of drawing itself, in `tests/report`, always draw.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Remembering:
    """The library that draws, with a folder of pictures by what they are drawn from."""

    def __init__(self, library: Any, folder: Path) -> None:
        self._library, self._folder = library, folder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def vegalite_to_svg(self, specification: Any, **options: Any) -> str:
        """The picture of a specification; processes that draw it at the same time write the same file."""
        key = hashlib.sha256(json.dumps([specification, options]).encode()).hexdigest()
        file = self._folder / f"{key}.svg"
        if not file.exists():
            picture = self._library.vegalite_to_svg(specification, **options)
            made = self._folder / f"{key}.{os.getpid()}"
            made.write_bytes(picture.encode())
            made.replace(file)
        return file.read_bytes().decode()


def remembering(find: Callable[[], Any], folder: Path) -> Callable[[], Any]:
    """What finds the library, remembering; where there is none, its error."""
    return lambda: Remembering(find(), folder)
