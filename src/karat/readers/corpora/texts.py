"""Plain text files side by side: line by line, each translates the same source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.errors import MisalignedCorpus
    from karat.readers.files.opening import FilePath


# Imports wait for the first call, because the package offers `read_texts` and must cost nothing to import.


def read_texts(
    hypotheses: Mapping[str, FilePath],
    references: Sequence[FilePath],
    *,
    source: FilePath | None = None,
    documents: FilePath | None = None,
    text_types: FilePath | None = None,
    keep_bom: bool = False,
) -> Corpus:
    """The corpus of plain text files, one for each system and each reference.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     output, reference = Path(folder, "output.txt"), Path(folder, "reference.txt")
    ...     _ = output.write_text("one\\ntoo\\n"), reference.write_text("one\\ntwo\\n")
    ...     corpus = read_texts({"A": output}, [reference])
    >>> list(corpus.systems["A"])
    ['one', 'too']
    """
    from karat.corpus import Corpus, References

    check_paths(hypotheses, references, [source, documents, text_types])
    files = _AlignedFiles(references[0], keep_bom=keep_bom)
    streams = tuple(files.read("Reference", path) for path in references)
    return Corpus(
        {name: files.read(f"System {name!r}", path) for name, path in hypotheses.items()},
        References(streams),
        sources=files.read_if_given("The source", source),
        documents=files.read_if_given("The list of documents", documents),
        text_types=files.read_if_given("The list of text types", text_types),
    )


class _AlignedFiles:
    """Files that must all have as many lines as the first reference."""

    def __init__(self, leading: FilePath, *, keep_bom: bool) -> None:
        self._leading = leading
        self._keep_bom = keep_bom
        self._length: int | None = None

    def read(self, what: str, path: FilePath) -> Sequence[str]:
        """The segments of a file."""
        from karat.readers.files.lines import read_lines

        segments = read_lines(path, keep_bom=self._keep_bom)
        self._length = self._length or len(segments)
        if len(segments) != self._length:
            raise misaligned(what, path, len(segments), self._leading, self._length)
        return segments

    def read_if_given(self, what: str, path: FilePath | None) -> Sequence[str] | None:
        """The segments of a file that need not be there."""
        return None if path is None else self.read(what, path)


def misaligned(what: str, path: FilePath, got: int, leading: FilePath, expected: int) -> MisalignedCorpus:
    """The error for a file that has not as many lines as the first reference."""
    from karat.errors import MisalignedCorpus
    from karat.readers.files.opening import display_name

    segments = "1 segment" if got == 1 else f"{got} segments"
    return MisalignedCorpus(
        f"{what} ({display_name(path)}) has {segments}, the references ({display_name(leading)}) "
        f"have {expected}. Each line of the output must translate the same line of the source."
    )


def check_paths(hypotheses: object, references: object, others: Sequence[object]) -> None:
    """Refuse arguments that are not paths, or that read standard input twice."""
    from collections.abc import Mapping, Sequence

    from karat.errors import InvalidOption, MissingReference

    if not isinstance(hypotheses, Mapping):
        raise InvalidOption(
            "hypotheses must be a dictionary of systems and paths: {'online-B': 'online-B.txt'}."
        )
    if isinstance(references, str | bytes) or not isinstance(references, Sequence):
        raise InvalidOption(f"references is {str(references)!r}; a list of paths was expected.")
    if not references:
        raise MissingReference("There is no reference. Give at least one file with reference translations.")
    if [*hypotheses.values(), *references, *others].count("-") > 1:
        raise InvalidOption("Standard input (-) is named more than once; it can be read only once.")
