"""`karat judges`: what it prints, and what it refuses."""

import json
import random
from pathlib import Path

import pytest
from tests.cli.conftest import Karat, Write, refused
from tests.golden import files as golden

from karat import demo

JUDGEMENTS = demo.judgements_path()
CORPUS = demo.segments_path()
FEW = ("--samples", 100)


def test_tables(karat: Karat) -> None:
    """Dimensions, judges, systems and what they rest on are as the golden file has them."""
    outcome = karat("judges", JUDGEMENTS, "--data", CORPUS, *FEW, "--format", "table")
    assert (outcome.code, outcome.err) == (0, "")
    golden.check("judges.table.txt", outcome.out)


def test_tsv(karat: Karat) -> None:
    """Every statistic with its interval, or another table that was asked for, one at a time."""
    lines = karat("judges", JUDGEMENTS, *FEW, "--format", "tsv").out.splitlines()
    assert lines[0].split("\t") == [
        *("dimension", "statistic", "items", "unit", "units"),
        *("value", "low", "high", "design effect"),
    ]
    assert len(lines) == 1 + 2 * 14
    systems = karat(
        "judges", JUDGEMENTS, *FEW, "--show", "systems", "--dimension", "fluency"
    ).out.splitlines()
    assert systems[1].split("\t")[:4] == ["fluency", "1", "1", "birch"]
    for what in ("judges", "systems"):
        head, row, *_ = karat("judges", JUDGEMENTS, *FEW, "--show", what).out.splitlines()
        named = dict(zip(head.split("\t"), row.split("\t"), strict=True))
        assert (named["unit"], named["units"]) == ("segment", "48")
    refused(karat("judges", JUDGEMENTS, "--show", "judges", "systems", "--format", "tsv"), "several tables")


def test_json(karat: Karat) -> None:
    """Everything, in full precision, the same for the same seed."""
    arguments = ("judges", JUDGEMENTS, "--data", CORPUS, *FEW, "--format", "json", "--dimension", "adequacy")
    once = karat(*arguments)
    (adequacy,) = json.loads(once.out)["dimensions"]
    assert adequacy["scale"] == {"name": "1-5", "recipe": "1..5:ordinal:higher"}
    assert adequacy["coverage"]["judged"] == 288
    assert {found["statistic"] for found in adequacy["agreement"]} >= set(adequacy["suitable"])
    assert [judge["judge"] for judge in adequacy["judges"]] == ["judge-1", "judge-2", "judge-3"]
    assert adequacy["systems"][0]["system"] == "human"
    assert karat(*arguments).out == once.out
    assert karat(*arguments, "--seed", 1).out != once.out


def test_bca(karat: Karat) -> None:
    """The other kind of interval is in the recipe."""
    shown = karat(
        "judges", JUDGEMENTS, *FEW, "--interval", "bca", "--format", "table", "--show", "summary"
    ).out
    assert "interval:bca" in shown


def test_the_unit_is_said(karat: Karat) -> None:
    """Documents where the data has them, segments where it has none or they are asked for."""
    shown = ("--dimension", "adequacy", "--show", "summary", "--format", "table")
    with_documents = karat("judges", JUDGEMENTS, "--data", CORPUS, *shown).out
    assert "12 documents" in with_documents
    assert "Intervals rest on 12 documents, each taken as a whole. Their design effect" in with_documents
    of_segments = karat("judges", JUDGEMENTS, "--data", CORPUS, *shown, "--draw", "segment").out
    assert "Intervals rest on 48 segments. Segments of a document are not independent" in of_segments
    without = karat("judges", JUDGEMENTS, *shown).out
    assert "48 segments, treated as independent: their documents are not known" in without
    refused(karat("judges", JUDGEMENTS, "--draw", "document"), "documents of the segments are not known")
    refused(karat("judges", JUDGEMENTS, "--draw", "word"), "document, segment")


