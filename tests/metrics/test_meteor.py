"""METEOR: options, values, synonyms and explanations."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import meteor as oracle
from tests.packs import corpus_of

from karat.corpus import References
from karat.errors import InvalidOption, InvalidRecipe, MissingExtra, UnreadableFile
from karat.metrics import Meteor, metric, parse
from karat.metrics.catalogue import named_options
from karat.statistics import Statistics

if TYPE_CHECKING:
    from pathlib import Path

SPOKEN = "the president spoke to the audience"
WANTED = "the president then spoke to the audience"


def row(of: Meteor, hypothesis: str, *references: str) -> list[int]:
    """The counts of one segment."""
    return of.count([hypothesis], [list(references)]).total()


def value(of: Meteor, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return of.value(row(of, hypothesis, *references))


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    """A folder of files in WordNet's format, with a few words of our own."""
    licence = "  1 made for a test  \n"
    files = {
        "index.noun": "car n 1 0 1 0 00000100  \nautomobile n 1 0 1 0 00000100  \n"
        "bank n 2 1 @ 2 0 00000200 00000300  \nshore n 1 0 1 0 00000300  \nnew_york n 1 0 1 0 00000400  \n",
        "index.verb": "bank v 1 0 1 0 00000500  \ntrust v 1 0 1 0 00000500  \n",
        "index.adj": "fast a 1 2 & ! 1 1 00000600  \nquick a 1 2 & ! 1 1 00000600  \n",
        "index.adv": "trusted r 1 0 1 0 00000500  \n",
    }
    for name, lines in files.items():
        (tmp_path / name).write_text(licence + lines)
    return tmp_path


def test_worked_pair() -> None:
    """The worked pair of the definition: six mapped words in two chunks."""
    meteor = Meteor()
    assert row(meteor, SPOKEN, WANTED) == [6, 2, 6, 7, 0]
    facts = meteor.details(row(meteor, SPOKEN, WANTED))
    assert facts["precision"] == 100
    assert facts["recall"] == pytest.approx(100 * 6 / 7)
    assert facts["mean"] == pytest.approx(86.95652173913043)
    assert facts["penalty"] == pytest.approx(0.018518518518518514)
    assert value(meteor, SPOKEN, WANTED) == pytest.approx(85.34621578099839, abs=1e-9)


def test_golden_figures(shared: Path) -> None:
    """The same pair as the reference figures have it."""
    golden = json.loads((shared / "reference" / "golden.json").read_text())["meteor_2005"]
    facts = Meteor().details(row(Meteor(), golden["hyp"], golden["ref"]))
    assert (facts["matches"], facts["chunks"]) == (golden["matches"], golden["chunks"])
    assert facts["mean"] == pytest.approx(100 * golden["Fmean"])
    assert value(Meteor(), golden["hyp"], golden["ref"]) == pytest.approx(100 * golden["score"], abs=1e-9)


@pytest.mark.parametrize("words", [1, 2, 5, 40])
def test_perfect(words: int) -> None:
    """A text against itself is one chunk: 1 − 0.5/m³."""
    text = " ".join(f"w{n}" for n in range(words))
    assert value(Meteor(), text, text) == pytest.approx(100 * (1 - 0.5 / words**3))


def test_stages() -> None:
    """Stems are mapped where that stage is asked for, and only what earlier stages left free."""
    exact = Meteor(stages=("exact",))
    assert row(exact, "monitors", "monitoring")[0] == 0
    assert row(Meteor(), "monitors", "monitoring")[0] == 1
    assert row(Meteor(), "monitors monitor", "monitor monitored") == [2, 2, 2, 2, 0]
    assert row(Meteor(stages=("stem",)), "monitors monitor", "monitor monitored") == [2, 1, 2, 2, 0]


def test_crossings_with_earlier_stages() -> None:
    """The stem of the second stage goes where it crosses nothing that the first has mapped."""
    found = Meteor().explain("a cats b", ["cat a cat b"]).listings[0].rows
    assert [(line[0], line[2], line[4]) for line in found] == [
        (1, 2, "exact"),
        (2, 3, "stem"),
        (3, 4, "exact"),
    ]


def test_languages() -> None:
    """Another language has another stemmer; Porter's first is that of English, and has its second name."""
    assert row(Meteor(language="german"), "häuser", "haus")[0] == 1
    assert row(Meteor(), "häuser", "haus")[0] == 0
    assert Meteor(language="porter") == Meteor(language="english") == Meteor()
    assert row(Meteor(language="porter2"), "generously", "generous")[0] == 1
    assert "|stemmer:porter|" in Meteor().recipe
    assert "|stemmer:english[snowball-" in Meteor(language="porter2").recipe
    assert "|stemmer:none|" in Meteor(stages=("exact",)).recipe


