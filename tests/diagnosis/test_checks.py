"""Every check has texts on which it says fine, and texts on which it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.diagnosis.cases import case_of, sentences, varied
from tests.packs import corpus_of

from karat import Bleu, Chrf, Ter, Wer, Wnm
from karat.diagnosis.kinship import kinship
from karat.diagnosis.suitability import CHECKS, QUICK, Case, beginning, check, graded, worst
from karat.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from karat.diagnosis.suitability import Finding

TEXTS = sentences(250)
OUTPUT = varied(TEXTS, share=0.2, seed=2)
OTHER = varied(TEXTS, share=0.4, seed=3)
THIRD = varied(TEXTS, share=0.3, seed=4)
GERMAN = ["Dieser Satz ist deutsch und lang genug, um einer zu sein."] * 250
JAPANESE = ["昨日は友達と一緒に新しい映画を見に行きました。", "駅前の古い本屋で面白い小説を見つけました。"]
# Shorter than many a German word.
CHINESE = ["你几岁？", "作者是谁？", "他在北京 2008 年出生。"]
THAI = ["สวัสดีครับ คุณสบายดีไหม"]


def machines(**more: list[str]) -> dict[str, list[str]]:
    """Three systems and more that share most of their errors, as those of one kind do."""
    kind = varied(TEXTS, share=0.4, seed=9)
    alike = {name: varied(kind, share=0.1, seed=seed) for seed, name in enumerate(("a", "b", "c", "d"), 20)}
    return {**alike, **more}


FINE: dict[str, Callable[[], Case]] = {
    "references": lambda: case_of({"a": OUTPUT}, [[text, text.lower()] for text in TEXTS]),
    "size": lambda: case_of({"a": OUTPUT, "b": OTHER}, TEXTS),
    "order": lambda: case_of({"a": OUTPUT}, TEXTS),
    "room": lambda: case_of({"a": OUTPUT}, TEXTS, metrics=[Bleu(), Ter()]),
    "weights": lambda: case_of({"a": OUTPUT}, TEXTS, metrics=[Wnm()]),
    "people": lambda: case_of({"a": OUTPUT}, TEXTS, people=["a"]),
    "spaces": lambda: case_of({"a": JAPANESE}, JAPANESE, metrics=[Chrf(), Bleu(unit="char", order=7)]),
    "tokens": lambda: case_of({"a": OUTPUT}, TEXTS),
    "case": lambda: case_of({"a": OUTPUT}, TEXTS),
    "short": lambda: case_of({"a": OUTPUT}, TEXTS),
    "length": lambda: case_of({"a": OUTPUT}, TEXTS),
    "duplicates": lambda: case_of({"a": OUTPUT}, TEXTS),
    "source": lambda: case_of({"a": OUTPUT}, TEXTS, sources=GERMAN),
    "blank": lambda: case_of({"a": ["", *OUTPUT[1:]], "b": OTHER}, TEXTS),
    "reference-source": lambda: case_of({"a": OUTPUT}, TEXTS, sources=GERMAN),
    "script": lambda: case_of({"a": OUTPUT}, TEXTS),
    "outputs": lambda: case_of({"a": OUTPUT, "b": OTHER}, TEXTS),
    "leak": lambda: case_of({"b": OTHER, "c": THIRD, "d": varied(TEXTS, share=0.3, seed=7)}, TEXTS),
    "phenomenon": lambda: case_of({"a": OUTPUT}, TEXTS, phenomena=["River"]),
    "kinds": lambda: case_of(machines(), TEXTS),
    "origin": lambda: case_of(machines(), TEXTS),
}


def _split() -> list[str]:
    return [text.replace(".", " .") for text in OUTPUT]


NOT_FINE: dict[str, list[tuple[str, Callable[[], Case]]]] = {
    "weights": [
        ("warning", lambda: case_of({"a": [*OUTPUT[:97], "x", "y", "z"]}, TEXTS[:100], metrics=[Wnm()])),
        ("unfit", lambda: case_of({"a": ["x"]}, TEXTS[:1], metrics=[Wnm(average="texts")])),
    ],
    "references": [("warning", lambda: case_of({"a": OUTPUT}, TEXTS))],
    "size": [
        ("warning", lambda: case_of({"a": OUTPUT[:150]}, TEXTS[:150])),
        ("unfit", lambda: case_of({"a": OUTPUT[:9]}, TEXTS[:9])),
        (
            "unfit",
            lambda: case_of({"a": OUTPUT, "b": varied(TEXTS, share=0.2, seed=5)}, TEXTS, difference=0.1),
        ),
    ],
    "order": [
        ("unfit", lambda: case_of({"a": varied(TEXTS, share=1, seed=6)[:20]}, TEXTS[:20])),
        ("warning", lambda: case_of({"a": varied(TEXTS, share=0.5, seed=6)[:20]}, TEXTS[:20])),
    ],
    "room": [
        ("unfit", lambda: case_of({"a": TEXTS}, TEXTS)),
        ("unfit", lambda: case_of({"a": TEXTS}, TEXTS, metrics=[Ter()])),
        ("warning", lambda: case_of({"a": varied(TEXTS, share=0.02, seed=1)}, TEXTS)),
    ],
    "people": [("warning", lambda: case_of({"a": OUTPUT, "b": OTHER}, TEXTS, people=["b"]))],
    "spaces": [
        ("unfit", lambda: case_of({"a": JAPANESE}, JAPANESE, metrics=[Bleu()])),
        ("unfit", lambda: case_of({"a": CHINESE}, CHINESE, metrics=[Bleu()])),
        ("unfit", lambda: case_of({"a": THAI}, THAI, metrics=[Bleu()])),
        ("unfit", lambda: case_of({"a": JAPANESE}, JAPANESE, metrics=[Ter()])),
        ("unfit", lambda: case_of({"a": JAPANESE}, JAPANESE, metrics=[Wer()])),
        ("unfit", lambda: case_of({"a": JAPANESE}, JAPANESE, metrics=[Chrf(word_order=2)])),
    ],
    "tokens": [
        ("unfit", lambda: case_of({"a": _split(), "b": OTHER}, TEXTS)),
        ("unfit", lambda: case_of({"a": OUTPUT}, [text.replace(".", " .") for text in TEXTS])),
        ("warning", lambda: case_of({"a": _split()}, [text.replace(".", " .") for text in TEXTS])),
    ],
    "case": [("unfit", lambda: case_of({"a": [text.lower() for text in OUTPUT]}, TEXTS))],
    "short": [
        ("warning", lambda: case_of({"a": OUTPUT}, [*TEXTS[:200], *["Too short."] * 50])),
        ("unfit", lambda: case_of({"a": ["Yes."] * 9}, ["Yes."] * 9)),
        ("unfit", lambda: case_of({"a": OUTPUT}, TEXTS, metrics=[Bleu(order=30)])),
    ],
    "length": [
        (
            "warning",
            lambda: case_of({"a": OUTPUT, "b": [text[: len(text) * 3 // 4] for text in TEXTS]}, TEXTS),
        ),
        ("unfit", lambda: case_of({"a": [f"{text} {text}" for text in OUTPUT]}, TEXTS)),
    ],
    "duplicates": [
        ("warning", lambda: case_of({"a": OUTPUT}, [*TEXTS[:225], *TEXTS[:25]])),
        ("unfit", lambda: case_of({"a": OUTPUT}, TEXTS[:10] * 25)),
    ],
    "source": [
        ("warning", lambda: case_of({"a": [*OUTPUT[:240], *GERMAN[:10]]}, TEXTS, sources=GERMAN)),
        ("unfit", lambda: case_of({"a": GERMAN}, TEXTS, sources=GERMAN)),
    ],
    "blank": [
        ("warning", lambda: case_of({"a": OUTPUT, "b": ["", *OTHER[1:-1], " "]}, TEXTS)),
    ],
    "reference-source": [
        ("warning", lambda: case_of({"a": OUTPUT}, TEXTS, sources=[*TEXTS[:50], *GERMAN[50:]])),
        ("unfit", lambda: case_of({"a": OUTPUT}, TEXTS, sources=TEXTS)),
    ],
    "script": [
        ("unfit", lambda: case_of({"a": OUTPUT, "b": JAPANESE * 125}, TEXTS)),
        ("unfit", lambda: case_of({"a": OUTPUT, "b": GERMAN}, TEXTS)),
        ("unfit", lambda: case_of({"a": ["Моя кошка спит."]}, ["قطتي نائمة."])),
    ],
    "outputs": [
        ("warning", lambda: case_of({"a": OUTPUT, "b": [*OUTPUT[:150], *OTHER[150:]]}, TEXTS)),
        ("unfit", lambda: case_of({"a": OUTPUT, "b": OUTPUT, "c": OTHER}, TEXTS)),
    ],
    "leak": [
        ("warning", lambda: case_of({"a": [*TEXTS[:50], *OUTPUT[50:]], "b": OTHER, "c": THIRD}, TEXTS)),
        ("unfit", lambda: case_of({"a": TEXTS}, TEXTS)),
    ],
    "phenomenon": [
        ("unfit", lambda: case_of({"a": OUTPUT}, TEXTS, phenomena=["volcano"])),
        ("warning", lambda: case_of({"a": OUTPUT}, TEXTS, phenomena=["Number12", "Number13"])),
    ],
    "kinds": [
        (
            "unfit",
            lambda: case_of(machines(other=varied(TEXTS, share=0.4, seed=30, words=["mountain"])), TEXTS),
        ),
        (
            "warning",
            lambda: case_of(
                {
                    **machines(),
                    **{
                        name: varied(varied(TEXTS, share=0.45, seed=40, words=["ant"]), share=0.1, seed=seed)
                        for seed, name in enumerate("xyz", 50)
                    },
                },
                TEXTS,
            ),
        ),
    ],
    "origin": [
        ("warning", lambda: case_of(machines(edited=varied(TEXTS, share=0.25, seed=60)), TEXTS)),
        ("unfit", lambda: case_of(machines(edited=varied(TEXTS, share=0.1, seed=60)), TEXTS)),
    ],
}


def only(name: str, case: Case) -> Finding:
    """What one check finds."""
    (finding,) = check(case, [name])
    return finding


@pytest.mark.parametrize("name", CHECKS)
def test_fine(name: str) -> None:
    """The check finds nothing wrong, says what it looked at, and gives no advice."""
    finding = only(name, FINE[name]())
    assert (finding.verdict, finding.advice) == ("fine", ""), finding
    assert finding.summary
    assert finding.evidence


@pytest.mark.parametrize(
    ("name", "verdict", "make"), [(name, *pair) for name, pairs in NOT_FINE.items() for pair in pairs]
)
def test_not_fine(name: str, verdict: str, make: Callable[[], Case]) -> None:
    """The check finds what is wrong, and says what to do."""
    case = make()
    finding = only(name, case)
    assert finding.verdict == verdict, finding
    assert finding.advice
    assert all(1 <= segment <= len(case.corpus) for segment in finding.segments)


def test_every_check_is_tested_both_ways() -> None:
    """A new check needs texts on which it says fine, and others."""
    assert set(FINE) == set(NOT_FINE) == set(CHECKS)


def test_which_side_is_tokenized_is_said() -> None:
    """Of two systems the one that is unlike the references is named, and in which way."""
    raw, split = {"raw": OUTPUT, "split": _split()}, [text.replace(".", " .") for text in TEXTS]
    assert only("tokens", case_of(raw, TEXTS)).summary.startswith("The outputs of split look tokenized")
    assert only("tokens", case_of(raw, split)).summary.startswith("The outputs of raw do not look tokenized")
    as_it_is = case_of({"split": _split()}, split, metrics=[Bleu(tokenize="none")])
    assert only("tokens", as_it_is).verdict == "fine"


def test_checks_point_at_segments() -> None:
    """Where a check names segments, these are the ones."""
    assert only("short", case_of({"a": OUTPUT[:4]}, [TEXTS[0], "No.", TEXTS[2], "Yes."])).segments == (2, 4)
    copied = case_of({"a": [GERMAN[0], *OUTPUT[1:5]]}, TEXTS[:5], sources=GERMAN[:5])
    assert only("source", copied).segments == (1,)
    assert only("phenomenon", case_of({"a": OUTPUT}, TEXTS, phenomena=["number7 "])).segments == (8,)


def test_what_does_not_apply_is_left_out() -> None:
    """One system cannot be compared, and without a source nothing is copied from it."""
    names = {finding.check for finding in check(case_of({"a": OUTPUT}, TEXTS, metrics=[Chrf()]))}
    assert names.isdisjoint(
        {"same outputs", "copied source", "kinds of systems", "rare phenomenon", "short segments"}
    )


def test_an_unknown_check_is_refused() -> None:
    """The message names those that there are."""
    with pytest.raises(UnknownName, match="duplicates"):
        check(case_of({"a": OUTPUT}, TEXTS), ["duplicate"])


@pytest.mark.parametrize("text", ["", " ", "\u200b", "x"])
def test_texts_that_are_hardly_there(text: str) -> None:
    """Empty outputs and references break no check."""
    for systems in ({"a": [text]}, {name: [text] * 3 for name in "abcd"}):
        texts: Any = next(iter(systems.values()))
        findings = check(
            case_of(systems, texts, sources=texts, phenomena=["x"], metrics=[Bleu(), Chrf(), Ter()])
        )
        assert len(findings) >= 10


def test_the_beginning_is_all_that_quick_checks_need() -> None:
    """Without an evaluation, on the first segments, no quick check fails or asks for more."""
    whole = case_of({"a": OUTPUT, "b": OTHER}, TEXTS, sources=GERMAN)
    part = Case(beginning(whole.corpus), whole.scores, whole.metrics)
    assert len(part.corpus) == 200
    findings = {finding.check: finding for finding in check(part, tuple(QUICK))}
    assert findings["size of the test set"].evidence == {"segments": 250}
    assert beginning(part.corpus) is part.corpus


def test_advice_names_only_an_order_that_has_matches() -> None:
    """Where no order has a hundred matches, no order is advised."""
    some = only("order", case_of({"a": OUTPUT[:1] * 30}, TEXTS[:1] * 30, metrics=[Bleu(order=30)]))
    assert "which has 100 matches or more" in some.advice
    assert some.hint is not None
    none = only("order", case_of({"a": ["x"]}, TEXTS[:1]))
    assert none.advice.startswith("No order has 100 matches")
    assert none.hint is None


def test_verdicts_have_an_order() -> None:
    """The worst counts; a value on the border is on its worse side."""
    assert worst(["fine", "unfit", "warning"]) == "unfit"
    assert worst([]) == "fine"
    assert [graded(value, warning=1, unfit=2) for value in (0.9, 1, 2)] == ["fine", "warning", "unfit"]


@pytest.mark.parametrize(
    "texts",
    [
        ["我 在 北京 工作", "他 喜欢 喝 茶"],
        ["ผม ชอบ ดื่ม กาแฟ"],
        ["오늘은 날씨가 좋습니다", "학교에 갑니다"],
        ["Die Donaudampfschifffahrtsgesellschaft und die Rindfleischetikettierung sind da"],
        ["The word 你好 is Chinese, and so is 谢谢您的帮助我们很高兴."],
    ],
)
def test_writing_with_spaces_is_known_by_its_words(texts: list[str]) -> None:
    """Chinese and Thai that are cut into words, Korean, long German words, a foreign phrase in English."""
    assert only("spaces", case_of({"a": texts}, texts, metrics=[Bleu()])).verdict == "fine"


def test_of_three_systems_one_may_be_of_another_kind() -> None:
    """Two that err alike, and one that errs as much in other ways; of two systems nobody can say."""
    alike = machines()
    three = {name: alike[name] for name in list(alike)[:2]}
    assert check(case_of(three, TEXTS), ["kinds"]) == []
    three["other"] = varied(TEXTS, share=0.4, seed=30, words=["mountain"])
    finding = only("kinds", case_of(three, TEXTS))
    assert finding.verdict != "fine"
    assert finding.summary.startswith("other ")


def test_chance_is_no_kind() -> None:
    """Of systems that differ by nothing but chance, at most one set in twenty is called unlike."""
    found = [
        only(
            "kinds",
            case_of(
                {name: varied(texts, share=0.4, seed=100 * run + place) for place, name in enumerate("abcd")},
                texts,
            ),
        )
        for run in range(40)
        for texts in [TEXTS[run * 5 % 150 :][:12]]
    ]
    assert sum(finding.verdict != "fine" for finding in found) <= 2
    low, high = found[0].evidence["apart_intervals"]["a"]
    assert low < found[0].evidence["apart"]["a"] < high


def test_kinship_is_the_same_in_both_directions() -> None:
    """Likeness is symmetric, and highest between systems of one kind."""
    kin = kinship({"a": OUTPUT, "b": OTHER, "c": OUTPUT}, [[text] for text in TEXTS])
    assert kin.among["a"]["b"] == kin.among["b"]["a"]
    assert kin.among["a"]["c"] == 100
    assert sorted(map(sorted, kin.families())) == [["a", "c"], ["b"]]


@pytest.mark.shared
def test_a_person_among_real_machines_stands_apart(shared_data: Path) -> None:
    """The second reference of WMT22 as a system: alone among them to be of another kind."""
    corpus = corpus_of(shared_data / "wmt22.de-en" / "segments.jsonl.gz")
    systems = {name: list(text) for name, text in corpus.systems.items()}
    first = [text or "" for text in corpus.references.streams[0]]
    case = case_of(systems, first, metrics=[Bleu()], people=["refB"])
    finding = only("kinds", case)
    assert finding.verdict == "warning"
    assert finding.summary.startswith("refB 1.16 times")
    assert finding.summary.count("times") == 1
    assert only("people", case).verdict == "warning"


@pytest.mark.shared
def test_one_system_under_two_names_is_found(shared_data: Path) -> None:
    """In WMT23 Chinese–English two submissions have four of five outputs in common."""
    corpus = corpus_of(shared_data / "wmt23.zh-en" / "segments.jsonl.gz")
    systems = {name: list(corpus.systems[name]) for name in ("ONLINE-B", "Yishu", "GPT4-5shot")}
    finding = only("outputs", case_of(systems, [text or "" for text in corpus.references.streams[0]]))
    assert finding.verdict == "warning"
    assert "ONLINE-B and Yishu" in finding.summary
