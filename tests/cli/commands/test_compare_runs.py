"""`karat compare --runs`: several runs of each system."""

import json
from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Karat, refused

FEW = ("--samples", 200, "--shuffles", 500)


@pytest.fixture
def texts(tmp_path: Path) -> tuple[object, ...]:
    """Four runs of a system and three of a better one, as files."""
    rng = Random(4)
    reference = [" ".join(rng.choice("abcdefghij") for _ in range(12)) for _ in range(60)]
    (tmp_path / "reference.txt").write_text("".join(f"{line}\n" for line in reference))
    paths = []
    for name, rate in (("base", 0.4), ("new", 0.2)):
        for number in range(1, 5 if name == "base" else 4):
            path = tmp_path / f"{name}.{number}.txt"
            lines = [" ".join(w if rng.random() > rate else "x" for w in line.split()) for line in reference]
            path.write_text("".join(f"{line}\n" for line in lines))
            paths.append(path)
    return (*paths, "-r", tmp_path / "reference.txt")


@pytest.mark.parametrize(
    "runs",
    [
        ("base=base.1,base.2,base.3,base.4", "new=new.1,new.2,new.3"),
        ("base.*", "new=new.?"),
        ("base.*", "new.*"),
    ],
)
def test_runs(karat: Karat, texts: tuple[object, ...], runs: tuple[str, ...]) -> None:
    """Named one by one or by a pattern; the spread of runs and of the test set are told apart."""
    arguments = ("compare", *texts, *FEW, "--runs", *runs)
    shown = karat(*arguments, "--format", "table").out
    for word in (
        "SD of runs",
        "SD of test set",
        "whole runs",
        "base, 4 runs",
        "new is significantly better than base by",
    ):
        assert word in shown
    (bleu,) = json.loads(karat(*arguments, "--format", "json").out)["comparisons"]
    new, base = bleu["systems"]
    assert list(base["runs"]["values"]) == ["base.1", "base.2", "base.3", "base.4"]
    assert new["value"] == pytest.approx(sum(new["runs"]["values"].values()) / 3)
    assert set(bleu["pairs"][0]) >= {"p_whole_runs", "run_error"}
    assert "runs:var" in bleu["recipe"]


def test_other_tables(karat: Karat, texts: tuple[object, ...], tmp_path: Path) -> None:
    """Parts of the text and power know of runs."""
    labels = tmp_path / "kind.txt"
    labels.write_text("long\nshort\n" * 30)
    runs = ("--runs", "base.*", "new.*")
    document = json.loads(karat("compare", *texts, *FEW, *runs, "--labels", labels, "--format", "json").out)
    assert [(part["partition"], part["part"]) for part in document["slices"]] == [
        ("kind", "long"),
        ("kind", "short"),
    ]
    assert set(document["slices"][0]["systems"]) == {"base", "new"}
    power = json.loads(karat("power", *texts, *runs, "--difference", 0.001, 50, "--format", "json").out)
    assert power["pairs"][0]["run_error"] > 0
    # No number of segments finds what is lost among runs.
    assert power["pairs"][0]["units_for"]["0.001"] is None


def test_examples_are_of_the_first_runs(karat: Karat, texts: tuple[object, ...]) -> None:
    """Texts can be shown of runs only."""
    arguments = ("compare", *texts, *FEW, "--runs", "base.*", "new.*", "--examples", 1, "--format", "json")
    document = json.loads(karat(*arguments).out)
    assert set(document["segments"][0]["texts"]) == {"base.1", "new.1"}


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        (("base=base.*",), ("new.1, new.2, new.3", "Of which system")),
        (("base=base.1", "new.*"), ("'base' has 1 run",)),
        (("old.*", "new.*"), ("old.*",)),
        (("base=", "new.*"), ("'base='", "NAME=RUN")),
        (("base.*", "base=base.1", "new.*"), ("given twice",)),
        (("all=base.*,new.*",), ("one system",)),
    ],
)
def test_what_is_refused(
    karat: Karat, texts: tuple[object, ...], runs: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """One line that says what was expected."""
    refused(karat("compare", *texts, *FEW, "--runs", *runs), *words)