@pytest.mark.parametrize("language", ["english", "porter2", "dutch_porter", "german"])
def test_recipe_of_a_language(language: str) -> None:
    """Every stemmer can be read back from its recipe, and from its plain name."""
    meteor = Meteor(language=language)
    assert parse(meteor.recipe) == meteor
    assert parse(f"METEOR|stemmer:{language}") == meteor


def test_another_version_of_the_stemmer() -> None:
    """A recipe that was made with other stems is refused; the kernel's were the same beside any version."""
    with pytest.raises(InvalidRecipe, match="its stems may differ"):
        parse("METEOR|stemmer:german[snowball-0.1]")
    assert parse("METEOR|stemmer:porter[snowball-0.1]") == Meteor()


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without snowballstemmer English is stemmed, with the same recipe; others say what to install."""
    from karat.metrics import stems

    recipe, german = Meteor().recipe, Meteor(language="german").recipe
    stems.languages.cache_clear()
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    monkeypatch.setattr(stems, "_known", {})
    assert Meteor().recipe == recipe
    assert parse(recipe) == Meteor()
    assert row(Meteor(), "monitoring", "monitors")[0] == 1
    for needing in (lambda: Meteor(language="german"), lambda: parse(german)):
        with pytest.raises((MissingExtra, InvalidRecipe), match=r"pip install 'karat-mt\[meteor\]'"):
            needing()


def test_synonyms(dictionary: Path) -> None:
    """Words that share a synset of any part of speech are mapped; words that share a neighbour are not."""
    meteor = Meteor(stages=("exact", "stem", "synonym"), synonyms=str(dictionary))
    assert row(meteor, "Car", "automobile")[0] == 1
    assert row(meteor, "bank", "shore")[0] == 1
    assert row(meteor, "bank", "trust")[0] == 1
    assert row(meteor, "shore", "trust")[0] == 0
    assert row(meteor, "trust", "trusted")[0] == 1
    assert row(meteor, "bank shore", "trust bank") == [1, 1, 2, 2, 0]
    alone = Meteor(stages=("synonym",), synonyms=str(dictionary))
    assert row(alone, "bank shore", "trust bank") == [2, 1, 2, 2, 0]
    assert row(Meteor(), "car", "automobile")[0] == 0


def test_recipe_of_synonyms(dictionary: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The recipe has the files' checksum, and finds them where WordNet is usually kept."""
    meteor = Meteor(stages=("exact", "synonym"), synonyms=str(dictionary))
    assert "|synonyms:wordnet[sha256-" in meteor.recipe
    assert str(dictionary) not in meteor.recipe
    monkeypatch.setenv("WNSEARCHDIR", str(dictionary))
    assert parse(meteor.recipe) == meteor
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path / "elsewhere"))
    with pytest.raises(InvalidRecipe, match=r"Give its folder instead: synonyms:FOLDER"):
        parse(meteor.recipe)
    assert parse(f"METEOR|stages:exact,synonym|synonyms:{dictionary}") == meteor


def test_options_on_the_command_line(dictionary: Path) -> None:
    """Stages and the folder of synonyms can be given after the name."""
    name, options = named_options(f"meteor:stages=exact,synonym,synonyms={dictionary},lowercase=no")
    expected = Meteor(stages=("exact", "synonym"), synonyms=str(dictionary), lowercase=False)
    assert metric(name, **options) == expected


def test_files_that_are_no_dictionary(dictionary: Path) -> None:
    """A missing file is named when the metric is made, a broken line when the file is read."""
    from karat.errors import InvalidFile

    with (dictionary / "index.adv").open("a") as file:
        file.write("broken r x\n")
    meteor = Meteor(stages=("synonym",), synonyms=str(dictionary))
    with pytest.raises(InvalidFile, match=r"index\.adv, line 3: this is no line"):
        row(meteor, "a", "a")
    (dictionary / "index.verb").unlink()
    with pytest.raises(UnreadableFile, match=r"index\.verb is not there"):
        Meteor(stages=("synonym",), synonyms=str(dictionary))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stages": ()}, "one stage or more"),
        ({"stages": "exact"}, "must be a tuple"),
        ({"stages": ("exact", "exact")}, "each once"),
        ({"stages": ("exact", "paraphrase")}, "a stage is 'paraphrase'"),
        ({"stages": ("synonym",)}, "go together"),
        ({"synonyms": "/nowhere"}, "go together"),
        ({"language": "klingon"}, "language is 'klingon'"),
        ({"language": "none"}, "language is 'none'"),
        ({"alpha": 1.5}, "from 0 to 1"),
        ({"gamma": -1}, "gamma is -1"),
        ({"beta": float("nan")}, "beta is nan"),
        ({"normalization": "NFX"}, "normalization is 'NFX'"),
    ],
)
def test_refused(options: dict[str, Any], message: str) -> None:
    """Options that do not exist, or do not go together, are refused when the metric is made."""
    with pytest.raises(InvalidOption, match=message):
        Meteor(**options)


