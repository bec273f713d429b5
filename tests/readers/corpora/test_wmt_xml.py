"""WMT's XML is aligned by document and segment, and what breaks the format is named with its line."""

import gzip
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from tests.readers.damage import bare, read_or_refused, texts_of

from karat import Bleu, evaluate
from karat.errors import (
    InvalidFile,
    InvalidOption,
    KaratError,
    MisalignedCorpus,
    MissingReference,
    UnknownName,
)
from karat.readers import read
from karat.readers.corpora.wmt_xml import SeveralCollections, read_wmt_xml
from karat.readers.files.lines import ByteOrderMark

pytestmark = pytest.mark.filterwarnings("ignore::karat.readers.corpora.wmt_xml.SeveralCollections")

Write = Callable[[str, bytes | str], Path]

XML = """<?xml version="1.0" encoding="utf-8"?>
<dataset id="test">
  <collection id="general">
    <doc origlang="en" id="d1" domain="news">
      <src lang="en">
        <p>
          <seg id="1">Salt &amp; pepper</seg>
          <seg id="2"> two </seg>
        </p>
        <p>
          <seg id="3">three</seg>
        </p>
      </src>
      <ref lang="de" translator="A">
        <p><seg id="1">Salz &amp; Pfeffer</seg><seg id="2">zwei</seg></p>
        <p><seg id="3">drei</seg></p>
      </ref>
      <ref lang="de" translator="B">
        <p><seg id="1">Salz und Pfeffer</seg><seg id="2">2</seg><seg id="3">3</seg></p>
      </ref>
      <hyp system="online-B" lang="de">
        <p><seg id="3">drei!</seg><seg id="1">Salz</seg><seg id="2"></seg></p>
      </hyp>
      <hyp system="AIRC" lang="de">
        <p><seg id="1">a</seg><seg id="2">b</seg><seg id="3">c</seg></p>
      </hyp>
    </doc>
  </collection>
  <doc origlang="en" id="d2" testsuite="idioms">
    <src lang="en"><p><seg id="1">four &lt;b&gt;</seg></p></src>
    <ref lang="de" translator="A"><p><seg id="1">vier</seg></p></ref>
    <hyp system="AIRC" lang="de"><p><seg id="1">d</seg></p></hyp>
    <hyp system="online-B" lang="de"><p><seg id="1">vier!</seg></p></hyp>
  </doc>
</dataset>
"""


def test_byte_order_marks(write: Write) -> None:
    """A byte order mark is dropped with a warning; UTF-16 must have one, so that it is no news."""
    with pytest.warns(ByteOrderMark, match=r"a\.xml: .* no part of a segment"):
        marked = read_wmt_xml(write("a.xml", f"\ufeff{XML}"))
    assert marked == read_wmt_xml(write("b.xml", XML))
    assert marked == read_wmt_xml(write("c.xml", XML.replace("utf-8", "utf-16").encode("utf-16")))


def test_texts_are_aligned(write: Write) -> None:
    """Systems and references are aligned by document and segment, whatever their order."""
    corpus = read_wmt_xml(write("a.xml", XML))

    assert corpus.systems == {"online-B": ["Salz", "", "drei!", "vier!"], "AIRC": ["a", "b", "c", "d"]}
    assert corpus.sources == ["Salt & pepper", " two ", "three", "four <b>"]
    assert corpus.references.names == ("A", "B")
    assert tuple(map(list, corpus.references.streams)) == (
        ["Salz & Pfeffer", "zwei", "drei", "vier"],
        ["Salz und Pfeffer", "2", "3", None],
    )


def test_labels(write: Write) -> None:
    """Documents, paragraphs, text types and languages are kept; the source says what a paragraph is."""
    corpus = read_wmt_xml(write("a.xml", XML))

    assert corpus.documents == ["d1", "d1", "d1", "d2"]
    assert corpus.paragraphs == ["d1:1", "d1:1", "d1:2", "d2:1"]
    assert corpus.text_types == ["news", "news", "news", "idioms"]
    assert (corpus.source_language, corpus.target_language) == ("en", "de")


