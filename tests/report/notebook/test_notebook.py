"""Results in notebooks: every kind is a table, inert, short, and the same as text."""

from __future__ import annotations

import importlib
import pkgutil
from html.parser import HTMLParser
from typing import Any

import pytest
from tests.report.notebook.results import all_results

import karat
from karat import Bleu, Corpus, KaratError, Score, evaluate, show
from karat.display import Shown
from karat.report.notebook.views import VIEWS
from karat.report.tables import MOST_ROWS

_ELEMENTS = {
    "div",
    "p",
    "mark",
    "strong",
    "bdi",
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
}
_ATTRIBUTES = {"style", "scope", "colspan", "title", "dir"}
HOSTILE = "<script>alert(1)</script> & \"x\" 'y' ]]> \u202e\x1b[31m"


class Reader(HTMLParser):
    """Reads what `_repr_html_` gives, refuses what has no place in it, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.rows: list[int] = []
        self.row_headers = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element and attributes that are known."""
        assert tag in _ELEMENTS, tag
        assert {name for name, _ in attrs} <= _ATTRIBUTES
        self.open.append(tag)
        if tag == "tr":
            self.rows.append(0)
        if tag in ("td", "th"):
            self.rows[-1] += int(dict(attrs).get("colspan") or 1)
        self.row_headers += ("scope", "row") in attrs

    def handle_endtag(self, tag: str) -> None:
        """Elements end in the order in which they began, backwards."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """What is read."""
        self.text += data

    def unknown_decl(self, data: str) -> None:
        """No part of HTML that belongs here."""
        raise AssertionError(data)


def read(html: str) -> Reader:
    """HTML that is well formed."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    return reader


def shown_classes() -> dict[str, type]:
    """Every class of Karat that is shown, by its home."""
    for module in pkgutil.walk_packages(karat.__path__, "karat."):
        if not module.name.endswith(("__main__", "_native")):
            importlib.import_module(module.name)
    found: list[type] = list(Shown.__subclasses__())
    return {f"{kind.__module__.removeprefix('karat.')}.{kind.__qualname__}": kind for kind in found}


def test_every_view_is_of_a_class_that_is_shown() -> None:
    """A class that is renamed or moved takes its view along."""
    assert set(VIEWS) <= set(shown_classes())
    assert set(VIEWS) == set(all_results())


@pytest.mark.parametrize("home", VIEWS)
def test_results_are_tables(home: str) -> None:
    """One result and several are well-formed HTML with a heading for every row, and the same as text."""
    results = all_results()[home]
    for html in (results[0]._repr_html_(), show(results)._repr_html_()):
        page = read(html)
        assert page.row_headers
        assert len(html) < 100_000
    assert str(show(results)) == repr(show(results)) != ""
    assert "\x1b" not in str(results[0])


@pytest.mark.parametrize("home", VIEWS)
def test_representations_are_short(home: str) -> None:
    """A notebook keeps the representation beside the table: it must not hold a corpus."""
    assert len(repr(all_results()[home][0])) < 20_000


def test_parts_without_a_view_show_their_fields() -> None:
    """Whatever a result is made of can be looked at, alone and as a list."""
    comparison = all_results()["comparison.results.Comparison"][0]
    contrasts = comparison.metrics[0].contrasts
    alone = read(contrasts[0]._repr_html_()).text
    assert "array of 400" in alone
    assert "low -3." in alone
    together = show(contrasts)
    assert len(read(together._repr_html_()).rows) == 1 + len(contrasts)


def hostile_results() -> list[Any]:
    """Results whose names and texts would break out, if they could."""
    corpus = Corpus.of({HOSTILE: [HOSTILE, "a b"]}, [HOSTILE, "a c"], documents=[HOSTILE, HOSTILE])
    evaluation = evaluate(corpus, Bleu())
    return [
        corpus,
        evaluation,
        evaluation.scores[0],
        evaluation.table(Bleu(), "document"),
        Score(HOSTILE, 1.0, HOSTILE, HOSTILE, 1, 1),
        Bleu().explain(HOSTILE, [HOSTILE + " b"]),
        Bleu(unit="char").explain(HOSTILE, ["b"]),
    ]


@pytest.mark.parametrize("result", hostile_results(), ids=lambda result: type(result).__name__)
def test_hostile_names_are_inert(result: Any) -> None:
    """Names come out as text, without elements, attributes or characters that move the line."""
    html = result._repr_html_()
    page = read(html)
    assert "<script" not in html
    assert not {"\x1b", "\u202e"} & set(html)
    assert "script" in page.text


def test_long_results_are_cut_and_say_so() -> None:
    """Rows beyond the first are counted, and long texts end in an ellipsis."""
    many = ["word " * 1000] * 2000
    evaluation = evaluate(Corpus.of({f"s{n}": many for n in range(40)}, many), Bleu())
    page = read(evaluation._repr_html_())
    assert f"… and {40 - MOST_ROWS} rows more" in page.text
    table = evaluation.table(Bleu(), "segment")
    assert f"the first {MOST_ROWS} of 2,000" in read(table._repr_html_()).text
    assert len(evaluation.corpus._repr_html_()) < 50_000
    assert len(read(Bleu().explain(many[0], [many[0]])._repr_html_()).text) < 20_000
    assert len(repr(evaluation)) < 50_000


def test_every_row_has_every_cell() -> None:
    """Rows of one table are as wide as its header."""
    page = read(all_results()["evaluation.Evaluation"][0]._repr_html_())
    assert page.rows == [4] * 7 + [2] * (len(page.rows) - 7)


def test_the_best_is_strong() -> None:
    """The best value of a column is emphasised, as on the terminal."""
    html = all_results()["evaluation.Evaluation"][0]._repr_html_()
    assert html.count('<strong title="the best">') == 3
    assert '<strong title="the best">38.14</strong>' in html


def test_marks_of_an_explanation() -> None:
    """Neighbours that matched are marked together."""
    html = Bleu().explain("the cat sat on a mat", ["the cat sat on the mat"])._repr_html_()
    assert ">the cat sat on</mark>" in html
    assert 'title="missed">a</mark>' in html


@pytest.mark.parametrize("nothing", [[], [1, 2], "text", 3])
def test_show_refuses_what_is_no_result(nothing: Any) -> None:
    """What has no table is refused in words."""
    with pytest.raises(KaratError, match="There is no table of"):
        show(nothing)


def test_show_refuses_mixed_results() -> None:
    """Results of two kinds have no common columns."""
    results = all_results()
    with pytest.raises(KaratError, match="Score and Corpus"):
        show([*results["scores.Score"], *results["corpus.Corpus"]])


def test_digits_can_be_chosen() -> None:
    """Figures have as many digits as are asked for."""
    scores = all_results()["scores.Score"][:1]
    assert f"{scores[0].value:.4f}" in str(show(scores, digits=4))
