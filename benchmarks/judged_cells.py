"""The cells of the real packs that people judged: language pair × text type × human score × metric."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from benchmarks.corpora import DATA
from karat import Bleu, Chrf, Corpus, References, evaluate, read
from karat.agreement import Rater, human_translations
from karat.readers.human_scores import read_human_scores
from karat.records import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

JUDGED = {
    "wmt23.en-de": ("mqm", "da_sqm"),
    "wmt23.zh-en": ("mqm", "da_sqm"),
    "wmt24.en-ja": ("esa",),
    "wmt22.de-en": ("da_z",),
}
SCALES = {"mqm": "MQM", "da_sqm": "0-100", "esa": "0-100", "da_z": None}


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One metric and one human score in one text type."""

    language_pair: str
    text_type: str
    scale: str | None
    metric: Rater
    human: Rater
    machines: tuple[str, ...]
    people: tuple[str, ...]
    outputs: dict[str, list[str]]

    @property
    def name(self) -> str:
        """Language pair and text type."""
        return f"{self.language_pair} {self.text_type}"

    def metric_of(self, system: str) -> float:
        """The metric score of one system."""
        return float(self.metric.only([system]).whole[0])

    def human_of(self, system: str) -> float:
        """The human score of one system."""
        return float(self.human.only([system]).whole[0])


def cells() -> Iterator[Cell]:
    """Every cell of the packs that are here."""
    for name, dimensions in JUDGED.items():
        path = DATA / name
        if not path.exists():
            continue
        whole = read(path)
        humans = [
            Rater.of_tables(table)
            for table in read_human_scores(path, whole, dimensions=dimensions)
            if table.level == "segment"
        ]
        # A human translation among the systems is not its own reference: only the first one counts.
        corpus = replace(whole, references=References(whole.references.streams[:1]))
        is_reference = [system for system, same in human_translations(corpus).items() if same]
        corpus = replace(
            corpus, systems={key: text for key, text in corpus.systems.items() if key not in is_reference}
        )
        yield from _of_pack(corpus, humans)


def _of_pack(corpus: Corpus, humans: Sequence[Rater]) -> Iterator[Cell]:
    bleu = Bleu(tokenize="char") if corpus.target_language == "ja" else Bleu()
    evaluation = evaluate(corpus, bleu, Chrf())
    rows: dict[str, list[int]] = {}
    for row, label in enumerate(corpus.labels("text_type")):
        rows.setdefault(label, []).append(row)
    people = tuple(name for name in corpus.systems if name in corpus.human_systems)
    for metric in evaluation.metrics:
        rater = Rater.of_metric(
            metric, {name: tables[metric.recipe] for name, tables in evaluation.statistics.items()}
        )
        for human in humans:
            for label, places in rows.items():
                theirs = human.within(places)
                scored = zip(theirs.systems, theirs.whole.tolist(), strict=True)
                judged = [name for name, value in scored if not isnan(value)]
                machines = tuple(name for name in corpus.systems if name not in people and name in judged)
                yield Cell(
                    f"{corpus.source_language}-{corpus.target_language}",
                    label,
                    SCALES[human.name],
                    rater.within(places),
                    theirs,
                    machines,
                    tuple(name for name in people if name in judged),
                    {name: [text[place] for place in places] for name, text in corpus.systems.items()},
                )
