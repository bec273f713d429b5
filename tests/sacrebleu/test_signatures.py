"""Signatures before and after evaluation; what they say of options is compared with the scores."""

from typing import Any

import pytest
import sacrebleu
from tests.sacrebleu.comparison import assert_same_signature, both

import karat.sacrebleu
from karat.errors import MissingReference

NAMES = ["BLEU", "CHRF", "TER"]


@pytest.mark.parametrize("name", NAMES)
def test_before_evaluation(name: str) -> None:
    """Without references their number is not known; sacreBLEU raises a ValueError, and so does this."""
    ours, theirs = both(name, {})

    with pytest.raises(ValueError, match="first"):
        theirs.get_signature()
    with pytest.raises(MissingReference, match="compute a score first"):
        ours.get_signature()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "references",
    [
        [["a", "b"]],
        [["a", "b"], ["c", "d"], ["e", "f"]],
        [["a", "b"], ["c", None]],
        [["a", None], [None, "b"]],
        [["a", "b"], [None, None]],
    ],
    ids=["one", "three", "varies", "one each", "none in the second"],
)
def test_number_of_references(name: str, references: list[list[str | None]]) -> None:
    """The number of references that every segment has, or `var`."""
    ours, theirs = both(name, {})
    ours.corpus_score(["a", "b"], references)
    theirs.corpus_score(["a", "b"], references)

    assert_same_signature(ours.get_signature(), theirs.get_signature())


def test_follows_the_last_score() -> None:
    """Scores against cached references are signed with their number, whatever was scored between."""
    metric = karat.sacrebleu.BLEU(references=[["a"], ["b"]])
    metric.corpus_score(["a"], [["a"]])
    metric.corpus_score(["a"], None)

    assert metric.get_signature().info["nrefs"] == 2


@pytest.mark.parametrize("name", NAMES)
def test_update(name: str) -> None:
    """Entries can be set and added."""
    signatures: list[Any] = []
    for metric in both(name, {}):
        metric.corpus_score(["a"], [["a"]])
        found = metric.get_signature()
        for key, value in {"test": "wmt20", "lang": "en-de", "ar": 10, "seed": None, "version": "x"}.items():
            found.update(key, value)
        signatures.append(found)

    assert_same_signature(*signatures)


def test_of_arguments() -> None:
    """A signature can be made of a dictionary, with the names of a test set."""
    arguments = {
        "num_refs": -1,
        "n_bootstrap": 5,
        "seed": "0",
        "test_set": "wmt19",
        "langpair": "de-en",
        "origlang": "de",
        "subset": "news",
    }
    ours = karat.sacrebleu.metrics.base.Signature(arguments)
    assert_same_signature(ours, sacrebleu.metrics.base.Signature(arguments))
