"""mteval's SGML is read as it is in practice, and its texts are aligned."""

import codecs
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.readers.damage import bare, read_or_refused, texts_of

from karat.corpus import Corpus
from karat.errors import (
    InvalidFile,
    InvalidOption,
    MisalignedCorpus,
    MissingReference,
    UnknownName,
    UnreadableFile,
)
from karat.readers.corpora.sgml import read_sgml, read_sgml_file
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]

SOURCE = """<srcset setid="set" srclang="any">
<doc docid="d1" genre="news" origlang="de">
<hl>
<seg id="1">eins</seg>
</hl>
<p>
<seg id="2"> zwei </seg>
</doc>
<doc sysid="src" docid='d2' genre="mail">
<seg id=1>drei</seg>
</doc>
</srcset>
"""
REFERENCE = """<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.3.dtd">
<refset setid="set" srclang="German" trglang="English">
<doc sysid="ref1" docid="d1" genre="news">
<p>
<seg id="1">one</seg>
<seg id="2">two</seg>
</doc>
<doc sysid="ref1" docid="d2"><seg id="1">three</seg></doc>
<doc sysid="ref2" docid="d2"><seg id="1">III</seg></doc>
<doc sysid="ref2" docid="d1"><seg id="1">I</seg><seg id="2">II</seg></doc>
</refset>
"""
SYSTEMS = """<TSTSET SetID="set" SrcLang="German" TrgLang="English">
<DOC DocID="d2" SysID="B"><SEG ID="1">b3</SEG></DOC>
<DOC DocID="d1" SysID="B"><SEG ID="1">b1 < 2 & "3"</SEG><SEG ID="2"></SEG></DOC>
<DOC DocID="d1" SysID="A"><SEG ID="1">&lt;a&gt; &amp;amp; &quot;&apos;&#228;&#x4E2D; &nbsp; AT&T</SEG>
<SEG ID="2"/></DOC>
<DOC DocID="d2" SysID="A"><SEG ID="1">a
3</SEG></DOC>
</TSTSET>
"""


@pytest.fixture
def read_changed(write: Write) -> Callable[..., Corpus]:
    """Read the three files after one has been changed."""

    def read(old: str = "", new: str = "") -> Corpus:
        texts = {"src": SOURCE, "ref": REFERENCE, "tst": SYSTEMS}
        assert any(old in text for text in texts.values())
        paths = {name: write(f"{name}.sgm", text.replace(old, new, 1)) for name, text in texts.items()}
        return read_sgml([paths["tst"]], [paths["ref"]], paths["src"])

    return read


Read = Callable[..., Corpus]


def test_texts_are_aligned(read_changed: Read) -> None:
    """Systems and references are aligned by document and segment, whatever their order."""
    corpus = read_changed()

    assert corpus.sources == ["eins", " zwei ", "drei"]
    assert tuple(map(list, corpus.references.streams)) == (["one", "two", "three"], ["I", "II", "III"])
    assert corpus.references.names == ("ref1", "ref2")
    assert list(corpus.systems) == ["B", "A"]


def test_text_is_kept(read_changed: Read) -> None:
    """Between <seg> and </seg> everything is text; the usual entities are resolved, once."""
    corpus = read_changed()

    assert corpus.systems["B"] == ['b1 < 2 & "3"', "", "b3"]
    assert corpus.systems["A"] == ["<a> &amp; \"'ä中 &nbsp; AT&T", "", "a\n3"]


def test_labels(read_changed: Read) -> None:
    """Documents, genres and languages are kept; 'any' is no language."""
    corpus = read_changed()

    assert corpus.documents == ["d1", "d1", "d2"]
    assert corpus.text_types == ["news", "news", "mail"]
    assert (corpus.source_language, corpus.target_language) == ("German", "English")


def test_paragraphs(read_changed: Read, write: Write) -> None:
    """A paragraph lasts until the next <p>, until </p> or the end of its document; the first text decides."""
    assert read_changed().paragraphs == ["d1:0", "d1:1", "d2:0"]

    reference = write("closed.sgm", REFERENCE.replace('<seg id="2">two', '</p><seg id="2">two'))
    output = write("tst.sgm", SYSTEMS)
    assert read_sgml([output], [reference]).paragraphs == ["d1:1", "d1:2", "d2:0"]

    without = write("without.sgm", REFERENCE.replace("<p>", ""))
    assert read_sgml([output], [without]).paragraphs is None


def test_sources_are_optional(write: Write) -> None:
    """Without a source, the first reference has the order."""
    corpus = read_sgml([write("tst.sgm", SYSTEMS)], [write("ref.sgm", REFERENCE)])

    assert corpus.sources is None
    assert corpus.systems["A"][2:] == ["a\n3"]
    assert corpus.text_types == ["news", "news", ""]


