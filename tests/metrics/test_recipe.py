"""Recipes: what a metric writes, and what can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples
from tests.strategies import bleus, chrfs, ters

from karat import __version__
from karat.errors import InvalidRecipe
from karat.kernel import UNICODE_VERSION
from karat.metrics import Bleu, Chrf, Metric, Ter, parse
from karat.metrics.recipe import plain


@examples(2)
@given(metric=st.one_of(bleus(), chrfs(), ters()))
def test_round_trip(metric: Metric) -> None:
    """A recipe rebuilds its metric, whatever its options."""
    assert parse(metric.recipe) == metric
    assert parse(metric.recipe).recipe == metric.recipe


@pytest.mark.parametrize(
    ("metric", "recipe"),
    [
        (
            Bleu(),
            "BLEU|order:4|unit:word|tok:13a|spaces:drop|case:mixed|unicode:none|smooth:exp|k:none|eff:segments"
            "|brevity:closest|weights:uniform",
        ),
        (
            Bleu(
                order=2,
                unit="char",
                lowercase=True,
                smoothing="floor",
                effective_order=True,
                weights=(1, 0.5),
            ),
            "BLEU|order:2|unit:char|tok:char|spaces:drop|case:lc|unicode:none|smooth:floor|k:0.1|eff:yes"
            "|brevity:closest|weights:1,0.5",
        ),
        (Chrf(word_order=2), "chrF|nc:6|nw:2|beta:2|spaces:drop|case:mixed|unicode:none|eps:no"),
        (Ter(), "TER|case:lc|norm:no|punct:yes|asian:no|unicode:none"),
    ],
)
def test_written(metric: Metric, recipe: str) -> None:
    """A recipe names every option, and the version."""
    assert metric.recipe == f"{recipe}|version:{__version__}"


@pytest.mark.parametrize(
    ("recipe", "metric"),
    [
        ("BLEU", Bleu()),
        ("chrF", Chrf()),
        ("TER", Ter()),
        ("BLEU|tok:char|refs:2|seed:0|samples:1000|segments:7", Bleu(unit="char")),
        (f"BLEU|tok:intl[unicode-{UNICODE_VERSION}]", Bleu(tokenize="intl")),
        ("BLEU|tok:intl", Bleu(tokenize="intl")),
        ("chrF|nw:2|beta:1.5", Chrf(word_order=2, beta=1.5)),
        ("TER|case:mixed|punct:no", Ter(case_sensitive=True, no_punctuation=True)),
    ],
)
def test_read(recipe: str, metric: Metric) -> None:
    """What a recipe does not name keeps its default, and what belongs to the data is passed over."""
    assert parse(recipe) == metric


@pytest.mark.parametrize(
    ("recipe", "problem"),
    [
        ("", "begins with ''"),
        ("bleu|order:4", "begins with 'bleu'; known: BLEU, chrF, TER"),
        ("ROUGE|order:4", "begins with 'ROUGE'"),
        ("BLEU|order", "'order' in the recipe .* not of the form key:value"),
        ("BLEU|", "not of the form key:value"),
        ("BLEU|nc:6", "has the key 'nc'; known here: order, unit"),
        ("BLEU|order:four", "order:four in .* cannot be read"),
        ("BLEU|order:0", "order is 0"),
        ("BLEU|order:2.0", "order is 2.0"),
        ("BLEU|eff:maybe", "eff:maybe in .* cannot be read"),
        ("BLEU|case:upper", "case:upper in .* cannot be read"),
        ("BLEU|smooth:some", "smoothing is 'some'"),
        ("BLEU|smooth:exp|k:1", "takes no value"),
        ("BLEU|smooth:floor|k:inf", "must be 0 or more"),
        ("BLEU|weights:1,2", "2 weights"),
        ("BLEU|weights:a,b,c,d", "weights:a,b,c,d in .* cannot be read"),
        ("BLEU|tok:13b", "no tokenizer '13b'"),
        ("BLEU|unit:word|spaces:keep", "is for characters"),
        ("chrF|beta:x", "beta:x in .* cannot be read"),
        ("chrF|beta:-1", "beta is -1"),
        ("chrF|nc:0", "both 0"),
        ("TER|punct:perhaps", "punct:perhaps in .* cannot be read"),
        ("TER|unicode:NFX", "normalization is 'NFX'"),
    ],
)
def test_bad_recipes(recipe: str, problem: str) -> None:
    """A recipe that describes no metric is refused, with the place where it fails."""
    with pytest.raises(InvalidRecipe, match=problem):
        parse(recipe)


def test_tokenizer_of_another_version() -> None:
    """A recipe whose tokenizer has other data than the one here is refused."""
    with pytest.raises(
        InvalidRecipe, match=rf"intl\[unicode-1.0\], the one here is intl\[unicode-{UNICODE_VERSION}\]"
    ):
        parse("BLEU|tok:intl[unicode-1.0]")


def test_chinese_words() -> None:
    """A recipe names segmenter, version and dictionary, and is read back where they are the same."""
    from importlib.metadata import version

    pytest.importorskip("rjieba", reason="no segmenter for Chinese")
    metric = Bleu(tokenize="zh-jieba")
    assert f"|tok:zh-jieba[rjieba-{version('rjieba')},dict.txt,hmm]|" in metric.recipe
    assert parse(metric.recipe) == parse("BLEU|tok:zh-jieba") == metric
    with pytest.raises(InvalidRecipe, match="its tokens may differ"):
        parse("BLEU|tok:zh-jieba[rjieba-0.1.13,dict.txt,hmm]")


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_tokenizer_with_a_dictionary(name: str) -> None:
    """A recipe names the version of the dictionary's program, and is read back where that is the same."""
    pytest.importorskip("MeCab" if name == "ja-mecab" else "mecab_ko", reason="no MeCab for this language")
    metric = Bleu(tokenize=name)
    assert f"|tok:{name}-" in metric.recipe
    assert parse(metric.recipe) == metric
    assert parse(f"BLEU|tok:{name}") == metric
    with pytest.raises(InvalidRecipe, match="its tokens may differ"):
        parse(f"BLEU|tok:{name}-0.1")


