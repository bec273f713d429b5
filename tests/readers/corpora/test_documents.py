"""Texts that match document by document are read from every format, and nothing is joined by mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.readers.corpora.document_files import OUTPUT, REFERENCE, folders, json_lines, rows, sgml, tsv, xml

from karat import Bleu, Corpus, Nee, demo, evaluate, parse, read
from karat.errors import (
    InvalidFile,
    InvalidOption,
    InvalidText,
    KaratError,
    MisalignedCorpus,
    MissingReference,
)
from karat.readers import read_scores, read_texts
from karat.readers.corpora.annotation import with_entities
from karat.readers.corpora.documents import EmptyDocument
from karat.readers.corpora.sgml import read_sgml
from karat.readers.people.human_scores import read_human_scores
from karat.readers.people.judgements import read_judgements

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, bytes | str], Path]

SYSTEM = ("one two tree", "fo ur")
JOINED = ("one two three", "four")


def reader(
    form: str, write: Write, tmp_path: Path
) -> Callable[[dict[str, list[str]], dict[str, list[str]]], Corpus]:
    """Write two texts in a format, and read them by document."""

    def read_again(reference: dict[str, list[str]], output: dict[str, list[str]]) -> Corpus:
        match form:
            case "sgml":
                paths = (
                    write("a.sgm", sgml("tstset", output, "A")),
                    write("r.sgm", sgml("refset", reference, "R")),
                )
                return read_sgml([paths[0]], [paths[1]], align="document")
            case "xml":
                return read(write("a.xml", xml(reference, output)), align="document")
            case "jsonl":
                return read(write("a.jsonl", json_lines(rows(reference, output))), align="document")
            case "tsv":
                return read(write("a.tsv", tsv(rows(reference, output))), align="document")
        root = folders(tmp_path / "texts", reference, output)
        if form == "corpus folder":
            return read(root, align="document")
        return read_texts({"A": root / "A"}, [root / "reference"], align="document")

    return read_again


FORMS = ("sgml", "xml", "jsonl", "tsv", "corpus folder", "folders")


@pytest.mark.parametrize("form", FORMS)
def test_documents_are_segments(form: str, write: Write, tmp_path: Path) -> None:
    """The lines of a document are joined in order, in every format."""
    corpus = reader(form, write, tmp_path)(REFERENCE, OUTPUT)

    assert tuple(corpus.systems["A"]) == SYSTEM
    assert tuple(corpus.references.streams[0]) == JOINED
    assert list(corpus.documents or ()) == ["d1", "d2"]
    assert corpus.align == "document"


@pytest.mark.parametrize("form", FORMS)
def test_a_missing_document_is_named(form: str, write: Write, tmp_path: Path) -> None:
    """An output that leaves out a document is refused, and the document is said."""
    with pytest.raises(MisalignedCorpus, match=r"system 'A' has 1 of 2 documents; 'd2' is missing"):
        reader(form, write, tmp_path)(REFERENCE, {"d1": OUTPUT["d1"]})


@pytest.mark.parametrize("form", FORMS)
def test_an_extra_document_is_named(form: str, write: Write, tmp_path: Path) -> None:
    """An output with a document that no reference has is refused."""
    with pytest.raises(KaratError, match=r"'d9' (is not there|has no reference)"):
        reader(form, write, tmp_path)(REFERENCE, {**OUTPUT, "d9": ["nine"]})


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_document_is_said(form: str, write: Write, tmp_path: Path) -> None:
    """A document without text is an empty translation, and a warning names it."""
    # A table cannot tell an empty text from none; there the document is missing.
    if form == "tsv":
        with pytest.raises(MisalignedCorpus, match="'d2' is missing"):
            reader(form, write, tmp_path)(REFERENCE, {**OUTPUT, "d2": [""]})
        return
    with pytest.warns(EmptyDocument, match=r"System 'A' has no text in 1 of 2 documents: 'd2'"):
        corpus = reader(form, write, tmp_path)(REFERENCE, {**OUTPUT, "d2": [""]})
    assert corpus.systems["A"][1] == ""


def test_line_counts_that_differ_are_still_refused(write: Write) -> None:
    """Without the option nothing is joined, and the refusal names it."""
    path = write("a.xml", xml(REFERENCE, OUTPUT))
    with pytest.raises(MisalignedCorpus, match="align='document'"):
        read(path)


def test_the_way_out_is_named_in_every_format(write: Write, tmp_path: Path) -> None:
    """Whoever is refused because lines do not match reads how to go on."""
    sets = write("a.sgm", sgml("tstset", OUTPUT, "A")), write("r.sgm", sgml("refset", REFERENCE, "R"))
    long = [{"seg_id": n, "system": s, "hypothesis": "x", "reference": "x"} for s, n in (("A", 1), ("B", 2))]
    root = folders(tmp_path / "texts", REFERENCE, OUTPUT)
    attempts: list[Callable[[], object]] = [
        lambda: read_sgml([sets[0]], [sets[1]]),
        lambda: read(write("long.jsonl", json_lines(long))),
        lambda: read(root),
        lambda: read_texts({"A": root / "A" / "d1.txt"}, [root / "reference" / "d1.txt"]),
    ]
    for refused in attempts:
        with pytest.raises(KaratError, match="align='document'"):
            refused()


def test_an_unknown_alignment_is_refused() -> None:
    """There are two."""
    with pytest.raises(InvalidOption, match="align is 'paragraph'; it must be one of segment, document"):
        read(demo.segments_path(), align="paragraph")  # type: ignore[arg-type]


def test_two_documents_of_one_name_are_refused(write: Write) -> None:
    """Their texts would be joined, and nobody would see it."""
    twice = rows({"d1": ["one"]}, {"d1": ["one"]}) + rows({"d2": ["two"]}, {"d2": ["two"]}) * 1
    twice += rows({"d1": ["three"]}, {"d1": ["three"]})
    with pytest.raises(InvalidFile, match=r"has document 'd1' a second time, after 'd2'"):
        read(write("a.jsonl", json_lines(twice)), align="document")


def test_two_documents_of_one_name_in_sgml_are_refused(write: Write) -> None:
    """Also where the numbers of their segments differ."""
    text = sgml("refset", REFERENCE, "R").replace(
        "</refset>", '<doc docid="d1" sysid="R"><seg id="9">x</seg></doc></refset>'
    )
    with pytest.raises(
        InvalidFile, match=r"r\.sgm, segment 9: reference 'R' has document 'd1' a second time"
    ):
        read_sgml([write("a.sgm", sgml("tstset", OUTPUT, "A"))], [write("r.sgm", text)], align="document")


def test_interleaved_documents_are_refused(write: Write) -> None:
    """Segments of two documents in turn have no order that could be trusted."""
    mixed = [{"document": name, "reference": "x", "hypothesis": "x"} for name in ("d1", "d2", "d1")]
    with pytest.raises(InvalidFile, match=r"line 3: .* put its segments together"):
        read(write("a.jsonl", json_lines(mixed)), align="document")


def test_systems_may_take_turns(write: Write) -> None:
    """A table sorted by document has the rows of all systems in turn, which is no disorder."""
    made = [
        {"document": name, "system": system, "hypothesis": f"{name} {system}", "reference": name}
        for name in ("d1", "d2")
        for system in ("A", "B")
    ]
    corpus = read(write("a.jsonl", json_lines(made)), align="document")
    assert tuple(corpus.systems["B"]) == ("d1 B", "d2 B")
    assert tuple(corpus.references.streams[0]) == ("d1", "d2")


def test_documents_without_names_are_refused(write: Write) -> None:
    """A row that names no document belongs nowhere."""
    with pytest.raises(
        InvalidFile, match=r"line 2: reference 'reference' has a segment of a document without"
    ):
        read(
            write(
                "a.jsonl",
                json_lines([{"document": "d", "reference": "x", "hypothesis": "x"}, {"reference": "y"}]),
            ),
            align="document",
        )
    with pytest.raises(InvalidFile, match="there is no column for the document"):
        read(write("b.jsonl", json_lines([{"reference": "x", "hypothesis": "x"}])), align="document")
    with pytest.raises(InvalidFile, match="has no docid"):
        read_sgml(
            [write("a.sgm", sgml("tstset", OUTPUT, "A").replace("docid", "id"))],
            [write("r.sgm", sgml("refset", REFERENCE, "R"))],
            align="document",
        )


def test_a_segment_that_is_there_twice_is_refused(write: Write) -> None:
    """It would stand twice in its document."""
    made = [{**row, "seg_id": 1} for row in rows({"d": ["x"]}, {"d": ["x"]})]
    with pytest.raises(InvalidFile, match=r"line 3: system 'A' has segment 1 of document 'd' a second time"):
        read(write("a.jsonl", json_lines([*made, made[1]])), align="document")


def test_references_that_rows_of_systems_repeat_must_agree(write: Write) -> None:
    """Where an output has fewer rows, the reference beside it is not whole."""
    made = [
        {"document": "d", "system": "A", "hypothesis": "x", "reference": "x"},
        {"document": "d", "system": "A", "hypothesis": "y", "reference": "y"},
        {"document": "d", "system": "B", "hypothesis": "x y", "reference": "x"},
    ]
    with pytest.raises(
        InvalidFile, match=r"reference 'reference' of document 'd' is not the same .* 'A' and of 'B'"
    ):
        read(write("a.jsonl", json_lines(made)), align="document")


def test_several_references_and_lists(write: Write) -> None:
    """A reference may leave out a document that another one has, in columns and in lists."""
    made = [
        {"document": "d1", "hypothesis": "x", "references": ["a", "b"]},
        {"document": "d2", "hypothesis": "y", "references": ["c"]},
    ]
    corpus = read(write("a.jsonl", json_lines(made)), align="document")
    assert [list(stream) for stream in corpus.references.streams] == [["a", "c"], ["b", None]]
    with pytest.raises(MissingReference, match="document 'd2' has no reference"):
        read(
            write(
                "b.jsonl",
                json_lines(
                    [{**made[0], "source": "s"}, {"document": "d2", "hypothesis": "y", "source": "s"}]
                ),
            ),
            align="document",
        )


def test_a_document_of_two_text_types_is_refused(write: Write) -> None:
    """One segment has one text type."""
    made = [
        {"document": "d", "domain": kind, "reference": "x", "hypothesis": "x"} for kind in ("news", "mail")
    ]
    with pytest.raises(InvalidFile, match="document 'd' is of the text types 'news' and 'mail'"):
        read(write("a.jsonl", json_lines(made)), align="document")


def test_text_types_and_languages_stay() -> None:
    """What is known of all segments of a document is known of the document."""
    whole, corpus = read(demo.segments_path()), read(demo.segments_path(), align="document")
    assert corpus.target_language == whole.target_language
    assert set(corpus.text_types or ()) == set(whole.text_types or ())
    assert corpus.human_systems == whole.human_systems
    assert corpus.paragraphs is None


def test_lines_that_match_may_be_joined_too(tmp_path: Path) -> None:
    """Plain text with a list of documents gives what a table with the same texts gives."""
    whole = read(demo.segments_path())
    for name, text in (
        ("a.txt", whole.systems["aurora"]),
        ("r.txt", whole.references.streams[0]),
        ("d.txt", whole.documents),
    ):
        (tmp_path / name).write_text("\n".join(map(str, text or ())), encoding="utf-8")
    corpus = read_texts(
        {"aurora": tmp_path / "a.txt"}, [tmp_path / "r.txt"], documents=tmp_path / "d.txt", align="document"
    )
    table = read(demo.segments_path(), align="document")
    assert list(corpus.systems["aurora"]) == list(table.systems["aurora"])
    with pytest.raises(InvalidOption, match="the documents must be known"):
        read_texts({"aurora": tmp_path / "a.txt"}, [tmp_path / "r.txt"], align="document")


def test_the_recipe_tells() -> None:
    """A score of documents says so, and its recipe is read again."""
    score = evaluate(read(demo.segments_path(), align="document"), Bleu(), keep_references=True)["aurora"][0]
    assert score.recipe.endswith("|refs:2|align:document")
    assert parse(score.recipe) == Bleu()
    assert (
        "align" not in evaluate(read(demo.segments_path()), Bleu(), keep_references=True)["aurora"][0].recipe
    )


def test_documents_of_an_aligned_corpus_have_names_of_their_own() -> None:
    """A corpus cannot claim to be aligned by document without documents."""
    with pytest.raises(MisalignedCorpus, match="each segment is a document"):
        Corpus(
            {"A": ["x", "y"]},
            Corpus.of(["x", "y"], ["x", "y"]).references,
            documents=["d", "d"],
            align="document",
        )


def test_entities_of_segments_become_those_of_documents(write: Write) -> None:
    """A line of entities for each segment of the reference will do; offsets move with the text."""
    reference = {"d1": ["in Paris", " then", "Rome"], "d2": ["Oslo"]}
    corpus = read(write("a.xml", xml(reference, OUTPUT)), align="document")
    tag = '<ENAMEX TYPE="LOCATION">{}</ENAMEX>'.format
    lines = [f"in {tag('Paris')}", " then", tag("Rome"), tag("Oslo")]
    marked = with_entities(corpus, [write("e.muc", "\n".join(lines))])
    (found,) = marked.entities or ()
    assert found is not None
    texts = marked.references.streams[0]
    assert [
        [str(text)[one.start : one.end] for one in of] for text, of in zip(texts, found, strict=True)
    ] == [
        ["Paris", "Rome"],
        ["Oslo"],
    ]
    assert evaluate(marked, Nee(unit="document"))["A"][0].value == 0
    with pytest.raises(InvalidText, match="from document 1 on"):
        with_entities(corpus, [write("f.muc", "\n".join(lines[1:]))])
    with pytest.raises(InvalidText, match="more lines than"):
        with_entities(corpus, [write("g.muc", "\n".join([*lines, "x"]))])


def test_judgements_of_documents(write: Write) -> None:
    """Where texts are aligned by document, people judged documents, by name."""
    corpus = read(write("a.xml", xml(REFERENCE, OUTPUT)), align="document")
    table = "judge\tsystem\tdocument\tdimension\tvalue\tscale\nx\tA\td2\tadequacy\t4\t1-5\nx\tA\td1\tadequacy\t2\t1-5\n"
    scores = {one.level: one.values.tolist() for one in read_human_scores(write("j.tsv", table), corpus)}
    assert scores == {"segment": [[2.0, 4.0]], "system": [[3.0]]}
    with pytest.raises(InvalidFile, match="the corpus has no document 'd3'"):
        read_judgements(write("k.tsv", table.replace("d2", "d3")), corpus)


def test_human_scores_of_documents(write: Write) -> None:
    """A score stands in one row of its document; a second one is refused."""
    made = rows(REFERENCE, OUTPUT)
    made[4]["human_da"], made[6]["human_da"] = 70.0, 80.0
    path = write("a.jsonl", json_lines(made))
    (scores,) = read_human_scores(path, read(path, align="document"))
    assert scores.values.tolist() == [[70.0, 80.0]]
    made[5]["human_da"] = 75.0
    path = write("b.jsonl", json_lines(made))
    with pytest.raises(InvalidFile, match=r"line 6: system 'A' has a second score of document 'd1'"):
        read_human_scores(path, read(path, align="document"))


def test_scores_of_documents_from_elsewhere(write: Write) -> None:
    """A table of scores names its documents."""
    corpus = read(write("a.xml", xml(REFERENCE, OUTPUT)), align="document")
    (comet,) = read_scores(write("c.tsv", "system\tdocument\tcomet\nA\td2\t0.4\nA\td1\t0.8\n"), corpus)
    assert evaluate(corpus, comet)["A"][0].value == pytest.approx(0.6)


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    """What holds no text files is no text; a file is no folder."""
    root = folders(tmp_path, REFERENCE, OUTPUT)
    (root / "B").mkdir()
    with pytest.raises(KaratError, match="B: there are no documents"):
        read(root, align="document")
    (root / "A" / "d1.txt.gz").write_bytes(b"")
    with pytest.raises(KaratError):
        read(root, systems=["A"], align="document")
    with pytest.raises(KaratError, match="a folder was expected"):
        read_texts({"A": root / "A" / "d2.txt"}, [root / "reference"], align="document")


def test_paragraphs_of_whole_documents_are_refused(write: Callable[[str, str], Path]) -> None:
    """A document that is one segment has no parts to label."""
    text, labels = write("text.txt", "one\ntwo\n"), write("labels.txt", "a\na\n")
    with pytest.raises(InvalidOption, match="not cut into paragraphs"):
        read_texts({"A": text}, [text], documents=labels, paragraphs=labels, align="document")
