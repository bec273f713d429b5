"""Files of every name that the examples in the help use, made from the demo data."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from tests.campaigns.annotation.annotators import new_desk, send
from tests.campaigns.plans import PlanMaker, work

from karat import demo, read
from karat.campaigns.desk import Desk
from karat.campaigns.desk.judge_page import Page
from karat.campaigns.store import create_store
from karat.entities.muc import write_tagged
from karat.entities.rules import suggest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from karat.corpus import Corpus


def wmt_xml(corpus: Corpus) -> str:
    """The demo data as WMT's XML, in which system aurora is online-A."""
    names = {"online-A": "aurora", "online-B": "birch"}
    rows = zip(corpus.documents or (), corpus.sources or (), corpus.references.streams[0], strict=True)
    documents: dict[str, list[tuple[int, str, str]]] = {}
    for place, (document, source, reference) in enumerate(rows):
        documents.setdefault(document, []).append((place, source, reference or ""))

    def text(element: str, segments: list[str]) -> str:
        lines = (f'<seg id="{number}">{escape(line)}</seg>' for number, line in enumerate(segments, 1))
        return f"<{element}><p>{''.join(lines)}</p></{element.split(maxsplit=1)[0]}>"

    parts = []
    for document, segments in documents.items():
        texts = [
            text('src lang="de"', [source for _, source, _ in segments]),
            text('ref lang="en" translator="A"', [reference for _, _, reference in segments]),
            *(
                text(f'hyp system="{name}" lang="en"', [corpus.system(own)[place] for place, *_ in segments])
                for name, own in names.items()
            ),
        ]
        parts.append(f'<doc origlang="de" id="{document}">{"".join(texts)}</doc>')
    return f'<dataset id="demo">{"".join(parts)}</dataset>'


def text_files(corpus: Corpus) -> dict[str, list[str]]:
    """Plain texts: outputs of two systems under several names, references, and what goes with them."""
    first, second = (
        ["" if text is None else text for text in stream] for stream in corpus.references.streams
    )
    tagged = [
        write_tagged(text, [replace(found, suggested=False) for found in suggest(text, "en")])
        for text in first
    ]
    named = {
        "aurora": ("output", "online-A", "new", "new.1", "new.2"),
        "birch": ("online-B", "old", "base.1", "base.2"),
        "cobalt": ("other", "v2"),
        "dune": ("v1",),
    }
    return {
        **{f"{name}.txt": list(corpus.system(system)) for system, names in named.items() for name in names},
        **{f"{name}.txt": first for name in ("reference", "ref-A")},
        "reference.pos": [
            " ".join("NAME" if word[0].isupper() else "WORD" for word in text.split()) for text in first
        ],
        "training.txt": [
            "<CorpStat>;1000;10",
            *(f"{word};2;1" for word in sorted(set(" ".join(first).split())) if ";" not in word),
        ],
        "ref-B.txt": second,
        "source.txt": list(corpus.sources or ()),
        **{f"{name}.txt": list(corpus.sources or ()) for name in ("de", "fr")},
        "en.txt": first,
        "documents.txt": list(corpus.documents or ()),
        "helicopters.txt": ["black", "helicopters"],
        "labels.tsv": table(
            [
                ["system", "label"],
                *((name, "neural") for name in ("aurora", "birch", "cobalt")),
                *((name, "rule-based") for name in ("dune", "elm")),
            ]
        ),
        **{f"{name}.muc": tagged for name in ("names", "checked", "reference", "anna", "ben")},
        "names.tsv": table([["name", "type", "confirmed"], ["Görzfelde", "LOCATION", "2"]]),
        "next.txt": second,
    }


def campaign_files() -> dict[str, list[str]]:
    """A protocol of one's own, a training item, guidelines, and a page of Pearmut's."""
    expected = {"dimension": "fluency", "low": 1, "high": 2, "feedback": "A word comes twice."}
    training = {"reference": "Hello.", "outputs": ["Good day day."], "expected": [expected]}
    page = {
        "user_id": "anna",
        "item_i": 0,
        "item": [{"item_id": "1", "src": "Hallo.", "tgt": {"A": "Hello.", "B": "Hullo."}}],
        "annotation": [{"A": {"score": 90, "error_spans": []}, "B": {"score": 70, "error_spans": []}}],
    }
    return {
        "own.toml": [
            'name = "clarity"',
            "[[step]]",
            'interaction = "rate"',
            "[[step.question]]",
            'dimension = "clarity"',
            'scale = "1..7"',
            'wording = "How clear is it?"',
        ],
        "training.jsonl": [json.dumps(training)],
        "guidelines.md": ["Read the source first."],
        "leitfaden.md": ["Lesen Sie zuerst das Original."],
        "pearmut.jsonl": [json.dumps(page)],
    }


