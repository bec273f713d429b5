"""What a damaged file may lead to: a corpus of texts that stand in it, or a refusal that names it."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, MisalignedCorpus, MissingReference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from karat import Corpus


def read_or_refused(read: Callable[[Path], Corpus], path: Path) -> Corpus | None:
    """The corpus, or None where the reader says that this file is broken, lacks a reference or does not pair up."""
    try:
        return read(path)
    except (InvalidFile, MisalignedCorpus, MissingReference) as raised:
        refusal = raised
    assert path.name in str(refusal)
    return None


def texts_of(corpus: Corpus | None) -> Iterator[str]:
    """All texts of a corpus that was read."""
    if corpus is None:
        return
    sources = [] if corpus.sources is None else [corpus.sources]
    for text in (*corpus.systems.values(), *corpus.references.streams, *sources):
        assert len(text) == len(corpus)
        yield from filter(None, text)


def bare(markup: str) -> str:
    """Markup without entities, spaces and control characters, to find a text in it."""
    plain = html.unescape(html.unescape(markup))
    return "".join(sign for sign in plain if sign.isprintable() and not sign.isspace())
