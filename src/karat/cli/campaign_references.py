"""Which references a campaign needs, and what it keeps of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.inputs import kind_of
from karat.cli.notes import note
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from karat.cli.option_groups import InputOptions
    from karat.corpus import Corpus


def are_texts(options: InputOptions) -> bool:
    """Whether all inputs are plain texts, which have no place for references."""
    return bool(options.inputs) and all(kind_of(path) == "text" for path in options.inputs)


def check_references(options: InputOptions, protocol: str, *, shown: bool) -> None:
    """Say which texts a protocol needs, where plain texts come alone."""
    if options.references is not None or not are_texts(options):
        return
    if shown:
        raise InvalidOption(
            f"The protocol {protocol} shows a reference, and there is none. Name it with -r, or take a "
            "protocol that shows the source only: da, esa, mqm."
        )
    raise InvalidOption(
        f"The protocol {protocol} shows the source. Name its file with --source; no reference is needed."
    )


def note_references(corpus: Corpus) -> None:
    """A campaign has one reference; who scores it later must not take it for the whole corpus."""
    if corpus.references.count > 1:
        note(
            f"The corpus has {corpus.references.count} references, and the campaign keeps the first of each "
            "segment. For scores with all of them, score the corpus, not the campaign."
        )
    elif not corpus.references.of_segment(0):
        note(
            "There is no reference. Judges need none; karat score, agree and calibrate do, and cannot read "
            "texts from this campaign."
        )
