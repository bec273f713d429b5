"""`karat.accept`: what the command says, from Python, and what it refuses."""

import json
from typing import Any

import pytest

from karat import Bleu, Corpus, Evaluation, Judgements, accept, demo, evaluate, read, read_judgements, table
from karat.agreement import tables_of
from karat.cli.main import main
from karat.errors import InvalidOption
from karat.report.topics.acceptability import as_json


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    """The demo under BLEU."""
    return evaluate(read(demo.segments_path()), Bleu())


@pytest.fixture(scope="module")
def judgements(evaluation: Evaluation) -> Judgements:
    """What people said of it."""
    return read_judgements(demo.judgements_path(), evaluation.corpus)


@pytest.mark.parametrize(
    ("options", "flags"),
    [
        ({}, ()),
        ({"by": "language-pair", "words": "source"}, ("--by", "language-pair", "--words", "source")),
        ({"threshold": 3.5, "confidence": 0.9}, ("--threshold", 3.5, "--confidence", 0.9)),
        (
            {"weights": {5: 3, 3: 0, 1: -3}, "seed": 1, "samples": 50},
            ("--mark-weights", "5:3,3:0,1:-3", "--seed", 1, "--samples", 50),
        ),
    ],
)
def test_the_command_says_the_same(
    capsys: pytest.CaptureFixture[str],
    evaluation: Evaluation,
    judgements: Judgements,
    options: Any,
    flags: Any,
) -> None:
    """Every figure, with the options of both."""
    found = accept(evaluation, judgements, data="demo", **options)
    assert main(["accept", str(demo.path()), "-m", "bleu", "--format", "json", *map(str, flags)]) == 0
    said = capsys.readouterr()
    assert json.loads(as_json(found)) == json.loads(said.out)


def test_scores_of_segments_do(evaluation: Evaluation, judgements: Judgements) -> None:
    """Where single judgements are not known, that is kept."""
    found = accept(evaluation, tables_of(judgements, evaluation.corpus), samples=50)
    assert [(one.human, one.from_judges) for one in found] == [("adequacy", False), ("fluency", False)]


def test_it_is_a_table(evaluation: Evaluation, judgements: Judgements) -> None:
    """A row for each cell and metric; the outputs are a table of their own."""
    found = accept(evaluation, judgements, samples=50)
    rows = table(found).to_dict()
    assert rows["dimension"] == ["adequacy"] * 3 + ["fluency"] * 3
    assert rows["text_type"] == ["news", "email", "manual"] * 2
    assert table(found[0].outputs).to_dict()["system"][0] == "aurora"
    assert "Thresholds" in str(found[0])


def test_slips_are_refused(evaluation: Evaluation, judgements: Judgements) -> None:
    """With what to write instead."""
    corpus: Any = Corpus.of(["a"], ["a"])
    with pytest.raises(InvalidOption, match=r"Write: accept\(evaluate\(corpus, Bleu\(\)\), judgements\)"):
        accept(corpus, judgements)
    with pytest.raises(InvalidOption, match=r"words is 'target'.*hypothesis"):
        accept(evaluation, judgements, words="target")
    with pytest.raises(InvalidOption, match="A threshold takes the place of weights and words"):
        accept(evaluation, judgements, threshold=3.5, words="none")
    whole = [one for one in tables_of(judgements, evaluation.corpus) if one.level == "system"]
    with pytest.raises(InvalidOption, match=r"whole systems only.*threshold=…"):
        accept(evaluation, whole, by="language-pair")
