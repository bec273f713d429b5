"""How many marks suggestions and propagation save an annotator: gold entities of PUD in six languages.

    python -m benchmarks.entity_suggestions ../shared/data/ner.pud/sentences.jsonl.gz
    python -m benchmarks.entity_suggestions FILE --after 25
    python -m benchmarks.entity_suggestions FILE --recogniser en=spacy:en_core_web_sm

PUD has a sentence or two of each of its documents, so twenty sentences that follow each other are taken as a
document. Gold is what a person would mark, from the first document to the last. A name counts as saved if it
was suggested with the right extent and type when its document was opened (it was confirmed before), or
offered after the same name had been marked in its document. What is suggested wrongly has to be rejected. PUD
marks people, places and organizations only, so what is suggested of dates and sums is not measured here.

With `--after 25` the first 25 documents teach names and are not measured. The rule by which a name is
suggested (`ConfirmedNames`) was chosen on them.
"""

from __future__ import annotations

import argparse
import gzip
import json
from typing import TYPE_CHECKING, Any

from karat.entities.entity import Entity, types_of
from karat.entities.names_file import ConfirmedNames, is_name
from karat.entities.recognisers import recogniser
from karat.entities.suggestions import with_suggestions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.entities.recognisers import Recogniser

LANGUAGES = ("en", "de", "pt", "sv", "ru", "zh")
SENTENCES = 20
COLUMNS = ("marks", "suggested", "wrong", "offered", "wrong offers", "by hand")


def documents(rows: Sequence[dict[str, Any]], language: str) -> Iterator[list[tuple[str, list[Entity]]]]:
    """Documents of twenty sentences with their gold entities, none over another."""
    segments = []
    for row in rows:
        side = row[language]
        found: list[Entity] = []
        for one in sorted(side["entities"], key=lambda each: each["start"]):
            if one["end"] > one["start"] and (not found or one["start"] >= found[-1].end):
                (kind,) = types_of(one["type"])
                found.append(Entity.of(side["text"], one["start"], one["end"], kind))
        segments.append((side["text"], found))
    for start in range(0, len(segments), SENTENCES):
        yield segments[start : start + SENTENCES]


def saved(
    rows: Sequence[dict[str, Any]], language: str, recognise: Recogniser = lambda _: (), *, after: int = 0
) -> dict[str, float]:
    """Marks of the documents: suggested rightly and wrongly, offered after another, left to the hand."""
    names = ConfirmedNames({})
    counts = dict.fromkeys(COLUMNS, 0)
    for number, document in enumerate(documents(rows, language)):
        texts, gold = [text for text, _ in document], [found for _, found in document]
        if number >= after:
            for column, count in _counted(texts, gold, names, recognise).items():
                counts[column] += count
        names = names.learned(texts, gold)
    return {**counts, "saved %": 100 * (counts["suggested"] + counts["offered"]) / max(counts["marks"], 1)}


def _counted(
    texts: Sequence[str], entities: Sequence[Sequence[Entity]], names: ConfirmedNames, recognise: Recogniser
) -> dict[str, int]:
    """What an annotator does with one document."""
    # As the planner does: nothing is propagated before somebody has marked it.
    apart = [str(number) for number in range(len(texts))]
    made = with_suggestions(texts, [()] * len(texts), recognise, names=names, documents=apart)
    suggested = _places([[one for one in found if is_name(one)] for found in made])
    gold = _places(entities)
    taken = gold & suggested
    counts = dict.fromkeys(COLUMNS, 0) | {"marks": len(gold), "suggested": len(taken)}
    counts["wrong"] = len(suggested - gold)
    seen: set[tuple[str, str]] = set()
    for place, found in enumerate(entities):
        for one in found:
            here = (place, one.start, one.end, one.kind)
            if here in taken:
                continue
            counts["by hand"] += 1
            taken.add(here)
            if (one.text, one.kind) in seen:
                continue
            seen.add((one.text, one.kind))
            alike = ConfirmedNames({(one.text, one.kind): 1})
            offered = _places([alike.suggest(text) for text in texts]) - {here}
            new = (offered & gold) - taken
            counts["offered"] += len(new)
            counts["wrong offers"] += len(offered - gold)
            taken |= new
    return counts


def _places(entities: Sequence[Sequence[Entity]]) -> set[tuple[int, int, int, str]]:
    return {(place, one.start, one.end, one.kind) for place, found in enumerate(entities) for one in found}


def main() -> None:
    """Print a row for each language."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file")
    parser.add_argument("--after", type=int, default=0, help="documents that are not measured")
    parser.add_argument("--recogniser", action="append", default=[], metavar="LANGUAGE=NAME")
    given = parser.parse_args()
    with gzip.open(given.file, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    chosen = dict(one.split("=", 1) for one in given.recogniser)
    columns = (*COLUMNS, "saved %")
    print("| language |", " | ".join(columns), "|")
    for language in chosen or LANGUAGES:
        recognise = recogniser(chosen[language], language) if chosen else lambda _: ()
        found = saved(rows, language, recognise, after=given.after)
        print(f"| {language} |", " | ".join(f"{found[name]:.0f}" for name in columns), "|")


if __name__ == "__main__":
    main()