def test_judges_of_whole_documents(karat: Karat, write: Write) -> None:
    """Where each judged documents of their own, judge and document cannot be told apart."""
    rows = ["judge,system,segment,document,adequacy"]
    for segment in range(40):
        rows += [
            f"{judge},S,{segment},d{segment // 4},{1 + segment % 5}" for judge in ("ab", "cd")[segment // 20]
        ]
    shown = karat("judges", write("j.csv", "\n".join(rows) + "\n"), *FEW, "--format", "table").out
    assert "judge and document cannot be separated" in shown
    assert "judges never differ" in shown


def test_power_is_said(karat: Karat, write: Write) -> None:
    """Few items find a careless judge seldom; of two judges it cannot be told."""
    rng = random.Random(1)
    header = "judge,system,segment,DA"

    def said(judges: str, segments: int) -> str:
        rows = [header]
        for segment in range(segments):
            truth = rng.gauss(60, 10)
            rows += [f"{judge},S,{segment},{min(max(rng.gauss(truth, 12), 0), 100):.0f}" for judge in judges]
        file = write(f"{judges}{segments}.csv", "\n".join(rows) + "\n")
        arguments = ("judges", file, *FEW, "--scale", "DA=0-100", "--format", "json")
        (found,) = json.loads(karat(*arguments).out)["dimensions"]
        assert found["careless_power"] is None or {judge["power"] for judge in found["judges"]} <= {
            share / 200 for share in range(201)
        }
        return str(found["careless_power"])

    assert float(said("abc", 30)) < 0.5 < float(said("abc", 300))
    assert said("ab", 30) == "None"


def test_very_skewed_values(karat: Karat, write: Write) -> None:
    """That intervals hold less than they say stands beside them."""
    rows = ["judge,system,segment,DA"]
    for segment in range(40):
        rows += [f"{judge},S,{segment},{100 - 95 * (segment == 3) - segment % 2}" for judge in "ab"]
    shown = karat(
        "judges", write("j.csv", "\n".join(rows) + "\n"), "--scale", "DA=0-100", "--format", "table"
    ).out
    said = " ".join(shown.split())
    assert "The values are very skewed" in said
    assert "Measured with 30 segments of such values" in said
    assert "held the true value in 81 to 87 % of samples" in said


def test_latex(karat: Karat) -> None:
    """Tables as LaTeX."""
    assert karat("judges", JUDGEMENTS, *FEW, "--format", "latex").out.count(r"\begin{tabular}") == 5


def test_careless_judges_are_named(karat: Karat, write: Write) -> None:
    """One who answers at random, and one who always says the same."""
    rng = random.Random(1)
    rows = ["judge,system,segment,adequacy"]
    for segment in range(60):
        truth = rng.uniform(1, 5)
        values = {name: min(max(round(truth + rng.gauss(0, 0.5)), 1), 5) for name in ("anna", "ben", "cem")}
        values |= {"dora": rng.randint(1, 5), "emil": 3}
        rows += [f"{judge},S,{segment},{value}" for judge, value in values.items()]
    outcome = karat("judges", write("j.csv", "\n".join(rows) + "\n"), *FEW, "--format", "table")
    assert "dora may be careless: agrees significantly less with the others" in outcome.out
    assert "emil may be careless: gave every item the same score" in outcome.out
    assert outcome.out.count("careless?") == 2
    assert "No z-scores for emil" in outcome.out


def test_several_files_and_repeats(karat: Karat, write: Write) -> None:
    """Files are taken together; a second judgement of an item is a repeat if its time is another."""
    header = "judge,system,segment,adequacy,time\n"
    first = write("1.csv", header + "a,S,1,4,10\na,S,2,2,20\nb,S,1,4,10\n")
    second = write("2.csv", header + "a,S,1,5,100\na,S,2,2,200\n")
    shown = karat("judges", first, second, *FEW, "--format", "table").out
    assert "adequacy: repeats" in shown
    assert ["all", "2", "0.500", "0.500"] in [line.split()[:4] for line in shown.splitlines()]
    refused(karat("judges", first, first), "Judgement 1 of ", "1.csv", "before, in Judgement 1.")
    refused(karat("judges", first, "--show", "repeats"), "Nobody judged an item twice")


def test_mqm_and_appraise(karat: Karat, write: Write) -> None:
    """Their files are known by their columns; weights and scales can be given."""
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows = "A\td\t1\t1\tr1\ts\tt\tStyle\tMajor\nA\td\t1\t1\tr2\ts\tt\tStyle\tMinor\n"
    mqm = write("mqm.tsv", header + rows)
    arguments = ("--show", "systems", "--format", "tsv", *FEW)
    assert karat("judges", mqm, *arguments).out.splitlines()[1].split("\t")[7] == "-3.00"
    other = karat("judges", mqm, *arguments, "--weights", "Major=10", "Minor=2")
    assert other.out.splitlines()[1].split("\t")[7] == "-6.00"
    refused(karat("judges", mqm, "--weights", "Major"), "NAME=VALUE")
    refused(karat("judges", mqm, "--weights", "Major=many"), "'many'")
    appraise = write("a.csv", "u,A,1,TGT,eng,deu,77,1,2\nv,A,1,BAD,eng,deu,7,1,2\n")
    outcome = karat("judges", appraise, *arguments)
    assert outcome.out.splitlines()[1].split("\t")[7] == "77.00"
    assert "karat: note: " in outcome.err
    assert "1 of type BAD" in outcome.err


def test_next_to_nothing(karat: Karat, write: Write) -> None:
    """One judge of one item: no agreement, and it is said why."""
    outcome = karat("judges", write("j.csv", "judge,system,segment,adequacy\na,S,1,4\n"), "--format", "table")
    assert outcome.code == 0
    assert "undefined, because no item was judged by two judges" in outcome.out
    assert "No z-scores for a" in outcome.out


@pytest.mark.parametrize(
    ("content", "arguments", "words"),
    [
        ("judge,system,segment,adequacy\na,S,1,999\n", (), ("j.csv, line 2", "999", "1 to 5")),
        ("judge,system,segment,adequacy\na,S,1,good\n", (), ("j.csv, line 2", "number")),
        ("judge,system,segment,value\na,S,1,4\n", (), ("--dimension adequacy",)),
        ("judge,system,segment,value\na,S,1,4\n", ("--dimension", "clarity"), ("scale", "clarity=1-5")),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--dimension", "fluency"), ("fluency", "adequacy")),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--scale", "adequacy"), ("--scale", "NAME=VALUE")),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--scale", "adequacy=five"), ("no scale 'five'",)),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--scale", "other=1-5"), ("no dimension 'other'",)),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--show", "everything"), ("--show", "summary")),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--format", "xml"), ("--format", "json")),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--samples", "0"), ("samples",)),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--confidence", "95"), ("confidence",)),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--interval", "t"), ("percentile, bca",)),
        ("judge,system,segment,adequacy\na,S,1,4\n", ("--data", CORPUS), ("'S' is no system", "aurora")),
        ("judge,system,segment,adequacy\na,aurora,7,4\n", ("--data", CORPUS), ("--first-segment 0",)),
        ("", (), ("j.csv",)),
    ],
)
def test_what_is_refused(
    karat: Karat, write: Write, content: str, arguments: tuple[object, ...], words: tuple[str, ...]
) -> None:
    """One line that says what was expected."""
    refused(karat("judges", write("j.csv", content), *arguments), *words)


