"""Input that no good can come of: one line says what is wrong and where; exit code 2, nothing printed."""

from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, figures, refused

from karat import demo


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ("there is nothing to read",)),
        (b"a b\n", ("has 1 segment", "have 2")),
        (b"a\nb\nc\n", ("has 3 segments", "have 2")),
        (b"a b c\nd \xff e\n", ("line 2", "0xff", "not UTF-8")),
        (b"a b c\nd \x00 e\n", ("line 2", "NUL")),
        (b"\xff\xfea\x00\n\x00b\x00\n\x00", ("UTF-16",)),
        (b"\x1f\x8b\x08", ("gzip",)),
    ],
)
def test_files_that_are_no_text(
    karat: Karat, write: Write, reference: Path, content: bytes, words: tuple[str, ...]
) -> None:
    """A hypothesis that cannot be read or does not fit is refused, in blocks and as a whole."""
    bad = write("bad.txt", content)
    refused(karat("score", bad, "-r", reference), "bad.txt", *words)
    refused(karat("score", bad, "-r", reference, "--segments"), "bad.txt", *words)


def test_a_file_that_is_not_there(karat: Karat, output: Path, reference: Path, tmp_path: Path) -> None:
    """A wrong name is told, whichever file has it."""
    missing = tmp_path / "missing.txt"
    refused(karat("score", missing, "-r", reference), "missing.txt", "no such file")
    refused(karat("score", output, "-r", missing), "missing.txt", "no such file")
    refused(karat("score", missing), "missing.txt", "no such file")
    refused(karat("score", tmp_path / "missing.jsonl"), "missing.jsonl", "no such file")
    refused(karat("score", output, "-r", reference, "--source", missing), "missing.txt", "no such file")


def test_a_byte_order_mark_is_noted(karat: Karat, write: Write, reference: Path) -> None:
    """The mark is dropped with a note, or kept as sacreBLEU keeps it."""
    marked = write("marked.txt", b"\xef\xbb\xbfa b c d e\nf g h i j\n")
    code, out, err = karat("score", marked, "-r", reference, "--no-check")
    assert (code, figures(out)) == (0, [{"system": "marked", "BLEU": "100.00"}])
    assert err.startswith("karat: note: ")
    assert err.endswith("with --keep-bom.\n")
    code, out, err = karat("score", marked, "-r", reference, "--keep-bom", "-q")
    assert (code, err) == (0, "")
    assert float(out) < 100


TABLE = "system,seg_id,reference,hypothesis,human_x\nA,1,a b c d,a b c d,1\nB,1,a b c d,a b c e,2\n"
MARKED_UP = (
    '<tstset><doc docid="d" sysid="A"><seg id="1">a b c d</seg></doc></tstset>\n'
    '<refset><doc docid="d" sysid="r"><seg id="1">a b c d</seg></doc></refset>\n'
)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("marked.csv", TABLE),
        ("marked.tsv", TABLE.replace(",", "\t")),
        ("marked.jsonl", '{"reference": "a b c d", "hypothesis": "a b c d"}\n'),
        ("marked.sgm", MARKED_UP),
    ],
)
def test_a_byte_order_mark_outside_segments(karat: Karat, write: Write, name: str, content: str) -> None:
    """There it is dropped with one note, though the file may be read twice, and cannot be kept."""
    marked = write(name, f"\ufeff{content}")
    code, _, err = karat("score", marked, "-q")
    note = (
        f"karat: note: {marked}: the byte order mark at the start was dropped. It is no part of a segment.\n"
    )
    assert (code, err) == (0, note)
    if name == "marked.csv":
        assert karat("agree", marked, "--human", "x").err.count("byte order mark") == 1
    refused(karat("score", marked, "--keep-bom"), name, "--keep-bom is for plain text", "Leave it out")


def test_a_byte_order_mark_of_sgml_files(karat: Karat, write: Write) -> None:
    """Files of hypotheses and references are told one by one."""
    marked, plain = write("h.sgm", f"\ufeff{MARKED_UP}"), write("r.sgm", MARKED_UP)
    code, out, err = karat("score", marked, "-r", plain, "-q")
    assert (code, out, err.count("\n")) == (0, "100.00\n", 1)
    refused(karat("score", marked, "-r", plain, "--keep-bom"), "--keep-bom is for plain text")


@pytest.mark.parametrize("option", ["-q", "--segments"])
def test_returns_that_end_no_line(karat: Karat, write: Write, reference: Path, option: str) -> None:
    """A note beside the error says why a file has one segment, in blocks and as a whole."""
    returns = write("returns.txt", b"a b c d e\rf g h i j\r")
    code, out, err = karat("score", returns, "-r", reference, option)
    note, error = err.splitlines()
    assert (code, out) == (2, "")
    assert note.startswith(f"karat: note: {returns}: lines end at LF or CRLF only")
    assert "has 1 segment" in error


