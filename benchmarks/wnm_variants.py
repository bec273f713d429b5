"""Every variant of WNM against people, beside BLEU: `python -m benchmarks.wnm_variants [PACK …]`.

Of each real pack with human scores: r by system, by segment (of the pooled variants) and by document (of the
means over texts), of precision, recall and F. Then the claims of WNM's papers: recall follows adequacy,
precision fluency, on every text type. Printed as Markdown.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, product
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.corpora import DATA
from karat import Bleu, Corpus, References, Wnm, evaluate, read
from karat.agreement import human_translations, pearson, williams
from karat.readers.people.human_scores import read_human_scores
from karat.tokens import tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from karat import Metric
    from karat.evaluation import Evaluation
    from karat.score_table import ScoreTable

    Floats = NDArray[np.float64]

PEOPLE = {
    "wmt22.de-en": ("da_z",),
    "wmt23.en-de": ("mqm", "da_sqm"),
    "wmt23.zh-en": ("mqm", "da_sqm"),
    "wmt23.en-ja": ("da_sqm_official",),
    "wmt24.en-ja": ("esa",),
}
JAPANESE = ("wmt23.en-ja", "wmt24.en-ja")
WEIGHTINGS: tuple[Any, ...] = ("s-clipped", "s-salient", "tf.idf", "s-literal")
NGRAM_WEIGHTS: tuple[Any, ...] = ("last", "sum", "max")
AVERAGES: tuple[Any, ...] = ("pooled", "texts")
SIDES: tuple[Any, ...] = ("precision", "recall", "f")
# Texts are cut into tokens once, and joined by spaces for all variants.
CUT = "none"


@dataclass(frozen=True, slots=True)
class Found:
    """A variant and people: r of precision, recall and F; p of Williams' test of recall over precision."""

    pack: str
    human: str
    variant: str
    level: str
    r: tuple[float, ...]
    p: float = float("nan")


def variants() -> list[Wnm]:
    """Every combination, and n-grams that all weigh the same."""
    weighted = [
        Wnm(weighting=weighting, ngram_weight=ngram, average=average, tokenize=CUT)
        for weighting, ngram, average in product(WEIGHTINGS, NGRAM_WEIGHTS, AVERAGES)
    ]
    return [*weighted, *(Wnm(weighting="none", average=average, tokenize=CUT) for average in AVERAGES)]


def named(wnm: Wnm) -> str:
    """The options in which variants differ."""
    return f"{wnm.weighting}, {wnm.ngram_weight}, {'pooled' if wnm.average == 'pooled' else 'mean'}"


def machines_of(pack: str) -> Corpus:
    """The systems of a pack without human translations."""
    corpus = read(DATA / pack)
    people = human_translations(corpus)
    return replace(
        corpus, systems={name: text for name, text in corpus.systems.items() if name not in people}
    )


def cut(corpus: Corpus, cutter: Callable[[str], Sequence[str]]) -> Corpus:
    """The same corpus in tokens with spaces between."""

    def joined(texts: Iterable[str | None]) -> list[Any]:
        return [None if text is None else " ".join(cutter(text)) for text in texts]

    return replace(
        corpus,
        systems={name: joined(text) for name, text in corpus.systems.items()},
        references=References(tuple(joined(stream) for stream in corpus.references.streams)),
    )


def by_label(values: Floats, labels: Sequence[str]) -> Floats:
    """Means over the judged segments with the same label, labels in order of first appearance."""
    names = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    places = np.array([names[label] for label in labels])
    judged = ~np.isnan(values)
    sums = [np.where(judged, values, 0)[:, places == place].sum(axis=1) for place in range(len(names))]
    counts = [judged[:, places == place].sum(axis=1) for place in range(len(names))]
    return np.array(
        [np.where(n > 0, s / np.maximum(n, 1), np.nan) for s, n in zip(sums, counts, strict=True)]
    ).T


def r_of(first: Floats, second: Floats) -> float:
    """Pearson's r where both have values."""
    there = ~(np.isnan(first) | np.isnan(second))
    return float(pearson(first[there], second[there]))


