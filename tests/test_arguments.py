"""Slips that everybody makes once: each is refused with the line to write instead."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import karat
from karat import Bleu, Chrf, Corpus, compare, evaluate
from karat.errors import InvalidOption, UnknownName
from karat.evaluation import ReferenceLeftOut
from karat.remedies import command_line

CORPUS = Corpus.of({"A": ["a b c d"], "B": ["a b c e"]}, ["a b c d"])
EVALUATION = evaluate(CORPUS, Bleu())
MADE = "Corpus.of(hypotheses, references)"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((["a"], Bleu()), f"evaluate({MADE}, Bleu())"),
        (("a", Bleu()), "evaluate(read('a'), Bleu())"),
        ((Path("news.tsv"), Bleu()), "evaluate(read('news.tsv'), Bleu())"),
        ((["a"], [["a"]]), f"evaluate({MADE}, Bleu())"),
        (({"A": ["a"]}, Bleu()), f"evaluate({MADE}, Bleu())"),
        ((pd.DataFrame({"mt": ["a"]}), Bleu()), "evaluate(Corpus.of(frame), Bleu())"),
        ((Bleu(), CORPUS), "evaluate(corpus, Bleu())"),
        ((Bleu, CORPUS), "evaluate(corpus, Bleu())"),
        ((EVALUATION, Bleu()), "evaluate(evaluation.corpus, Bleu())"),
        ((CORPUS, Bleu), "evaluate(corpus, Bleu())"),
        ((CORPUS, Chrf), "evaluate(corpus, Chrf())"),
        ((CORPUS, "chrf"), "evaluate(corpus, parse('chrf'))"),
        ((CORPUS, [Bleu(), Chrf()]), "evaluate(corpus, *metrics)"),
        ((CORPUS, [["a"]]), f"evaluate({MADE}, Bleu())"),
        ((CORPUS,), "evaluate(corpus, Bleu())"),
    ],
)
def test_evaluate_says_what_to_write(arguments: Any, line: str) -> None:
    """Strings, lists, frames, swapped arguments and classes, as users of other packages write them."""
    with pytest.raises(InvalidOption) as refused:
        evaluate(*arguments)
    assert line in str(refused.value)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (CORPUS, "compare(evaluate(corpus, Bleu()))"),
        (["a"], f"compare(evaluate({MADE}, Bleu()))"),
        (None, "compare(evaluate("),
    ],
)
def test_compare_says_what_to_write(given: Any, line: str) -> None:
    """A comparison is made of an evaluation."""
    with pytest.raises(InvalidOption) as refused:
        compare(given)
    assert line in str(refused.value)


def test_rows_of_statistics_are_elsewhere() -> None:
    """A number is no column, and the message has what gives the row."""
    statistics = EVALUATION.statistics["A"][EVALUATION.metrics[0].recipe]
    with pytest.raises(UnknownName, match=r"statistics\.counts\[0\]"):
        _ = statistics[0]  # type: ignore[index]
    with pytest.raises(UnknownName, match="There is no system 0"):
        _ = EVALUATION[0]  # type: ignore[index]


def test_the_names_of_sacrebleu_lead_to_its_interface() -> None:
    """`karat.corpus_bleu` is where users of sacreBLEU look first."""
    with pytest.raises(AttributeError, match=r"from karat\.sacrebleu import corpus_bleu"):
        _ = karat.corpus_bleu


def with_people(*people: str) -> Corpus:
    """A corpus in which some systems are people, and refA is the reference."""
    texts = {"refA": ["a b c d"], "refB": ["a b c f"], "machine": ["a b c e"]}
    from karat.corpus import References

    return Corpus(texts, References((["a b c d"],)), human_systems=frozenset(people))


def test_a_reference_among_the_systems_is_left_out() -> None:
    """As on the command line, with a warning; who was not said to be a person stays."""
    with pytest.warns(ReferenceLeftOut, match="refA is left out: it is one of the references"):
        found = evaluate(with_people("refA", "refB"), Bleu())
    assert list(found.corpus.systems) == ["refB", "machine"]
    assert found.corpus.human_systems == {"refB"}
    assert [score.system for score in found.scores] == ["refB", "machine"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(evaluate(with_people("refB"), Bleu()).scores) == 3
        assert len(evaluate(with_people("refA"), Bleu(), keep_references=True).scores) == 3


def test_nothing_but_references_is_refused_in_the_words_of_the_caller() -> None:
    """A parameter for Python, a flag for the command line."""
    whole = with_people("refA")
    alone = Corpus({"refA": whole.systems["refA"]}, whole.references, human_systems=frozenset({"refA"}))
    with pytest.raises(InvalidOption, match="Give keep_references=True"):
        evaluate(alone, Bleu())
    with command_line(), pytest.raises(InvalidOption, match="Name systems with --systems"):
        evaluate(alone, Bleu())


@pytest.mark.parametrize("verb", ["agree", "calibrate"])
def test_people_come_second(verb: str) -> None:
    """The evaluation comes first, then judgements or tables of human scores."""
    call: Any = getattr(karat, verb)
    with pytest.raises(InvalidOption, match=rf"Write: {verb}\(evaluate\(corpus, Bleu\(\)\), judgements\)"):
        call(CORPUS, None)
    with pytest.raises(InvalidOption, match="Judgements or tables of human scores were expected, not a str"):
        call(EVALUATION, "judgements.jsonl")


def test_agree_takes_judgements_and_tables_alike() -> None:
    """Tables that were made of judgements give the same figures."""
    from karat import agree, demo, read, read_judgements
    from karat.agreement import Plan, tables_of

    corpus = read(demo.segments_path())
    judgements = read_judgements(demo.judgements_path(), corpus)
    evaluation = evaluate(corpus, Bleu())
    plan = Plan(statistics=("pearson",), samples=50)
    found = agree(evaluation, judgements, plan=plan)
    assert found.to_dict() == agree(evaluation, tables_of(judgements, corpus), plan=plan).to_dict()
    assert found.to_dict()["human"] == ["adequacy", "fluency"]


def test_calibrate_fits_every_text_type() -> None:
    """A calibration for each metric, dimension and text type; one for all of them where it is asked for."""
    from karat import calibrate, demo, read, read_judgements

    corpus = read(demo.segments_path())
    judgements = read_judgements(demo.judgements_path(), corpus)
    evaluation = evaluate(corpus, Bleu())
    found = calibrate(evaluation, judgements)
    assert {(one.human, one.text_type) for one in found} == {
        (human, kind) for human in ("adequacy", "fluency") for kind in ("news", "email", "manual")
    }
    whole = calibrate(evaluation, judgements, by="language-pair")
    assert [one.text_type for one in whole] == [None, None]
    assert whole[0].language_pair == "de-en"


def test_check_takes_an_evaluation() -> None:
    """Or a case, which says the same."""
    from karat import check
    from karat.diagnosis.suitability import Case

    names = ["references", "size"]
    assert check(EVALUATION, names) == check(Case.of(EVALUATION), names)
    with pytest.raises(InvalidOption, match=r"Write: check\(evaluate\(corpus, Bleu\(\)\)\)"):
        check(CORPUS)  # type: ignore[arg-type]


def test_explain_asks_for_what_is_not_clear() -> None:
    """The system where there are several, and a segment that is there."""
    from karat import explain

    assert explain(CORPUS, Bleu(), segment=1, system="A").value == 100
    with pytest.raises(InvalidOption, match="There are 2 systems: A, B"):
        explain(CORPUS, Bleu(), segment=1)
    with pytest.raises(InvalidOption, match="segments 1 to 1"):
        explain(CORPUS, Bleu(), segment=2, system="A")