def test_no_files(karat: Karat, tmp_path: Path) -> None:
    """The file must be named and be there."""
    refused(karat("judges"), "karat judges FILE")
    refused(karat("judges", tmp_path / "absent.tsv"), "absent.tsv", "no such file")


def test_protocols_name_the_marks(karat: Karat) -> None:
    """A scale of the papers says what judges were asked; nothing else changes."""
    arguments = ("judges", JUDGEMENTS, *FEW, "--dimension", "adequacy")
    plain = karat(*arguments, "--format", "table").out
    named = karat(*arguments, "--scale", "adequacy=ldc-adequacy", "--format", "table").out
    assert "5 All, 4 Most, 3 Much, 2 Little, 1 None. (LDC 2005" in named
    assert "Judges were asked" not in plain
    scale = json.loads(karat(*arguments, "--scale", "adequacy=ldc-adequacy", "--format", "json").out)[
        "dimensions"
    ][0]["scale"]
    assert scale["protocol"]["marks"] == {"5": "All", "4": "Most", "3": "Much", "2": "Little", "1": "None"}
    refused(karat(*arguments, "--scale", "adequacy=ldc"), "no scale 'ldc'", "ldc-adequacy")


def test_protocols_are_listed(karat: Karat) -> None:
    """Without any file."""
    shown = karat("judges", "--list-protocols", "--format", "table").out
    assert "Flawless" in shown
    assert "leeds-adequacy" in shown
    found = json.loads(karat("judges", "--list-protocols", "--format", "json").out)["protocols"]
    assert [one["protocol"] for one in found][:2] == ["ldc-adequacy", "ldc-fluency"]
    assert karat("judges", "--list-protocols").out.startswith("scale\tdimension\tmarks")


