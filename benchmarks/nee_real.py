"""NEE on real data: `python -m benchmarks.nee_real` prints the tables, `--join FOLDER` writes tagged texts.

24 news documents of wmt22.de-en have their entities marked in both references (`benchmarks/entities`). How
far does NEE agree with people, beside BLEU? What does the other human translation reach? What does each step
of normalising change? And by type?
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.corpora import DATA
from karat import Bleu, Chrf, Corpus, Nee, evaluate
from karat.agreement.correlation import pearson
from karat.entities.standoff import read_standoff, write_standoff
from karat.entities.unique_entities import GROUPS

if TYPE_CHECKING:
    from collections.abc import Container

PACK = DATA / "wmt22.de-en" / "segments.jsonl.gz"
TAGS = Path(__file__).parent / "entities" / "wmt22.de-en.jsonl"
STEPS = ("marks", "lowercase", "quotes", "possessives", "thousands", "numbers", "articles", "quantities")
PERSON = "the other reference"
HUMAN = "human_da_z"
DRAWS = 2000

Row = dict[str, Any]


def marked() -> list[Row]:
    """The lines of the tags."""
    return [json.loads(line) for line in TAGS.read_text(encoding="utf-8").splitlines()]


def packed() -> list[Row]:
    """The rows of the data pack: one for each segment and machine system."""
    with gzip.open(PACK, "rt", encoding="utf-8") as lines:
        return [row for line in lines if not (row := json.loads(line))["is_human"]]


def standoff(rows: list[Row]) -> list[list[str]]:
    """For each reference, a line with text and entities for each marked segment."""
    texts = {row["seg_id"]: row["references"] for row in rows}
    lines: list[list[str]] = [[], []]
    for tags in marked():
        text = texts[tags["segment"]][tags["reference"] - 1]
        if hashlib.sha256(text.encode()).hexdigest()[:16] != tags["sha256"]:
            sys.exit(f"Segment {tags['segment']} of {PACK} is not the text that was marked.")
        joined = json.dumps({"text": text, "entities": tags["entities"]})
        lines[tags["reference"] - 1].append(write_standoff(*read_standoff(joined)))
    return lines


def places() -> dict[int, int]:
    """The number of each marked segment among them, from 0."""
    return {
        segment: place for place, segment in enumerate(dict.fromkeys(tags["segment"] for tags in marked()))
    }


def join(folder: Path) -> None:
    """Write the marked documents and their entities, for `karat score FOLDER --entities`."""
    rows, place = packed(), places()
    folder.mkdir(parents=True, exist_ok=True)
    kept = [row | {"seg_id": place[row["seg_id"]]} for row in rows if row["seg_id"] in place]
    kept.sort(key=lambda row: (row["seg_id"], row["system"]))
    written = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in kept)
    (folder / "segments.jsonl").write_text(written, encoding="utf-8")
    for number, lines in enumerate(standoff(rows), 1):
        text = "".join(f"{line}\n" for line in lines)
        (folder / f"entities-{number}.jsonl").write_text(text, encoding="utf-8")


def corpora(rows: list[Row]) -> list[Corpus]:
    """The marked documents against each reference, with the other reference as one more system."""
    place, lines = places(), standoff(rows)
    systems: dict[str, list[str]] = defaultdict(lambda: [""] * len(place))
    documents = [""] * len(place)
    for row in rows:
        if (segment := place.get(row["seg_id"])) is not None:
            systems[row["system"]][segment] = row["hypothesis"]
            documents[segment] = row["doc_id"]
    sides = [[read_standoff(line) for line in of_reference] for of_reference in lines]
    texts = [[text for text, _ in side] for side in sides]
    return [
        Corpus.of(
            {**systems, PERSON: texts[1 - number]},
            texts[number],
            documents=documents,
            entities=[[entities for _, entities in sides[number]]],
        )
        for number in (0, 1)
    ]


def judged(rows: list[Row], segments: Container[int] | None = None) -> dict[str, float]:
    """What people gave each machine system on average, in some segments or in all."""
    found: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row[HUMAN] is not None and (segments is None or row["seg_id"] in segments):
            found[row["system"]].append(row[HUMAN])
    return {name: float(np.mean(scores)) for name, scores in found.items()}


def values(corpus: Corpus, metric: Any) -> dict[str, float]:
    """The score of each system."""
    return {score.system: score.value for score in evaluate(corpus, metric).scores}


def correlation(scores: dict[str, float], people: dict[str, float]) -> float:
    """Pearson's r over machine systems."""
    return float(pearson(*(np.array([side[name] for name in people]) for side in (scores, people))))


