"""JSON lines of WMT25, lm-evaluation-harness and Pearmut are corpora, with what people said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from karat import read, read_judgements
from karat.errors import InvalidFile
from karat.readers.corpora.foreign_json_lines import OtherFilters
from karat.readers.people.human_scores import read_human_scores

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    """A file of JSON lines."""
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def wmt25(pair: str = "en-de_DE") -> list[dict[str, Any]]:
    """Two segments, the second judged for one system only."""
    scores: list[dict[str, Any]] = [
        {"A": {"human": 80.0, "errors": []}, "B": [{"human": 60}, {"human": 70}], "refA": {"human": 95}},
        {"A": {"human": 40.0, "errors": [{"severity": "major"}]}},
    ]
    return [
        {
            "doc_id": f"{pair}_#_news_#_d{place}",
            "src_text": f"source {place}",
            "tgt_text": {"refA": f"reference {place}", "A": f"a {place}", "B": f"b {place}"},
            "scores": given,
        }
        for place, given in enumerate(scores)
    ]


def test_wmt25(tmp_path: Path) -> None:
    """Outputs, references, documents and text types, and people's scores where there are some."""
    path = written(tmp_path, "humeval.jsonl", wmt25())
    corpus = read(path)
    assert {name: list(text) for name, text in corpus.systems.items()} == {
        "A": ["a 0", "a 1"],
        "B": ["b 0", "b 1"],
    }
    assert [list(stream) for stream in corpus.references.streams] == [["reference 0", "reference 1"]]
    assert (list(corpus.sources or ()), list(corpus.text_types or ())) == (
        ["source 0", "source 1"],
        ["news", "news"],
    )
    assert list(corpus.documents or ()) == ["en-de_DE_#_news_#_d0", "en-de_DE_#_news_#_d1"]
    (table,) = read_human_scores(path, corpus)
    assert (table.metric, table.level) == ("human", "segment")
    assert np.array_equal(table.values, np.array([[80, 40], [65, np.nan]]), equal_nan=True)


def test_wmt25_of_several_languages(tmp_path: Path) -> None:
    """Refused with how to keep one of them."""
    path = written(tmp_path, "all.jsonl", wmt25() + wmt25("cs-uk_UA"))
    with pytest.raises(InvalidFile, match=r"2 language pairs: en-de_DE, cs-uk_UA.*grep"):
        read(path)


def test_samples_of_lm_evaluation_harness(tmp_path: Path) -> None:
    """The model's answers against their targets; of several filters the first is taken, and the rest told."""
    rows = [
        {
            "doc_id": place,
            "doc": {"src": f"quelle {place}", "ref": f"target {place}"},
            "target": f"target {place}",
            "arguments": {"gen_args_0": {"arg_0": "Translate"}},
            "resps": [[f" answer {place}\n"]],
            "filtered_resps": [f"answer {place}"] if kind == "none" else [["other"]],
            "filter": kind,
        }
        for kind in ("none", "strict")
        for place in range(2)
    ]
    with pytest.warns(OtherFilters, match="'none' are used, not those of strict"):
        corpus = read(written(tmp_path, "samples_wmt16_2026.jsonl", rows))
    assert list(corpus.systems["hypothesis"]) == ["answer 0", "answer 1"]
    assert list(corpus.references.streams[0]) == ["target 0", "target 1"]
    assert list(corpus.sources or ()) == ["quelle 0", "quelle 1"]
    plain = [{key: value for key, value in row.items() if key != "filter"} for row in rows[:2]]
    assert len(read(written(tmp_path, "samples_plain.jsonl", plain))) == 2


def test_pearmut(tmp_path: Path) -> None:
    """A page is recognised behind a long history of clicks; its texts and its judgements go together."""
    rows = [
        {
            "annotation": [{"A": {"score": 70, "error_spans": []}, "B": {"score": 90, "error_spans": []}}],
            "actions": [
                {"time": 1.5 * place, "action": "score", "model": "A", "value": 1} for place in range(200)
            ],
            "item": [{"item_id": f"s{page}", "src": f"q{page}", "ref": "r", "tgt": {"A": "a", "B": "b"}}],
            "user_id": "anna",
            "item_i": page,
        }
        for page in range(2)
    ]
    path = written(tmp_path, "esa.jsonl", rows)
    assert path.read_text().index('"item"') > 4096
    corpus = read(path)
    assert (list(corpus.systems), list(corpus.sources or ())) == (["A", "B"], ["q0", "q1"])
    assert [table.level for table in read_human_scores(path, corpus)] == ["segment", "system"]
    assert len(read_judgements(path, corpus)) == 4
    assert {one.system for one in read_judgements(path, read(path, systems=["B"]))} == {"B"}
    with pytest.raises(InvalidFile, match="Use the file itself"):
        read_judgements(path, read(written(tmp_path, "x.jsonl", wmt25())))