def test_hypotheses_come_before_references(karat: Karat, output: Path, reference: Path) -> None:
    """-r takes everything that follows it, and the message says so."""
    refused(karat("score", "-r", reference, output), "There is no hypothesis", "before -r")
    refused(karat("score"), "There is no hypothesis")


def test_plain_text_needs_references(karat: Karat, output: Path) -> None:
    """Without -r there is nothing to compare with."""
    refused(karat("score", output), "has no references", "-r REFERENCE")


@pytest.mark.parametrize("corpus", [demo.segments_path(), demo.path()])
def test_a_corpus_has_its_own_references(karat: Karat, output: Path, reference: Path, corpus: Path) -> None:
    """A corpus goes alone."""
    refused(karat("score", corpus, "-r", reference), "holds its own references", "Leave -r out")
    refused(karat("score", corpus, output), "Name it alone")
    refused(karat("score", corpus, "--source", reference), "--source is for plain text")
    refused(karat("score", corpus, "--text-types", reference), "--text-types is for plain text")
    refused(karat("score", output, "-r", corpus), "is a whole corpus")
    refused(karat("score", corpus, "--systems", "auroar"), "Did you mean 'aurora'?")


def test_kinds_are_not_mixed(karat: Karat, write: Write, output: Path, reference: Path) -> None:
    """Plain text and SGML do not go together."""
    marked_up = write("x.sgm", "<tstset></tstset>")
    refused(karat("score", output, "-r", marked_up), "plain text", "SGML")
    refused(karat("score", marked_up, "-r", reference), "plain text", "SGML")
    refused(karat("score", output, marked_up, "-r", reference), "must all be plain text, or all be .sgm")
    refused(karat("score", marked_up, output, "-r", marked_up), f"{output} is plain text")
    refused(karat("score", output, marked_up, "-r", reference), f"{marked_up} is mteval's SGML")
    refused(karat("score", marked_up, "-r", marked_up, "--documents", output), "--documents", "plain text")
    refused(karat("score", marked_up, "--documents", output), "--documents", "plain text")


def test_a_file_is_named_once(karat: Karat, output: Path, reference: Path) -> None:
    """The same hypothesis twice, or standard input twice, is a slip."""
    refused(karat("score", output, output, "-r", reference), "named twice")
    refused(karat("score", "-", "-r", "-"), "Standard input")


def test_labels_must_fit(karat: Karat, write: Write, output: Path, reference: Path) -> None:
    """A list of documents has a line for each segment."""
    labels = write("documents.txt", "one\n")
    refused(karat("score", output, "-r", reference, "--documents", labels), "1 segment", "have 2")


def test_a_corpus_without_documents(karat: Karat, write: Write) -> None:
    """--by asks for what the corpus does not know."""
    corpus = write("corpus.tsv", "reference\thypothesis\na\ta\n")
    refused(karat("score", corpus, "--by", "document"), "has no documents")


def test_notes_do_not_hide_errors(karat: Karat, write: Write, reference: Path) -> None:
    """A note and an error are a line each."""
    marked = write("marked.txt", b"\xef\xbb\xbfa\n")
    code, out, err = karat("score", marked, "-r", reference)
    assert (code, out) == (2, "")
    assert [line.partition(":")[0] for line in err.splitlines()] == ["karat", "karat"]


def test_names_cannot_break_the_table(karat: Karat, reference: Path) -> None:
    """Tabs and escape sequences in the name of a system are written out."""
    hostile = reference.with_name("a\tb\x1b[31m.txt")
    hostile.write_bytes(reference.read_bytes())
    out = karat("score", hostile, "-r", reference).out
    assert out.endswith("\n")
    assert figures(out) == [{"system": "a\\tb\x1b[31m", "BLEU": "100.00"}]
    table = karat("score", hostile, "-r", reference, "--format", "table").out
    assert "a\\tb\\x1b[31m  100.00" in table
    assert "\x1b" not in table


def test_names_that_are_not_unicode(installed: Karat, reference: Path) -> None:
    """A file name that is not UTF-8 is escaped, and the figure is still there."""
    hostile = reference.with_name("x\udcff.txt")
    try:
        hostile.write_bytes(reference.read_bytes())
    except OSError:
        pytest.skip("this file system has no such names")
    for form in ("tsv", "json", "table"):
        code, out, err = installed("score", hostile, "-r", reference, "--format", form)
        assert code == 0
        assert all(line.startswith("karat: note: ") for line in err.splitlines())
        assert "x\\udcff" in out
