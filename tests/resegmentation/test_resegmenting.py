"""Outputs cut into the segments of a reference."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import Bleu, Corpus, demo, evaluate, read, resegment
from karat.errors import InvalidOption, KaratError
from karat.readers.corpora.documents import CorpusOfDocuments
from karat.resegmentation.matched_units import units

REFERENCE = ["The mayor of Lyon resigned on Monday.", "Nobody had expected it.", "Two dogs ran home quickly."]
JOINED = "The mayor resigned on Monday. Nobody expected it. Two dogs ran home."


def demo_documents() -> CorpusOfDocuments:
    """The demo data by document."""
    corpus = read(demo.segments_path(), align="document")
    assert isinstance(corpus, CorpusOfDocuments)
    return corpus


def test_a_text_without_lines_is_cut() -> None:
    """Each piece goes with the segment of the reference that it translates."""
    found = resegment(JOINED, REFERENCE)["hypothesis"]
    assert found.segments == ("The mayor resigned on Monday.", "Nobody expected it.", "Two dogs ran home.")
    assert found.edits.tolist() == [2, 1, 1]
    assert found.edit_rate == pytest.approx(100 * 4 / 19)


def test_sentences_stay_whole() -> None:
    """The fewest edits cut within a sentence; three edits more keep it whole."""
    reference = ["New defences for the old harbour", "The town council voted on Tuesday to build them."]
    output = "Old harbour gets defences.\nThe town council decided on Tuesday to build new ones."
    assert resegment(output, reference)["hypothesis"].segments == tuple(output.split("\n"))
    found = resegment("Gets it. Old A B C. D E", ["Old A B", "C D E"], sentence_worth=0)["hypothesis"]
    assert found.segments == ("Gets it. Old A B", "C. D E")


def test_scripts_without_spaces_are_cut_between_characters() -> None:
    """Japanese, Chinese and Thai; opening brackets go with what follows, marks and full stops with what precedes."""
    found = resegment(
        "今日は良い天気です。「明日」は雨が降るでしょう。", ["今日はいい天気だ。", "「明日」は雨でしょう。"]
    )
    assert found["hypothesis"].segments == ("今日は良い天気です。", "「明日」は雨が降るでしょう。")
    found = resegment("วันนี้อากาศดีพรุ่งนี้ฝนตก", ["วันนี้อากาศดีมาก", "พรุ่งนี้ฝนจะตก"])
    assert found["hypothesis"].segments == ("วันนี้อากาศดี", "พรุ่งนี้ฝนตก")


def test_what_is_left_out_or_added_is_told() -> None:
    """Missing, short, long and unlike segments are counted, and found."""
    reference = [
        "The ferry left at nine.",
        "Nobody stood on deck because it rained.",
        "A dog ran home to us.",
    ]
    added = "And then it ate three of our sausages and half of the cake before anybody came."
    found = resegment(f"{reference[0]}\n{reference[2]}", reference)["hypothesis"]
    assert found.doubts == [None, "missing", None]
    assert (found.under_translated, found.over_translated) == (1, 0)
    found = resegment(f"{' '.join(reference)} {added}", reference)["hypothesis"]
    assert found.doubts == [None, None, "long"]
    assert (found.under_translated, found.over_translated) == (0, 1)
    found = resegment(f"{reference[0]}\nNobody there.\n{reference[2]}", reference)["hypothesis"]
    assert found.doubts == [None, "short", None]
    found = resegment("Rain falls down here. Two.", ["Snow melts in spring.", "Two."])["hypothesis"]
    assert found.doubts == ["unlike", None]


def test_joined_demo_outputs_score_nearly_as_before() -> None:
    """Joined by document and cut again, every system's BLEU is within a point of what it was; most segments are the same."""
    whole = read(demo.segments_path())
    found = resegment(demo_documents())
    before = evaluate(whole, Bleu()).scores
    after = evaluate(found.corpus(), Bleu()).scores
    for old, new in zip(before, after, strict=True):
        assert new.value == pytest.approx(old.value, abs=1)
    for name, text in whole.systems.items():
        same = sum(one == other for one, other in zip(text, found[name].segments, strict=True))
        assert same >= 40


def test_other_references_and_the_source_come_along() -> None:
    """They do where their segments are those of the reference; one that is cut otherwise stays behind."""
    corpus = resegment(demo_documents()).corpus()
    whole = read(demo.segments_path())
    assert corpus.references.streams == tuple(map(tuple, whole.references.streams))
    assert tuple(corpus.sources or ()) == tuple(whole.sources or ())
    assert (corpus.source_language, corpus.target_language) == ("de", "en")
    first, second = demo_documents().reference_texts
    joined = replace(second, segments={name: [" ".join(text)] for name, text in second.segments.items()})
    found = resegment(replace(demo_documents(), reference_texts=(first, joined)))
    assert found.corpus().references.count == 1
    assert (
        len(resegment(replace(demo_documents(), reference_texts=(joined, first)), reference="2").reference)
        == 48
    )


TEXTS = st.text(alphabet="ab .,\n「。日本กิ", max_size=30)


@given(
    st.dictionaries(
        st.sampled_from("xyz"), st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=4)), min_size=1
    )
)
def test_no_text_is_lost(documents: dict[str, tuple[str, list[str]]]) -> None:
    """Whatever the texts are, the pieces of a document in a row are the document."""
    outputs = {name: text for name, (text, _) in documents.items()}
    references = {name: segments for name, (_, segments) in documents.items()}
    found = resegment(outputs, references)
    pieces = iter(found["hypothesis"].segments)
    for name, segments in references.items():
        of_document = [next(pieces) for _ in segments]
        assert "".join(" ".join(of_document).split()) == "".join(outputs[name].split())
    assert next(pieces, None) is None


@given(TEXTS)
def test_units_cover_the_text(text: str) -> None:
    """A unit begins where the one before it ends, but for white space."""
    starts = [*(unit.start for unit in units(text)), len(text)]
    pieces = [text[start:end] for start, end in pairwise(starts)]
    assert "".join("".join(pieces).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((JOINED, JOINED), {}, "Give one text and a list"),
        (([JOINED], REFERENCE), {}, "Write: resegment"),
        (({"a": JOINED}, {"b": REFERENCE}), {}, "'a', 'b' are on one side only"),
        ((JOINED, []), {}, "has no segments"),
        ((JOINED, [1, 2]), {}, "a int came"),
        ((JOINED, REFERENCE), {"sentence_worth": 16}, "at most 15"),
        ((JOINED, REFERENCE), {"sentence_worth": float("nan")}, "at most 15"),
        ((JOINED, REFERENCE), {"reference": "A"}, "Leave it out"),
    ],
)
def test_slips_are_refused(arguments: tuple[object, ...], options: dict[str, object], message: str) -> None:
    """With what to write instead."""
    with pytest.raises(KaratError, match=message):
        resegment(*arguments, **options)  # type: ignore[arg-type]


def test_slips_with_a_corpus_are_refused() -> None:
    """A corpus by segment, references beside a corpus, a reference that is not there."""
    with pytest.raises(InvalidOption, match="read by document"):
        resegment(Corpus.of(["a"], ["a"]))
    with pytest.raises(InvalidOption, match="A corpus has its references"):
        resegment(demo_documents(), REFERENCE)
    with pytest.raises(KaratError, match="There is no reference 'Z'"):
        resegment(demo_documents(), reference="Z")