def test_one_scale_on_another(karat: Karat, write: Write) -> None:
    """Items that were judged on both: a table, the finding in words, and JSON."""
    rng = random.Random(2)
    rows = ["judge,system,segment,five,seven"]
    for segment in range(80):
        quality = rng.gauss(0, 1)
        five = 1 + sum(quality + rng.gauss(0, 0.3) > cut for cut in (-1.3, -0.5, 0.3, 1.1))
        seven = 1 + sum(quality + rng.gauss(0, 0.3) > cut for cut in (-1.8, -1.4, -1.0, -0.4, 0.1, 0.9))
        rows.append(f"anna,A,{segment},{five},{seven}")
    file = write("two.csv", "\n".join(rows) + "\n")
    arguments = ("judges", file, "--scale", "five=1-5", "seven=1..7", *FEW, "--map-scale", "five=seven")
    shown = karat(*arguments, "--format", "table").out
    assert "five (1-5) on seven (1..7)" in shown
    assert "80 items were judged on both; r = 0.86" in shown
    assert "the line from end to end is significantly off" in shown
    (found,) = json.loads(karat(*arguments).out)["scale_maps"]
    assert [one["straight"] for one in found["marks"]] == [1, 2.5, 4, 5.5, 7]
    assert found["marks"][1]["equipercentile"] > 3
    for asked, words in (("five", "FROM=TO"), ("five=", "FROM=TO"), ("five=eight", "eight")):
        refused(karat(*arguments[:-1], asked), words)
    refused(karat(*arguments, "--format", "tsv"), "--map-scale", "json")


def test_annotators_of_entities(karat: Karat, write: Write) -> None:
    """Two files of marks: F1 by type, as a table and as JSON; options of scores have no meaning."""
    lee, porto = '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX>', '<ENAMEX TYPE="LOCATION">Porto</ENAMEX>'
    anna = write("anna.muc", f"{lee} in {porto}\n{porto}\n")
    ben = write("ben.muc", f'Ann <ENAMEX TYPE="PERSON">Lee</ENAMEX> in {porto}\n{porto}\n')
    shown = karat("judges", anna, ben, *FEW, "--format", "table").out
    assert "F1 of entities" in shown
    assert "anna and ben marked 3 and 3 entities: F1 = 0.67" in shown
    (found,) = json.loads(karat("judges", anna, ben, *FEW, "--format", "json").out)["entity_agreement"]
    assert found["all"]["overlap"]["value"] == 1
    assert [one["type"] for one in found["types"]] == ["PERSON", "LOCATION"]
    folders = [write(f"{name}/marks.muc", Path(file).read_text()) for name, file in (("A", anna), ("B", ben))]
    shown = karat("judges", *folders, *FEW, "--format", "table").out
    assert f"{folders[0]} and {folders[1]} marked 3 and 3 entities" in shown
    refused(karat("judges", anna, ben, "--dimension", "adequacy"), "--dimension is about scores")
    refused(karat("judges", anna), "Name the files of two or more")
    scores = write("scores.tsv", "judge\tvalue\n")
    refused(karat("judges", anna, scores), "scores.tsv has no entities")


def test_places_are_told_from_wins(karat: Karat, write: Write) -> None:
    """Mean places and the campaign's share of wins may rank systems otherwise, so the table says which it has."""
    rows = [
        {"judge": judge, "system": system, "segment": segment, "dimension": "preference", "value": place}
        for segment in range(4)
        for judge in ("a", "b")
        for system, place in (("X", 1), ("Y", 2))
    ]
    path = write("places.jsonl", "\n".join(map(json.dumps, rows)))
    arguments = ("judges", path, *FEW, "--format", "table", "--scale")
    assert (
        "share of other systems that a system beats" in karat(*arguments, "preference=1..4:ordinal:lower").out
    )
    assert "share of other systems" not in karat(*arguments, "preference=1-5").out
