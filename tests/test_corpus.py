"""References and corpora: what is aligned, and what is refused."""

from __future__ import annotations

import warnings
from dataclasses import FrozenInstanceError
from typing import Any, cast

import pytest

from karat import Bleu, Ter, evaluate
from karat.corpus import Corpus, References, SquareReferences
from karat.errors import InvalidText, MisalignedCorpus, MissingReference, UnknownName
from karat.kernel import Texts


class TestReferences:
    """One or more references of each segment."""

    def test_one_string_per_segment(self) -> None:
        """Plain strings are one reference each."""
        references = References.of(["a", "b"])
        assert (references.count, len(references), references.label) == (1, 2, "1")

    def test_list_per_segment(self) -> None:
        """Lists by segment become streams, with None where a segment has fewer."""
        references = References.of([["a", "b"], ["c"], ("d", "e", "f")])
        assert references.streams == (("a", "c", "d"), ("b", None, "e"), (None, None, "f"))
        assert (references.count, references.label) == (3, "var")

    def test_of_references(self) -> None:
        """References stay the references they are."""
        references = References.of(["a"])
        assert References.of(references) is references

    def test_of_segment(self) -> None:
        """A segment's references come in order, without the missing ones."""
        references = References((["a", None], [None, "b"], ["c", "d"]))
        assert references.of_segment(0) == ("a", "c")
        assert references.of_segment(1) == ("b", "d")

    def test_label(self) -> None:
        """The label is a number where all segments have as many."""
        assert References((["a", "b"], ["c", "d"])).label == "2"
        assert References((Texts(["a", "b"]), Texts(["c", None]))).label == "var"

    def test_none_at_all(self) -> None:
        """There must be a reference."""
        with pytest.raises(MissingReference, match="There is no reference"):
            References(())
        with pytest.raises(MissingReference, match="There is no reference"):
            References.of([[], []])

    def test_unequal_streams(self) -> None:
        """Streams of unequal lengths are refused, with the number of the stream."""
        with pytest.raises(MisalignedCorpus, match="Reference 3 has 3 segments, the first reference has 2"):
            References((["a", "b"], ["c", "d"], ["e", "f", "g"]))

    @pytest.mark.parametrize("references", ["text", b"text"])
    def test_single_string(self, references: Any) -> None:
        """A single string is not a list of segments."""
        with pytest.raises(InvalidText, match=r"References is a single .*Put it in a list"):
            References.of(references)
        with pytest.raises(InvalidText, match="Reference 1 is a single"):
            References((references,))

    def test_string_among_lists(self) -> None:
        """Nor is one of them a list of references."""
        with pytest.raises(InvalidText, match="A segment's references is a single str"):
            References.of([["a"], "bc"])


