"""Outputs scored under the recipe of a calibration, cell by cell, and the predictions of a dossier."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.dossier.small_data import FAST, TEXTS, people, systems

from karat import Bleu, Chrf, Corpus, evaluate
from karat.agreement import Material, counted_raters, human_raters
from karat.calibration.cells import text_fingerprint
from karat.dossier import gather
from karat.dossier.prospects import fitted, prospects, transfers
from karat.dossier.scored_outputs import fitting_cells, scored_outputs
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from karat.calibration import Calibration

CORPUS = replace(
    Corpus.of(systems(5), TEXTS),
    text_types=["news", "chat"] * 12,
    documents=[f"d{row // 8}" for row in range(24)],
    source_language="de",
    target_language="en",
)


@pytest.fixture(scope="module")
def material() -> Material:
    """Five systems that people judged, in two text types."""
    return Material.of(
        "x", CORPUS, counted_raters(evaluate(CORPUS, Bleu(), Chrf())), human_raters([people(CORPUS)])
    )


@pytest.fixture(scope="module")
def calibrations(material: Material) -> list[Calibration]:
    """One for each metric and text type."""
    return [one.calibration for one in fitted(material, FAST)]


def cells(found: list[Calibration]) -> list[tuple[str | None, str | None]]:
    """The language pair and the text type of each."""
    return [(one.language_pair, one.text_type) for one in found]


def test_a_calibration_for_every_metric_and_text_type(calibrations: list[Calibration]) -> None:
    """Two metrics in two text types, all of one dimension."""
    found = {(one.metrics, one.text_type) for one in calibrations}
    assert found == {((name,), kind) for name in ("BLEU", "chrF2") for kind in ("news", "chat")}
    assert {one.language_pair for one in calibrations} == {"de-en"}


def test_scores_of_whole_systems_are_fitted_on_the_whole_text(material: Material) -> None:
    """Who judged nothing smaller says nothing of a text type."""
    whole = human_raters([people(CORPUS, "overall", level="system")])
    found = fitted(replace(material, humans=(*material.humans, *whole)), FAST)
    assert {one.part.setting.text_type for one in found if one.human.name == "overall"} == {None}
    assert {one.part.setting.text_type for one in found if one.human.name == "adequacy"} == {"news", "chat"}


def test_the_cell_of_an_output_is_its_pair_and_type(calibrations: list[Calibration]) -> None:
    """Of several calibrations those are taken that are for the text."""
    assert set(cells(fitting_cells(calibrations, "de-en", "chat"))) == {("de-en", "chat")}


def test_any_source_of_the_same_target_will_do(calibrations: list[Calibration]) -> None:
    """A calibration for every source into English takes German too."""
    coarse = [replace(one, language_pair="*-en") for one in calibrations]
    assert set(cells(fitting_cells(coarse, "de-en", "news"))) == {("*-en", "news")}


def test_calibrations_of_unknown_cells_are_for_all(calibrations: list[Calibration]) -> None:
    """One that says neither language nor type is taken for any text."""
    anywhere = [replace(calibrations[0], language_pair=None, text_type=None)]
    assert fitting_cells(anywhere, "ja-ko", "law") == anywhere


def test_where_none_fits_all_are_asked(calibrations: list[Calibration]) -> None:
    """One of them will say why it refuses."""
    assert set(cells(fitting_cells(calibrations, "fr-en", "news"))) == set(cells(calibrations))


def test_an_output_of_no_type_must_say_it(calibrations: list[Calibration]) -> None:
    """Where calibrations are for several types, or pairs, the message names them."""
    with pytest.raises(InvalidOption, match="de-en news, de-en chat"):
        fitting_cells(calibrations, "de-en", None)
    pairs = [replace(calibrations[0], language_pair=pair) for pair in ("de-en", "fr-en")]
    with pytest.raises(InvalidOption, match="de-en news, fr-en news"):
        fitting_cells(pairs, None, "news")


def test_outputs_have_the_scores_of_their_part(calibrations: list[Calibration]) -> None:
    """Each system under the calibration's own recipe, over the segments of the cell."""
    rows = list(range(0, 24, 2))
    calibration = next(one for one in calibrations if one.metrics == ("BLEU",) and one.text_type == "news")
    found = list(scored_outputs(CORPUS, calibration, rows, pair="de-en", text_type="news"))
    assert [one.text.system for one in found] == list(CORPUS.systems)
    for one in found:
        text = [CORPUS.systems[one.text.system][row] for row in rows]
        expected = Bleu().value(Bleu().count(text, [TEXTS[row] for row in rows]).total())
        assert one.scores == pytest.approx((expected,))
        assert one.text.output == text
        assert (one.text.segments, one.text.references, one.text.text_types) == (12, 1, ("news",))
        assert one.text.text == text_fingerprint(CORPUS, rows)


