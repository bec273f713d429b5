"""HTML that text cannot break out of: what is not known to be markup is escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Child: TypeAlias = "Markup | str | None"
    Value: TypeAlias = "str | int | float | bool | None"

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# No page may hold these: controls but for tab and line ends, halves of a pair, and what is no character.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_VOID = frozenset({"br", "hr", "input", "link", "meta", "wbr"})


# A number is not parted from its percent sign.
_PERCENT = re.compile(r"(?<=\d) (?=%)")


class Markup(str):
    """Text that is HTML already. Only this module and what reads our own files may make it of a string."""

    __slots__ = ()


def escape(text: str) -> Markup:
    """A text as it stands on a page; what a page may not hold becomes U+FFFD.

    >>> escape('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    if isinstance(text, Markup):
        return text
    return Markup(_FORBIDDEN.sub("\ufffd", text).translate(_ENTITIES))


def prose(text: str) -> str:
    """A text as it stands in a paragraph, with no line end between a number and its percent sign."""
    return _PERCENT.sub("\u00a0", text)


def joined(*children: Child) -> Markup:
    """Pieces one after the other; a plain string is text, and nothing stands for None."""
    return Markup("".join(escape(child) for child in children if child is not None))


def element(tag: str, /, *children: Child, **attributes: Value) -> Markup:
    """An element with its contents; `class_` and `aria_label` are written class and aria-label.

    >>> element("p", "1 < 2", class_="note", hidden=True, title=None)
    '<p class="note" hidden>1 &lt; 2</p>'
    """
    written = "".join(map(_attribute, attributes.items()))
    if tag in _VOID:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{joined(*children)}</{tag}>")


def _attribute(attribute: tuple[str, Value]) -> str:
    name, value = attribute[0].rstrip("_").replace("_", "-"), attribute[1]
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
