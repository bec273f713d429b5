"""Which rows are wanted, as one writes it: `lang = 'de' and not (year < 2020 or domain is null)`.

A small grammar of our own, so that nothing of it is ever run as a program. It becomes an expression of
Arrow's, which the reader applies before a row is counted:

    or    := and ("or" and)*
    and   := not ("and" not)*
    not   := "not" not | "(" or ")" | test
    test  := COLUMN ("=" | "!=" | "<" | "<=" | ">" | ">=") VALUE
           | COLUMN ["not"] "in" "(" VALUE ("," VALUE)* ")" | COLUMN "is" ["not"] "null"
    VALUE := 'text' | number | true | false
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Callable

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])
    |(?P<quoted>"(?:[^"]|"")*")|(?P<word>[^\W\d][\w.:-]*)|(?P<sign><=|>=|!=|<>|==|[=<>(),]))""",
    re.VERBOSE,
)
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": eq,
    "==": eq,
    "!=": ne,
    "<>": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_WORDS = ("and", "or", "not", "in", "is", "null", "true", "false")
# Deeper than any condition that a person writes; Python's own stack ends soon after.
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the columns of a row.

    >>> condition("lang = 'de' and year >= 2020").columns
    ('lang', 'year')
    """

    text: str
    columns: tuple[str, ...]

    @property
    def expression(self) -> Any:
        """What Arrow's readers take."""
        return _Parser(self.text).whole()


def condition(text: str) -> Condition:
    """The condition that a text states.

    >>> condition("lang in ('de', 'fr') or not domain is null").columns
    ('lang', 'domain')
    """
    parser = _Parser(text)
    parser.whole()
    return Condition(text, tuple(dict.fromkeys(parser.columns)))


class _Parser:
    """Recursive descent: a method for each line of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.columns: list[str] = []
        self._tokens = self._split()
        self._place = 0
        self._depth = 0

    def whole(self) -> Any:
        """The expression of the whole text."""
        found = self._or()
        if self._place < len(self._tokens):
            raise self._wrong("'and', 'or' or the end")
        return found

    def _split(self) -> list[tuple[str, str]]:
        tokens, place, text = [], 0, self.text.rstrip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise InvalidOption(
                    f"{option('where', self.text)}: {text[place:].strip()[:20]!r} is not understood. "
                    "Write texts in single quotes: lang = 'de'."
                )
            kind = str(match.lastgroup)
            tokens.append((kind, match[kind]))
            place = match.end()
        return tokens

    def _or(self) -> Any:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise InvalidOption(f"The condition is nested more than {_DEEPEST} deep. Write a simpler one.")
        found = self._and()
        while self._take("or"):
            found |= self._and()
        self._depth -= 1
        return found

    def _and(self) -> Any:
        found = self._not()
        while self._take("and"):
            found &= self._not()
        return found

    def _not(self) -> Any:
        turned = False
        while self._take("not"):
            turned = not turned
        if self._take("("):
            found = self._or()
            self._expect(")")
        else:
            found = self._test()
        return ~found if turned else found

    def _test(self) -> Any:
        import pyarrow.compute as pc

        column = pc.field(self._column())
        if self._take("is"):
            turned = self._take("not")
            self._expect("null")
            return column.is_valid() if turned else column.is_null()
        if self._take("not"):
            self._expect("in")
            return ~column.isin(self._list())
        if self._take("in"):
            return column.isin(self._list())
        sign = self._peek()
        if sign not in _COMPARED:
            raise self._wrong("=, !=, <, <=, >, >=, in or is")
        self._place += 1
        return _COMPARED[sign](column, self._value())

    def _list(self) -> list[Any]:
        self._expect("(")
        values = [self._value()]
        while self._take(","):
            values.append(self._value())
        self._expect(")")
        kinds = {float if type(value) is int else type(value) for value in values}
        if len(kinds) > 1:
            raise InvalidOption(
                f"{option('where', self.text)}: a list was expected whose values are all texts, all numbers "
                f"or all true and false, not {', '.join(map(repr, values))[:80]}. Put texts in single "
                "quotes: '1'."
            )
        return values

    def _column(self) -> str:
        if self._place < len(self._tokens):
            kind, text = self._tokens[self._place]
            if kind == "quoted" or (kind == "word" and text.lower() not in _WORDS):
                self._place += 1
                self.columns.append(text[1:-1].replace('""', '"') if kind == "quoted" else text)
                return self.columns[-1]
        raise self._wrong("the name of a column")

    def _value(self) -> Any:
        if self._place < len(self._tokens):
            kind, text = self._tokens[self._place]
            self._place += 1
            if kind == "text":
                return text[1:-1].replace("''", "'")
            if kind == "number":
                # Neither Arrow nor Python takes whole numbers of any length.
                is_whole = re.fullmatch(r"[+-]?\d{1,18}", text) is not None
                return int(text) if is_whole else float(text)
            if text.lower() in ("true", "false"):
                return text.lower() == "true"
            self._place -= 1
        raise self._wrong("a text in single quotes, a number, true or false")

    def _peek(self) -> str:
        if self._place == len(self._tokens):
            return ""
        kind, text = self._tokens[self._place]
        return text.lower() if kind in ("word", "sign") else ""

    def _take(self, word: str) -> bool:
        if self._peek() != word:
            return False
        self._place += 1
        return True

    def _expect(self, word: str) -> None:
        if not self._take(word):
            raise self._wrong(repr(word))

    def _wrong(self, expected: str) -> InvalidOption:
        came = self._tokens[self._place][1] if self._place < len(self._tokens) else "the end"
        return InvalidOption(f"{option('where', self.text)}: {expected} was expected, not {came}.")