def test_systems_can_be_chosen(write: Write) -> None:
    """Only the systems that were asked for are taken."""
    path = write("a.xml", XML)

    assert list(read_wmt_xml(path, systems=["AIRC"]).systems) == ["AIRC"]
    with pytest.raises(UnknownName, match="Known: online-B, AIRC"):
        read_wmt_xml(path, systems=["online-C"])


def test_test_sets_without_systems(write: Write) -> None:
    """A test set before anybody has translated it has no systems, and plain paragraphs may be absent."""
    segment = '<seg id="1">one</seg>'
    text = f'<dataset><doc id="d"><src>{segment}</src><ref>{segment}</ref></doc></dataset>'
    corpus = read_wmt_xml(write("a.xml", text))

    assert corpus.systems == {}
    assert corpus.paragraphs is corpus.text_types is corpus.source_language is None
    assert corpus.references.names == ("reference",)


def test_other_encodings(write: Write) -> None:
    """XML says its encoding itself, so it may be another than UTF-8; it may also be packed."""
    text = XML.replace("pepper", "pépper")
    expected = read_wmt_xml(write("a.xml", text))

    assert expected == read_wmt_xml(write("b.xml", text.replace("utf-8", "utf-16").encode("utf-16")))
    assert expected == read_wmt_xml(write("c.xml", text.replace("utf-8", "latin-1").encode("latin-1")))
    assert expected == read_wmt_xml(write("a.xml.gz", gzip.compress(text.encode())))


def test_bytes_that_are_not_utf8(write: Write) -> None:
    """They are told as in other formats, unless the file says that it is in another encoding."""
    data = XML.replace("pepper", "p\xffpper").encode("latin-1")
    undeclared = data.replace(b' encoding="utf-8"', b"")
    for content in (data, undeclared):
        with pytest.raises(InvalidFile, match=r"a\.xml, line 7: byte 35 of the line \(0xff\) is not UTF-8"):
            read_wmt_xml(write("a.xml", content))
    with pytest.raises(InvalidFile, match="this looks like gzip data"):
        read_wmt_xml(write("a.xml", gzip.compress(data)))
    for content in (
        data.replace(b"utf-8", b"latin-1").replace(b"</dataset>", b""),
        XML.replace("</dataset>", "").replace("utf-8", "utf-16").encode("utf-16"),
    ):
        with pytest.raises(InvalidFile, match="not well-formed XML"):
            read_wmt_xml(write("a.xml", content))


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("</dataset>", "", 36, r"not well-formed XML \(no element found"),
        ("&amp; pepper", "& pepper", 7, "not well-formed"),
        ("three", "a < b", 11, "not well-formed"),
        ("three", "&nbsp;", 11, "undefined entity"),
        ("three", "a\x0bb", 11, "not well-formed"),
        ("three", "<b>three</b>", 11, "<b> inside <seg> is not WMT's format. Only text was expected there"),
        (
            "</collection>",
            "</collection><seg id='1'/>",
            28,
            "<seg> inside <dataset>.*Expected there: collection, doc",
        ),
        ('<p>\n          <seg id="3">', '<p>loose\n<seg id="3">', 10, "the text 'loose' is in no segment"),
        ('<seg id="3">three', "<seg>three", 11, '<seg> has no id. Write <seg id="…">'),
        (
            '<seg id="3">three',
            '<seg id="2">three',
            11,
            "the source has segment 2 of document d1 a second time",
        ),
        (' id="d2"', "", 29, "<doc> has no id"),
        (' id="d2"', ' id="d1"', 29, "document 'd1' is there a second time"),
        ('<hyp system="AIRC" lang="de">\n', '<hyp lang="de">\n', 24, "<hyp> has no system"),
        (
            '"AIRC" lang="de">\n',
            '"online-B" lang="de">\n',
            24,
            "document 'd1' has system 'online-B' a second time",
        ),
        ('translator="B"', 'translator="A"', 18, "document 'd1' has reference 'A' a second time"),
        (
            'system="AIRC" lang="de">\n',
            'system="AIRC" lang="cs">\n',
            24,
            "the target language is 'cs', before it was 'de'",
        ),
        ('encoding="utf-8"', 'encoding="klingon"', 1, "unknown encoding"),
        ('encoding="utf-8"', 'encoding="gb18030"', 1, "not well-formed XML"),
    ],
)
def test_broken_files_are_refused(write: Write, old: str, new: str, line: int, words: str) -> None:
    """What breaks the format is named with its line."""
    assert old in XML

    with pytest.raises(InvalidFile, match=rf"a\.xml, line {line}: .*{words}"):
        read_wmt_xml(write("a.xml", XML.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        (
            '<seg id="3">drei!</seg>',
            "",
            MisalignedCorpus,
            "system 'online-B' has 3 of 4 segments; segment 3 of document d1",
        ),
        (
            '<seg id="3">drei</seg>',
            "",
            MisalignedCorpus,
            "reference 'A' has 3 of 4 segments; segment 3 of document d1",
        ),
        ('<seg id="3">3</seg>', "", MisalignedCorpus, "reference 'B' has 2 of 3 segments"),
        (
            '<seg id="3">c</seg>',
            '<seg id="3">c</seg><seg id="4">d</seg>',
            MisalignedCorpus,
            "segment 4 of document d1 is not there",
        ),
        (
            '<ref lang="de" translator="A"><p><seg id="1">vier</seg></p></ref>',
            "",
            MissingReference,
            "segment 1 of document d2 has no reference",
        ),
        (
            '<seg id="1">four &lt;b&gt;</seg>',
            "",
            MisalignedCorpus,
            "has segments that the source or the first reference does not",
        ),
    ],
)
def test_misaligned_files_are_refused(
    write: Write, old: str, new: str, error: type[KaratError], words: str
) -> None:
    """A text that misses a segment, or has one too many, is named with the segment."""
    assert old in XML

    with pytest.raises(error, match=rf"a\.xml: .*{words}"):
        read_wmt_xml(write("a.xml", XML.replace(old, new, 1)))


