"""HTML from the templates of this package: whatever is not known to be markup is escaped.

Only this module reads templates. A name that a template does not know is an error, not an empty place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from karat.report.words import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

# No page may hold these: controls but for tab and line ends, halves of a pair, and what is no character.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_PERCENT = re.compile(r"(?<=\d) (?=%)")


def render(template: str, **values: Any) -> str:
    """A template of this package, filled with values."""
    return environment().get_template(template).render(**values)


@cache
def environment() -> Environment:
    """Where templates come from, and the rules for all of them."""
    made = Environment(
        loader=PackageLoader("karat.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=permitted,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"prose": prose, "in_full": in_full, "plural": plural}
    return made


def permitted(value: Any) -> Any:
    """A text with U+FFFD for what a page may not hold. Markup is ours, and is left as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return _FORBIDDEN.sub("\ufffd", value)
    return value


def prose(text: str) -> str:
    """A text as it stands in a paragraph, with no line end between a number and its percent sign."""
    return _PERCENT.sub("\u00a0", text)


def in_full(value: float) -> str:
    """A value in full precision, by which rows are sorted; nothing where it is missing."""
    return "" if value != value else repr(float(value))  # noqa: PLR0124 (only NaN is not itself)


@dataclass(frozen=True, slots=True)
class Look:
    """How a table looks: by the classes of the page's style sheet, or by styles at each element.

    Every element has roles, such as `number`. `rows` and `characters` are the most that is shown of a table
    and of a text; None is all of it.
    """

    classes: frozenset[str] = frozenset()
    styles: Mapping[str, str] | None = None
    rows: int | None = None
    characters: int | None = None

    @property
    def has_style_sheet(self) -> bool:
        """Whether it is on a page of ours, with its style sheet and scripts."""
        return self.styles is None

    def __call__(self, *roles: str) -> Markup:
        """The attribute of an element with these roles."""
        if self.styles is not None:
            styles = ";".join(self.styles[role] for role in roles if role in self.styles)
            return Markup(' style="{}"').format(styles) if styles else Markup("")
        classes = " ".join(role for role in roles if role in self.classes)
        return Markup(' class="{}"').format(classes) if classes else Markup("")
