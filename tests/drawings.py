"""Charts that were drawn before in this run of the tests.

Commands and pages of the documentation report the same data again and again, and most of that time goes into
drawing. The tests of charts and pages, in `tests/report`, draw every picture, and draw it once. Tests of
commands ask for less: that each kind of chart is drawn once, from whatever data. So a
fault of one kind is found wherever it is used, and one that only some names or figures bring out is found where
such names and figures are drawn, in `tests/report/charts/test_edges.py`.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
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

    def __init__(
        self, library: Any, folder: Path, *, by_kind: bool = False, draws_again: bool = False
    ) -> None:
        self._library, self._folder = library, folder
        self._by_kind, self._draws_again = by_kind, draws_again

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def drawn_by(self, library: Any) -> Remembering:
        """A library that draws every picture again, for this one to remember."""
        return Remembering(library, self._folder, draws_again=True)

    def vegalite_to_svg(self, specification: Any, **options: Any) -> str:
        """The picture of a specification, or of one of its kind."""
        names = [specification, ["a kind", kind_of(specification)]]
        found = self._remembered(
            "vegalite_to_svg", specification, options, names[:: -1 if self._by_kind else 1]
        )
        return found.decode()

    def svg_to_png(self, picture: str, **options: Any) -> bytes:
        """A picture in dots; a kind of picture in few, since nobody looks at them."""
        if self._by_kind:
            options = {**options, "scale": 1.0}
        return self._remembered("svg_to_png", picture, options, [picture])

    def svg_to_pdf(self, picture: str, **options: Any) -> bytes:
        """A picture for print."""
        return self._remembered("svg_to_pdf", picture, options, [picture])

    def _remembered(self, name: str, drawn: Any, options: dict[str, Any], names: list[Any]) -> bytes:
        """What is known by the first of the names; what is made is known by all of them from now on."""
        files = [self._file([name, each, options]) for each in names]
        if self._draws_again or not files[0].exists():
            picture = getattr(self._library, name)(drawn, **options)
            for file in files:
                # Processes that draw at the same time write the same file.
                made = file.with_suffix(f".{os.getpid()}")
                made.write_bytes(picture.encode() if isinstance(picture, str) else picture)
                made.replace(file)
        return files[0].read_bytes()

    def _file(self, name: Any) -> Path:
        return self._folder / hashlib.sha256(json.dumps(name).encode()).hexdigest()


@cache
def remembering(folder: Path, *, by_kind: bool = False) -> Callable[[], Any]:
    """What finds the library, remembering; where there is none, its error.

    It is the same for all tests: a chart that is asked for again is known by its library.
    """
    made = cache(lambda library: Remembering(library, folder, by_kind=by_kind))
    return lambda: made(_find())
