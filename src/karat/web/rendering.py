"""HTML from the templates of this package: whatever is not known to be markup is escaped.

What scripts need stands in the page as data, never as code: the policy lets no inline script run.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from karat.report.html import permitted
from karat.web.catalogues import Catalogue, catalogues

if TYPE_CHECKING:
    from collections.abc import Mapping


# Pages whose scripts speak of named entities.
_OF_ENTITIES = ("entities.html", "adjudication.html")


@cache
def environment() -> Environment:
    """Where templates come from, and the rules for all of them."""
    return Environment(
        loader=PackageLoader("karat.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=permitted,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, words: Catalogue, *, form_token: str, path: str, **values: Any) -> str:
    """A template, filled with values and the words of a language."""
    return (
        environment()
        .get_template(template)
        .render(
            words=words,
            languages=list(catalogues().values()),
            script_words=_script_words(words.language, of_entities=template in _OF_ENTITIES),
            form_token=form_token,
            path=path,
            **values,
        )
    )


def script_data(value: object) -> Markup:
    """JSON that can stand within a script element: no sign in it ends the element or begins a comment."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


@cache
def _script_words(language: str, *, of_entities: bool) -> Markup:
    # The lead's page has no use for them in scripts, and judges' pages none at all.
    others = ("lead_",) if of_entities else ("lead_", "entity_")
    words = catalogues()[language].words.items()
    return script_data({name: text for name, text in words if not name.startswith(others)})


@cache
def static_files() -> Mapping[str, bytes]:
    """Our styles and scripts by name. They are few and small, so the server keeps them."""
    folder = files("karat.web") / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@cache
def prose(text: str) -> Markup:
    """Guidelines, which are written in Markdown. HTML in them is shown as text, images are left out."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    # Markup: the library has escaped the text, and knows no element that could run anything.
    return Markup(permitted(reader.render(text)))
