"""`karat agree`: what it prints, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Karat, Write, refused
from tests.golden import files as golden

from karat.report.words import plural

FEW = ("--samples", 50)
WORDS = ["the", "quick", "brown", "fox", "{}", "jumps", "over", "one", "lazy", "dog", "{}", "today"]
Score = Callable[[int, int], object]


def judged(level: int, segment: int) -> object:
    """A score that falls with the number of wrong words, and a little by segment."""
    return 90 - 10 * level + segment % 3


def table(systems: str = "ABCDE", segments: int = 12, *, human: Score = judged, people: bool = False) -> str:
    """A corpus with human scores: the n-th system has n wrong words in each segment."""
    lines = ["system\tis_human\tseg_id\tdoc_id\tdomain\tlp\thypothesis\treference\thuman_da\thuman_fluency"]
    for segment in range(segments):
        reference = " ".join(WORDS).format(f"x{segment}", f"y{segment}")
        for level, system in enumerate(systems, 1):
            words = reference.split()
            for wrong in range(level):
                words[(3 * segment + 2 * wrong) % len(words)] = "_"
            lines.append(
                f"{system}\t0\t{segment}\td{segment // 4}\t{'chat' if segment % 2 else 'news'}\ten-de\t"
                f"{' '.join(words)}\t{reference}\t{human(level, segment)}\t{5 - level / 2 + segment % 2}"
            )
        if people:
            lines.append(
                f"ref\t1\t{segment}\td{segment // 4}\t{'chat' if segment % 2 else 'news'}\ten-de\t{reference}\t{reference}\t95\t5"
            )
            lines.append(
                f"other\t1\t{segment}\td{segment // 4}\t{'chat' if segment % 2 else 'news'}\ten-de\tas it were\t{reference}\t94\t5"
            )
    return "\n".join(lines) + "\n"


@pytest.fixture
def data(write: Write) -> Path:
    """Five systems with two dimensions."""
    return write("data.tsv", table(people=True))


def test_the_summary(karat: Karat, data: Path) -> None:
    """A table that answers the question, people apart, and a line for each metric and dimension."""
    code, out, err = karat("agree", data, *FEW, "--format", "table")

    assert (code, err) == (0, "")
    golden.check("agree.table.txt", out)


@pytest.mark.parametrize("form", ["tsv", "latex"])
def test_formats(karat: Karat, data: Path, form: str) -> None:
    """The same for other programs."""
    code, out, _ = karat("agree", data, *FEW, "--format", form, "-m", "ter", "--human", "da")

    assert code == 0
    golden.check(f"agree.{form}.txt", out)


def test_everything(karat: Karat, data: Path) -> None:
    """All sections together, at every level and in parts."""
    code, out, err = karat(
        *(
            "agree",
            data,
            *FEW,
            "--format",
            "table",
            "--level",
            "system",
            "segment",
            "document",
            "--by",
            "text-type",
        ),
        *("--ranking", "--outliers", "--order-sweep", "--up-to", 3, "--partial", "--equal-scores", 2),
    )

    assert (code, err) == (0, "")
    for words in (
        "document level",
        "Metrics by calibrated-accuracy with da",
        "Outliers: BLEU and fluency",
        "Prediction error by order, in chars",
        "Which dimension does it track? segment level",
        "predicts best (",
        "tied BLEU, different da",
    ):
        assert words in out


def test_json_has_everything(karat: Karat, data: Path) -> None:
    """Full precision, and every section under its name."""
    _, out, _ = karat(
        *("agree", data, *FEW, "--format", "json", "--ranking", "--outliers", "--order-sweep", "--up-to", 2),
        *("--partial", "--equal-scores", 2, "--level", "system", "segment"),
    )
    document = json.loads(out)

    assert {
        "plan",
        "agreements",
        "verdicts",
        "human_translations",
        "rankings",
        "outliers",
        "order_sweeps",
    } <= set(document)
    assert {one["metric"] for one in document["agreements"]} == {"BLEU", "chrF2"}
    assert document["agreements"][0]["systems"] == list("ABCDE")
    assert {one["system"] for one in document["human_translations"]} == {"ref", "other"}
    assert document["equal_scores"][0]["human"] == "da"
    assert document["partial_correlations"][0]["correlations"][0]["given"] == ["fluency"]


def test_the_same_seed(karat: Karat, data: Path) -> None:
    """The same seed gives the same figures."""
    first, second, other = (
        karat("agree", data, *FEW, "--format", "json", "--seed", seed).out for seed in (0, 0, 1)
    )

    assert first == second != other


def test_people_may_stay(karat: Karat, data: Path) -> None:
    """Human translations are systems where that is wanted; references never are."""
    document = json.loads(karat("agree", data, *FEW, "--format", "json", "--keep-people").out)

    assert document["agreements"][0]["systems"] == [*"ABCDE", "other"]


def test_several_data(karat: Karat, write: Write) -> None:
    """Several corpora are measured one by one."""
    first, second = write("one.tsv", table()), write("two.tsv", table("ABC"))
    _, out, _ = karat(
        "agree", first, second, *FEW, "--by", "language-pair", "--format", "tsv", "--statistics", "pearson"
    )
    rows = [line.split("\t") for line in out.splitlines()[1:]]

    assert {(row[0], row[7]) for row in rows} == {("one.tsv", "5"), ("two.tsv", "3")}
    refused(karat("agree", first, second, "--scores", first), "--scores", "several are named")
    refused(karat("agree", first, "--by", "language-pair"), "several DATA")


def test_scores_from_elsewhere(karat: Karat, data: Path, write: Write) -> None:
    """Scores of segments, and of many metrics, in one table each."""
    segments = "system\tsegment\tCOMET\n" + "".join(
        f"{system}\t{segment}\t{0.9 - 0.1 * place - 0.01 * (segment % 3)}\n"
        for place, system in enumerate(["A", "B", "C", "D", "E", "other"])
        for segment in range(1, 13)
    )
    many = "metric\tA\tB\tC\tD\tE\nMetricX\t1\t2\t3\t4\t5\nGEMBA\t90\t80\t85\t60\t50\n"
    paths = write("comet.tsv", segments), write("metrics.tsv", many)
    code, out, _ = karat(
        *("agree", data, *FEW, "--format", "json", "--human", "da", "--ranking", "--rank-by", "accuracy"),
        *("--scores", *paths, "--lower-is-better", "MetricX"),
    )
    document = json.loads(out)
    r = {one["metric"]: one["value"] for one in document["agreements"] if one["statistic"] == "pearson"}

    assert code == 0
    assert list(r) == ["COMET", "MetricX", "GEMBA"]
    assert r["MetricX"] > 0.9
    assert len(document["rankings"][0]["pairs"]) == 3
    refused(karat("agree", data, "--scores", paths[1], "--lower-is-better", "BLEU"), "no score 'BLEU'")


def test_scores_that_miss_a_system(karat: Karat, data: Path, write: Write) -> None:
    """What is left out is said."""
    path = write("metrics.tsv", "metric\tA\tB\tC\tD\nGEMBA\t90\t80\t85\t60\n")
    code, _, err = karat("agree", data, *FEW, "--scores", path, "--human", "da")

    assert code == 0
    assert "GEMBA has no scores of E, which are left out of its figures" in err


def test_human_scores_beside_texts(karat: Karat, write: Write) -> None:
    """Plain texts with a table of human scores."""
    reference = write("reference.txt", "a b c d e f\ng h i j k l\nm n o p q r\n")
    systems = [
        write("one.txt", "a b c d e f\ng h i j k x\nm n o p q r\n"),
        write("two.txt", "a b c d x f\ng h i j k x\nm n o x q r\n"),
        write("three.txt", "a x c d x f\ng h x j k x\nm n o x q r\n"),
    ]
    scores = write("judged.tsv", "system\thuman_adequacy\none\t5\ntwo\t3\nthree\t2\n")
    code, out, _ = karat(
        "agree", *systems, "-r", reference, "--human-scores", scores, "--format", "tsv", *FEW
    )

    assert code == 0
    assert "adequacy\tBLEU\tpearson" in out


@pytest.mark.parametrize("systems", ["A", "AB"])
def test_few_systems(karat: Karat, write: Write, systems: str) -> None:
    """One or two systems are measured, and the verdict says that this shows nothing."""
    path = write("few.tsv", table(systems))
    code, out, _ = karat(
        "agree", path, *FEW, "--format", "table", "--level", "system", "segment", "--outliers"
    )

    assert code == 0
    assert f"{plural(len(systems), 'system')}: any two points lie on a line" in out


@pytest.mark.parametrize(
    ("human", "words"),
    [
        (lambda *_: 1, "have no correlation here"),
        (lambda level, _: "" if level == 3 else level, "system level"),
        (lambda level, segment: "" if segment else level, "system level"),
    ],
)
def test_poor_judgements(karat: Karat, write: Write, human: Score, words: str) -> None:
    """Ties everywhere, a system or all segments but one without scores: measured as far as can be."""
    path = write("poor.tsv", table(human=human))
    code, out, err = karat(
        *("agree", path, *FEW, "--format", "table", "--level", "system", "segment", "document"),
        *("--ranking", "--outliers", "--equal-scores", 1),
    )

    assert code == 0
    assert words in out
    assert "Traceback" not in err


def test_people_count_errors(karat: Karat, write: Write) -> None:
    """Errors are turned round where that is said."""
    path = write("errors.tsv", table(human=lambda level, segment: level + segment % 2))
    plain = karat("agree", path, *FEW, "--human", "da", "--format", "table").out
    turned = karat("agree", path, *FEW, "--human", "da", "--format", "table", "--fewer-is-better", "da").out

    assert " goes against da: " in plain
    assert " tracks da: " in turned
    refused(karat("agree", path, "--fewer-is-better", "mqm"), "no human score 'mqm'")


def test_one_segment(karat: Karat, write: Write) -> None:
    """A text of one segment has figures, and no intervals over segments."""
    path = write("short.tsv", table(segments=1))
    code, out, _ = karat("agree", path, *FEW, "--format", "json", "--level", "segment", "--ranking")

    assert code == 0
    assert {one["interval"] for one in json.loads(out)["agreements"]} == {None}


def test_a_dimension_without_scores(karat: Karat, write: Write) -> None:
    """An empty column is passed over with a note, or refused where it was asked for."""
    path = write("empty.tsv", table(human=lambda *_: ""))

    assert "da is left out: nobody judged" in karat("agree", path, *FEW).err
    refused(karat("agree", path, "--human", "da"), "da has no score of any system")


def test_what_the_figures_are_of(karat: Karat, write: Write) -> None:
    """Coverage is said, and whole systems where parts were asked for; scores of other segments are noticed."""
    part = write(
        "part.tsv", table(human=lambda level, segment: "" if segment > 7 else judged(level, segment))
    )
    out = karat("agree", part, *FEW, "--format", "table").out
    assert "judged in 8 of 12 segments" in out
    only = karat("agree", part, *FEW, "--format", "table", "--judged-only", "--by", "text-type").out
    assert only != out
    refused(
        karat("agree", part, "--judged-only", "--outliers", "--format", "json"),
        "--judged-only is for the summary",
    )
    scores = write("official.tsv", "system\thuman_official\nA\t5\nB\t4\nC\t3\nD\t2\nE\t1\n")
    err = karat("agree", part, *FEW, "--human-scores", scores, "--level", "segment").err
    assert "scores of whole systems only, none of segments and parts, of official" in err


def test_a_language_without_spaces(karat: Karat, write: Write) -> None:
    """Words of Japanese are not found by spaces; characters are."""
    path = write("japanese.tsv", table().replace("en-de", "en-ja"))
    err = karat("agree", path, *FEW).err
    assert err.count("ja has none between words") == 1
    assert "BLEU takes words from spaces (13a)" in err
    assert karat("agree", path, *FEW, "--tokenize", "char").err == ""
    assert karat("agree", write("german.tsv", table()), *FEW).err == ""


def test_scores_of_the_segment_before(karat: Karat, write: Write) -> None:
    """Scores that are late by a segment are noticed, once, whether they are scores or judgements."""
    wrong = [Random(segment).sample(range(9), k=3) for segment in range(80)]
    notice = "da would fit the text better if its scores stood one segment earlier"
    assert karat("agree", write("right.tsv", spoiled_by(wrong, wrong)), *FEW).err == ""
    late = spoiled_by(wrong, [[0, 0, 0], *wrong[:-1]])
    corpus = write("late.tsv", late)
    assert karat("agree", corpus, *FEW).err.count(notice) == 1
    rows = [line.split("\t") for line in late.splitlines()[1:]]
    judged = [f"j\t{system}\t{segment}\tDA\t{value}" for system, segment, *_, value in rows]
    judgements = write("judged.tsv", "\n".join(["judge\tsystem\tseg_id\tdimension\tvalue", *judged, ""]))
    err = karat("agree", corpus, "--human-scores", judgements, "--human", "DA", *FEW).err
    assert err.count("one segment earlier") == len(err.splitlines()) == 1


def spoiled_by(wrong: list[list[int]], judged_wrong: list[list[int]]) -> str:
    """A corpus with so many wrong words in each segment, judged as if there were other numbers of them."""
    lines = ["system\tseg_id\thypothesis\treference\thuman_da"]
    for segment, counts in enumerate(wrong):
        for system, count, seen in zip("ABC", counts, judged_wrong[segment], strict=True):
            text = " ".join(["_"] * count + WORDS[count:])
            lines.append(f"{system}\t{segment}\t{text}\t{' '.join(WORDS)}\t{100 - 5 * seen}")
    return "\n".join(lines) + "\n"


def test_refusals(karat: Karat, data: Path, write: Write) -> None:
    """Wrong options and data, one line each."""
    plain = write("plain.tsv", "hypothesis\treference\na\ta\n")
    refused(karat("agree", plain), "has no human scores", "--human-scores")
    refused(karat("agree"), "There is no hypothesis")
    refused(karat("agree", data, "--human", "mqm"), "no human score 'mqm'")
    refused(karat("agree", data, "--level", "word"), "level is 'word'")
    refused(karat("agree", data, "--statistics", "kendal"), "Did you mean 'kendall'?")
    refused(karat("agree", data, "--statistics", "pearson/word"), "grouping is 'word'")
    refused(karat("agree", data, "--by", "genre"), "--by is 'genre'")
    refused(karat("agree", data, "--format", "xml"), "--format is 'xml'")
    refused(karat("agree", data, "--outliers", "--format", "tsv"), "tsv holds one")
    refused(karat("agree", data, "--up-to", 3), "--order-sweep")
    refused(karat("agree", data, "--design", "both"), "--ranking")
    refused(karat("agree", data, "--equal-scores", 0, "--format", "json"), "1 or more")
    refused(karat("agree", data, "--ranking", "-m", "bleu", "--format", "json"), "there are not two")
    refused(karat("agree", data, "--partial", "--human", "da", "--format", "json"), "at least two dimensions")
    refused(karat("agree", data, "--draw", "words"), "draw is 'words'")
    refused(karat("agree", data, "--samples", 0), "number of samples")
    refused(karat("agree", data, "--human-scores", data), "human score 'da' is in two files")
    refused(karat("agree", data, "--systems", "ref", "other"), "is a human translation")
    refused(karat("agree", write("nan.tsv", table(human=lambda *_: "NaN"))), "line 2", "finite number")
    twice = write("twice.tsv", "metric\tA\tB\nM\t1\t2\nM\t1\t2\n")
    refused(karat("agree", data, "--scores", twice), "'M' is there twice")
    refused(karat("agree", data, "--order-sweep", "--format", "json", "--systems", "A", "B"), "fewer than 3")
    refused(karat("agree", data, "--order-sweep", "--systems", "A"), "There is 1 system;")


def test_a_folder_of_texts(karat: Karat, write: Write) -> None:
    """A folder without tables takes its human scores from elsewhere, or has none."""
    for name, text in (
        ("reference", "a b c d\n"),
        ("A", "a b c d\n"),
        ("B", "a b c x\n"),
        ("C", "a x c x\n"),
    ):
        folder = write(f"texts/{name}.txt", text).parent
    scores = write("judged.tsv", "system\thuman_da\nA\t5\nB\t3\nC\t2\n")

    outcome = karat("agree", folder, "--human-scores", scores, *FEW, "--keep-people")
    assert outcome.code == 0
    assert "A has the same text as a reference" in outcome.err
    refused(karat("agree", folder), "has no human scores")


def test_bars_of_prediction_error(karat: Karat, data: Path, tmp_path: Path) -> None:
    """As files, with the tables behind them."""
    folder = tmp_path / "errors"
    assert karat("agree", data, "--samples", "20", "--figures", folder).code == 0
    assert (folder / "prediction-errors-by-data.pdf").stat().st_size > 1000
    assert "prediction error" in (folder / "index.md").read_text(encoding="utf-8")
    assert list(folder.glob("*.csv"))
    refused(karat("agree", data, "--figures", folder), "has figures already")