def test_case() -> None:
    """Case is ignored unless it is asked for."""
    assert row(Meteor(), "The Cat", "the cat")[0] == 2
    assert row(Meteor(lowercase=False), "The Cat", "the cat")[0] == 0


def test_tokens() -> None:
    """Any tokenizer, also one that makes characters, and functions."""
    assert row(Meteor(tokenize="char"), "abc", "abd") == [2, 1, 3, 3, 0]
    assert row(Meteor(tokenize=lambda text: text.split("-")), "a-b c", "b c-a") == [2, 2, 2, 2, 0]


def test_several_references() -> None:
    """The best reference counts; of equals, the first."""
    assert row(Meteor(), "a b c", "x y", "a b d e", "a b c d") == [3, 1, 3, 4, 0]
    assert row(Meteor(), "a b", "c d e", "f") == [0, 0, 2, 3, 0]


def test_corpus_value() -> None:
    """A corpus has the formula of summed counts, not the mean of its segments."""
    meteor = Meteor()
    statistics = meteor.count(["a b", "c d e"], ["a b", "c x e f"])
    assert statistics.total() == [4, 3, 5, 6, 0]
    expected = oracle.value(4, 3, 5, 6, alpha=0.9, beta=3, gamma=0.5)
    assert meteor.value(statistics.total()) == pytest.approx(expected)


@given(st.floats(0, 1), st.floats(0, 9), st.floats(0, 1), st.integers(0, 2**32))
def test_values(alpha: float, beta: float, gamma: float, seed: int) -> None:
    """Values are those of the definition, one by one and all at once."""
    meteor = Meteor(alpha=alpha, beta=beta, gamma=gamma)
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 20, size=(30, 2))
    mapped = rng.integers(0, lengths.min(axis=1) + 1)
    chunks = np.minimum(mapped, rng.integers(1, 20, size=30))
    rows = np.column_stack([mapped, chunks, lengths, np.zeros(30, dtype=int)])
    values = meteor.values(Statistics(meteor.columns, rows))
    expected = [oracle.value(*line[:4], alpha=alpha, beta=beta, gamma=gamma) for line in rows.tolist()]
    assert values == pytest.approx(expected, abs=1e-9)
    assert values == pytest.approx([meteor.value(line) for line in rows.tolist()], abs=1e-9)


def test_explanation() -> None:
    """Every mapping with its stage and chunk, the reference that counts, and all numbers."""
    explained = Meteor().explain("On the mat sat the cats", ["a dog", "the cat sat on the mat"])
    mappings, references = explained.listings
    assert len(mappings.rows) == 6
    assert {line[4] for line in mappings.rows} == {"exact", "stem"}
    assert [line[2] for line in references.rows] == ["no", "yes"]
    assert explained.texts[1].title == "reference 2"
    assert {mark for text in explained.texts for _, mark in text.units} == {"matched"}
    steps = {step.label: step.value for step in explained.steps}
    assert steps["mapped words"] == 6
    assert steps["METEOR"] == explained.value
    assert steps["chunks"] == mappings.rows[-1][5]
    assert explained.value == value(Meteor(), "On the mat sat the cats", "a dog", "the cat sat on the mat")


def test_explanation_of_nothing() -> None:
    """Empty texts can be explained too."""
    explained = Meteor().explain("", [""])
    assert explained.value == 0
    assert explained.listings[0].rows == []


@pytest.mark.parametrize(
    ("name", "language", "most"),
    [("wmt22.de-en", "english", 0.001), ("wmt23.zh-en", "english", 0.01)],
)
def test_how_often_the_search_is_cut_short(shared_data: Path, name: str, language: str, most: float) -> None:
    """On real segments of normal length nearly every alignment is proved to be the best."""
    corpus = corpus_of(shared_data / name / "segments.jsonl.gz")
    system = next(text for label, text in corpus.systems.items() if label not in corpus.human_systems)
    references = References((corpus.references.streams[0],))
    counts = Meteor(language=language).count(system, references).counts
    assert counts[:, 4].sum() <= most * len(counts)
