"""P-values that Moses and MultEval gave on WMT17 English–German, as sacreBLEU's own tests hold them.

The outputs come with sacreBLEU's source, not with its package: KARAT_SACREBLEU_SOURCE names the unpacked
source (pip download --no-binary sacrebleu sacrebleu==2.6.0). Without it, these tests are skipped.
"""

from __future__ import annotations

import ast
import bz2
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from karat import Bleu, Corpus, Procedure, compare, evaluate
from karat.corpus import References

SOURCE = Path(os.environ.get("KARAT_SACREBLEU_SOURCE", "")) / "test"

pytestmark = pytest.mark.skipif(
    not (SOURCE / "wmt17_en_de_systems.pkl.bz2").is_file(), reason="sacreBLEU's source is not there"
)


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    """The tables of figures in sacreBLEU's test."""
    module = ast.parse((SOURCE / "test_significance.py").read_text())
    return {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in module.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and statement.targets[0].id.endswith("_P_VALS")
        and isinstance(statement.value, ast.Dict)
    }


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[float, float]]:
    """By Karat's way to do as they did: approximate randomization and bootstrap, each against the first."""
    with bz2.open(SOURCE / "wmt17_en_de_systems.pkl.bz2") as file:
        systems = pickle.load(file)
    _, streams = systems.pop()
    (baseline, output), *others = systems
    procedure = Procedure(samples=2000, shuffles=10_000, correction="none", compatible="moses")
    p_values = {}
    for name, text in others:
        corpus = Corpus({baseline: list(output), name: list(text)}, References(tuple(map(tuple, streams))))
        (pair,) = compare(evaluate(corpus, Bleu(tokenize="none")), procedure).metrics[0].contrasts
        p_values[name] = (pair.p, pair.bootstrap_p)
    return p_values


def test_moses(published: dict[str, Any], found: dict[str, tuple[float, float]]) -> None:
    """The bootstrap test of Moses."""
    assert {name: p for name, (_, p) in found.items()} == pytest.approx(published["MOSES_P_VALS"], abs=0.015)


def test_multeval(published: dict[str, Any], found: dict[str, tuple[float, float]]) -> None:
    """MultEval's approximate randomization."""
    expected = {name: bleu for name, (bleu, _) in published["MULTEVAL_P_VALS"].items()}
    assert {name: p for name, (p, _) in found.items()} == pytest.approx(expected, abs=0.015)
