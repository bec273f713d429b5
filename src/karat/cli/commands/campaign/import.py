"""`karat campaign import`: judgements from elsewhere as a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from karat.campaigns.exchange.importing import import_judgements
from karat.cli.notes import note
from karat.cli.option_groups import DebugOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.errors import InvalidOption
from karat.readers import read, read_judgements
from karat.readers.people.pearmut import is_pearmut, read_pearmut
from karat.report.words import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.exchange.importing import ImportedCampaign
    from karat.corpus import Corpus
    from karat.judgements import Judgements


class ImportOptions(DebugOptions, Options, title="import"):
    """What `karat campaign import` was asked for."""

    inputs: list[str] = option("inputs", "FILE…", "judgements, or one output file of Pearmut")
    data: str | None = option(
        "--data", "CORPUS", "the texts that were judged; files of Pearmut have their own"
    )
    output: str | None = option("-o --output", "FILE", "the campaign that is made: NAME.campaign")
    dimension: str | None = option(
        "--dimension", "NAME", "what was judged, if the files do not say; or the only one to take"
    )


COMMAND = Command(
    "campaign import",
    ImportOptions,
    usage="""\
karat campaign import JUDGEMENTS… --data CORPUS -o NAME.campaign
       karat campaign import PEARMUT.jsonl -o NAME.campaign""",
    description="""\
Make a campaign of judgements that were collected elsewhere.

The campaign is closed: karat campaign status weighs it, and every command that takes a campaign takes it.
FILE holds judgements as karat judges reads them, or is what Pearmut wrote to data/outputs; scores count,
error spans are left out.

The column page says which outputs of a segment a judge saw side by side; karat campaign export writes it.
Where it is missing, each output is a page of its own. Places (1st, 2nd, …) mean nothing alone, so what a
judge said of a segment is one page then, and a note says so.""",
    examples="""\
examples:
  karat campaign import judgements.jsonl --data segments.jsonl -o old.campaign
  karat campaign import pearmut.jsonl -o pearmut.campaign
""",
)


def run(arguments: Sequence[str]) -> int:
    """Read the files, and write the campaign."""
    options: ImportOptions = COMMAND.read(arguments)
    if not options.inputs or options.output is None:
        raise InvalidOption(
            "Name judgements, and the campaign to make: karat campaign import FILE -o NAME.campaign."
        )
    judgements, corpus = _read(options)
    path = Path(options.output)
    made = import_judgements(path, judgements, corpus, name=path.stem)
    write(
        f"{path}: {plural(made.pages, 'page')} of {plural(len(judgements.judges), 'judge')}{_beside(made)}.\n"
    )
    if made.grouped:
        note(
            "The judgements do not say which outputs stood side by side, so what one judge said of one "
            f"segment is taken for one page ({plural(made.grouped, 'page')}). If a judge had several pages "
            "of a segment, name them in a column 'page'."
        )
    if made.lone:
        note(f"{plural(made.lone, 'page')} with one output, whose place says nothing without others beside.")
    if judgements.groups:
        note("A campaign does not keep groups of judges: give the judgements themselves to karat judges.")
    return 0


def _beside(made: ImportedCampaign) -> str:
    low, high = made.side_by_side
    if high == 1:
        return ""
    return f", {high if low == high else f'{low} to {high}'} outputs side by side"


def _read(options: ImportOptions) -> tuple[Judgements, Corpus]:
    if is_pearmut(options.inputs[0]):
        if len(options.inputs) > 1 or options.data is not None:
            raise InvalidOption("A file of Pearmut has its own texts. Name it alone, without --data.")
        found = read_pearmut(options.inputs[0])
        return found.judgements, found.corpus
    if options.data is None:
        raise InvalidOption("Judgements alone have no texts. Name the corpus that was judged: --data CORPUS.")
    corpus = read(options.data)
    tables = [read_judgements(path, corpus, dimension=options.dimension) for path in options.inputs]
    whole = tables[0]
    for path, more in zip(options.inputs[1:], tables[1:], strict=True):
        whole = whole.append(more, name=path)
    return whole, corpus
