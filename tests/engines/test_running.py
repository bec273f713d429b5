"""Running totals: any order of adding and merging gives the same figure."""

import json
import pickle

import pytest

from karat import Bleu, Chrf, Corpus, Nist, Running, evaluate
from karat.errors import InvalidOption

HYPOTHESES = ["the cat sat on the mat", "a dog barked", "", "one two three four five"]
REFERENCES = ["the cat sat on a mat", "a dog barked loudly", "nothing", "one two three four six"]


def test_any_cut_gives_the_whole() -> None:
    """Batches, none at all, and totals that were pickled or written as JSON on the way."""
    whole = evaluate(Corpus.of(HYPOTHESES, REFERENCES), Bleu(), Chrf()).scores
    parts = []
    for start, end in ((0, 1), (1, 1), (1, 4)):
        running = Running(Bleu(), Chrf())
        running.add(HYPOTHESES[start:end], REFERENCES[start:end])
        parts.append(running)
    first = pickle.loads(pickle.dumps(parts[2]))
    for other in (parts[1], Running.from_json(json.loads(json.dumps(parts[0].to_json())))):
        first.merge(other)
    assert [(score.value, score.recipe, score.segments) for score in first.scores()] == [
        (score.value, score.recipe, score.segments) for score in whole
    ]
    assert first.value(Chrf()) == whole[1].value
    assert parts[2].segments == 3
    first.reset()
    assert (first.segments, first.value(Bleu())) == (0, 0.0)


def test_slips_are_refused() -> None:
    """Metrics that learn, totals of others, a value of several."""
    running = Running(Bleu())
    for given, message in (((), "no metric"), ((Nist(),), "whole corpus"), ((Bleu,), "is a class")):
        with pytest.raises(InvalidOption, match=message):
            Running(*given)
    with pytest.raises(InvalidOption, match="These totals are of chrF"):
        running.merge(Running(Chrf()))
    with pytest.raises(InvalidOption, match="not a list"):
        running.merge([1])  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="several metrics"):
        Running(Bleu(), Chrf()).value()
    with pytest.raises(InvalidOption, match="is not counted here"):
        running.value(Chrf())
    with pytest.raises(InvalidOption, match=r"of Karat 0.0.1"):
        Running.from_json({**running.to_json(), "karat": "0.0.1"})
    with pytest.raises(InvalidOption, match="The schema is 7"):
        Running.from_json({**running.to_json(), "schema": 7})
