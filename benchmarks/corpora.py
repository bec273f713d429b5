"""Texts to measure on: real data beside the project where they are there, the demo's otherwise."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import karat
from karat import demo

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"


def pack(name: str) -> tuple[dict[str, list[str]], list[str]]:
    """The machine systems' outputs and the first reference of a data set."""
    folder = DATA / name
    corpus = karat.read(folder / "segments.jsonl.gz" if folder.is_dir() else demo.segments_path())
    systems = {
        system: list(text) for system, text in corpus.systems.items() if system not in corpus.human_systems
    }
    return systems, [text or "" for text in corpus.references.streams[0]]


def pairs(count: int) -> tuple[list[str], list[str]]:
    """So many pairs of hypothesis and reference, from all systems of two sets, repeated as needed."""
    hypotheses: list[str] = []
    references: list[str] = []
    for name in ("wmt22.de-en", "wmt23.zh-en"):
        systems, reference = pack(name)
        for text in systems.values():
            hypotheses += text
            references += reference
    return list(islice(cycle(hypotheses), count)), list(islice(cycle(references), count))


def distinct(lines: list[str]) -> list[str]:
    """The lines with a word of their own in front of each, so that none comes twice, as in a real large text.

    sacreBLEU keeps the tokens of 65,536 lines: of 100,000 repeated pairs it would tokenize one line in five.
    """
    return [f"{_word(number)} {line}" for number, line in enumerate(lines)]


def _word(number: int) -> str:
    """A number written in small letters, which are in every text."""
    return (_word(number // 26) if number >= 26 else "") + chr(ord("a") + number % 26)
