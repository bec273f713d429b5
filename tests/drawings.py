"""Charts that were drawn before in this run of the tests.

Commands and pages of the documentation report the same data again and again, and most of that time goes into
drawing. The tests of drawing itself, in `tests/report/charts`, draw every chart; those of pages draw every
picture once. Tests of commands ask for less: that each kind of chart is drawn once, from whatever data. So a
fault of one kind is found wherever it is used, and one that only some names or figures bring out is found where
such names and figures are drawn, in `tests/report/charts/test_edges.py`.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

from karat.report.charts.drawing import _library as _find

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# What data put into a specification as text; all other text says how it is drawn.
_OF_DATA = frozenset(
    {"values", "domain", "sort", "labelExpr", "title", "datum", "value", "text", "description"}
)


def kind_of(specification: Any, *, of_data: bool = False) -> Any:
    """A specification without its data: which marks it has, from which columns, and where a value is missing.

    >>> kind_of({"mark": "bar", "data": {"values": [{"x": 1.5, "name": "a"}, {"x": 2, "name": "b"}]}})
    {'mark': 'bar', 'data': {'values': [{'x': 0, 'name': ''}]}}
    """
    if isinstance(specification, dict):
        return {
            # Both sizes have their own.
            name: value if name == "config" else kind_of(value, of_data=_is_of_data(name, of_data=of_data))
            for name, value in specification.items()
        }
    if isinstance(specification, list):
        kinds = {json.dumps(one): one for one in (kind_of(item, of_data=of_data) for item in specification)}
        return [kinds[one] for one in sorted(kinds)]
    if isinstance(specification, str):
        return "" if of_data else specification
    return specification if isinstance(specification, bool | None) else 0


def _is_of_data(name: str, *, of_data: bool) -> bool:
    return (of_data or name in _OF_DATA) and name not in ("field", "type")


class Remembering:
    """The library that draws, with a folder of pictures by what they are drawn from, or by its kind."""

    def __init__(self, library: Any, folder: Path, *, by_kind: bool = False) -> None:
        self._library, self._folder, self._by_kind = library, folder, by_kind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def vegalite_to_svg(self, specification: Any, **options: Any) -> str:
        """The picture of a specification, or of one of its kind."""
        kind = ["kind", kind_of(specification)] if self._by_kind else specification
        return self._remembered("vegalite_to_svg", specification, options, kind).decode()

    def svg_to_png(self, picture: str, **options: Any) -> bytes:
        """A picture in dots."""
        return self._remembered("svg_to_png", picture, options, picture)

    def svg_to_pdf(self, picture: str, **options: Any) -> bytes:
        """A picture for print."""
        return self._remembered("svg_to_pdf", picture, options, picture)

    def _remembered(self, name: str, drawn: Any, options: dict[str, Any], known_by: Any) -> bytes:
        """What a function of the library made; processes that call it at the same time write the same file."""
        key = hashlib.sha256(json.dumps([name, known_by, options]).encode()).hexdigest()
        file = self._folder / key
        if not file.exists():
            picture = getattr(self._library, name)(drawn, **options)
            made = self._folder / f"{key}.{os.getpid()}"
            made.write_bytes(picture.encode() if isinstance(picture, str) else picture)
            made.replace(file)
        return file.read_bytes()


def remembering(folder: Path, *, by_kind: bool = False) -> Callable[[], Any]:
    """What finds the library, remembering; where there is none, its error."""
    return lambda: Remembering(_find(), folder, by_kind=by_kind)