def interval(corpus: Corpus, metric: Any, people: dict[str, float]) -> tuple[float, float]:
    """95 % of r over documents drawn again; people's scores stay, since few segments have many of them."""
    evaluation = evaluate(corpus, metric)
    rng = np.random.default_rng(12345)
    labels = list(corpus.documents or ())
    names = list(dict.fromkeys(labels))
    places = np.array([names.index(label) for label in labels])
    drawn = rng.multinomial(len(names), [1 / len(names)] * len(names), DRAWS)[:, places]
    recipe = evaluation.metrics[0].recipe
    table = [
        evaluation.metrics[0].values(evaluation.statistics[name][recipe].weighted(drawn)) for name in people
    ]
    human = np.broadcast_to(np.array(list(people.values())), (DRAWS, len(people)))
    low, high = np.nanquantile(pearson(np.array(table).T, human), [0.025, 0.975])
    return float(low), float(high)


def main() -> None:
    """Print the tables."""
    rows = packed()
    made, here, everywhere = corpora(rows), judged(rows, places()), judged(rows)
    documents = len(set(made[0].documents or ()))
    print(f"{len(made[0])} segments, {documents} documents, {len(here)} systems")
    metrics = (Nee(), Nee(unit="segment"), Nee(partial=True), Bleu(), Chrf())
    _show("metric", "reference", "systems", "best", "other translation", "r here", "95 %", "r whole set")
    for metric in metrics:
        for letter, corpus in zip("AB", made, strict=True):
            scores = values(corpus, metric)
            machines = [scores[name] for name in here]
            low, high = interval(corpus, metric, here)
            name = f"{metric.name} by segment" if metric == metrics[1] else metric.name
            figures = f"{np.mean(machines):.1f}", f"{max(machines):.1f}", f"{scores[PERSON]:.1f}"
            r = f"{correlation(scores, here):.2f}", f"{low:.2f} to {high:.2f}"
            _row(name, letter, *figures, *r, f"{correlation(scores, everywhere):.2f}")
    _steps(made, here, everywhere)
    _types(made, list(here))


def _steps(made: list[Corpus], here: dict[str, float], everywhere: dict[str, float]) -> None:
    """NEE without one of its steps, and without any."""
    what = ("systems", "other", "r here", "r whole set")
    _show("without", *(f"{one} ({letter})" for letter in "AB" for one in what))
    off: dict[str, Any] = dict.fromkeys(STEPS, False)
    every: list[tuple[str, dict[str, Any]]] = [
        ("–", {}),
        *((step, {step: False}) for step in STEPS),
        ("all of them", off),
    ]
    for name, steps in every:
        cells = []
        for corpus in made:
            scores = values(corpus, replace(Nee(), **steps))
            cells += [f"{np.mean([scores[system] for system in here]):.1f}", f"{scores[PERSON]:.1f}"]
            cells += [f"{correlation(scores, people):.2f}" for people in (here, everywhere)]
        _row(name, *cells)


def _types(made: list[Corpus], machines: list[str]) -> None:
    """How many entities of each type there are, and which share is found."""
    what = ("entities", "systems", "other")
    _show("type", *(f"{one} ({letter})" for letter in "AB" for one in what))
    evaluations = [evaluate(corpus, Nee()) for corpus in made]
    for place, group in enumerate(GROUPS):
        cells = []
        for evaluation in evaluations:
            details = {score.system: score.details for score in evaluation.scores}
            shares = [details[name][group] for name in machines]
            (counted,) = evaluation.statistics[PERSON].values()
            cells.append(str(int(counted.total()[place])))
            cells += (
                ["–", "–"]
                if shares[0] is None
                else [f"{np.mean(shares):.1f}", f"{details[PERSON][group]:.1f}"]
            )
        _row(group, *cells)


def _show(*columns: str) -> None:
    print()
    _row(*columns)
    _row(*("---" for _ in columns))


def _row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |".replace("-0.00 ", "0.00 ").replace("-0.", "−0."))


if __name__ == "__main__":
    if "--join" in sys.argv:
        join(Path(sys.argv[sys.argv.index("--join") + 1]))
    else:
        main()