def human_levels(corpus: Corpus, tables: Sequence[ScoreTable]) -> dict[str, Floats]:
    """Human scores of one dimension, systems × rows, at every level that the pack has them."""
    levels = {}
    for scores in tables:
        rows = [scores.systems.index(system) for system in corpus.systems]
        levels[scores.level] = scores.values[rows]
    if (segments := levels.get("segment")) is not None:
        for level, labels in (("document", corpus.documents), ("text_type", corpus.text_types)):
            if labels is not None:
                levels[level] = by_label(segments, list(labels))
    return levels


def values(evaluation: Evaluation, metric: Metric, level: Any) -> Floats:
    """Systems × rows."""
    if level == "system":
        return np.array([[score.value] for score in evaluation.scores])
    return evaluation.table(metric, level).values


def vectors(evaluation: Evaluation, sides: Sequence[Metric], human: Floats, level: str) -> Iterator[Any]:
    """The name of a level and vectors of people and of each side; a vector of systems for each text type."""
    ours = [values(replace(evaluation, metrics=(side,)), side, level) for side in sides]
    if level != "text_type":
        yield level, human.ravel(), [each.ravel() for each in ours]
        return
    for place, name in enumerate(dict.fromkeys(evaluation.corpus.labels("text_type"))):
        yield f"type {name}", human[:, place], [each[:, place] for each in ours]


def measured(pack: str) -> tuple[list[Found], float]:
    """Everything about one pack, and the seconds it took."""
    start = monotonic()
    corpus = machines_of(pack)
    tables = read_human_scores(DATA / pack, corpus, dimensions=PEOPLE[pack], unknown_systems="ignore")
    people = {name: human_levels(corpus, [t for t in tables if t.metric == name]) for name in PEOPLE[pack]}
    found: list[Found] = []

    def note(name: str, evaluation: Evaluation, sides: Sequence[Metric], levels: Sequence[str]) -> None:
        for human, by_level in people.items():
            for level in levels:
                if level not in by_level:
                    continue
                for place, judged, ours in vectors(evaluation, sides, by_level[level], level):
                    r = tuple(r_of(each, judged) for each in ours)
                    p = williams(ours[1], ours[0], judged) if len(ours) > 1 else float("nan")
                    found.append(Found(pack, human, name, place, r, p))

    tokens = "ja-mecab" if pack in JAPANESE else "13a"
    for bleu, levels in (
        (Bleu(tokenize=tokens), ("system", "document", "text_type")),
        (Bleu(tokenize=tokens, effective_order=True), ("segment",)),
    ):
        note("BLEU", evaluate(corpus, bleu, threads=1), [bleu], levels)
    in_tokens = cut(corpus, tokenizer("ja-mecab" if pack in JAPANESE else "wnm"))
    for variant in variants():
        wnm = variant.settled(in_tokens)
        evaluation = evaluate(in_tokens, wnm, threads=1)
        sides = [replace(wnm, score=side) for side in SIDES]
        # Precision, recall and F come from the same counts.
        of_sides = {
            system: {side.recipe: rows[wnm.recipe] for side in sides}
            for system, rows in evaluation.statistics.items()
        }
        low = "segment" if wnm.average == "pooled" else "document"
        note(named(variant), replace(evaluation, statistics=of_sides), sides, ("system", low, "text_type"))
    return found, monotonic() - start


def short(r: float) -> str:
    """r as the papers print it."""
    return f"{r:.2f}".replace("0.", ".").replace("-", "−") if abs(r) < 0.995 else f"{r:.1f}"


def r_table(found: Sequence[Found], level: str, title: str) -> Iterator[str]:
    """A row for each variant, precision / recall / F in each column, and the mean over columns."""
    chosen = [one for one in found if one.level == level]
    columns = list(dict.fromkeys((one.pack, one.human) for one in chosen))
    known = {(one.variant, one.pack, one.human): one.r for one in chosen}
    yield f"\n{title}: precision / recall / F\n"
    yield f"| variant | {' | '.join(f'{pack} {human}' for pack, human in columns)} | mean |"
    yield "|---" * (len(columns) + 2) + "|"
    for name in dict.fromkeys(one.variant for one in chosen):
        rows = np.array([known[name, *column] for column in columns])
        cells = [" / ".join(map(short, cell)) for cell in [*rows, rows.mean(axis=0)]]
        yield f"| {name} | {' | '.join(cells)} |"