def test_several_files(write: Write) -> None:
    """Systems and references may come in several files."""
    second = REFERENCE.replace("ref1", "ref3").replace("ref2", "ref4")
    more = SYSTEMS.replace('"A"', '"C"').replace('"B"', '"D"')
    corpus = read_sgml(
        [write("1.sgm", SYSTEMS), write("2.sgm", more)],
        [write("r1.sgm", REFERENCE), write("r2.sgm", second)],
        systems=["C", "A"],
    )

    assert list(corpus.systems) == ["C", "A"]
    assert corpus.references.names == ("ref1", "ref2", "ref3", "ref4")


def test_one_file(write: Write) -> None:
    """All sets may be in one file."""
    path = write("a.sgm", f"<mteval>{SOURCE}<!-- <seg> -->{REFERENCE}{SYSTEMS}</mteval>")
    corpus = read_sgml_file(path)

    assert corpus.sources == ["eins", " zwei ", "drei"]
    assert corpus == read_sgml([path], [path], path)
    with pytest.raises(UnknownName):
        read_sgml_file(path, systems=["C"])


def test_byte_order_marks(write: Write) -> None:
    """A byte order mark is dropped with a warning."""
    text = f"<mteval>{SOURCE}{REFERENCE}{SYSTEMS}</mteval>"
    with pytest.warns(ByteOrderMark, match=r"a\.sgm: .* no part of a segment"):
        marked = read_sgml_file(write("a.sgm", f"\ufeff{text}"))
    assert marked == read_sgml_file(write("b.sgm", text))


@pytest.mark.parametrize(("text", "what"), [(SYSTEMS, "references"), (REFERENCE, "hypotheses")])
def test_one_file_is_not_enough(write: Write, text: str, what: str) -> None:
    """A file that lacks references or systems is told to come with its companions."""
    with pytest.raises(InvalidFile, match=rf"a\.sgm: there are no {what} in this file.*read_sgml"):
        read_sgml_file(write("a.sgm", text))


def test_names_of_references(write: Write) -> None:
    """A reference may be named by its set, or not at all."""
    tst = write("tst.sgm", SYSTEMS)
    one = REFERENCE[: REFERENCE.index('<doc sysid="ref2"')].replace(' sysid="ref1"', "") + "</refset>"

    assert read_sgml([tst], [write("ref.sgm", one)]).references.names == ("reference",)
    named = one.replace("<refset", '<refset refid="r"')
    assert read_sgml([tst], [write("ref.sgm", named)]).references.names == ("r",)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("</srcset>", "", r"src\.sgm, line 11: <srcset> is never closed; the file may be cut off"),
        ("</doc>\n</srcset>", "</srcset>", r"src\.sgm, line 11: </srcset> closes nothing that is open"),
        ("eins</seg>", "eins", r"src\.sgm, line 4: <seg> is not closed before the next tag"),
        ("drei</seg>\n</doc>\n</srcset>", "drei", r"src\.sgm, line 10: <seg> is not closed"),
        (
            '</doc>\n<doc sysid="src"',
            '<doc sysid="src"',
            r"src\.sgm, line 8: <doc> inside <doc> is not mteval's",
        ),
        ("<srcset", "<other", r"src\.sgm, line 2: <doc> outside a set"),
        ('<doc docid="d1" genre="news" origlang="de">', "", r"src\.sgm, line 4: <seg> is outside a document"),
        (' docid="d1"', "", r"src\.sgm, line 4: <doc> has no docid"),
        ('<seg id="1">eins', "<seg>eins", r"src\.sgm, line 4: <seg> has no id"),
        (
            '<seg id="2"> zwei',
            '<seg id="1"> zwei',
            r"src\.sgm, line 7: the source has segment 1 of document d1 a second",
        ),
        ('<seg id="1">eins', '<seg id="1>eins', r"src\.sgm, line \d+: (the tag <seg> has no end|<seg>)"),
        (
            'docid="d2"><seg id="1">III',
            'docid="d1"><seg id="1">III',
            r"ref\.sgm, line 10: reference 'ref2' has segment 1",
        ),
        (' SysID="B"', "", r"tst\.sgm, line 2: <doc> has no sysid"),
        ('TrgLang="English"', 'TrgLang="Czech"', r"tst\.sgm, line 1: the target language is 'Czech'"),
        ("&#228;", "&#0;", r"tst\.sgm, line 4: &#0; is not a character"),
        ("&#228;", "&#xD800;", "&#xD800; is not a character"),
        ("&#228;", f"&#{'9' * 5000};", "is not a character"),
        ("<p>", "<!-- never closed", r"src\.sgm, line 6: the comment has no end"),
        ("<p>", "\0", r"src\.sgm, line 6: byte 1 of the line is a NUL"),
    ],
)
def test_broken_files_are_refused(read_changed: Read, old: str, new: str, words: str) -> None:
    """What breaks the format is named with its line."""
    with pytest.raises(InvalidFile, match=words):
        read_changed(old, new)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '<SEG ID="1">b3</SEG>',
            "",
            r"tst\.sgm: system 'B' has 2 of 3 segments; segment 1 of document d2 is missing",
        ),
        ('<DOC DocID="d2" SysID="B"><SEG ID="1">b3</SEG></DOC>', "", "system 'B' has 2 of 3 segments"),
        ('<seg id="2">II</seg>', "", r"ref\.sgm: reference 'ref2' has 2 of 3 segments"),
        ('<doc sysid="ref2" docid="d2"><seg id="1">III</seg></doc>', "", r"reference 'ref2' has 2 of 3"),
        (
            '<seg id="2"> zwei </seg>',
            "",
            r"ref\.sgm: reference 'ref1' has segments .* segment 2 of document d1 is not there",
        ),
        ('"2">II</seg>', '"2">II</seg><seg id="3">x</seg>', "segment 3 of document d1 is not there"),
    ],
)
def test_misaligned_files_are_refused(read_changed: Read, old: str, new: str, words: str) -> None:
    """A text that misses a segment, or has one too many, is named with the segment."""
    with pytest.raises(MisalignedCorpus, match=words):
        read_changed(old, new)


