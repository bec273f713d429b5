"""Arguments of the wrong type raise TypeError, as in sacreBLEU."""

from typing import Any

import pytest
from tests.sacrebleu.comparison import both

NAMES = ["BLEU", "CHRF", "TER"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [
        (5, [["a"]]),
        ({"a"}, [["a"]]),
        ((text for text in "a"), [["a"]]),
        ([5], [["a"]]),
        ([None], [["a"]]),
        (["a", None], [["a", "b"]]),
        (["a"], 5),
        (["a"], {"a"}),
        (["a"], [5]),
        (["a"], [[5]]),
        (["a"], [[["a"]]]),
    ],
)
def test_corpus(name: str, hypotheses: Any, references: Any) -> None:
    """A corpus is a sequence of str and a sequence of sequences of str."""
    ours, theirs = both(name, {})
    with pytest.raises(TypeError):
        theirs.corpus_score(hypotheses, references)
    with pytest.raises(TypeError, match=f"{name}: "):
        ours.corpus_score(hypotheses, references)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("hypothesis", "references"),
    [
        (5, ["a"]),
        (None, ["a"]),
        (["a"], ["a"]),
        ("a", "a"),
        ("a", 5),
        ("a", None),
        ("a", {"a"}),
        ("a", [["a"]]),
    ],
)
def test_sentence(name: str, hypothesis: Any, references: Any) -> None:
    """A segment is a str and a sequence of str."""
    ours, theirs = both(name, {})
    with pytest.raises(TypeError):
        theirs.sentence_score(hypothesis, references)
    with pytest.raises(TypeError, match=f"{name}: "):
        ours.sentence_score(hypothesis, references)


@pytest.mark.parametrize("name", NAMES)
def test_no_references(name: str) -> None:
    """Without references here and in the constructor there is a RuntimeError, as in sacreBLEU."""
    for metric in both(name, {}):
        with pytest.raises(RuntimeError, match="references"):
            metric.corpus_score(["a"], None)


@pytest.mark.parametrize("name", NAMES)
def test_any_sequence(name: str) -> None:
    """Tuples are as good as lists."""
    ours, theirs = both(name, {})

    assert ours.corpus_score(("a b",), (("a c",),)).score == theirs.corpus_score(("a b",), (("a c",),)).score
    assert ours.sentence_score("a b", ("a c",)).score == theirs.sentence_score("a b", ("a c",)).score