def type_table(found: Sequence[Found]) -> Iterator[str]:
    """How r holds over text types, of all packs and human scores together."""
    yield "\nr by text type, over all cells of pack, text type and human score\n"
    yield "| variant | value | cells | mean r | SD | least | greatest |"
    yield "|---|---|---|---|---|---|---|"
    of_types = [one for one in found if one.level.startswith("type ") and one.variant in shown(found)]
    for name in dict.fromkeys(one.variant for one in of_types):
        cells = np.array([one.r for one in of_types if one.variant == name])
        for side, column in zip(("",) if name == "BLEU" else SIDES, cells.T, strict=True):
            numbers = [column.mean(), column.std(ddof=1), column.min(), column.max()]
            yield f"| {name} | {side} | {len(column)} | {' | '.join(map(short, numbers))} |"


def claim_table(found: Sequence[Found]) -> Iterator[str]:
    """Does recall follow people more closely than precision? By Williams' test, p < .05 on either side."""
    yield "\nRecall beside precision, by system\n"
    yield (
        "| variant | over | cells | mean r, precision | mean r, recall | recall higher | significantly "
        "| recall lower | significantly |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for name in shown(found)[1:]:
        for what, start in (("whole packs", "system"), ("text types", "type ")):
            cells = [one for one in found if one.variant == name and one.level.startswith(start)]
            precision, recall, _ = np.array([one.r for one in cells]).T
            p = np.array([one.p for one in cells])
            counts = [recall > precision, p < 0.05, recall < precision, p > 0.95]
            numbers = [short(precision.mean()), short(recall.mean()), *(str(int(c.sum())) for c in counts)]
            yield f"| {name} | {what} | {len(cells)} | {' | '.join(numbers)} |"


def shown(found: Sequence[Found]) -> list[str]:
    """BLEU, and of the variants those that weigh by the last word and pool."""
    return [
        name
        for name in dict.fromkeys(one.variant for one in found)
        if name == "BLEU" or name.endswith("last, pooled")
    ]


def literal(pack: str) -> str:
    """The script's weights with 13a tokens beside the default: r with MQM, and values outside 0 to 100."""
    corpus = machines_of(pack)
    (human,) = [
        t
        for t in read_human_scores(DATA / pack, corpus, dimensions=["mqm"], unknown_systems="ignore")
        if t.level == "system"
    ]
    people = human.values[[human.systems.index(system) for system in corpus.systems]].ravel()
    lines = []
    for wnm in (
        Wnm(weighting="s-literal", tokenize="13a"),
        Wnm(weighting="s-literal", tokenize="13a", average="texts"),
        Wnm(),
        Wnm(average="texts"),
    ):
        settled = wnm.settled(corpus)
        evaluation = evaluate(corpus, settled, threads=1)
        systems = values(evaluation, settled, "system").ravel()
        level = "segment" if wnm.average == "pooled" else "document"
        each = values(evaluation, settled, level)
        outside = int(((each < 0) | (each > 100)).sum())
        lines.append(
            f"| {pack} | {named(wnm)}, {wnm.tokenize} | {short(r_of(systems, people))} | "
            f"{systems.min():.2f} to {systems.max():.2f} | {each.min():,.0f} to {each.max():,.0f} | "
            f"{outside:,} of {each.size:,} {level}s |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure two packs at a time, print tables."""
    packs = [pack for pack in sys.argv[1:] or PEOPLE if (DATA / pack).exists()]
    start = monotonic()
    with ProcessPoolExecutor(2) as processes:
        results = dict(zip(packs, processes.map(measured, packs), strict=True))
        before = list(processes.map(literal, [pack for pack in packs if "mqm" in PEOPLE[pack]]))
    found = [one for pack in packs for one in results[pack][0]]
    tables = (
        r_table(found, "system", "r by system"),
        r_table(found, "segment", "r by segment"),
        r_table(found, "document", "r by document"),
        type_table(found),
        claim_table(found),
    )
    for line in chain.from_iterable(tables):
        print(line)
    print("\n| pack | variant | r with MQM | systems | segments or documents | outside 0 to 100 |")
    print("|---|---|---|---|---|---|")
    print("\n".join(before))
    seconds = ", ".join(f"{pack} {took:.0f} s" for pack, (_, took) in results.items())
    print(f"\n{monotonic() - start:.0f} s in two processes: {seconds}", file=sys.stderr)


if __name__ == "__main__":
    main()
