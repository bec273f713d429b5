"""The cells of the real packs that people judged: language pair × text type × human score × metric."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

from benchmarks.corpora import DATA
from karat import Bleu, Chrf, Corpus, References, evaluate, read
from karat.agreement import Rater, human_translations
from karat.readers.people.human_scores import read_human_scores

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

JUDGED = {
    "wmt23.en-de": ("mqm", "da_sqm"),
    "wmt23.zh-en": ("mqm", "da_sqm"),
    "wmt24.en-ja": ("esa",),
    "wmt22.de-en": ("da_z",),
}
# What was judged in the same way in several language pairs.
COMPARED = {
    "wmt23.en-de": ("mqm", "da_sqm", "esa_1"),
    "wmt23.zh-en": ("mqm", "da_sqm"),
    "wmt23.en-ja": ("da_sqm_official",),
    "wmt24.en-ja": ("esa",),
}
SCALES = {"mqm": "MQM", "da_z": None}
SAME = {"esa_1": "esa", "da_sqm_official": "da_sqm"}


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One metric and one human score in one text type."""

    language_pair: str
    text_type: str | None
    scale: str | None
    metric: Rater
    human: Rater
    machines: tuple[str, ...]
    people: tuple[str, ...]
    outputs: dict[str, list[str]]
    documents: list[str]

    @property
    def name(self) -> str:
        """Language pair and text type."""
        return f"{self.language_pair} {self.text_type or 'all'}"

    def metric_of(self, system: str) -> float:
        """The metric score of one system."""
        return float(self.metric.only([system]).whole[0])

    def human_of(self, system: str) -> float:
        """The human score of one system."""
        return float(self.human.only([system]).whole[0])


def cells(packs: Mapping[str, Sequence[str]] = JUDGED, *, whole_too: bool = False) -> Iterator[Cell]:
    """Every cell of the packs that are here; with `whole_too` also all text types of a pack together."""
    for name, dimensions in packs.items():
        path = DATA / name
        if not path.exists():
            continue
        whole = read(path)
        tables = read_human_scores(path, whole, dimensions=dimensions)
        by_segment = {table.metric for table in tables if table.level == "segment"}
        humans = [
            Rater.of_tables(table)
            for table in tables
            if table.level == "segment" or table.metric not in by_segment
        ]
        # A human translation among the systems is not its own reference: only the first one counts.
        corpus = replace(whole, references=References(whole.references.streams[:1]))
        is_reference = [system for system, same in human_translations(corpus).items() if same]
        corpus = replace(
            corpus, systems={key: text for key, text in corpus.systems.items() if key not in is_reference}
        )
        yield from _of_pack(corpus, humans, whole_too=whole_too)


def _of_pack(corpus: Corpus, humans: Sequence[Rater], *, whole_too: bool) -> Iterator[Cell]:
    bleu = Bleu(tokenize="char") if corpus.target_language == "ja" else Bleu()
    evaluation = evaluate(corpus, bleu, Chrf())
    rows: dict[str | None, list[int]] = {None: list(range(len(corpus)))} if whole_too else {}
    for row, text_type in enumerate(corpus.labels("text_type")):
        rows.setdefault(text_type, []).append(row)
    people = tuple(name for name in corpus.systems if name in corpus.human_systems)
    for metric in evaluation.metrics:
        rater = Rater.of_metric(
            metric, {name: tables[metric.recipe] for name, tables in evaluation.statistics.items()}
        )
        for human in humans:
            for label, places in rows.items():
                if label is not None and human.segments is None:
                    continue
                theirs = human if label is None else human.within(places)
                scored = zip(theirs.systems, theirs.whole.tolist(), strict=True)
                judged = [name for name, value in scored if not isnan(value)]
                machines = tuple(name for name in corpus.systems if name not in people and name in judged)
                yield Cell(
                    f"{corpus.source_language}-{corpus.target_language}",
                    label,
                    SCALES.get(human.name, "0-100"),
                    rater.within(places),
                    replace(theirs, name=SAME.get(human.name, human.name)),
                    machines,
                    tuple(name for name in people if name in judged),
                    {name: [text[place] for place in places] for name, text in corpus.systems.items()},
                    [corpus.labels("document")[place] for place in places],
                )
