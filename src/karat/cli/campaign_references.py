"""Which references a campaign needs, and what it does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.planning.shown_references import reference_names
from karat.cli.inputs import check_inputs, kind_of, named
from karat.cli.loading import load_corpus, read_corpus
from karat.cli.notes import note
from karat.errors import InvalidOption
from karat.readers.corpora.sgml import read_sgml
from karat.readers.corpora.texts import read_by_source
from karat.readers.corpora.unreferenced import read_unreferenced

if TYPE_CHECKING:
    from karat.cli.option_groups import InputOptions
    from karat.corpus import Corpus


def read_judged_texts(options: InputOptions, protocol: str, *, shown: bool) -> Corpus:
    """The texts that are to be judged; they need references only where these are `shown`."""
    kinds = {kind_of(path) for path in options.inputs}
    if shown or options.references is not None or not kinds or options.align == "document":
        alone = kinds == {"text"} or (kinds == {"sgml"} and options.source is not None)
        if alone and options.references is None:
            raise InvalidOption(
                f"The protocol {protocol} shows a reference, and there is none. Name it with -r, or take a "
                "protocol that shows the source only: da, esa, mqm."
            )
        kind = check_inputs(options, command="campaign plan")
        # A reference that is shown beside itself would tell judges nothing.
        return load_corpus(options, (), kind)[0] if shown else read_corpus(options, (), kind)
    if kinds == {"text"}:
        if options.source is None:
            raise InvalidOption(
                f"The protocol {protocol} shows the source. Name its file with --source; no reference is "
                "needed."
            )
        return read_by_source(
            named(options.inputs, options.systems),
            options.source,
            documents=options.documents,
            text_types=options.text_types,
            keep_bom=bool(options.keep_bom),
        )
    if kinds == {"sgml"} and options.source is not None:
        source, systems = options.source, options.systems
        return read_sgml(options.inputs, (), source, systems=systems, needs_references=False)
    check_inputs(options, command="campaign plan")
    return read_unreferenced(
        options.inputs[0],
        systems=options.systems,
        keep_bom=bool(options.keep_bom),
        collections=options.collection,
    )


def note_references(corpus: Corpus, *, shown: bool, chosen: str | None) -> None:
    """Of several references judges see one, and scores count all; without any there are no scores."""
    if corpus.references.count > 1 and shown:
        names = reference_names(corpus.references)
        note(
            f"Of the references {', '.join(names)} judges see {chosen or names[0]}; the campaign keeps all, "
            "for scores. --show-reference chooses."
        )
    elif not any(map(corpus.references.of_segment, range(len(corpus)))):
        note(
            "There is no reference. Judges need none; karat score, agree and calibrate do, and cannot read "
            "texts from this campaign."
        )
