"""Files in, a corpus out: one module per format."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Alignment, Corpus
    from karat.errors import KaratError
    from karat.readers.corpora.evaluation_set import read_evaluation_set
    from karat.readers.corpora.texts import read_texts
    from karat.readers.files.opening import FilePath
    from karat.readers.people.error_spans import read_error_spans
    from karat.readers.people.judgements import read_judgements
    from karat.readers.people.mqm import read_mqm
    from karat.readers.people.pair_verdicts import read_pair_verdicts
    from karat.readers.scores.outcome_files import read_outcomes
    from karat.readers.scores.score_files import read_score_file
    from karat.readers.scores.segment_scores import read_scores
    from karat.readers.system_labels import read_system_labels

__all__ = [
    "read",
    "read_error_spans",
    "read_evaluation_set",
    "read_judgements",
    "read_mqm",
    "read_outcomes",
    "read_pair_verdicts",
    "read_score_file",
    "read_scores",
    "read_system_labels",
    "read_texts",
]

# What the name of a corpus ends in: the module of `corpora` that reads it, and its function.
FORMATS = {
    ".tsv": ("tsv", "read_tsv"),
    ".csv": ("tsv", "read_csv"),
    ".json": ("json_lines", "read_json"),
    ".jsonl": ("json_lines", "read_json_lines"),
    ".ndjson": ("json_lines", "read_json_lines"),
    ".parquet": ("parquet", "read_parquet"),
    ".xlsx": ("workbook", "read_workbook"),
    ".xlsm": ("workbook", "read_workbook"),
    ".xml": ("wmt_xml", "read_wmt_xml"),
    ".sgm": ("sgml", "read_sgml_file"),
    ".sgml": ("sgml", "read_sgml_file"),
    ".campaign": ("campaign", "read_campaign"),
}

_HOME = {
    "read_error_spans": "people.error_spans",
    "read_evaluation_set": "corpora.evaluation_set",
    "read_judgements": "people.judgements",
    "read_mqm": "people.mqm",
    "read_outcomes": "scores.outcome_files",
    "read_pair_verdicts": "people.pair_verdicts",
    "read_score_file": "scores.score_files",
    "read_scores": "scores.segment_scores",
    "read_system_labels": "system_labels",
    "read_texts": "corpora.texts",
}


def __getattr__(name: str) -> object:
    # Imported when first used: a plain score reads no scores.
    if name not in _HOME:
        raise AttributeError(f"module 'karat.readers' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"karat.readers.{_HOME[name]}"), name)


def read(
    path: FilePath,
    *,
    systems: Sequence[str] | None = None,
    keep_bom: bool = False,
    align: Alignment = "segment",
    collections: Sequence[str] | None = None,
) -> Corpus:
    """The corpus of a file or folder, whose format its name tells.

    `systems` names the systems to take, in that order; in a table with one row per segment they are columns.
    `keep_bom` is for folders of plain text files: it leaves byte order marks in the text, as sacreBLEU does.
    `align="document"` makes each document one segment: texts need not match line by line, and documents are
    matched by name. `collections` is for WMT's XML, which may hold several: it names those to take.

    >>> from karat import demo
    >>> corpus = read(demo.segments_path(), systems=["aurora", "elm"])
    >>> len(corpus), list(corpus.systems)
    (48, ['aurora', 'elm'])
    >>> len(read(demo.segments_path(), align="document"))
    12
    """
    import os

    from karat.corpus import Alignment
    from karat.option_checks import check_choice
    from karat.readers.files.opening import display_name

    check_choice("align", align, Alignment)
    name = display_name(path)
    if collections is not None:
        return _read_collections(path, name, systems, align, collections)
    if os.path.isdir(name):  # noqa: PTH112 (pathlib would double the time to import this)
        from karat.readers.corpora.evaluation_set import is_evaluation_set, read_evaluation_set

        if is_evaluation_set(name):
            corpus = _with_systems(read_evaluation_set(name, metrics=False).corpus, systems)
            return _aligned(corpus, name, align)
        from karat.readers.corpora.folder import read_folder

        return read_folder(name, systems=systems, keep_bom=keep_bom, align=align)
    return _read_file(path, name, systems, align)


def _read_collections(
    path: FilePath, name: str, systems: Sequence[str] | None, align: Alignment, collections: Sequence[str]
) -> Corpus:
    from karat.errors import InvalidOption
    from karat.remedies import either

    if _suffix(name) != ".xml":
        what = either("'collections'", "--collection")
        raise InvalidOption(f"{what} is for WMT's .xml; {name} is none. Leave it out.")
    from karat.readers.corpora.wmt_xml import read_wmt_xml

    return read_wmt_xml(path, systems=systems, align=align, collections=collections)


def _aligned(corpus: Corpus, name: str, align: Alignment) -> Corpus:
    if align == "segment":
        return corpus
    from karat.readers.corpora.documents import by_document

    return by_document(corpus, name)


def _with_systems(corpus: Corpus, systems: Sequence[str] | None) -> Corpus:
    from dataclasses import replace

    from karat.readers.corpora.alignment import chosen

    taken = chosen(list(corpus.systems), systems)
    people = corpus.human_systems & frozenset(taken)
    return replace(corpus, systems={name: corpus.systems[name] for name in taken}, human_systems=people)


def _read_file(path: FilePath, name: str, systems: Sequence[str] | None, align: Alignment) -> Corpus:
    suffix = _suffix(name)
    if suffix == ".xml" or suffix not in FORMATS:
        from karat.readers.files.encoding import is_sgml

        # mteval's tags tell what they are, whatever the file is called.
        suffix = ".sgm" if is_sgml(name) else suffix
    if suffix not in FORMATS:
        raise _unknown_format(name, suffix)
    from importlib import import_module

    # Imported now, so that no format pays for another.
    module, function = FORMATS[suffix]
    corpus: Corpus = getattr(import_module(f"karat.readers.corpora.{module}"), function)(
        path, systems=systems, align=align
    )
    return corpus


def _suffix(name: str) -> str:
    """How a name ends, before the ending that compression adds."""
    import os

    from karat.readers.files.encoding import split_sheet

    base = split_sheet(name)[0].removesuffix(".gz").removesuffix(".zst")
    return os.path.splitext(base)[1].lower()  # noqa: PTH122 (see above)


def _unknown_format(name: str, suffix: str) -> KaratError:
    import os

    from karat.errors import InvalidFile, UnreadableFile

    if name == "standard input":
        return InvalidFile.at(name, "it has no name that tells a format. Name a file, or use read_texts(…).")
    if not os.path.exists(name):  # noqa: PTH110 (see above)
        return UnreadableFile(f"{name}: there is no such file or folder. Check the name.")
    from karat.readers.files.encoding import is_workbook, workbook

    if is_workbook(name):
        return workbook(name)
    if suffix == ".txt":
        return InvalidFile.at(name, "a text file alone has no references. Read it with them: read_texts(…).")
    ending = f"the name ends in {suffix!r}" if suffix else "the name has no ending"
    return InvalidFile.at(
        name,
        f"{ending}, which is no format that Karat knows. Known: {', '.join(FORMATS)}, each also with .gz or "
        ".zst; or a folder.",
    )
