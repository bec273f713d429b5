"""Pages to look at: of the demo data, of hostile text, and of many rows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from karat import Bleu, Chrf, Corpus, References, Ter, demo, evaluate
from karat.judgements import aggregate
from karat.readers import read, read_judgements
from karat.report.charts import Chart
from karat.report.page.browser import pack
from karat.report.page.frame import page
from karat.report.page.statements import Statement
from karat.report.tables import Column, Note, Row, Section, Table
from karat.report.topics.scores import group_tables, score_table
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.report.tables import Part

METRICS = (Bleu(effective_order=True), Chrf(), Ter())
HUMANS = ("adequacy", "fluency")
PROVENANCE = {
    "karat": "0.8",
    "command": "karat report segments.jsonl",
    "inputs": [{"file": "segments.jsonl", "bytes": 5}],
    "seeds": {"resampling": 0},
    "figures": {"BLEU": [1.5, float("nan")]},
}

# What would run, close, comment out, hide, mirror or blow up something, if it were not text.
HOSTILE = (
    "<script>window.broken = true</script>",
    "</script><script>window.broken = true</script>",
    "<img src=x onerror='window.broken = true'>",
    "]]> <!-- --> --!> <![CDATA[ </style></textarea></title></bdi>",
    '" onmouseover="window.broken = true" x="',
    "&lt;b&gt; &amp;amp; &#60;i&#62; &notin",
    "javascript:window.broken=true",
    "\u202egnal-ot-thgir\u202c \u2067isolated \u2066 \u200f \u061c",
    "שלום עולם abc مرحبا 123",
    "👩\u200d👩\u200d👧\u200d👦 😀 e\u0301\u0301\u0301 \U0001f1e9\U0001f1ea z\u200bw\u200cj\u200d\ufeff",
    "\x00 \x01 \x1b[31m \x7f \x85 \ufffe \uffff \u2028 \u2029",
    "\ud800 lone \udfff",
    "${window.broken = true} {{constructor.constructor('broken=true')()}}",
    "",
    " \t\n ",
)
LONG = "word " * 20_000  # 100 kB


def drawn(chart: Chart) -> str:
    """A small chart with three marks, in place of one that takes a second to draw."""
    circles = "".join(
        f'<circle aria-label="system {number}: {number}.5" cx="{40 * number}" cy="30" r="5" fill="var(--chart-blue)"/>'
        for number in (1, 2, 3)
    )
    return (
        f'<svg class="chart" role="img" aria-labelledby="chart-{chart.name}-title" width="640" height="60" '
        f'viewBox="0 0 640 60"><title id="chart-{chart.name}-title">chart</title>{circles}</svg>'
    )


CHART = Chart("forest", "BLEU with intervals", "aurora leads.", {}, reading="Bars are intervals.")


@cache
def demo_corpus() -> Corpus:
    """The demo data."""
    return read(demo.segments_path())


@cache
def demo_page() -> str:
    """The demo data, with every kind of part."""
    corpus = demo_corpus()
    evaluation = evaluate(corpus, *METRICS)
    judgements = read_judgements(demo.judgements_path(), corpus=corpus)
    humans = [aggregate(judgements, dimension, corpus=corpus).scores for dimension in HUMANS]
    sizes = {"news": 16, "email": 16, "manual": 16}
    by_type = [evaluation.table(metric, "text_type") for metric in METRICS]
    notes = (
        Note("segments", "48"),
        Note("warning", "few segments"),
        Note("", "and more of that"),
    )
    many = tuple(Note(f"term {number}", "meaning") for number in range(12))
    sections = [
        Section(
            "scores", "Scores", "aurora is ahead.", (score_table(evaluation.scores, METRICS), *notes, CHART)
        ),
        Section(
            "types",
            "By text type",
            "",
            (
                *group_tables(by_type, evaluation.scores, METRICS, sizes=sizes),
                Note("", "A paragraph."),
                *many,
            ),
        ),
    ]
    answer = [
        Statement("aurora is best.", "good", "scores"),
        Statement("Nobody knows whether that is enough.", "doubtful"),
        Statement("48 segments are few.", "bad", "segments"),
    ]
    tables = [evaluation.table(metric, "segment") for metric in METRICS]
    packed = pack(corpus, tables, humans)
    return page("Demo", answer, sections, packed, PROVENANCE, subtitle="48 segments", draw=drawn)


@cache
def hostile_page() -> str:
    """Hostile text wherever text can be."""
    texts = [*HOSTILE, LONG]
    systems = dict.fromkeys(HOSTILE[:3], texts)
    corpus = Corpus.of(
        systems,
        References((texts, list(reversed(texts)))),
        sources=texts,
        documents=texts[:1] * 2 + texts[2:],
        text_types=texts[:1] * 2 + texts[2:],
    )
    names = tuple(systems)
    tables = [random_table(HOSTILE[place], names, len(texts)) for place in (0, 3)]
    humans = [random_table(HOSTILE[7], names, len(texts))]
    rows = [Row((text,), (1.0,)) for text in HOSTILE]
    table = Table((HOSTILE[0],), (Column(HOSTILE[1]),), rows, title=HOSTILE[2])
    chart = Chart("hostile", HOSTILE[1], HOSTILE[0], {})
    parts: tuple[Part, ...] = (
        table,
        *(Note(text, text) for text in HOSTILE[:-2]),
        Note("", HOSTILE[1]),
        chart,
    )
    return page(
        HOSTILE[1],
        [Statement(text, "bad") for text in HOSTILE],
        [Section("hostile", HOSTILE[1], HOSTILE[0], parts)],
        pack(corpus, tables, humans),
        {text: [text, {text: text}] for text in HOSTILE},
        subtitle=HOSTILE[7],
        draw=drawn,
    )


def random_table(name: str, systems: Sequence[str], segments: int, *, seed: int = 0) -> ScoreTable:
    """Some value for every output."""
    values = np.random.default_rng([seed, len(name)]).random((len(systems), segments)) * 100
    rows = tuple(str(number) for number in range(1, segments + 1))
    return ScoreTable(name, f"recipe of {name}", "segment", tuple(systems), rows, values)


@cache
def large_page(segments: int, systems: int) -> str:
    """Many rows of many heights, with a word in every hundredth segment."""
    generator = np.random.default_rng(0)
    lengths = generator.integers(1, 60, segments)
    references = [
        " ".join(["word"] * length + ["needle"] * (place % 100 == 7)) for place, length in enumerate(lengths)
    ]
    outputs: Mapping[str, list[str]] = {
        f"system {number}": [text[: 10 + 5 * number] for text in references] for number in range(systems)
    }
    corpus = Corpus.of(outputs, references)
    tables = [random_table("metric", list(outputs), segments)]
    humans = [random_table("people", list(outputs), segments, seed=1)]
    return page("Large", [], [], pack(corpus, tables, humans), {})
