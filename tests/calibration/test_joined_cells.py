"""Cells of one target language in several data sets, for each text type or for all."""

from dataclasses import replace

import numpy as np
import pytest

from karat import Bleu, Corpus, Evaluation, Judgements, accept, demo, evaluate, read, read_judgements
from karat.agreement import Material, Rater
from karat.calibration import calibrate, calibrate_together, cut, points_of, variation
from karat.calibration.cells import CellData, parts_of
from karat.calibration.chunks import variation_of
from karat.calibration.joined_cells import Cell, cells_of
from karat.errors import InvalidOption

CORPUS = read(demo.segments_path())
JUDGEMENTS = read_judgements(demo.judgements_path(), CORPUS)


def judged(source: str, target: str = "en") -> tuple[Evaluation, Judgements]:
    """The demo data, as if translated from another language."""
    corpus: Corpus = replace(CORPUS, source_language=source, target_language=target)
    return evaluate(corpus, Bleu()), JUDGEMENTS


def joined(by: str) -> list[Cell]:
    """The cells of two data sets into English."""
    parts: list[CellData] = []
    for source in ("de", "fr"):
        material = Material.of_evaluation(*judged(source), data=source)
        parts += parts_of(material, by=by)
    return cells_of(parts, by=by)


def test_cells_of_target_language_and_text_type() -> None:
    """Both data sets in each cell, under names of their own; another language is another cell."""
    found = calibrate_together([judged("de"), judged("fr"), judged("en", "de")])
    cells = {(one.language_pair, one.text_type): one for one in found if one.human == "adequacy"}
    types = dict.fromkeys(CORPUS.text_types or ())
    assert set(cells) == {(pair, name) for pair in ("*-en", "*-de") for name in types}
    news = cells["*-en", "news"]
    assert news.systems == tuple(
        f"{pair}/{name}"
        for pair in ("de-en", "fr-en")
        for name in ("aurora", "birch", "cobalt", "dune", "elm")
    )
    own = next(one for one in calibrate(*judged("de")) if (one.human, one.text_type) == ("adequacy", "news"))
    # The same points twice: the same line, of twice as many systems.
    assert news.map_of("least-squares").slope == pytest.approx(own.map_of("least-squares").slope)
    assert news.segments == 2 * own.segments
    assert news.text_error is None


def test_cells_of_target_language() -> None:
    """All text types together, and which they are."""
    found = calibrate_together([judged("de"), judged("fr")], by="target-language")
    assert [(one.language_pair, one.text_type, one.human) for one in found] == [
        ("*-en", None, "adequacy"),
        ("*-en", None, "fluency"),
    ]
    assert found[0].text_types == tuple(sorted(set(CORPUS.text_types or ())))


def test_one_evaluation_may_hold_for_any_source() -> None:
    """The line is that of the pair; only where it holds is another."""
    wide = calibrate(*judged("de"), by="target-language+text-type", data="demo")
    narrow = calibrate(*judged("de"))
    assert [one.map.coefficients for one in wide] == [one.map.coefficients for one in narrow]
    assert {one.language_pair for one in wide} == {"*-en"}
    assert wide[0].systems[0] == "demo/aurora"


def test_acceptability_by_target_language() -> None:
    """Thresholds hold for the cell of the target language, sums are of outputs as ever."""
    wide = accept(*judged("de"), by="target-language+text-type", samples=50)
    narrow = accept(*judged("de"), by="text-type", samples=50)
    assert [one.threshold for one in wide] == [one.threshold for one in narrow]
    assert {cell.language_pair for one in wide for cell, _ in one.cells} == {"*-en"}


def test_acceptability_by_label() -> None:
    """Every kind of system has thresholds of its own."""
    labels = dict.fromkeys(("aurora", "birch", "cobalt"), "neural")
    found = accept(*judged("de"), by="language-pair", system_labels=labels, threshold=3.5)
    assert {cell.system_label for one in found for cell, _ in one.cells} == {"neural"}


def test_kinds_of_systems_are_cells() -> None:
    """Each in every text type, and together over data sets."""
    labels = dict.fromkeys(("aurora", "birch", "cobalt"), "neural") | dict.fromkeys(("dune", "elm"), "LLM")
    found = calibrate_together(
        [judged("de"), judged("fr")], by="target-language+text-type", system_labels=labels
    )
    assert {(one.system_label, len(one.systems)) for one in found} == {("neural", 6), ("LLM", 4)}


def test_chunks_of_joined_cells() -> None:
    """The first chunks of both texts make one, with the points of both."""
    (cell, *_) = joined("target-language")
    chunks = cell.chunked(4)
    assert chunks is not None
    found = cell.variation(chunks)
    assert found.chunks == len(found.each) == 4
    assert found.segments == 2 * len(CORPUS) / 4
    words = sum(len((line or "").split()) for line in CORPUS.references.streams[0])
    assert found.words == pytest.approx(2 * words / 4)
    alone = calibration_chunks(cell)
    # The same points twice have the same lines.
    assert np.array(found.each) == pytest.approx(np.array(alone))
    assert found.means == pytest.approx(np.mean(found.each, axis=0))
    assert found.deviations == pytest.approx(np.std(found.each, axis=0, ddof=1))


def calibration_chunks(cell: Cell) -> tuple[tuple[float, float, float], ...]:
    """r, slope and intercept of every chunk of the first member."""
    member = cell.members[0]
    chunks = cut(member.part.documents, len(member.part.rows), 4)
    return variation(member.metrics[0], member.human, chunks).each


def test_scores_of_whole_systems_have_no_chunks() -> None:
    """There is nothing to cut."""
    (cell, *_) = joined("target-language")
    member = cell.members[0]
    whole = Rater("x", "x", member.human.systems, member.human.whole)
    assert Cell((replace(member, human=whole),), cell.setting).chunked() is None


def test_points_of_a_cell_of_one_data_set_keep_their_names() -> None:
    """As `points_of` has them."""
    (cell, *_) = joined("language-pair")
    assert cell.points() == list(points_of(cell.metrics, cell.human))


def test_what_cannot_be_joined() -> None:
    """Languages that are not known, names that are missing, and cells that do not exist."""
    unknown = replace(CORPUS, source_language=None, target_language=None)
    with pytest.raises(InvalidOption, match="does not say its languages"):
        calibrate(evaluate(unknown, Bleu()), JUDGEMENTS, by="target-language")
    with pytest.raises(InvalidOption, match="`data` has 1 names"):
        calibrate_together([judged("de"), judged("fr")], data=["de"])
    with pytest.raises(InvalidOption, match="target-language"):
        calibrate(*judged("de"), by="target")


def test_chunks_in_which_nobody_was_judged() -> None:
    """Two with a line are needed."""
    (cell, *_) = joined("language-pair")
    member = cell.members[0]
    with pytest.raises(InvalidOption, match="Fewer than two chunks"):
        variation_of([(member.metrics[0].only(["elm"]), member.human.only(["elm"]), [[0, 1], [2, 3]])])
