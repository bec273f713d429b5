"""How many marks suggestions and propagation save an annotator: gold entities of PUD in six languages.

    python -m benchmarks.entity_suggestions ../shared/data/ner.pud/sentences.jsonl.gz

PUD has a sentence or two of each of its documents, so twenty sentences that follow each other are taken as a
document. Gold is what a person would mark, from the first document to the last. A name counts as saved if it
was suggested with the right extent and type when its document was opened (it was confirmed before), or
offered after the same name had been marked in its document. What is suggested wrongly has to be rejected. PUD
marks people, places and organizations only, so what rules suggest (dates, money) is not measured here.
"""

from __future__ import annotations

import gzip
import json
import sys
from typing import TYPE_CHECKING, Any

from karat.entities.entity import Entity, types_of
from karat.entities.names_file import ConfirmedNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LANGUAGES = ("en", "de", "pt", "sv", "ru", "zh")
SENTENCES = 20


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


def saved(rows: Sequence[dict[str, Any]], language: str) -> dict[str, float]:
    """Marks of all documents: suggested rightly and wrongly, offered after another, left to the hand."""
    names = ConfirmedNames({})
    counts = {"marks": 0, "suggested": 0, "wrong": 0, "offered": 0, "wrong offers": 0, "by hand": 0}
    for document in documents(rows, language):
        seen: set[tuple[str, str]] = set()
        gold = {
            (place, one.start, one.end, one.kind)
            for place, (_, found) in enumerate(document)
            for one in found
        }
        suggested = {
            (place, one.start, one.end, one.kind)
            for place, (text, _) in enumerate(document)
            for one in names.suggest(text)
        }
        counts["marks"] += len(gold)
        counts["suggested"] += len(gold & suggested)
        counts["wrong"] += len(suggested - gold)
        taken = set(gold & suggested)
        for place, (_, found) in enumerate(document):
            for one in found:
                if (place, one.start, one.end, one.kind) in taken:
                    continue
                counts["by hand"] += 1
                taken.add((place, one.start, one.end, one.kind))
                if (one.text, one.kind) in seen:
                    continue
                seen.add((one.text, one.kind))
                offered = {
                    (other, each.start, each.end, each.kind)
                    for other, (text, _) in enumerate(document)
                    for each in ConfirmedNames({(one.text, one.kind): 1}).suggest(text)
                } - {(place, one.start, one.end, one.kind)}
                new = (offered & gold) - taken
                counts["offered"] += len(new)
                counts["wrong offers"] += len(offered - gold)
                taken |= new
        names = names.merged(ConfirmedNames.of(one for _, found in document for one in found))
    return {**counts, "saved %": 100 * (counts["suggested"] + counts["offered"]) / max(counts["marks"], 1)}


def main(path: str) -> None:
    """Print a row for each language."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    columns = ("marks", "suggested", "wrong", "offered", "wrong offers", "by hand", "saved %")
    print("| language |", " | ".join(columns), "|")
    for language in LANGUAGES:
        found = saved(rows, language)
        print(f"| {language} |", " | ".join(f"{found[name]:.0f}" for name in columns), "|")


if __name__ == "__main__":
    main(sys.argv[1])
