"""Results at the limits as notebooks and texts show them: undefined values, one system, names of any script."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

import numpy as np
import pytest
from tests.report.charts.results import HOSTILE

from karat import Bleu, Corpus, External, Procedure, Ter, check, compare, evaluate, show
from karat.agreement import Plan, Rater, influences, rank_metrics, study, translators, verdict
from karat.calibration import Setting, acceptability, compare_versions, fit, predict, transfer
from karat.comparison import Partition, power_of_pairs, segment_differences, slices
from karat.diagnosis import word_buckets
from karat.diagnosis.sensitivity import sensitivity
from karat.diagnosis.variation import segment_variation, variation
from karat.report.tables import printable

QUICK = Procedure(samples=20, shuffles=1000)
NAMES = HOSTILE[:6]
SEGMENTS = 6
# Words of Python that no reader should meet.
_PYTHON = re.compile(r"\b(nan|inf|None|True|False)\b")


def corpus(names: tuple[str, ...] = NAMES) -> Corpus:
    """Systems of these names, each a little worse than the one before."""
    texts = {
        name: [f"the {row} cat {'sat' if place < row else 'x'} down" for row in range(SEGMENTS)]
        for place, name in enumerate(names)
    }
    return Corpus.of(texts, [f"the {row} cat sat down" for row in range(SEGMENTS)])


def given_scores(*, missing: bool) -> Any:
    """Scores of every second segment, or of none."""
    scores: dict[str, list[float | None]] = {
        name: [None if missing or row % 2 else float(place + row) for row in range(SEGMENTS)]
        for place, name in enumerate(NAMES)
    }
    return evaluate(corpus(), External.of("sco<i>re", scores))


@cache
def raters() -> tuple[Rater, Rater, Rater]:
    """A metric, people, and people who judged nothing."""
    rng = np.random.default_rng(4)
    human = rng.normal(size=(len(NAMES), SEGMENTS)) + np.arange(len(NAMES))[:, None]
    ours = human + rng.normal(size=human.shape)
    nothing = np.full(human.shape, np.nan)
    return (
        Rater("m<b>etric", "made up", NAMES, ours.mean(axis=1), ours),
        Rater("hu&man", "made up", NAMES, human.mean(axis=1), human),
        Rater("nobody", "made up", NAMES, nothing[:, 0], nothing),
    )


def of_systems() -> dict[str, Any]:
    """Results in which every system is named."""
    evaluation = evaluate(corpus(), Bleu(), Ter())
    metric, human, nobody = raters()
    calibration = fit([metric], human, setting=Setting(text_type="<news>"))
    marks = np.tile(np.array([1.0, 5.0, 3.0]), (1, len(NAMES), 1))
    return {
        "evaluation": evaluation,
        "comparison": compare(evaluation, QUICK),
        "comparison of missing scores": compare(given_scores(missing=False), QUICK),
        "comparison of no scores": compare(given_scores(missing=True), QUICK),
        "power": power_of_pairs(evaluation, QUICK),
        "power of no scores": power_of_pairs(given_scores(missing=True), QUICK),
        "slices": slices(evaluation, Bleu(), Partition.of("part", ["<i>", "<i>", "b", "b", "b", "c"]), QUICK),
        "outliers": influences(metric.whole, human.whole, NAMES),
        "acceptability": acceptability(marks, np.ones(marks.shape[1:]), NAMES, samples=20),
        "calibration": calibration,
        "variation": variation(corpus(), Bleu()),
        "buckets": word_buckets.by_frequency(corpus()),
        "translators": translators(metric, human, dict.fromkeys(NAMES[:2], False)),
        "nobody's outliers": influences(metric.whole, nobody.whole, NAMES),
    }


def of_others() -> dict[str, Any]:
    """Results that name no system, or one."""
    metric, human, nobody = raters()
    calibration = fit([metric], human, setting=Setting(text_type="<news>"))
    other = fit(
        [metric], Rater("hu&man", "made up", NAMES, human.whole + 1), setting=Setting(text_type="&mail")
    )
    levels: Any = ("system", "segment")
    missing = given_scores(missing=False)
    return {
        "study": study([metric], [human], plan=Plan(levels=levels, samples=20)),
        "study of nobody": study([metric], [nobody], plan=Plan(levels=levels, samples=20)),
        "verdict": verdict(metric, human),
        "verdict of nobody": verdict(metric, nobody),
        "ranking": rank_metrics([metric, human], human, samples=50),
        "ranking of nobody": rank_metrics([metric, human], nobody, samples=50),
        "prediction": predict(calibration, [float(metric.whole.mean())]),
        "refused prediction": predict(calibration, [1e6]),
        "refused without a score": predict(calibration, [float("nan")]),
        "versions": compare_versions(calibration, (NAMES[0], [2.0]), (NAMES[1], [2.0])),
        "transfer": transfer(calibration, other, samples=20),
        "segment differences": segment_differences(missing, missing.metrics[0], *NAMES[:2]),
        "one system": evaluate(corpus(NAMES[:1]), Bleu()),
        "one score": evaluate(corpus(NAMES[:1]), Bleu()).scores,
        "one variation": variation(corpus(NAMES[:1]), Bleu()),
        "one segment": segment_variation(corpus(), NAMES[0], 1, metric=Bleu()),
        "sensitivity": sensitivity(corpus(), NAMES[0], [Bleu()], strengths=[0.5], samples=20),
        "checks": check(evaluate(corpus(), Bleu())),
        "checks of one": check(evaluate(corpus(NAMES[:1]), Bleu())),
    }


@pytest.fixture(scope="module")
def results() -> dict[str, tuple[str, str]]:
    """Every result, shown once."""
    found = {}
    for name, result in (of_systems() | of_others()).items():
        view = show(result)
        found[name] = view._repr_html_(), str(view)
    return found


def test_no_name_is_markup(results: dict[str, tuple[str, str]]) -> None:
    """Angle brackets and ampersands of names are text."""
    for name, (html, _) in results.items():
        for markup in ("<script", "<i>", "<b>etric", "<news>", "hu&man"):
            assert markup not in html, name


def test_systems_are_named_in_full(results: dict[str, tuple[str, str]]) -> None:
    """Also in other scripts, with line ends, and where they are ninety letters long."""
    for name in of_systems():
        if name in ("calibration", "translators", "nobody's outliers"):
            continue  # points are in a chart; two systems; nobody is there
        html, text = results[name]
        joined = re.sub(r"\s+", "", text)
        for system in NAMES:
            assert re.sub(r"\s+", "", printable(system)) in joined, name
            assert escape(printable(system)).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in html, (
                name
            )


def test_readers_meet_no_python(results: dict[str, tuple[str, str]]) -> None:
    """What is undefined is a dash or a word."""
    for name, (html, text) in results.items():
        for said in (text, re.sub(r"<[^>]*>", " ", html)):
            found = [line for line in said.splitlines() if _PYTHON.search(line)]
            assert not found, (name, found)


def test_no_line_of_text_is_left_open(results: dict[str, tuple[str, str]]) -> None:
    """Names with line ends and tabs stay on their line; no line ends in blanks."""
    for name, (_, text) in results.items():
        assert "\t" not in text, name
        assert all(line == line.rstrip() for line in text.splitlines()), name
        assert text.strip(), name
