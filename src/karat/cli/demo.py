"""`karat demo`: what Karat does, on the data that come with it."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter

from karat.cli.orders import by_order
from karat.cli.output import write
from karat.cli.parser import Parser
from karat.cli.presentation import draw
from karat.metrics import Bleu, Chrf, Ter
from karat.records import dataclass, replace
from karat.report import contents
from karat.report.tables import Column, Row, Table
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.evaluation import Evaluation

USAGE = "karat demo [--path]"
DESCRIPTION = """\
Score the built-in demo data, and show the commands that do the same with any data.

The data were composed for demonstration: nothing in them was measured."""

OPTIONS = (
    ("--path", "", "print only the folder of the data, for use in commands"),
    ("--debug", "", "show where in Karat an error happened"),
    ("-h --help", "", "show this help"),
)
DIMENSIONS = ("adequacy", "fluency")
_METRICS = (Bleu(), Chrf(), Ter())
_EXAMPLE = "dune"
_COMMAND = 'karat score "$(karat demo --path)"'
_END = """\
With your own files:

    karat score output.txt -r reference.txt
    karat score --help
"""


@dataclass(frozen=True, slots=True)
class _Section:
    """One step of the demonstration, and the command that repeats it."""

    heading: str
    table: Table
    command: str = ""


def run(arguments: Sequence[str]) -> int:
    """Show the main job on the demo data."""
    parser = Parser("demo", usage=USAGE, description=DESCRIPTION)
    parser.add_group("options", OPTIONS)
    if parser.read(arguments, Namespace()).path:
        from karat import demo

        write(f"{demo.path()}\n")
    else:
        write(_demonstration())
    return 0


def _demonstration() -> str:
    from karat import demo
    from karat.evaluation import evaluate
    from karat.readers import read

    corpus = read(demo.segments_path())
    evaluation = evaluate(corpus, *_METRICS)
    parts = [_introduction(corpus)]
    for number, section in enumerate(_sections(evaluation), 1):
        parts.append(f"{number}. {section.heading}\n")
        parts.append(draw([section.table], (), digits=2).rstrip("\n") + "\n")
        if section.command:
            parts.append(f"    {_COMMAND} {section.command}\n")
    return "\n".join([*parts, _END])


def _introduction(corpus: Corpus) -> str:
    documents, text_types = set(corpus.documents or ()), set(corpus.text_types or ())
    return f"""\
The demo data: {len(corpus)} German segments in {len(documents)} documents of {len(text_types)} text types,
{corpus.references.count} English references, {len(corpus.systems)} systems, and judgements of every output.

All of it was composed for demonstration. Nothing was measured, and no person judged:
no figure below is evidence of anything.
"""


def _sections(evaluation: Evaluation) -> list[_Section]:
    scores, bleu = evaluation.scores, _METRICS[0]
    of_bleu = [score for score in scores if score.metric == bleu.name]
    sizes = Counter(evaluation.corpus.labels("text_type"))
    by_type = contents.group_tables([evaluation.table(bleu, "text_type")], of_bleu, [bleu], sizes=sizes)
    orders = {_EXAMPLE: by_order(of_bleu, bleu)[_EXAMPLE]}
    return [
        _Section(
            "Every system under three metrics, against both references; the best is marked.",
            contents.score_table(scores, _METRICS),
            "-m bleu chrf ter",
        ),
        _Section("BLEU by text type: the whole hides the parts.", by_type[0], "--by text-type"),
        _Section(
            "BLEU of one system by the length of the n-grams.",
            contents.order_table(bleu.name, orders),
            f"--systems {_EXAMPLE} --orders",
        ),
        _Section("The metrics beside the composed judgements, from 1 to 5.", _beside_people(evaluation)),
    ]


def _beside_people(evaluation: Evaluation) -> Table:
    table = contents.score_table(evaluation.scores, _METRICS)
    means = _mean_judgements()
    rows = [
        Row(row.labels, (*row.values, *(means[row.labels[0], dimension] for dimension in DIMENSIONS)))
        for row in table.rows
    ]
    return replace(
        table, columns=(*table.columns, *(Column(name, "higher") for name in DIMENSIONS)), rows=rows
    )


def _mean_judgements() -> dict[tuple[str, str], float]:
    """The mean over judges and segments, by system and dimension."""
    import json

    from karat import demo

    sums: Counter[tuple[str, str]] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for line in demo.judgements_path().read_text(encoding="utf-8").splitlines():
        judgement = json.loads(line)
        key = judgement["system"], judgement["dimension"]
        sums[key] += judgement["value"]
        counts[key] += 1
    return {key: sums[key] / counts[key] for key in sums}
