"""Against sacreBLEU, and against what WMT published, on all of the real data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.differential import wmt
from tests.differential.peer import assert_same, peer_of
from tests.differential.sacrebleu_digests import METRICS, TERS, assert_as_stored, of_system

from karat.corpus import References
from karat.metrics import Bleu, Chrf, Metric, Ter

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.shared

# sacreBLEU itself is run on every nth segment; what it counted in all of them is stored.
LIVE = 120


def label(value: object) -> str | None:
    """The name of a test's metric."""
    if isinstance(value, Bleu):
        return f"{value.name}-{value.tokenize}"
    return value.name if isinstance(value, Chrf) else None


@pytest.mark.parametrize("name", wmt.NAMES)
@pytest.mark.parametrize("metric", METRICS, ids=label)
def test_every_system(name: str, metric: Metric, shared_data: Path) -> None:
    """Every system has sacreBLEU's statistics in every segment, and its scores."""
    data = wmt.read(shared_data / name)
    systems = [of_system(metric, name, data, system) for system in data.systems]
    peer = peer_of(metric, systems[0].every(LIVE).streams)
    counted = metric.count_systems(
        [texts.hypotheses for texts in systems], References(tuple(systems[0].streams))
    )
    for texts, ours in zip(systems, counted, strict=True):
        assert_as_stored(metric, texts, ours)
        assert_same(metric, peer, *texts.every(LIVE), cached=True)


@pytest.mark.parametrize("name", wmt.NAMES)
@pytest.mark.parametrize("metric", TERS)
def test_ter(name: str, metric: Metric, shared_data: Path) -> None:
    """A sample of every system's segments, of those that sacreBLEU can do in a blink, has sacreBLEU's TER."""
    data = wmt.read(shared_data / name)
    for system in data.systems:
        texts = of_system(metric, name, data, system)
        assert_as_stored(metric, texts)
        assert_same(metric, peer_of(metric), *texts.every(LIVE))


def test_ter_of_paragraphs(shared_data: Path) -> None:
    """Paragraphs of some hundred words, longer than the band is wide, have sacreBLEU's TER."""
    data = wmt.read(shared_data / "wmt23.en-de")
    sample = [index for index, text in enumerate(data.streams[0]) if 90 <= len(text.split()) <= 110][:4]
    streams = [[stream[index] for index in sample] for stream in data.streams]
    hypotheses = [data.systems["AIRC"][index] for index in sample]
    assert len(hypotheses) == 4
    assert_same(Ter(), peer_of(Ter()), hypotheses, streams)


def reference_streams(data: wmt.DataSet, column: str) -> list[list[str]]:
    """The references that a published column was computed with."""
    which = column.rpartition("-")[2].removeprefix("ref")
    return data.streams if which == "all" else [data.streams["AB".index(which)]]


@pytest.mark.parametrize("name", wmt.NAMES[:-1])
def test_published_scores(name: str, shared_data: Path) -> None:
    """BLEU (of characters for Japanese) and chrF are those that WMT published, to 0.01, for every system."""
    data = wmt.read(shared_data / name)
    bleu = Bleu(tokenize="char") if name.endswith("-ja") else Bleu()
    compared = 0
    for row in wmt.published(shared_data / name):
        for column, value in row.items():
            if not (column.startswith("published_") and value):
                continue
            metric = bleu if "bleu" in column else Chrf()
            statistics = metric.count(
                data.systems[row["system"]], References(tuple(reference_streams(data, column)))
            )
            assert metric.value(statistics.total()) == pytest.approx(float(value), abs=0.01), (
                row["system"],
                column,
            )
            compared += 1
    machines = len(data.systems) - len(data.human_systems)
    assert compared >= 4 * machines


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("AIRC", 0.2648),
        ("GPT4-5shot", 0.4359),
        ("Lan-BridgeMT", 0.3942),
        ("NLLB_Greedy", 0.3108),
        ("ONLINE-A", 0.4369),
        ("ONLINE-W", 0.4782),
    ],
)
def test_mteval(system: str, expected: float, shared_data: Path) -> None:
    """BLEU is that of mteval-v13a, run with case, on wmt23.en-de."""
    data = wmt.read(shared_data / "wmt23.en-de")
    statistics = Bleu().count(data.systems[system], References(tuple(data.streams)))
    assert Bleu().value(statistics.total()) / 100 == pytest.approx(expected, abs=5.1e-5)


@pytest.mark.parametrize("name", ["wmt23.en-ja", "wmt24.en-ja"])
def test_japanese_words(name: str, shared_data: Path) -> None:
    """BLEU of Japanese words has sacreBLEU's statistics."""
    pytest.importorskip("MeCab", reason="Japanese words need MeCab")
    data = wmt.read(shared_data / name)
    metric = Bleu(tokenize="ja-mecab")
    system = sorted(set(data.systems) - data.human_systems)[0]
    # Of every fourth segment: both sides spend their time in MeCab.
    streams = [stream[::4] for stream in data.streams]
    assert_same(metric, peer_of(metric), data.systems[system][::4], streams)


def test_korean_words() -> None:
    """BLEU of Korean words has sacreBLEU's statistics."""
    pytest.importorskip("mecab_ko", reason="Korean words need MeCab-ko")
    hypotheses = ["서울은 대한민국의 수도이다.", "나는 2.5원이 있다", " 그는 학교에 갔다 ", ""]
    references = ["서울은 한국의 수도입니다.", "나는 3원을 가지고 있다", "그녀는 학교에 간다", "없다"]
    metric = Bleu(tokenize="ko-mecab")
    assert_same(metric, peer_of(metric), hypotheses, [references])
