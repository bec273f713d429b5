"""`karat align`: outputs whose segments are not the reference's, cut into the reference's segments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from karat.cli.inputs import check_inputs, named
from karat.cli.loading import load_corpus
from karat.cli.notes import note
from karat.cli.option_groups import OVERWRITE, DebugOptions, InputOptions, OutputOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import form_for, render, write
from karat.cli.progress import Progress
from karat.errors import InvalidOption
from karat.output_files import check_output, write_file
from karat.readers.corpora.documents import CorpusOfDocuments
from karat.readers.corpora.plain_documents import read_plain_documents
from karat.report.topics import resegmentation as report
from karat.resegmentation import resegment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.cli.inputs import Kind
    from karat.resegmentation import Resegmentation

_EXAMPLES = 5
_TEXT, _TABLE = (".txt",), (".jsonl", ".ndjson")


class CutOptions(Options, title="segments"):
    """Where the outputs are cut, and where they go."""

    reference: str | None = option(
        "--reference", "NAME", "which of several references has the segments (default: the first)"
    )
    sentence_worth: float = option(
        "--sentence-worth",
        "X",
        "edits that it is worth not to cut within a sentence (default: 2; 0: the fewest edits)",
        default=2.0,
        least=0,
        most=15,
    )
    output: str | None = option(
        "-o --output",
        "FILE",
        "where the segments go: .jsonl, with references, sources and documents, which every command reads; "
        "or .txt, the lines of one system",
    )
    overwrite: bool | None = OVERWRITE
    examples: int = option(
        "--examples",
        "N",
        f"how many segments to look at are shown (default: {_EXAMPLES})",
        default=_EXAMPLES,
        least=0,
    )


class AlignOptions(
    InputOptions,
    CutOptions,
    OutputOptions,
    DebugOptions,
    without=(
        "align",
        "paragraphs",
        "text_types",
        "tags",
        "reference_tags",
        "entities",
        "keep_bom",
        "collection",
    ),
):
    """What `karat align` was asked for."""

    inputs: list[str] = option(
        "inputs", "OUTPUT…", "one file or folder of documents per system, or one CORPUS with documents"
    )
    documents: str | None = option(
        "--documents",
        "FILE",
        "plain text: the document of each line of the reference; an output then has a line for each "
        "document, or an empty line between documents",
    )


COMMAND = Command(
    "align",
    AlignOptions,
    usage="""\
karat align OUTPUT… -r REFERENCE… [-o FILE] [options]
       karat align CORPUS [-o FILE] [options]""",
    description="""\
Cut outputs into the segments of the reference: translations of whole documents by language models, or of
speech, whose lines are not those of the reference. Then any metric can score them.

Within each document, cuts are placed so that the edits between output and reference are fewest, but for a few
that it is worth not to cut within a sentence. Words are compared, or characters where a script puts no spaces
between words. Karat also says which segments seem to be left out or added.""",
    examples="""\
examples:
  karat align output.txt -r reference.txt -o aligned.txt
  karat align articles.jsonl -o aligned.jsonl
  karat score aligned.jsonl -m bleu chrf
  karat align output.txt -r reference.txt --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Cut what the arguments name, write it, and print how well it fits."""
    options: AlignOptions = COMMAND.read(arguments)
    options.align = "document"
    kind = check_inputs(options, command="align")
    _check_output(options)
    with Progress() as progress:
        corpus = _read(options, kind)
        texts = len(corpus.system_texts)
        found = resegment(
            corpus,
            reference=options.reference,
            sentence_worth=options.sentence_worth,
            progress=progress.each("aligning", texts * len(corpus)),
        )
    _write(options, found)
    form = form_for(options.format)
    if form == "json":
        write(report.as_json(found))
    else:
        examples = options.examples if form == "table" else 0
        tables = report.tables(found, examples=examples)
        write(render(form, tables, report.notes(found, examples=examples), digits=options.width))
    return 0


def _read(options: AlignOptions, kind: Kind) -> CorpusOfDocuments:
    if kind == "text":
        return read_plain_documents(
            named(options.inputs, options.systems),
            options.references or (),
            source=options.source,
            documents=options.documents,
        )
    corpus, _ = load_corpus(options, (), kind)
    if not isinstance(corpus, CorpusOfDocuments):
        raise InvalidOption(f"{options.inputs[0]} does not say what belongs to which document.")
    return corpus


def _check_output(options: AlignOptions) -> None:
    if options.output is None:
        if options.overwrite:
            raise InvalidOption("--overwrite is for -o FILE. Give both, or neither.")
        return
    suffix = Path(options.output).suffix
    if suffix not in _TEXT + _TABLE:
        raise InvalidOption(f"-o is {options.output}; it must end in .jsonl or, for one system, in .txt.")
    check_output(options.output, overwrite=bool(options.overwrite))


def _write(options: AlignOptions, found: Resegmentation) -> None:
    if options.output is None:
        note("The segments were not written. Name a file for them: -o aligned.jsonl")
        return
    if Path(options.output).suffix in _TEXT:
        if len(found.outputs) > 1:
            raise InvalidOption(
                f"-o is {options.output}, and there are {len(found.outputs)} systems. Name a .jsonl, which "
                "holds all, or choose one: --systems NAME."
            )
        (output,) = found.outputs.values()
        lines: Iterator[str] = iter(output.segments)
    else:
        lines = _rows(found)
    write_file(options.output, "".join(f"{line}\n" for line in lines))


def _rows(found: Resegmentation) -> Iterator[str]:
    """A row for each segment of each system, as JSON."""
    references = [found.reference, *(found.others or {}).values()]
    for name, output in found.outputs.items():
        for place, (document, text) in enumerate(zip(found.documents, output.segments, strict=True)):
            row: dict[str, object] = {"document": document, "segment": place + 1, "system": name}
            if found.source_language and found.target_language:
                row |= {"source_language": found.source_language, "target_language": found.target_language}
            if found.sources is not None:
                row["source"] = found.sources[place]
            row["references"] = [stream[place] for stream in references]
            row["hypothesis"] = text
            yield json.dumps(row, ensure_ascii=False)