@pytest.mark.parametrize(
    ("value", "text"), [(2, "2"), (2.0, "2"), (0.1, "0.1"), (1e-07, "1e-07"), (1e20, "1" + "0" * 20)]
)
def test_numbers(value: float, text: str) -> None:
    """Numbers are written as short as they can be read back."""
    assert plain(value) == text
    assert float(text) == value


@pytest.mark.parametrize("recipe", [None, 4, b"BLEU"])
def test_what_is_no_text(recipe: object) -> None:
    """What is no recipe at all is refused like one that cannot be read."""
    with pytest.raises(InvalidRecipe, match="it must be a str"):
        parse(recipe)  # type: ignore[arg-type]


def at_hyphens(text: str) -> list[str]:
    """A tokenizer such as a user writes."""
    return text.split("-")


def test_function() -> None:
    """A recipe names a function and is rebuilt with it, and with no other."""
    assert "|tok:callable[builtins.str.split]|" in Bleu(tokenize=str.split).recipe
    metric = Bleu(tokenize=at_hyphens)
    assert parse(metric.recipe, tokenize=at_hyphens) == metric
    with pytest.raises(InvalidRecipe, match=r"a function, .* parse\(recipe, tokenize=function\)"):
        parse(metric.recipe)
    for other in (str.split, "13a"):
        with pytest.raises(InvalidRecipe, match="the one that is given is "):
            parse(metric.recipe, tokenize=other)
    with pytest.raises(InvalidRecipe, match="tokenize is given, and the recipe 'TER' does not name it"):
        parse("TER", tokenize=at_hyphens)


def test_function_with_a_bar_in_its_name() -> None:
    """Whatever a function is called, its recipe can be read."""

    def function(text: str) -> list[str]:
        return [text]

    function.__qualname__ = "words|order:2"
    metric = Bleu(tokenize=function)
    assert parse(metric.recipe, tokenize=function) == metric
