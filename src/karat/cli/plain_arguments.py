"""Arguments in the plainest form, read without argparse, which takes longer than scoring a small file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.cli.options import Option, Options


def plainly_read(kind: type[Options], arguments: Sequence[str]) -> Options | None:
    """Words, then names of options, each with its values; None where anything is otherwise, right or wrong.

    argparse gives the same options wherever this gives any, and has the words for what must be refused.
    """
    first = [one for one in kind.every() if not one.flag.startswith("-")]
    names = {name: one for one in kind.every() for name in (*one.names, one.former) if name.startswith("-")}
    groups = _groups(arguments, names)
    if groups is None or len(first) != 1:
        return None
    options = kind()
    for name, words in groups:
        one = names[name] if name else first[0]
        value = _value(one, words)
        if value is None or one.attribute in vars(options) or one.attribute == "help":
            return None
        setattr(options, one.attribute, value)
    return options


def _groups(arguments: Sequence[str], names: Mapping[str, Option]) -> list[tuple[str, list[str]]] | None:
    """The words that come first, and those behind each name."""
    groups: list[tuple[str, list[str]]] = [("", [])]
    for argument in arguments:
        if argument in names:
            groups.append((argument, []))
        elif argument.startswith("-") and argument != "-":  # a dash alone is standard input
            return None
        else:
            groups[-1][1].append(argument)
    return groups


def _value(one: Option, words: list[str]) -> object:
    """What an option becomes; None where the words are not what it takes."""
    if not one.value:
        return None if words else True
    if one.takes_many:
        return words or None
    if len(words) != 1:
        return None
    try:
        return one.convert(words[0])
    except Exception:  # argparse, which then reads it, says what is wrong
        return None
