"""One table for a paper: every figure and mark is that of the comparison, and it is LaTeX."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.golden import files as golden

from karat import Bleu, Comparison, Corpus, Procedure, Ter, compare, demo, evaluate, read
from karat.report.topics import comparison as comparisons
from karat.report.topics import paper_table

_PROCEDURE = Procedure(samples=100, shuffles=1000)


@cache
def made(baseline: str | None = None) -> Comparison:
    """The systems of the demo data."""
    return compare(evaluate(read(demo.segments_path()), Bleu(), Ter()), _PROCEDURE, baseline=baseline)


def rows(text: str) -> dict[str, list[str]]:
    """The cells of each system."""
    body = text.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    lines = [line.removesuffix(r" \\").split(" & ") for line in body.splitlines() if "&" in line]
    return {name: cells for name, *cells in lines}


@pytest.mark.parametrize("baseline", [None, "birch"])
def test_golden(baseline: str | None) -> None:
    """The whole table, with its caption."""
    comparison = made(baseline)
    text = paper_table.render(comparison, comparisons.notes(comparison), baseline=baseline)
    golden.check(f"paper-table.{baseline or 'best'}.txt", text)


def test_marks_are_verdicts_of_the_tests() -> None:
    """A star stands where the best system is significantly better, and nowhere else."""
    comparison = made()
    cells = rows(paper_table.render(comparison, []))
    for place, of_metric in enumerate(comparison.metrics):
        best = of_metric.standings[0].system
        for standing in of_metric.standings[1:]:
            worse = of_metric.contrast(best, standing.system).winner == best
            assert (cells[standing.system][3 * place + 1] == r"$^{\ast}$") == worse
        bold = [name for name, all_cells in cells.items() if "textbf" in all_cells[3 * place]]
        assert bold == [best]
    assert any(r"\ast" in cell for all_cells in cells.values() for cell in all_cells)


def test_marks_against_a_baseline() -> None:
    """Better and worse than the baseline have signs of their own; the baseline comes first, without any."""
    comparison = made("birch")
    text = paper_table.render(comparison, [], baseline="birch")
    cells = rows(text)
    assert next(iter(cells)) == "birch"
    signs = {None: "", "birch": "$^{-}$"}
    for place, of_metric in enumerate(comparison.metrics):
        assert cells["birch"][3 * place + 1] == ""
        for pair in of_metric.contrasts:
            other = pair.second if pair.first == "birch" else pair.first
            assert cells[other][3 * place + 1] == signs.get(pair.winner, "$^{+}$")
    assert "than the baseline, birch" in text
    assert "Holm's correction for the 5 pairs of each metric" in text


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_the_caption_says_the_procedure(correction: str) -> None:
    """Test, unit, level and correction are those of the comparison."""
    procedure = Procedure(samples=60, shuffles=3000, correction=correction, confidence=0.9, unit="segment")  # type: ignore[arg-type]
    systems = ["aurora", "birch"]
    comparison = compare(evaluate(read(demo.segments_path(), systems=systems), Bleu()), procedure)
    caption = paper_table.render(comparison, []).partition(r"\caption{")[2].partition("\n")[0]
    assert r"90\,\% confidence intervals (60 bootstrap samples of 48 segments)" in caption
    assert "randomization with 3,000 shuffles of segments" in caption
    assert r"$p \leq 0.1$" in caption
    named = {"holm": "after Holm's", "bh": "after Benjamini and Hochberg's", "none": "without correction"}
    assert named[correction] in caption


def test_names_are_escaped_and_braces_balanced() -> None:
    """Names with signs of LaTeX are text; everything that Karat adds is ASCII, which any engine reads."""
    texts = ["the cat sat on the mat", "a dog barked at the moon"] * 5
    systems = {"[a_b]": texts, "50 % & {c}\\x": [text[::-1] for text in texts]}
    comparison = compare(evaluate(Corpus.of(systems, texts), Bleu()), Procedure(samples=50))
    text = paper_table.render(comparison, comparisons.notes(comparison))
    table = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("%"))
    assert table.isascii()
    assert r"{[}a\_b]" in table
    assert r"50 \% \& \{c\}\textbackslash{}x" in table
    bare = re.sub(r"\\.", "", table)
    assert bare.count("{") == bare.count("}")
    assert all(
        len(re.findall(r"(?<!\\)&", line)) == 3 for line in table.splitlines() if "footnotesize" in line
    )