def test_references_are_required(write: Write) -> None:
    """A file with nothing but sources cannot be evaluated."""
    text = '<dataset><doc id="d"><src><seg id="1">one</seg></src></doc></dataset>'

    with pytest.raises(MissingReference, match=r"a\.xml: there is no reference"):
        read_wmt_xml(write("a.xml", text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no element found"),
        ("plain text", "not well-formed"),
        ("<dataset/>", "there are no segments"),
        ("<html/>", "<html> as the outermost element is not WMT's format. Expected there: dataset"),
        ("<mteval/>", r"For mteval's format use a name that ends in \.sgm"),
    ],
)
def test_other_files_are_refused(write: Write, text: str, words: str) -> None:
    """A file that is something else is told what was expected."""
    with pytest.raises(InvalidFile, match=words):
        read_wmt_xml(write("a.xml", text))


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE dataset [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
        '<!DOCTYPE dataset [<!ENTITY secret SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE dataset SYSTEM "http://example.org/wmt.dtd">',
        "<!DOCTYPE dataset>",
    ],
)
def test_declarations_are_refused(write: Write, declaration: str) -> None:
    """Entities are never expanded: neither a billion laughs nor another file gets into a segment."""
    text = XML.replace("<dataset", f"{declaration}\n<dataset", 1).replace("three", "&c;")

    with pytest.raises(InvalidFile, match=r"a\.xml, line 2: a DOCTYPE is not read"):
        read_wmt_xml(write("a.xml", text))


@pytest.mark.filterwarnings("ignore::karat.readers.corpora.marked_up.LanguageSlip")
@given(st.integers(0, len(XML)), st.integers(0, 30), st.text(st.sampled_from('<>/"&;= psegdochyp!-[]')))
def test_no_damage_crashes(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, new: str
) -> None:
    """A damaged file gives texts that stand in it, or is refused by name."""
    path = tmp_path_factory.mktemp("xml") / "a.xml"
    damaged = XML[:start] + new + XML[start + length :]
    path.write_bytes(damaged.encode())
    for text in texts_of(read_or_refused(read_wmt_xml, path)):
        assert bare(text) in bare(damaged)


