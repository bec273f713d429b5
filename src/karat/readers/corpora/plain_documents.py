"""Plain text files whose lines need not match: the reference has a segment in each line, an output any lines.

Which lines of an output are of a document is known where there is one document, where the output has a line
for each, or where empty lines stand between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import InvalidOption, MisalignedCorpus
from karat.readers.corpora.documents import DocumentText, corpus_of_documents
from karat.readers.corpora.text_blocks import check_paths
from karat.readers.files.lines import read_lines
from karat.readers.files.opening import display_name
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.readers.corpora.documents import CorpusOfDocuments
    from karat.readers.files.opening import FilePath

_ONLY = "1"


def read_plain_documents(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    source: FilePath | None = None,
    documents: FilePath | None = None,
) -> CorpusOfDocuments:
    """The corpus of these files; `documents` has the document of each line of the references and the source.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     output, reference = Path(folder, "output.txt"), Path(folder, "reference.txt")
    ...     _ = output.write_text("One two.\\n"), reference.write_text("One.\\nTwo.\\n")
    ...     corpus = read_plain_documents({"A": output}, [reference])
    >>> corpus.systems, corpus.reference_texts[0].segments
    ({'A': ['One two.']}, {'1': ['One.', 'Two.']})
    """
    check_paths(hypotheses, references, [source, documents])
    lines = {path: read_lines(path) for path in (*references, *([] if source is None else [source]))}
    size = len(lines[references[0]])
    labels = [_ONLY] * size if documents is None else list(read_lines(documents))
    of_labels = references[0] if documents is None else documents
    for path, text in lines.items():
        if len(text) != len(labels):
            raise MisalignedCorpus(
                f"{display_name(path)} has {len(text)} lines, {display_name(of_labels)} has {len(labels)}. "
                "References, source and list of documents need a line for each segment."
            )

    def labelled(what: str, path: FilePath) -> DocumentText:
        made = DocumentText(what, display_name(path))
        for number, (label, line) in enumerate(zip(labels, lines[path], strict=True), 1):
            made.add(label, line, f"line {number}")
        return made

    names = [display_name(path) for path in references]
    if len(set(names)) < len(names):
        raise InvalidOption(f"{option('references')} names a file twice. Name each once.")
    order = list(dict.fromkeys(labels))
    return corpus_of_documents(
        {name: _output(name, path, order) for name, path in hypotheses.items()},
        {name: labelled(f"reference {name!r}", path) for name, path in zip(names, references, strict=True)},
        source=None if source is None else labelled("the source", source),
    )


def _output(system: str, path: FilePath, documents: Sequence[str]) -> DocumentText:
    text = DocumentText(f"system {system!r}", display_name(path))
    lines = list(read_lines(path))
    for document, of_document in zip(documents, _documents_of(lines, path, documents), strict=True):
        for line in of_document:
            text.add(document, line)
    return text


def _documents_of(lines: list[str], path: FilePath, documents: Sequence[str]) -> list[list[str]]:
    if len(documents) == 1:
        return [lines]
    if len(lines) == len(documents):
        return [[line] for line in lines]
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    found = [block for block in blocks if block]
    if len(found) == len(documents):
        return found
    raise MisalignedCorpus(
        f"{display_name(path)} has {len(lines)} lines in {len(found)} blocks, and there are {len(documents)} "
        "documents. Give a line for each document, or put an empty line between documents."
    )