class TestCorpus:
    """All texts of an evaluation."""

    def test_one_system(self) -> None:
        """A list is the output of one system."""
        corpus = Corpus.of(["a", "b"], ["c", "d"])
        assert list(corpus.systems) == ["hypothesis"]
        assert len(corpus) == 2

    def test_several_systems(self) -> None:
        """A dictionary has a system under each name, in order."""
        corpus = Corpus.of({"z": ["a"], "b": ["c"]}, [["d", "e"]], sources=["f"])
        assert list(corpus.systems) == ["z", "b"]
        assert corpus.system("b") == ("c",)
        assert corpus.references.count == 2

    def test_lists_changed_afterwards(self) -> None:
        """A list that is changed afterwards does not change the corpus."""
        hypotheses, documents = ["a", "b"], ["d1", "d2"]
        corpus = Corpus.of(hypotheses, ["a", "b"], documents=documents)
        hypotheses[0] = "x"
        documents.append("d3")
        assert corpus.system("hypothesis") == ("a", "b")
        assert corpus.labels("document") == ("d1", "d2")

    def test_as_many_references_as_segments(self) -> None:
        """Which way round they are cannot be seen: it is said how they are read."""
        square = [["a b", "c d"], ["e f", "g h"]]
        with pytest.warns(SquareReferences, match="References\\(streams\\)"):
            corpus = Corpus.of(["a b", "c d"], square)
        assert corpus.references.of_segment(0) == ("a b", "c d")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            Corpus.of(["a b", "c d"], References(tuple(square)))
            Corpus.of(["a b"], [["a b"]])

    def test_dictionary_changed_afterwards(self) -> None:
        """A dictionary that is changed afterwards does not change the corpus."""
        systems = {"a": ["x"]}
        corpus = Corpus.of(systems, ["x"])
        systems["b"] = ["y"]
        assert list(corpus.systems) == ["a"]

    def test_unknown_system(self) -> None:
        """An unknown system is refused, with the known ones and the nearest."""
        corpus = Corpus.of({"online-A": ["x"], "online-B": ["y"]}, ["x"])
        with pytest.raises(
            UnknownName, match=r"no system 'onlin-B'. Known: online-A, online-B. Did you mean 'online-B'"
        ):
            corpus.system("onlin-B")

    def test_unequal_lengths(self) -> None:
        """A system of another length is named, with both numbers and what is expected."""
        with pytest.raises(MisalignedCorpus) as caught:
            Corpus.of({"online-B": ["x"] * 1999}, ["x"] * 2000)
        assert str(caught.value) == (
            "System 'online-B' has 1999 segments, the references have 2000. "
            "Each line of the output must translate the same line of the source."
        )

    @pytest.mark.parametrize("column", ["sources", "documents", "text_types"])
    def test_unequal_columns(self, column: str) -> None:
        """So is a column of another length."""
        with pytest.raises(MisalignedCorpus, match=f"column of {column.replace('_', ' ')} has 1 segment"):
            Corpus.of(["a", "b"], ["a", "b"], **cast("Any", {column: ["x"]}))

    def test_unequal_paragraphs(self) -> None:
        """Paragraphs are a column like the others."""
        with pytest.raises(MisalignedCorpus, match="column of paragraphs has 1 segment"):
            Corpus({"a": ["x", "y"]}, References.of(["x", "y"]), paragraphs=["p"])

    def test_empty(self) -> None:
        """A corpus without segments is refused."""
        with pytest.raises(MisalignedCorpus, match="nothing to compare with"):
            Corpus.of([], [])

    def test_single_string(self) -> None:
        """A single string is not a system's output."""
        with pytest.raises(InvalidText, match="System 'hypothesis' is a single str"):
            Corpus.of("ab", ["a", "b"])

    def test_transposed_references(self) -> None:
        """One list per reference, as sacreBLEU takes them, is recognised, and the way out is told."""
        with pytest.raises(MisalignedCorpus, match=r"one list per reference.*use References\(streams\)"):
            Corpus.of(["a", "b", "c"], [["a", "b", "c"], ["d", "e", "f"]])
        corpus = Corpus.of(["a", "b", "c"], References((["a", "b", "c"], ["d", "e", "f"])))
        assert corpus.references.count == 2

    def test_labels(self) -> None:
        """The labels of a level are its column."""
        corpus = Corpus.of(["a", "b"], ["a", "b"], documents=["d1", "d2"], text_types=["news", "news"])
        assert corpus.labels("document") == ("d1", "d2")
        assert corpus.labels("text_type") == ("news", "news")

    def test_no_labels(self) -> None:
        """A level of which nothing is known is refused, and where it might come from is told."""
        with pytest.raises(UnknownName, match=r"has no text types. Use a format that has them"):
            Corpus.of(["a"], ["a"]).labels("text_type")

    def test_frozen(self) -> None:
        """A corpus does not change."""
        with pytest.raises(FrozenInstanceError):
            Corpus.of(["a"], ["a"]).sources = ["b"]  # type: ignore[misc]

    def test_no_systems(self) -> None:
        """A corpus may have references only; but who names its systems and has none made a slip."""
        assert len(Corpus({}, References.of(["a"]))) == 1
        with pytest.raises(InvalidText, match="There is no system"):
            Corpus.of({}, ["a"])

    @pytest.mark.parametrize(
        ("hypotheses", "references"),
        [([["New York", "is"]], ["New York is"]), (["New York is"], [[["New York", "is"]]])],
    )
    def test_lists_of_tokens(self, hypotheses: Any, references: Any) -> None:
        """Tokens that are made already are given another way, which is named."""
        with pytest.raises(
            InvalidText, match=r"is a list; it must be a str\. .* joined\(\) of karat\.tokens"
        ):
            Corpus.of(hypotheses, references)


def test_arrow_columns() -> None:
    """Columns of an Arrow table are texts: hypotheses, references, and missing references."""
    pyarrow = pytest.importorskip("pyarrow")
    hypotheses, references = pyarrow.array(["a b c d", "e"]), pyarrow.array(["a b c x", "e"])
    corpus = Corpus.of(hypotheses, references)
    expected = evaluate(Corpus.of(["a b c d", "e"], ["a b c x", "e"]), Bleu(), Ter(), Bleu(lowercase=True))
    found = evaluate(corpus, Bleu(), Ter(), Bleu(lowercase=True))
    assert [score.value for score in found.scores] == [score.value for score in expected.scores]
    counted = Bleu().count(["a b c d", "e"], ["a b c x", "e"]).total()
    assert Bleu().count(hypotheses, references).total() == counted
    assert References((references, pyarrow.array(["a", None]))).label == "var"
