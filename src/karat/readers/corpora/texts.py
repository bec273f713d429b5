"""Plain text files side by side, read whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.errors import InvalidOption
from karat.readers.corpora.segments import no_references
from karat.readers.corpora.text_blocks import check_paths, misaligned
from karat.readers.files.lines import read_lines
from karat.readers.files.opening import display_name
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Alignment
    from karat.readers.files.opening import FilePath


def read_texts(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    source: FilePath | None = None,
    documents: FilePath | None = None,
    paragraphs: FilePath | None = None,
    text_types: FilePath | None = None,
    keep_bom: bool = False,
    align: Alignment = "segment",
) -> Corpus:
    """The corpus of plain text files, one for each system and each reference.

    `align="document"` makes each document one segment. Then all may be folders with a file for each
    document, whose lines need not match; or files with as many lines, and `documents`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     output, reference = Path(folder, "output.txt"), Path(folder, "reference.txt")
    ...     _ = output.write_text("one\\ntoo\\n"), reference.write_text("one\\ntwo\\n")
    ...     corpus = read_texts({"A": output}, [reference])
    >>> list(corpus.systems["A"])
    ['one', 'too']
    """
    check_paths(hypotheses, references, [source, documents, paragraphs, text_types])
    if align == "document":
        if paragraphs is not None:
            raise InvalidOption(
                "Where each document is one segment, it is not cut into paragraphs. Leave out "
                f"{option('paragraphs')} or {option('align')}."
            )
        return _read_documents(
            hypotheses,
            references,
            source=source,
            documents=documents,
            text_types=text_types,
            keep_bom=keep_bom,
        )
    files = _AlignedFiles(references[0], keep_bom=keep_bom)
    streams = tuple(files.read("Reference", path) for path in references)
    return Corpus(
        {name: files.read(f"System {name!r}", path) for name, path in hypotheses.items()},
        References(streams),
        sources=files.read_if_given("The source", source),
        documents=files.read_if_given("The list of documents", documents),
        paragraphs=files.read_if_given("The list of paragraphs", paragraphs),
        text_types=files.read_if_given("The list of text types", text_types),
    )


def read_by_source(
    hypotheses: Mapping[str, FilePath],
    source: FilePath,
    *,
    documents: FilePath | None = None,
    text_types: FilePath | None = None,
    keep_bom: bool = False,
) -> Corpus:
    """The corpus of plain text files without references; the source says how many lines there are."""
    corpus = read_texts(
        hypotheses,
        [source],
        source=source,
        documents=documents,
        text_types=text_types,
        keep_bom=keep_bom,
    )
    return replace(corpus, references=no_references(len(corpus)))


def _read_documents(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    source: FilePath | None,
    documents: FilePath | None,
    text_types: FilePath | None,
    keep_bom: bool,
) -> Corpus:
    from pathlib import Path

    if Path(references[0]).is_dir():
        from karat.readers.corpora.document_folders import read_document_folders

        if documents is not None or text_types is not None:
            raise InvalidOption(
                "Folders have a file for each document, which names it: "
                f"{option('documents')} and {option('text_types')} are for plain text files."
            )
        return read_document_folders(hypotheses, references, source)
    from karat.readers.corpora.documents import by_document

    if documents is None:
        raise InvalidOption(
            "To align plain text by document, the documents must be known. Give folders with a text file for "
            "each document; or, if all texts have as many lines, the document of each line: "
            f"{option('documents')}."
        )
    corpus = read_texts(
        hypotheses, references, source=source, documents=documents, text_types=text_types, keep_bom=keep_bom
    )
    return by_document(corpus, display_name(documents))


class _AlignedFiles:
    """Files that must all have as many lines as the first reference."""

    def __init__(self, leading: FilePath, *, keep_bom: bool) -> None:
        self._leading = leading
        self._keep_bom = keep_bom
        self._length: int | None = None

    def read(self, what: str, path: FilePath) -> Sequence[str]:
        """The segments of a file."""
        segments = read_lines(path, keep_bom=self._keep_bom)
        self._length = self._length or len(segments)
        if len(segments) != self._length:
            raise misaligned(what, path, len(segments), self._leading, self._length)
        return segments

    def read_if_given(self, what: str, path: FilePath | None) -> Sequence[str] | None:
        """The segments of a file that need not be there."""
        return None if path is None else self.read(what, path)
