"""Give damaged files to what reads them: an answer or an error in words, and nothing else."""

from __future__ import annotations

import sys
import traceback
import warnings
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.hostile.damages import damaged
from tests.hostile.subjects import subjects
from tests.pumped import TooLong, patience

from karat.errors import KaratError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.hostile.subjects import Subject


class Failure(NamedTuple):
    """A case in which something else came."""

    subject: str
    seed: str
    problem: str
    data: bytes


def content(subject: Subject, seed: str) -> bytes:
    """The damaged file that a seed stands for."""
    rng = Random(seed)
    data = damaged(subject.sound, rng)
    return subject.mended(data) if rng.random() < 0.9 else data


def failures(folder: Path, cases: range, *, only: str = "", seed: str = "") -> Iterator[Failure | None]:
    """Every case of every subject, None where it went well."""
    every = {name: one for name, one in subjects(folder).items() if only in name}
    for number in cases:
        for name, subject in every.items():
            one = f"{seed}{name}/{number}"
            data = content(subject, one)
            problem = problem_of(subject, folder / subject.name, data)
            yield Failure(name, one, problem, data) if problem else None


def problem_of(subject: Subject, path: Path, data: bytes) -> str:
    """What is wrong with how a file is read; nothing where it is read or refused in words."""
    path.write_bytes(data)
    try:
        with warnings.catch_warnings(), patience(20):
            warnings.simplefilter("ignore")
            subject.reads(path)
    except KaratError as error:
        text = str(error)
        try:
            text.encode()
        except UnicodeEncodeError:
            return "" if "\ud800" in data.decode("utf-8", "surrogatepass") else "the message is no text"
        return "" if text.strip() else "an error without words"
    except TooLong:
        return "it takes longer than 20 seconds"
    except BaseException as error:
        place = traceback.extract_tb(sys.exc_info()[2])[-1]
        ours = [one for one in traceback.extract_tb(sys.exc_info()[2]) if "/karat/" in one.filename][-1:]
        where = " ← ".join(f"{one.filename.rpartition('/karat/')[2]}:{one.lineno}" for one in (*ours, place))
        return f"{type(error).__name__}: {str(error)[:100]} ({where})"
    return ""
