"""A quick look never misses what a check would call unfit."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from tests.packs import corpus_of

from karat import Bleu, Chrf, Corpus, Ter, evaluate
from karat.diagnosis.suitability import QUICK, Case, beginning, check
from karat.diagnosis.suspicion import BEGINNING, LONG, _same, may_be_unfit, other_language

if TYPE_CHECKING:
    from pathlib import Path

    from karat.metrics import Metric

_WORDS = [
    "The",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "while",
    "Anna",
    "from",
    "Berlin",
    "read",
    "12",
    "long",
    "letters",
    "to",
    "nobody",
    ",",
    "again",
    ".",
]
_METRICS = (Bleu(), Chrf(), Ter())


def _line(chance: Random, words: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(words))


def _near(chance: Random, text: str, share: float) -> str:
    return " ".join(chance.choice(_WORDS) if chance.random() < share else word for word in text.split())


def _texts(seed: int) -> tuple[dict[str, list[str]], list[list[str]]]:
    """Outputs and references with any of the faults that checks look for, some of them slight."""
    chance = Random(seed)
    segments = chance.choice([1, 9, 10, 11, 40, 60])
    words = chance.choice([1, 3, 4, 8, 20])
    first = [_line(chance, words) for _ in range(segments)]
    if chance.random() < 0.3:
        repeated = chance.choice([0.2, 0.29, 0.31, 0.6])
        first = [first[0] if chance.random() < repeated else text for text in first]
    if chance.random() < 0.2:
        first = [text.replace(" ", "") for text in first]
    if chance.random() < 0.2:
        first = ["猫がマットの上に座っている。" * chance.randint(1, 3) for _ in first]
    references = [first]
    if chance.random() < 0.3:
        references.append([_near(chance, text, 0.2) for text in first])
    outputs: dict[str, list[str]] = {}
    for name in "ABCD"[: chance.randint(1, 4)]:
        share = chance.choice([0.0, 0.05, 0.3, 1.0])
        text = [_near(chance, line, share) for line in first]
        changed = chance.choice(
            ["", "", "lower", "longer", "shorter", "spaced", "empty", "reference", "as A", "Greek"]
        )
        if changed == "lower":
            text = [line.lower() for line in text]
        elif changed == "longer":
            text = [f"{line} {line}"[: max(1, round(len(line) * chance.choice([1.3, 1.5])))] for line in text]
        elif changed == "shorter":
            text = [line[: max(1, round(len(line) * chance.choice([0.6, 0.8])))] for line in text]
        elif changed == "spaced":
            text = [line.replace("e", "e ,") if chance.random() < 0.25 else line for line in text]
        elif changed in ("empty", "Greek"):
            text = ["" if changed == "empty" else "Η γάτα κοιμάται στο χαλί." for _ in text]
        elif changed == "reference":
            text = [a if chance.random() < 0.6 else b for a, b in zip(first, text, strict=True)]
        elif changed == "as A" and outputs:
            text = [a if chance.random() < 0.92 else b for a, b in zip(outputs["A"], text, strict=True)]
        outputs[name] = text
    return outputs, references


@pytest.mark.parametrize("block", range(10))
def test_nothing_unfit_is_missed(block: int) -> None:
    """Whatever a check calls unfit, the look was suspicious; the size alone is none of its business."""
    names = tuple(name for name in QUICK if name != "size")
    unfit = 0
    for seed in range(40 * block, 40 * block + 40):
        outputs, references = _texts(seed)
        several = [list(segment) for segment in zip(*references, strict=True)]
        evaluation = evaluate(Corpus.of(outputs, several), *_METRICS)
        scores = evaluation.scores
        case = Case(beginning(evaluation.corpus), scores, _METRICS)
        found = [one.check for one in check(case, names) if one.verdict == "unfit"]
        unfit += bool(found)
        assert may_be_unfit(outputs, references, scores, _METRICS) or not found, (seed, found)
    assert unfit >= 10


def test_ordinary_text_is_not_suspicious() -> None:
    """So a plain score is as quick as before."""
    chance = Random(1)
    references = [[f"{_line(chance, 12)} {at}" for at in range(BEGINNING)]]
    outputs = {
        name: [_near(chance, text, share) for text in references[0]]
        for name, share in (("A", 0.3), ("B", 0.4))
    }
    evaluation = evaluate(Corpus.of(outputs, references[0]), *_METRICS)
    assert not may_be_unfit(outputs, references, evaluation.scores, _METRICS)


def _ordinary() -> tuple[list[str], dict[str, list[str]]]:
    """References in which every line is another one, and two systems that translate some words otherwise."""
    chance = Random(2)
    references = [f"{_line(chance, 12)} {at}" for at in range(100)]
    return references, {name: [_near(chance, text, 0.3) for text in references] for name in "AB"}


def _unspaced(text: str) -> str:
    return "".join(chr(0x4E00 + sum(map(ord, word)) % 500) for word in text.split())


@pytest.mark.parametrize("fault", ["words without spaces", "short segments", "same outputs"])
def test_one_fault_alone_is_seen(fault: str) -> None:
    """That the texts have nothing else that would be suspicious."""
    references, outputs = _ordinary()
    metrics: tuple[Metric, ...] = _METRICS
    if fault == "words without spaces":
        references = [_unspaced(text) for text in references]
        outputs = {name: [_unspaced(text) for text in texts] for name, texts in outputs.items()}
        metrics = (Chrf(word_order=2),)
    elif fault == "short segments":
        for texts in (references, *outputs.values()):
            texts[:60] = [" ".join(text.split()[-3:]) for text in texts[:60]]
    else:
        outputs["B"] = [*outputs["A"][:95], *outputs["B"][95:]]
    evaluation = evaluate(Corpus.of(outputs, references), *metrics)
    case = Case(evaluation.corpus, evaluation.scores, metrics)
    assert [one.check for one in check(case, tuple(QUICK)) if one.verdict == "unfit"] == [fault]
    assert may_be_unfit(outputs, [references], evaluation.scores, metrics)


@pytest.mark.shared
@pytest.mark.parametrize("pack", ["wmt22.de-en", "wmt23.en-de", "wmt23.zh-en"])
@pytest.mark.parametrize("segments", [20, BEGINNING])
def test_languages_of_real_texts(pack: str, segments: int, shared_data: Path) -> None:
    """No output of any system seems to be in another language than the references; sources do."""
    corpus = corpus_of(shared_data / pack / "segments.jsonl.gz")
    for start in range(0, len(corpus) - segments, max(segments, len(corpus) // 9)):
        part = slice(start, start + segments)
        references = [text or "" for text in corpus.references.streams[0]][part]
        outputs = {name: list(text)[part] for name, text in corpus.systems.items()}
        assert other_language(outputs, references) is None
        found = other_language({"source": list(corpus.sources or ())[part]}, references)
        assert found is not None
        assert found[0] == "source"


@pytest.mark.parametrize(("length", "suspicious"), [(LONG - 1, False), (LONG, True)])
def test_texts_that_are_long_enough_to_be_the_same(length: int, suspicious: bool) -> None:
    """Outputs of two systems that are alike say something from a certain length on, which is included."""
    outputs = [["x" * length, "short"], ["x" * length, "other"]]
    assert _same(outputs) is suspicious