def test_a_text_of_another_type_is_named_so(calibrations: list[Calibration]) -> None:
    """A calibration for news that is asked about chat says chat beside the name."""
    news = next(one for one in calibrations if one.text_type == "news")
    names = [one.text.system for one in scored_outputs(CORPUS, news, [1, 3], pair="de-en", text_type="chat")]
    assert names[0] == "s0 (chat)"


@pytest.mark.parametrize(
    ("level", "names"),
    [
        ("document", ["s0, document d0", "s0, document d1"]),
        ("segment", ["s0, segment 1", "s0, segment 9", "s0, segment 10"]),
    ],
)
def test_smaller_texts_are_scored_one_by_one(
    calibrations: list[Calibration], level: str, names: list[str]
) -> None:
    """At the level of the calibration; such a text is too short for a profile of its characters."""
    small = replace(calibrations[0], level=level)
    found = [
        one
        for one in scored_outputs(CORPUS, small, [0, 8, 9], pair="de-en", text_type=None)
        if one.text.system.startswith("s0")
    ]
    assert [one.text.system for one in found] == names
    assert all(one.text.output is None for one in found)


def test_scores_from_elsewhere_cannot_be_made_again(calibrations: list[Calibration]) -> None:
    """A calibration of COMET needs the score itself."""
    comet = replace(calibrations[0], metrics=("COMET",), recipes=("COMET|made:elsewhere",))
    with pytest.raises(InvalidOption, match="COMET was computed elsewhere"):
        list(scored_outputs(CORPUS, comet, [0], pair=None, text_type=None))


def test_a_given_threshold_is_the_threshold_of_every_dimension(material: Material) -> None:
    """Instead of one that is found from judgements."""
    made = fitted(material, FAST)
    found = prospects(
        CORPUS, made, people=material, given=[], judgements=None, scope=replace(FAST, threshold=3.0)
    )
    assert [(one.human, one.threshold.value) for one in found.accepted] == [("adequacy", 3.0)]
    assert len(found.own) == len(made)
    assert found.predictions == ()


def test_scores_on_an_unknown_scale_have_no_threshold(material: Material) -> None:
    """Weights of acceptability are for marks from 1 to 5."""
    found = prospects(CORPUS, fitted(material, FAST), people=material, given=[], judgements=None, scope=FAST)
    assert found.accepted == ()


def test_transfers_are_between_cells_of_one_metric(material: Material) -> None:
    """From news to chat and back, for each metric."""
    found = transfers(CORPUS, fitted(material, FAST), scope=FAST)
    pairs = {(one.source.metrics[0], one.source.text_type, one.target.text_type) for one in found}
    assert pairs == {
        (name, *types) for name in ("BLEU", "chrF2") for types in (("news", "chat"), ("chat", "news"))
    }


def test_unjudged_systems_are_predicted_in_every_cell() -> None:
    """A sixth system that nobody judged gets a prediction for each metric and text type."""
    corpus = replace(CORPUS, systems=systems(6))
    found = gather(corpus, Bleu(), human=[people(corpus, judged=5)], scope=FAST)
    assert found.prospects is not None
    assert [(one.system, one.calibration) for one in found.prospects.predictions] == [
        ("s5", "BLEU → adequacy (de-en, news)"),
        ("s5", "BLEU → adequacy (de-en, chat)"),
    ]


def test_calibrations_of_one_kind_of_system_each(material: Material) -> None:
    """Each system is predicted by the line of its kind; one whose kind is not known is refused."""
    names = list(CORPUS.systems)
    labels = dict.fromkeys(names[:3], "neural") | {names[3]: "LLM"}
    given = [
        replace(each, system_label=label)
        for each in (one.calibration for one in fitted(material, FAST) if one.metric.name == "BLEU")
        for label in ("neural", "LLM")
    ]
    found = prospects(
        CORPUS, [], people=None, given=given, judgements=None, labels=labels, scope=FAST
    ).predictions
    refused = {
        one.system.partition(" ")[0]: [why.text for why in one.refusals if "system label" in why.text]
        for one in found
    }
    assert list(refused) == names
    assert [bool(refused[name]) for name in names] == [False, False, False, False, True]
    assert all("this is 'unknown'" in text for text in refused[names[4]])
    assert {one.calibration.rpartition(", ")[2] for one in found if one.system.startswith(names[3])} == {
        "LLM)"
    }
