"""Errors: one tree, and messages with a way out."""

from __future__ import annotations

import inspect
import pickle
import re

import pytest

from karat import errors
from karat.errors import (
    Cancelled,
    InvalidFile,
    InvalidJudgement,
    InvalidOption,
    InvalidRecipe,
    InvalidText,
    KaratError,
    MisalignedCorpus,
    MissingColumn,
    MissingExtra,
    MissingReference,
    ProgramFailed,
    RefusedPrediction,
    TimeLimitReached,
    UnknownName,
    UnreadableFile,
)

BUILTIN: dict[type[Exception], type[Exception]] = {
    MisalignedCorpus: ValueError,
    MissingReference: ValueError,
    InvalidText: ValueError,
    InvalidFile: ValueError,
    MissingColumn: ValueError,
    InvalidJudgement: ValueError,
    UnreadableFile: OSError,
    InvalidOption: ValueError,
    InvalidRecipe: ValueError,
    RefusedPrediction: ValueError,
    UnknownName: KeyError,
    MissingExtra: ImportError,
    ProgramFailed: RuntimeError,
    Cancelled: Exception,
    TimeLimitReached: TimeoutError,
}


def leaves() -> list[type]:
    """Every error class of the module but the root."""
    found = inspect.getmembers(errors, inspect.isclass)
    return [error for _, error in found if issubclass(error, KaratError) and error is not KaratError]


def test_every_error_is_tested() -> None:
    """The module has these errors and no others."""
    assert set(leaves()) == set(BUILTIN)


@pytest.mark.parametrize("error", BUILTIN, ids=lambda error: error.__name__)
def test_tree(error: type[Exception]) -> None:
    """Every error is a KaratError and the builtin error that callers expect."""
    assert issubclass(error, KaratError)
    assert issubclass(error, BUILTIN[error])


@pytest.mark.parametrize("error", BUILTIN, ids=lambda error: error.__name__)
def test_documented(error: type[Exception]) -> None:
    """The tree in the module's docstring has every error with its builtin base."""
    assert re.search(rf"{error.__name__} +\({BUILTIN[error].__name__}\)", errors.__doc__ or "")
    assert inspect.getdoc(error)


@pytest.mark.parametrize("error", [KaratError, *BUILTIN], ids=lambda error: error.__name__)
def test_message(error: type[Exception]) -> None:
    """The message is printed as it is, without quotation marks, and survives pickling."""
    assert str(error("It's gone.")) == "It's gone."
    assert str(error()) == ""
    assert str(pickle.loads(pickle.dumps(error("It's gone.")))) == "It's gone."


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            MisalignedCorpus.from_lengths("System 'a'", got=1, expected=2),
            "System 'a' has 1 segment, the references have 2. "
            "Each line of the output must translate the same line of the source.",
        ),
        (
            MisalignedCorpus.from_lengths("Reference 2", got=3, expected=1, of="the first reference"),
            "Reference 2 has 3 segments, the first reference has 1. "
            "Each line of the output must translate the same line of the source.",
        ),
        (
            MissingReference.at(0),
            "Segment 1 has no reference. "
            "Give at least one reference for each segment, or leave the segment out of every text.",
        ),
        (InvalidFile.at("a.tsv", "It is empty."), "a.tsv: It is empty."),
        (InvalidFile.at("a.tsv", "It has 2 columns.", line=7), "a.tsv, line 7: It has 2 columns."),
        (
            InvalidOption.choice("smoothing", "flor", ("none", "floor")),
            "smoothing is 'flor'; it must be one of none, floor. Did you mean 'floor'?",
        ),
        (InvalidOption.choice("unit", 5, ("word", "char")), "unit is 5; it must be one of word, char."),
        (
            UnknownName.among("system", "online-b", ["online-A", "online-B"]),
            "There is no system 'online-b'. Known: online-A, online-B. Did you mean 'online-B'?",
        ),
        (
            MissingExtra.of("Japanese tokenization", "ja"),
            "Japanese tokenization needs an optional dependency. Install it with: pip install 'karat-mt[ja]' "
            "(in a clone of the repository: pip install '.[ja]')",
        ),
    ],
)
def test_named_constructors(error: KaratError, message: str) -> None:
    """Messages say what was expected, what came, where, and what to do."""
    assert str(error) == message


def test_half_a_surrogate_pair_can_be_printed() -> None:
    """A message that quotes one from a file shows it as one would type it; other characters stay."""
    assert str(KaratError("column 'é\ud800'")) == "column 'é\\ud800'"