def test_files_in_the_wrong_place(write: Write, tmp_path: Path) -> None:
    """A file of another kind, none at all, or a path for a list is said."""
    tst, ref = write("tst.sgm", SYSTEMS), write("ref.sgm", REFERENCE)

    with pytest.raises(InvalidFile, match=r"ref\.sgm: there is no <tstset> with segments"):
        read_sgml([ref], [ref])
    with pytest.raises(InvalidFile, match=r"tst\.sgm: there is no <refset> with segments"):
        read_sgml([tst], [tst])
    with pytest.raises(InvalidFile, match=r"empty\.sgm: there is no <refset>"):
        read_sgml([tst], [write("empty.sgm", "")])
    with pytest.raises(InvalidOption, match=r"hypotheses is one path.*a list of paths was expected"):
        read_sgml(tst, [ref])  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="references is one path"):
        read_sgml([tst], str(ref))
    with pytest.raises(MissingReference, match=r"tst\.sgm: there is no reference"):
        read_sgml([tst], [])
    with pytest.raises(MissingReference, match=r"^There is no reference"):
        read_sgml([], [])
    with pytest.raises(UnreadableFile):
        read_sgml([tmp_path / "nowhere.sgm"], [ref])


def test_other_encodings_are_refused(write: Write) -> None:
    """Older test sets in another encoding are told to be converted, with line and byte."""
    data = SOURCE.replace("drei", "drü").encode("latin-1")

    with pytest.raises(InvalidFile, match=r"src\.sgm, line 10: byte 13 of the line \(0xfc\) is not UTF-8"):
        read_sgml([], [], write("src.sgm", data))
    with pytest.raises(InvalidFile, match="UTF-16"):
        read_sgml([], [], write("src.sgm", codecs.BOM_UTF16_LE))


@pytest.mark.parametrize("piece", ["<seg ", '<seg id="', "<!--", "&#", "<doc a='", "<", "</seg"])
def test_hostile_files_take_no_time(write: Write, piece: str) -> None:
    """A file made to be slow is not."""
    path = write("a.sgm", f'<tstset><doc docid="d" sysid="s"><seg id="1">{piece * 100_000}')
    start = time.process_time()

    with pytest.raises(InvalidFile):
        read_sgml([path], [])

    assert time.process_time() - start < 5


WHOLE = SOURCE + REFERENCE + SYSTEMS


@given(st.integers(0, len(WHOLE)), st.integers(0, 30), st.text(st.sampled_from('<>/"&#x0;= segdoc!-')))
def test_no_damage_crashes(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, new: str
) -> None:
    """A damaged file gives texts that stand in it, or is refused by name."""
    path = tmp_path_factory.mktemp("sgml") / "a.sgm"
    damaged = WHOLE[:start] + new + WHOLE[start + length :]
    path.write_bytes(damaged.encode())
    for text in texts_of(read_or_refused(read_sgml_file, path)):
        assert bare(text) in bare(damaged)


def test_an_attribute_twice(tmp_path: Path) -> None:
    """Of the same attribute twice in a tag the first counts, as in mteval, and a warning says so once."""
    path = tmp_path / "set.sgm"
    path.write_text(
        '<refset><doc docid="d"><seg id="1">a</seg></doc></refset><tstset>'
        '<doc docid="d" sysid="one" sysid="two"><seg id="1">b</seg></doc></tstset>'
    )
    with pytest.warns(
        UserWarning, match="<doc> has sysid twice, 'one' and 'two'. The first is taken"
    ) as told:
        corpus = read_sgml_file(path)
    assert (list(corpus.systems), len(told)) == (["one"], 1)
    path.write_text(path.read_text().replace('"two"', '"one"'))
    assert list(read_sgml_file(path).systems) == ["one"]
