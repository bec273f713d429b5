"""Tables of judgements: formats, columns, and everything that is refused with its line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from karat import demo, read
from karat.corpus import Corpus
from karat.errors import InvalidFile, InvalidJudgement, InvalidOption, KaratError
from karat.judgements import Scale, aggregate
from karat.readers import read_judgements
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]

HEADER = "judge\tsystem\tsegment\tdimension\tscale\tvalue\n"
CORPUS = Corpus.of({"A": ["a", "b", "c"], "B": ["a", "b", "c"]}, ["a", "b", "c"], documents=["x", "x", "y"])


def test_demo_data() -> None:
    """The demo's judgements are of the demo's corpus: complete, by three judges."""
    corpus = read(demo.segments_path())
    judgements = read_judgements(demo.judgements_path(), corpus)
    assert len(judgements) == 1728
    assert judgements.dimensions == ("adequacy", "fluency")
    assert judgements.scales["fluency"] == Scale.parse("1-5")
    found = aggregate(judgements, "adequacy", corpus=corpus)
    assert found.coverage.share == 1
    assert not np.isnan(found.scores.values).any()


def test_formats_agree(write: Write, tmp_path: Path) -> None:
    """TSV, CSV, JSON lines and Parquet with the same columns give the same table."""
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    rows = [("a", "A", 1, 4), ("b", "A", 1, 5), ("a", "B", 3, 1)]
    texts = {
        "t.tsv": HEADER + "".join(f"{j}\t{s}\t{n}\tadequacy\t1-5\t{v}\n" for j, s, n, v in rows),
        "t.csv": "rater,system,seg_id,criterion,score\n"
        + "".join(f"{j},{s},{n},adequacy,{v}\n" for j, s, n, v in rows),
        "t.jsonl": "".join(
            f'{{"judge": "{j}", "system": "{s}", "segment": {n}, "dimension": "adequacy", "value": {v}}}\n'
            for j, s, n, v in rows
        ),
        "wide.csv": "judge,system,segment,adequacy\n" + "".join(f"{j},{s},{n},{v}\n" for j, s, n, v in rows),
    }
    paths = [write(name, text) for name, text in texts.items()]
    columns = dict(zip(("judge", "system", "segment", "value"), zip(*rows, strict=True), strict=True))
    pq.write_table(pa.table({**columns, "dimension": ["adequacy"] * 3}), tmp_path / "t.parquet")
    tables = [list(read_judgements(path)) for path in [*paths, tmp_path / "t.parquet"]]
    plain = [[(row.judge, row.system, row.segment, row.value) for row in found] for found in tables]
    assert all(found == plain[0] for found in plain)
    assert plain[0] == [("a", "A", "1", 4), ("b", "A", "1", 5), ("a", "B", "3", 1)]


def test_wide_tables_have_several_dimensions(write: Write) -> None:
    """A column for each dimension; an empty cell is no judgement; a scale makes any column one."""
    path = write("w.csv", "judge,system,segment,adequacy,fluency,clarity\na,A,1,4,5,9\nb,A,1,,2,8\n")
    judgements = read_judgements(path, scales={"clarity": "1..9"})
    assert judgements.dimensions == ("adequacy", "fluency", "clarity")
    assert len(judgements) == 5
    assert read_judgements(path).dimensions == ("adequacy", "fluency")


def test_segments_of_the_corpus(write: Write) -> None:
    """Segments are called by their number in the corpus, from wherever the file counts."""
    from_zero = write("z.csv", "judge,system,segment,adequacy\na,A,0,4\na,A,2,5\n")
    assert read_judgements(from_zero, CORPUS).segments == ("1", "3")
    in_documents = write("d.csv", "judge,system,document,segment,adequacy\na,A,x,1,4\na,A,y,1,5\n")
    judgements = read_judgements(in_documents, CORPUS)
    assert judgements.segments == ("1", "3")
    assert judgements.documents == {"1": "x", "2": "x", "3": "y"}
    assert read_judgements(in_documents).segments == ("x:1", "y:1")
    unclear = write("u.csv", "judge,system,segment,adequacy\na,A,1,4\na,A,2,5\n")
    with pytest.raises(InvalidJudgement, match="from 0 or from 1"):
        read_judgements(unclear, CORPUS)
    assert read_judgements(unclear, CORPUS, first_segment=1).segments == ("1", "2")
    assert read_judgements(unclear, CORPUS, first_segment=0).segments == ("2", "3")
    with pytest.raises(InvalidOption, match="0 or 1"):
        read_judgements(unclear, CORPUS, first_segment=2)


def test_the_file_or_its_documents_say_from_where_it_counts(write: Write) -> None:
    """Where the numbers alone do not tell; a file that says two things is refused."""
    rows = [("a", "A", 1, "x"), ("b", "A", 2, "y")]
    header = "judge,system,segment,adequacy,"

    def table(more: str, cells: Sequence[object]) -> Path:
        lines = [f"{j},{s},{n},4,{cell}" for (j, s, n, _), cell in zip(rows, cells, strict=True)]
        return write(f"{more}.csv", "\n".join([header + more, *lines]) + "\n")

    for first, found in ((0, ("2", "3")), (1, ("1", "2"))):
        assert read_judgements(table("first_segment", [first] * 2), CORPUS).segments == found
    # Of segments x, x, y the numbers 1 and 2 are x and y only if they count from 0.
    assert read_judgements(table("doc_id", ["x", "y"]), CORPUS).segments == ("2", "3")
    for wrong in ([0, 1], [2, 2]):
        with pytest.raises(InvalidFile, match="0 or 1 was expected"):
            read_judgements(table("first_segment", wrong), CORPUS)


def test_times_and_occasions(write: Write) -> None:
    """A repeat has a time or an occasion of its own; times are seconds or dates."""
    path = write(
        "t.csv",
        "judge,system,segment,adequacy,time\na,A,1,4,2024-05-31T14:30:00Z\na,A,1,5,2024-05-31T14:31:00+00:00\nb,A,1,2,\n",
    )
    judgements = read_judgements(path)
    assert judgements.occasion.tolist() == [0, 1, 0]
    assert judgements.time[1] - judgements.time[0] == 60
    numbered = write("o.csv", "judge,system,segment,adequacy,occasion\na,A,1,4,\na,A,1,5,1\n")
    assert read_judgements(numbered).occasion.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("a\tA\t1\tadequacy\t1-5\t999\n", ("line 2", "adequacy", "999", "1 to 5")),
        ("a\tA\t1\tadequacy\t1-5\t4\na\tA\t1\tadequacy\t1-5\t4\n", ("line 3", "before, in line 2")),
        ("a\tA\t1\tadequacy\t1-5\tgood\n", ("line 2", "'good'", "number")),
        ("a\tA\t1\tadequacy\t1-5\t3,5\n", ("line 2", "point")),
        ("a\tA\t1\tadequacy\t1-5\tnan\n", ("line 2", "finite")),
        ("a\tA\t1\tadequacy\t1-5\tinf\n", ("line 2", "finite")),
        (
            "a\tA\t1\tadequacy\t1-5\t4\nb\tA\t1\tadequacy\t0-100\t80\n",
            ("line 3", "'0-100'", "'1-5' in line 2"),
        ),
        ("a\tA\t1\tadequacy\tfive\t4\n", ("line 2", "no scale 'five'")),
        ("a\tA\t1\tclarity\t\t4\n", ("line 2", "clarity", "scale")),
        ("\tA\t1\tadequacy\t1-5\t4\n", ("line 2", "judge is empty")),
        ("a\t\t1\tadequacy\t1-5\t4\n", ("line 2", "system is empty")),
        ("a\tA\t\tadequacy\t1-5\t4\n", ("line 2", "segment is empty")),
        ("a\tA\t1\t\t1-5\t4\n", ("line 2", "dimension is empty")),
        ("a\tC\t1\tadequacy\t1-5\t4\n", ("line 2", "'C' is no system", "A, B")),
        ("a\tA\t9\tadequacy\t1-5\t4\na\tA\t3\tadequacy\t1-5\t4\n", ("line 2", "9", "3 segments")),
        ("a\tA\t1\tadequacy\t1-5\n", ("line 2", "5 fields")),
        ("", ("no rows",)),
    ],
)
def test_what_is_refused(write: Write, rows: str, words: tuple[str, ...]) -> None:
    """With file and line."""
    path = write("j.tsv", HEADER + rows)
    with pytest.raises(KaratError) as caught:
        read_judgements(path, CORPUS, first_segment=1)
    for word in ("j.tsv", *words):
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "header|nothing"),
        (b"\xff\xfej\x00", "UTF-16"),
        (b"judge\tsystem\tsegment\tadequacy\na\tA\t1\t\x004\n", "NUL"),
        (b"system\tsegment\tadequacy\nA\t1\t4\n", "no column for the judge.*no judgements"),
        (b"judge\tsystem\tsegment\tclarity\na\tA\t1\t4\n", "no column for the value"),
        (b"judge\tsystem\tsegment\tvalue\na\tA\t1\t4\n", "not known what was judged"),
        (b"judge\tsystem\tvalue\tdimension\na\tA\t1\tadequacy\n", "no column for the segment"),
    ],
)
def test_files_that_are_no_judgements(write: Write, content: bytes, words: str) -> None:
    """One line says what was expected."""
    with pytest.raises((InvalidFile, InvalidJudgement), match=words):
        read_judgements(write("j.tsv", content))


def test_marks_and_line_ends(write: Write) -> None:
    """A byte order mark and CRLF are no part of the names."""
    path = write("j.csv", "\ufeffjudge,system,segment,adequacy\r\na,A,1,4\r\n".encode())
    with pytest.warns(ByteOrderMark, match=r"j\.csv"):
        assert next(iter(read_judgements(path))).value == 4


def test_dimension_of_a_plain_table(write: Write) -> None:
    """Where the file does not say what was judged, the caller does."""
    path = write("j.csv", "judge,system,segment,value\na,A,1,4\n")
    assert read_judgements(path, dimension="fluency").dimensions == ("fluency",)
    assert read_judgements(path, dimension="x", scales={"x": Scale.parse("0..10")}).scales["x"].high == 10


def test_other_endings(write: Write) -> None:
    """Only tables are read."""
    with pytest.raises(InvalidFile, match="table of judgements"):
        read_judgements(write("j.txt", "x"))


GROUPED = "judge\tgroup\tsystem\tsegment\tadequacy\n"


def test_groups_of_judges(write: Write) -> None:
    """The column `group` says the group of each judge; an empty cell says nothing."""
    rows = "anna\tbilingual\tA\t1\t4\nanna\t\tA\t2\t2\nben\tmonolingual \tA\t1\t5\ncem\t\tA\t1\t3\n"
    read = read_judgements(write("j.tsv", GROUPED + rows))
    assert read.groups == {"anna": "bilingual", "ben": "monolingual"}
    assert read.dimensions == ("adequacy",)
    assert not read_judgements(write("k.tsv", "judge\tsystem\tsegment\tadequacy\nanna\tA\t1\t4\n")).groups


def test_a_judge_in_two_groups(write: Write) -> None:
    """Refused, with both lines."""
    rows = "anna\tbilingual\tA\t1\t4\nben\tmonolingual\tA\t1\t4\nanna\tmonolingual\tA\t2\t2\n"
    with pytest.raises(InvalidJudgement) as error:
        read_judgements(write("j.tsv", GROUPED + rows))
    message = str(error.value)
    assert "j.tsv, line 4: the judge 'anna' is in the group 'monolingual' here" in message
    assert "in 'bilingual' in line 2" in message


def test_groups_in_every_format(write: Write) -> None:
    """MQM's errors, the crowd's tables and JSON lines may have the column, too."""
    mqm = (
        "system\tseg_id\trater\ttarget\tcategory\tseverity\tgroup\n"
        "A\t1\tr1\tt\tStyle\tMajor\texperts\nA\t1\tr2\tt\tStyle\tMinor\tcrowd\n"
    )
    assert read_judgements(write("m.tsv", mqm)).groups == {"r1": "experts", "r2": "crowd"}
    crowd = (
        "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time group\n"
        "h w1 cs en 1 1 A.1 r SYSTEM 1 50 9 bilingual\n"
    )
    assert read_judgements(write("c.csv", crowd)).groups == {"w1": "bilingual"}
    line = '{"judge": "anna", "judge_group": 1, "system": "A", "segment": 1, "adequacy": 4}\n'
    assert read_judgements(write("l.jsonl", line)).groups == {"anna": "1"}