def test_several_collections_are_warned_of(write: Write) -> None:
    """Each with its size; a document of a test suite is of that suite, whatever it stands in."""
    path = write("mixed.xml", XML)
    with pytest.warns(SeveralCollections, match=r"general \(3 segments\), idioms \(1 segment\)") as caught:
        whole = read_wmt_xml(path)
    assert len(whole) == 4
    assert "collections=['general']" in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        general = read_wmt_xml(path, collections=["general"])
        idioms = read(path, collections=["idioms"])
        both = read_wmt_xml(path, collections=["idioms", "general"])
    assert (general.documents, idioms.documents) == (["d1"] * 3, ["d2"])
    assert general.references.names == ("A", "B")
    assert idioms.references.names == ("A",)
    assert both == whole


def test_a_file_as_wmt21_has_it(write: Write) -> None:
    """News stands in no collection, beside test suites: it has the name of the file, and gives BLEU alone."""

    def document(attributes: str, texts: dict[str, str]) -> str:
        tags = {
            "source": ("src", ' lang="ru"'),
            "B": ("ref", ' lang="en" translator="B"'),
            "A": ("ref", ' lang="en" translator="A"'),
            "Nemo": ("hyp", ' system="Nemo" lang="en"'),
        }
        lines = (
            f'<{tags[name][0]}{tags[name][1]}>\n<p>\n<seg id="1">{text}</seg>\n</p>\n</{tags[name][0]}>\n'
            for name, text in texts.items()
        )
        return f'<doc origlang="ru" {attributes}>\n{"".join(lines)}</doc>\n'

    rain = "It rained in the north today."
    news = document('id="kp.1"', {"source": "Дождь.", "B": "Rain fell there.", "A": rain, "Nemo": rain})
    doctor = {"source": "Врач.", "A": "The doctor came home late.", "Nemo": "A physician arrived."}
    suite = document('id="s.1" testsuite="gender"', doctor)
    path = write("newstest.xml", f'<dataset id="newstest2021">\n{news}{suite}</dataset>\n')
    sizes = r"newstest2021 \(1 segment\), gender \(1 segment\)"
    with pytest.warns(SeveralCollections, match=sizes) as caught:
        mixed = read(path)
    assert "collections=['newstest2021']" in str(caught[0].message)
    alone = read(path, collections=["newstest2021"])
    (of_news,) = evaluate(alone, Bleu()).scores
    (of_both,) = evaluate(mixed, Bleu()).scores
    assert of_news.value == pytest.approx(sacrebleu.corpus_bleu([rain], [["Rain fell there."], [rain]]).score)
    assert of_both.value == pytest.approx(
        sacrebleu.corpus_bleu(
            [rain, "A physician arrived."],
            [["Rain fell there.", None], [rain, "The doctor came home late."]],  # type: ignore[list-item]
        ).score
    )
    assert of_news.value == pytest.approx(100) != of_both.value


def test_unknown_collections(write: Write) -> None:
    """They are refused with those that there are; so is the choice in other formats."""
    with pytest.raises(UnknownName, match="general"):
        read_wmt_xml(write("a.xml", XML), collections=["generall"])
    with pytest.raises(InvalidOption, match=r"WMT's \.xml; .* is none"):
        read(write("a.tsv", "hypothesis\treference\na\tb\n"), collections=["general"])


def test_one_collection_needs_no_choice(write: Write) -> None:
    """Nor does a file without any."""
    plain = (
        XML.replace(' testsuite="idioms"', "")
        .replace('<collection id="general">', "")
        .replace("</collection>", "")
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_wmt_xml(write("a.xml", plain))) == 4


def test_a_slip_in_a_language(tmp_path: Path) -> None:
    """A name that is a part of the others' is a slip, told with its line; another language is refused."""
    text = (
        '<dataset><doc id="d"><src lang="en"><seg id="1">a</seg></src><ref lang="liv"><seg id="1">b</seg></ref>\n'
        '<hyp system="A" lang="iv"><seg id="1">c</seg></hyp></doc></dataset>'
    )
    path = tmp_path / "wmt.xml"
    path.write_text(text)
    with pytest.warns(UserWarning, match=r"line 2: the target language is 'iv', and 'liv' in other places"):
        corpus = read_wmt_xml(path)
    assert (corpus.target_language, corpus.systems["A"]) == ("liv", ["c"])
    path.write_text(text.replace('"iv"', '"et"'))
    with pytest.raises(InvalidFile, match="'et', before it was 'liv'"):
        read_wmt_xml(path)
