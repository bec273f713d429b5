"""Parallel texts with planted faults: what `check_versions` finds of them, and what it finds without them."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from typing import TYPE_CHECKING

from karat.diagnosis.parallel_versions import check_versions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# The Chinese side of the file is not in the order of the others.
LANGUAGES = ("en", "de", "sv", "pt", "ru")
FAULTS = ("merged", "missing", "empty", "length", "numbers")
# So many segments around a fault are looked at.
_PART = 120


@cache
def parallel_versions(folder: Path) -> dict[str, list[str]]:
    """A thousand sentences in five languages."""
    with gzip.open(folder / "ner.pud" / "sentences.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {language: [row[language]["text"] for row in rows] for language in LANGUAGES}


def planted(text: Sequence[str], kind: str, draw: random.Random) -> tuple[list[str], int]:
    """The text with a fault, and the place of the fault, counted from 0."""
    made = list(text)
    place = draw.randrange(20, len(made) - 20)
    match kind:
        case "merged":
            made[place : place + 2] = [f"{made[place]} {made[place + 1]}"]
        case "missing":
            del made[place]
        case "empty":
            made[place] = ""
        case "length":
            words = made[place].split()
            made[place] = " ".join(words[: len(words) // 3])
        case "numbers":
            digits = [
                n
                for n, one in enumerate(made)
                if any(word.isdecimal() and len(word) > 1 for word in one.split())
            ]
            place = draw.choice(digits)
            made[place] = " ".join(w for w in made[place].split() if not (w.isdecimal() and len(w) > 1))
    return made, place


def find_rate(first: Sequence[str], second: Sequence[str], kind: str, *, times: int = 10) -> float:
    """How often a planted fault is found at its place, or at the segment before or behind."""
    draw = random.Random(16)
    found = 0
    for _ in range(times):
        start = draw.randrange(len(first) - _PART)
        part = slice(start, start + _PART)
        damaged, place = planted(second[part], kind, draw)
        findings = check_versions({"first": first[part], "second": damaged}).findings
        found += any(
            one.kind == kind and any(abs(number - 1 - place) <= 1 for number in (*one.segments, *one.beside))
            for one in findings
        )
    return found / times
