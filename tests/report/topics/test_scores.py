"""Which facts become which tables and notes."""

from karat import Bleu, Chrf, Corpus, Metric, Score, Ter, evaluate
from karat.report.charts.chart import Chart
from karat.report.tables import Note, RecipeNote, Row, Table
from karat.report.topics import precisions
from karat.report.topics import scores as contents


def score(system: str, metric: str, value: float, recipe: str = "r") -> Score:
    """A score without details."""
    return Score(metric, value, recipe, system, 2, 1234)


def test_the_best_system_is_on_top() -> None:
    """Rows are ranked by the first metric in its direction; missing values come last."""
    values = {"a": 2.0, "b": float("nan"), "c": 1.0, "d": 3.0}
    scores = [score(name, "TER", value) for name, value in values.items()]
    assert [row.labels[0] for row in contents.score_table(scores, [Ter()]).rows] == ["c", "a", "d", "b"]
    assert [row.labels[0] for row in contents.score_table(scores, [Bleu()]).rows] == ["d", "a", "c", "b"]
    unranked = contents.score_table(scores, [Ter()], ranked=False)
    assert [row.labels[0] for row in unranked.rows] == list("abcd")


def test_columns_are_metrics() -> None:
    """Each metric has its name and direction; those with one name show how they differ."""
    columns = contents.metric_columns([Bleu(), Ter(), Bleu(lowercase=True, order=4), Chrf(), Bleu(order=2)])
    assert [column.name for column in columns] == [
        "BLEU case:mixed",
        "TER",
        "BLEU case:lc",
        "chrF2",
        "BLEU-w2",
    ]
    assert [column.better for column in columns] == ["higher", "lower", "higher", "higher", "higher"]


def test_groups_are_rows_and_systems_columns() -> None:
    """One table for each metric, with the figure of the whole below."""
    corpus = Corpus.of(
        {"low": ["x y", "a b"], "high": ["a b", "a b"]}, ["a b", "a b"], documents=["one", "two"]
    )
    metrics: list[Metric] = [Chrf(), Ter()]
    evaluation = evaluate(corpus, *metrics)
    groups = [evaluation.table(metric, "document") for metric in metrics]
    chrf, ter = contents.group_tables(groups, evaluation.scores, metrics, sizes={"one": 1, "two": 1})
    assert [column.name for column in chrf.columns] == ["high", "low"]
    assert (chrf.title, ter.title) == ("chrF2", "TER")
    assert ter.rows == [Row(("one", "1"), (0.0, 100.0)), Row(("two", "1"), (0.0, 0.0))]
    assert ter.total == Row(("all", "2"), (0.0, 50.0))


def test_segments_have_documents_where_known() -> None:
    """A row has system, segment and document."""
    corpus = Corpus.of({"a": ["x", "y"], "b": ["x", "z"]}, ["x", "y"])
    segments = [evaluate(corpus, Ter()).table(Ter(), "segment")]
    with_documents = contents.segment_table(segments, [Ter()], ["one", "two"])
    assert with_documents.labels == ("system", "segment", "document")
    assert with_documents.rows[3] == Row(("b", "2", "two"), (100.0,))
    assert contents.segment_table(segments, [Ter()], None).labels == ("system", "segment")


def test_notes_say_how_figures_came_about() -> None:
    """Segments, references, recipes and sacreBLEU's signatures; for one system what its BLEU is made of."""
    evaluation = evaluate(Corpus.of(["a b c d e"], [["a b c d f", "x"]]), Bleu(), Bleu(brevity="none"))
    notes = contents.notes(evaluation.scores, evaluation.metrics)
    assert notes[:2] == [Note("segments", "1"), Note("references", "2")]
    assert notes[2] == RecipeNote("BLEU brevity:closest", evaluation.scores[0].recipe)
    assert notes[3].text.startswith("sacreBLEU's signature: nrefs:2|")
    assert notes[4].text == "precisions 80.0/75.0/66.7/50.0, brevity penalty 1.000, length 5 of 5"
    assert not any("sacreBLEU" in note.text for note in notes[5:])


def test_references_may_vary() -> None:
    """Where segments have different numbers of references the note says so."""
    evaluation = evaluate(Corpus.of(["a", "b"], [["a", "x"], ["b"]]), Ter())
    assert contents.notes(evaluation.scores, [Ter()])[1] == Note("references", "up to 2")


def test_precisions_of_every_bleu() -> None:
    """A chart with a line for each system, and a table with the counts behind it; other metrics have none."""
    corpus = Corpus.of({"far": ["a b x d y"], "near": ["a b c d e"]}, ["a b c d z"])
    chart, table = precisions.parts(evaluate(corpus, Bleu(order=2), Ter()))
    assert isinstance(chart, Chart)
    assert isinstance(table, Table)
    assert chart.description.startswith("near: 80.0 % at order 1, 75.0 % at order 2. far: 60.0 %")
    assert table.rows[1] == Row(("far", "2"), (1, 4, 25.0, 1.0, 100 * (0.6 * 0.25) ** 0.5))
    assert precisions.parts(evaluate(corpus, Ter())) == []


def test_precisions_of_many_systems() -> None:
    """The lines of the best systems are drawn, and the description says so; the table has all."""
    corpus = Corpus.of(
        {f"system {n}": ["a b c d"[: 2 * n + 1]] for n in range(4)} | {f"other {n}": ["x"] for n in range(6)},
        ["a b c d"],
    )
    chart, table = precisions.parts(evaluate(corpus, Bleu(order=1)))
    assert isinstance(chart, Chart)
    assert isinstance(table, Table)
    assert chart.description.endswith("The 8 systems with the highest BLEU are drawn.")
    assert len(table.rows) == 10