def rows_by_document(corpus: Corpus) -> list[str]:
    """The output of one system and a reference, with documents, as JSON lines."""
    rows = zip(corpus.documents or (), corpus.references.streams[0], corpus.system("aurora"), strict=True)
    return [
        json.dumps({"document": document, "reference": reference, "hypothesis": text}, ensure_ascii=False)
        for document, reference, text in rows
    ]


def unlike(row: dict[str, Any]) -> int:
    """What stands for errors here: the words of an output that its reference does not have."""
    return len(set(row["hypothesis"].split()) - set(row["references"][0].split()))


def table(rows: Iterable[Iterable[object]], separator: str = "\t") -> list[str]:
    """Lines of a table."""
    return [separator.join(map(str, row)) for row in rows]


def marked(text: str) -> str:
    """An output with an error in its first word."""
    first, space, rest = text.partition(" ")
    return f"<v>{first}</v>{space}{rest}"


def span_files(rows: list[dict[str, Any]], judgements: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Error spans of judges and detectors, and verdicts of language models."""

    def line(row: dict[str, Any], length: int, **more: str) -> str:
        spans = [{"start": 0, "end": min(length, len(row["hypothesis"])), "severity": "minor"}]
        named = {name: row[name] for name in ("system", "doc_id", "hypothesis")}
        return json.dumps({**more, **named, "segment": row["seg_id"] + 1, "spans": spans})

    models = [{**row, "judge": f"gpt-{row['judge'][-1]}"} for row in judgements if row["judge"] != "judge-3"]
    orders = [(first, second, number) for number in (1, 2) for first, second in ("AB", "BA")]
    return {
        "esa.jsonl": [
            line(row, length, judge=judge) for row in rows for length, judge in ((4, "anna"), (6, "ben"))
        ],
        "xcomet.jsonl": [line(row, 5) for row in rows],
        "gemba.jsonl": [line(row, 3) for row in rows],
        "llm.jsonl": [json.dumps(row) for row in models],
        "pairs.jsonl": [
            json.dumps({"judge": "gpt", "segment": number, "first": first, "second": second, "winner": "A"})
            for first, second, number in orders
        ],
    }


def judged_files(rows: list[dict[str, Any]], judgements: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Human scores and judgements in the layouts that are read."""
    columns = ["judge", "system", "seg_id", "dimension", "scale", "value"]
    names = {"aurora": "new", "birch": "old", "cobalt": "other"}
    machines = [row for row in rows if not row["is_human"]]
    errors = [("Accuracy", "Major"), ("Fluency", "Minor"), ("Style", "Neutral")]
    return {
        "judged.jsonl": [json.dumps({**row, "human_mqm": -unlike(row)}, ensure_ascii=False) for row in rows],
        "segments.jsonl": [json.dumps(row, ensure_ascii=False) for row in rows],
        "judgements.jsonl": [json.dumps(judgement) for judgement in judgements],
        "judgements.tsv": table([columns, *([row[name] for name in columns] for row in judgements)]),
        "two-scales.tsv": table(
            [
                ["judge", "system", "segment", "adequacy", "clarity"],
                *(
                    [
                        "anna",
                        row["system"],
                        row["seg_id"] + 1,
                        max(1, 5 - unlike(row)),
                        max(1, 7 - unlike(row)),
                    ]
                    for row in machines
                ),
            ]
        ),
        "groups.tsv": table(
            [
                [*columns, "group"],
                *(
                    [
                        *(row[name] for name in columns),
                        "bilingual" if row["judge"] == "judge-1" else "monolingual",
                    ]
                    for row in judgements
                ),
            ]
        ),
        "judged.tsv": table(
            [
                ["system", "segment", "human_adequacy"],
                *(
                    [names[row["system"]], row["seg_id"] + 1, -unlike(row)]
                    for row in rows
                    if row["system"] in names
                ),
            ]
        ),
        "ratings.csv": table(
            [
                ["judge", "system", "segment", "clarity"],
                *(
                    [judge, row["system"], row["seg_id"] + 1, max(1, 7 - unlike(row) - place)]
                    for row in machines
                    for place, judge in enumerate(("first", "second"))
                ),
            ],
            ",",
        ),
        "wmt.appraise.csv": table(
            (
                [
                    judge,
                    row["system"],
                    row["seg_id"],
                    "TGT",
                    "deu",
                    "eng",
                    max(0, 95 - 9 * unlike(row) - place),
                    1.5,
                    2.5,
                ]
                for row in machines
                for place, judge in enumerate(("eng01", "eng02"))
            ),
            ",",
        ),
        "mqm.tsv": table(
            [
                ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"],
                *(
                    [
                        *(row["system"], row["doc_id"], 1, row["seg_id"] + 1, judge),
                        *(row["source"], marked(row["hypothesis"]), *errors[(unlike(row) + place) % 3]),
                    ]
                    for row in machines
                    for place, judge in enumerate(("first", "second"))
                ),
            ]
        ),
    }


def write_metric_scores(rows: list[dict[str, Any]], path: Path) -> None:
    """Scores of two metrics, as the WMT Metrics task has them."""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    scores = [
        {
            "metric": name,
            "system": row["system"],
            "seg_id": row["seg_id"],
            "score": -float(unlike(row)) / scale,
        }
        for name, scale in (("COMET", 10), ("BLEURT", 1 + len(rows)), ("XCOMET-Ensemble", 20))
        for row in rows
    ]
    write_table(pa.Table.from_pylist(scores), path)


def write_shards(rows: list[dict[str, Any]], folder: Path) -> None:
    """The demo data in two Parquet files, and what was counted in them."""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    from karat.cli.main import main

    folder.mkdir()
    named = [
        {**row, "lang": "en", "year": 2019 + row["seg_id"] % 3, "judgements": None, "human": None}
        for row in rows
    ]
    for number in (1, 2):
        write_table(pa.Table.from_pylist(named[number - 1 :: 2]), folder / f"{number}.parquet")
    pattern, beside = str(folder / "*.parquet"), folder.parent
    main(["count", pattern, "-m", "bleu", "chrf", "--by", "system,lang", "-o", str(beside / "part.json")])
    main(["count", pattern, "--cells", "64", "-o", str(beside / "cells.json")])


def write_results(folder: Path) -> None:
    """What earlier commands left: calibrations, and a page where there is something to draw it with."""
    from importlib.util import find_spec

    from karat.cli.main import main

    corpus = str(folder / "CORPUS")
    of_adequacy = ["-m", "bleu", "--human", "adequacy", "--by", "language-pair"]
    main(["calibrate", corpus, *of_adequacy, "-o", str(folder / "calibration.json")])
    # Also where the example that writes it runs elsewhere, or later.
    of_mqm = ["--human", "mqm", "-m", "bleu", "chrf"]
    main(["calibrate", str(folder / "wmt23.en-de"), *of_mqm, "-o", str(folder / "en-de.json")])
    if find_spec("vl_convert") is not None:
        few = ["--systems", "aurora", "birch", "-m", "bleu", "--samples", "100"]
        main(["report", corpus, *few, "-o", str(folder / "page.html")])


def write_example_files(folder: Path) -> None:
    """Everything that the examples name."""
    corpus = read(demo.segments_path())
    rows, judgements = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (demo.segments_path(), demo.judgements_path())
    )
    files = {**text_files(corpus), **judged_files(rows, judgements), "wmt.xml": [wmt_xml(corpus)]}
    files |= campaign_files() | span_files(rows, judgements)
    for pack in ("wmt23.en-de", "wmt23.zh-en"):
        (folder / pack).mkdir()
        files[f"{pack}/segments.jsonl"] = files["judged.jsonl"]
    outcomes = [
        [{"doc_id": item, "doc": {"passage": item // 4}, "metrics": ["acc"], "acc": right, "acc_norm": right}]
        for item, right in enumerate([1, 0, 1, 1, 0, 1, 0, 1])
    ]
    for name, shift in (("small", 0), ("large", 3)):
        files[f"samples_{name}.jsonl"] = [
            json.dumps(row | {"acc": outcomes[(place + shift) % 8][0]["acc"]})
            for place, (row,) in enumerate(outcomes)
        ]
    for name, right in (("base", "0110"), ("new", "1111")):
        files[f"{name}.tsv"] = ["item\tcorrect", *(f"{place}\t{one}" for place, one in enumerate(right))]
    # A copy by document, whose outputs are cut anew.
    files["articles.jsonl"] = files["aligned.jsonl"] = rows_by_document(corpus)
    for document in dict.fromkeys(corpus.documents or ()):
        for text, segments in (
            ("output", corpus.system("aurora")),
            ("reference", corpus.references.streams[0]),
        ):
            labelled = zip(corpus.documents or (), segments, strict=True)
            files[f"articles/{text}/{document}.txt"] = [
                line or "" for label, line in labelled if label == document
            ]
    for name, lines in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    write_metric_scores(rows, folder / "metric_scores_seg.parquet")
    write_shards(rows, folder / "shards")
    (folder / "CORPUS").symlink_to(demo.path(), target_is_directory=True)
    write_results(folder)
    tools = folder / ".bin"
    tools.mkdir()
    (tools / "translate").write_text("#!/bin/sh\nexec cat output.txt\n")
    (tools / "translate").chmod(0o755)


def write_campaign(folder: Path) -> None:
    """news.campaign, in the middle of its work, names.campaign, which is done, and no other campaign."""
    for path in folder.glob("*.campaign*"):
        path.unlink()
    names = ["anna", "ben", "judge-3"]
    desk = Desk(create_store(folder / "news.campaign", PlanMaker(names=names).make()))
    desk.add_judge("dora")
    for name in names:
        work(desk, name, most=5)
    desk.store.close()
    desk = new_desk(folder, annotators=["anna"], per_document=1, adjudicators=[])
    while isinstance(page := desk.next("anna"), Page):
        send(desk, "anna", page, accept=True)
    desk.store.close()
