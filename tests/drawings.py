"""Charts that were drawn before in this run of the tests.

Commands and pages of the documentation report the same data again and again, and most of that time goes into
drawing the same charts. The tests of drawing itself, in `tests/report/charts`, always draw.
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
        """The picture of a specification."""
        return self._remembered("vegalite_to_svg", specification, options).decode()

    def svg_to_png(self, picture: str, **options: Any) -> bytes:
        """A picture in dots."""
        return self._remembered("svg_to_png", picture, options)

    def svg_to_pdf(self, picture: str, **options: Any) -> bytes:
        """A picture for print."""
        return self._remembered("svg_to_pdf", picture, options)

    def _remembered(self, name: str, drawn: Any, options: dict[str, Any]) -> bytes:
        """What a function of the library made; processes that call it at the same time write the same file."""
        key = hashlib.sha256(json.dumps([name, drawn, options]).encode()).hexdigest()
        file = self._folder / key
        if not file.exists():
            picture = getattr(self._library, name)(drawn, **options)
            made = self._folder / f"{key}.{os.getpid()}"
            made.write_bytes(picture.encode() if isinstance(picture, str) else picture)
            made.replace(file)
        return file.read_bytes()


def remembering(find: Callable[[], Any], folder: Path) -> Callable[[], Any]:
    """What finds the library, remembering; where there is none, its error."""
    return lambda: Remembering(find(), folder)
