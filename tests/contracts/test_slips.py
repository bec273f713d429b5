"""Slips of a newcomer: every verb refuses them itself, and never fails deep within."""

from __future__ import annotations

import contextlib
import inspect
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import karat
from karat import Bleu, Corpus, KaratError, demo, evaluate

TWO = Corpus.of({"x": ["a b", "c d"], "y": ["a b", "c f"]}, ["a b", "c e"])
SLIPS: dict[str, Any] = {
    "a list": ["a b"],
    "an empty list": [],
    "a word": "bleu",
    "a path": Path("/no/such/file"),
    "nothing": None,
    "a number": 3,
    "a dictionary": {"a": 1},
    "an array": np.ones(3),
    "a frame": pd.DataFrame({"q": [1, 2]}),
    "a polars frame": pl.DataFrame({"q": [1, 2]}),
    "a corpus": TWO,
    "another evaluation": evaluate(TWO, Bleu(), keep_references=True),
    "a metric": Bleu(),
    "a class": Bleu,
}
# Python says itself what cannot be called; whatever is true or false does as a switch; the rest are checked
# where they are used, and cost too much to ask here.
LEFT_OUT = {"progress", "keep_people", "judged_only", "force", "keep_references", "keep_bom", "provenance"}
SLOW = {"gather", "save_page"}
# A word is a good name for a file, which would be written.
WRITTEN = {("write_calibrations", "path"), ("save_page", "path")}


@cache
def right() -> dict[str, Any]:
    """Something that each parameter takes, by its name."""
    corpus = karat.read(demo.segments_path())
    judgements = karat.read_judgements(demo.judgements_path(), corpus)
    evaluation = evaluate(corpus, Bleu())
    first, second = karat.calibrate(evaluation, judgements)[:2]
    return {
        "evaluation": evaluation,
        "corpus": corpus,
        "human": judgements,
        "judgements": judgements,
        "dimension": "adequacy",
        "metric": Bleu(),
        "calibration": first,
        "scores": [40.0],
        "source": first,
        "target": second,
        "path": "/no/such/file",
        "calibrations": [first],
        "dossier": None,
        "text": "bleu",
        "name": "bleu",
        "blocks": [corpus],
        "versions": {"en": ["one"], "de": ["eins"]},
        "results": evaluation,
        "output": "One two. Three.",
    }


def parameters() -> list[tuple[str, str]]:
    """Every verb with each of its parameters."""
    return [
        (verb, one.name)
        for verb in karat.__all__
        if inspect.isfunction(getattr(karat, verb))
        for one in inspect.signature(getattr(karat, verb)).parameters.values()
        if one.name not in LEFT_OUT
        and one.kind != one.VAR_KEYWORD
        and (verb, one.name) not in WRITTEN
        and (verb not in SLOW or one.default is one.empty)
    ]


@pytest.mark.parametrize(("verb", "parameter"), parameters())
def test_slips_are_refused_by_the_verb(verb: str, parameter: str) -> None:
    """Whatever is not taken ends in an error of Karat's; anything else fails the test."""
    known = inspect.signature(getattr(karat, verb)).parameters
    required = [one for one in known.values() if one.default is one.empty]
    for slip in SLIPS.values():
        positional = [
            slip if one.name == parameter else right()[one.name]
            for one in required
            if one.kind == one.POSITIONAL_OR_KEYWORD
        ]
        if any(one.kind == one.VAR_POSITIONAL for one in required):
            positional.append(slip if parameter == "metrics" else Bleu())
        named = {"segment": 1} if verb == "explain" else {}
        if "samples" in known and parameter != "samples":
            named["samples"] = 10  # what is taken need not take long
        if known[parameter].kind == inspect.Parameter.KEYWORD_ONLY or parameter not in {
            one.name for one in required
        }:
            named = {**named, parameter: slip}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with contextlib.suppress(KaratError):
                getattr(karat, verb)(*positional, **named)
