"""Long texts that a regular expression may take too long for: its own pieces, again and again."""

from __future__ import annotations

import re
import signal
from contextlib import contextmanager
from itertools import permutations
from time import process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

parser: Any = re._parser  # type: ignore[attr-defined]
_OP: Any = re._constants  # type: ignore[attr-defined]

_CANDIDATES = "a1 -.," + "".join(map(chr, (*range(33, 127), 10, 9, 0xA0, 0x4E00, 0x3042, 0x660, 0x301)))
_UNFIT = "\x01"  # what hardly a pattern takes, so that it gives back what it has
_SHORT, _LONG = 2_000, 50_000
# A short text takes less, unless the pattern may be quadratic. What decides is a long one: it takes more than a
# moment and nine times as long as its quarter (a linear pattern four times, a quadratic one sixteen times), or more
# than the patience.
_SUSPICIOUS, _MOMENT, _GROWTH, _PATIENCE = 0.001, 0.1, 9, 2.0


class TooLong(Exception):
    """The processor was busy for longer than any linear search is."""


@contextmanager
def patience(seconds: float = _PATIENCE) -> Iterator[None]:
    """Stop what takes so many seconds of the processor."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def slow_text(pattern: re.Pattern[str], *, anchored: bool) -> str | None:
    """How a text begins that takes much longer than its length allows, if one is found."""
    for before, pump, after in _attacks(pieces(pattern)):

        def took(length: int, made: tuple[str, str, str] = (before, pump, after)) -> float:
            return _search(pattern, made[0] + made[1] * (length // len(made[1])) + made[2], anchored=anchored)

        try:
            with patience():
                if took(_SHORT) <= _SUSPICIOUS:
                    continue
                quarter = min(took(_LONG // 4) for _ in range(3))
                if (time := took(_LONG)) <= _MOMENT or time <= _GROWTH * quarter:
                    continue
        except TooLong:
            pass
        return before + pump * (40 // len(pump)) + after
    return None


def _search(pattern: re.Pattern[str], text: str, *, anchored: bool) -> float:
    began = process_time()
    if anchored:
        pattern.match(text)
        pattern.fullmatch(text)
    else:
        for _ in pattern.finditer(text):
            pass
    return process_time() - began


def _attacks(found: list[str]) -> Iterator[tuple[str, str, str]]:
    short = sorted(found, key=len)
    pumps = [*short[:8], *short[-2:], *map("".join, permutations(short[:3], 2))]
    for pump in dict.fromkeys(pumps):
        yield "", pump, ""
        yield "", pump, _UNFIT
        yield short[-1], pump, _UNFIT


def pieces(pattern: re.Pattern[str]) -> list[str]:
    """Characters and strings that a pattern takes somewhere."""
    found: dict[str, None] = {}
    _walk(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE), found)
    return list(found) or ["a"]


def _walk(tree: Any, found: dict[str, None]) -> str:
    run = whole = ""
    for kind, of in tree:
        taken = chr(of) if kind is _OP.LITERAL else _any_of(kind, of)
        if taken is not None:
            whole += taken
            run += taken if kind is _OP.LITERAL else ""
            if kind is not _OP.LITERAL:
                found[taken] = None
            continue
        run = _note(run, found)
        whole += _inside(kind, of, found)
    _note(run, found)
    _note(whole, found)
    return whole


def _note(run: str, found: dict[str, None]) -> str:
    if run:
        found |= dict.fromkeys((run, run[0]))
    return ""


def _inside(kind: Any, of: Any, found: dict[str, None]) -> str:
    if kind in (_OP.MAX_REPEAT, _OP.MIN_REPEAT, _OP.POSSESSIVE_REPEAT):
        least: int = max(1, min(of[0], 4))
        return _walk(of[2], found) * least
    if kind is _OP.SUBPATTERN:
        return _walk(of[3], found)
    if kind is _OP.ATOMIC_GROUP:
        return _walk(of, found)
    if kind is _OP.BRANCH:
        walked: list[str] = [_walk(branch, found) for branch in of[1]]
        return walked[0]
    if kind in (_OP.ASSERT, _OP.ASSERT_NOT):
        _walk(of[1], found)
    return ""


def _any_of(kind: Any, of: Any) -> str | None:
    if kind is _OP.ANY:
        return "a"
    if kind is _OP.NOT_LITERAL:
        return "a" if of != ord("a") else "b"
    if kind is not _OP.IN:
        return None
    negated = of[0][0] is _OP.NEGATE
    members = of[1:] if negated else of
    fitting = (one for one in _CANDIDATES if any(_holds(member, one) for member in members) != negated)
    return next(fitting, None) or next(
        chr(value if member is _OP.LITERAL else value[0])
        for member, value in members
        if member in (_OP.LITERAL, _OP.RANGE)
    )


def _holds(member: tuple[Any, Any], one: str) -> bool:
    kind, value = member
    if kind is _OP.LITERAL:
        return bool(ord(one) == value)
    if kind is _OP.RANGE:
        return bool(value[0] <= ord(one) <= value[1])
    words = str(value).split("_")
    found = {"DIGIT": one.isdecimal(), "SPACE": one.isspace(), "WORD": one.isalnum() or one == "_"}[words[-1]]
    return found != ("NOT" in words)
