"""The files that were named: what each holds, whether they go together, and what their systems are called."""

from __future__ import annotations

import os

from karat.cli.notes import note
from karat.errors import InvalidOption, MissingReference, UnreadableFile
from karat.readers import FORMATS
from karat.readers.files.encoding import is_sgml, is_workbook, split_sheet, workbook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal, TypeAlias

    from karat.cli.option_groups import InputOptions
    from karat.corpus import Corpus
    from karat.errors import KaratError

    Kind: TypeAlias = Literal["text", "corpus", "sgml", "folders"]

_SGML = (".sgm", ".sgml")
SHARDS = (".parquet", ".jsonl", ".ndjson")
_CORPUS = tuple(ending for ending in FORMATS if ending not in _SGML)


def kind_of(path: str) -> Kind:
    """What a file holds: one text, or a whole corpus, or mteval's SGML, which may be either.

    Its name tells it; but mteval's tags tell what they are, whatever the file is called.
    """
    if os.path.isdir(path):  # noqa: PTH112 (pathlib would double the time to start)
        return "corpus"
    name = _uncompressed(path).lower()
    if name.endswith(_SGML):
        return "sgml"
    if name.endswith(_CORPUS):
        return "sgml" if name.endswith(".xml") and is_sgml(path) else "corpus"
    return "sgml" if is_sgml(path) else "text"


_OF_CORPUS = ("segments", "reference", "references", "source", "sources")


def is_sharded(options: Any) -> bool:
    """Whether the inputs are many files, or too much text for one process."""
    asked = ("engine", "where", "columns", "keep", "incomplete")
    if any(getattr(options, name, None) is not None for name in asked):
        return True
    if any("://" in path for path in options.inputs):
        return True
    if options.references is None and any(map(_is_folder_of_shards, options.inputs)):
        return True
    tables = [path for path in options.inputs if _is_shard(path)]
    if not tables or len(tables) < len(options.inputs) or options.references is not None:
        return False
    # A name with a star in it is a pattern, unless there is such a file.
    return len(tables) > 1 or (any(sign in tables[0] for sign in "*?[") and not os.path.exists(tables[0]))  # noqa: PTH110


def _is_shard(path: str) -> bool:
    return _uncompressed(path).lower().endswith(SHARDS)


def _is_folder_of_shards(path: str) -> bool:
    """A folder that has tables, unless what lies at its top makes it a corpus: references, or one table."""
    walked = list(os.walk(path))
    if not walked:
        return False
    _, inside, files = walked[0]
    if any(name.split(".")[0] in _OF_CORPUS for name in (*inside, *files)):
        return False
    return any(_is_shard(name) for _, _, names in walked for name in names)


def check_inputs(options: InputOptions, *, command: str = "score") -> Kind:
    """The kind of the inputs, once it is clear that they go together."""
    paths = (*options.inputs, *(options.references or ()))
    for path in filter(is_workbook, paths):
        # Whole sheets are corpora. Beside -r, plain text was meant.
        if options.references is not None or kind_of(path) != "corpus":
            raise workbook(path)
    kinds = [kind_of(path) for path in options.inputs]
    if not kinds:
        raise InvalidOption(
            "There is no hypothesis. Name the hypotheses before -r: "
            f"karat {command} HYPOTHESIS… -r REFERENCE…"
        )
    if options.collection and not _uncompressed(options.inputs[0]).lower().endswith(".xml"):
        raise InvalidOption(f"--collection is for WMT's .xml; {options.inputs[0]} is none. Leave it out.")
    if options.align == "document" and _are_folders(options):
        return "folders"
    if "corpus" in kinds:
        _check_corpus(options, options.inputs[kinds.index("corpus")], command)
        return "corpus"
    if options.references is None and kinds == ["sgml"]:
        _check_corpus(options, options.inputs[0], command)
        _note_sgml(paths)
        return "sgml"
    if options.references is None:
        raise _without_references(options.inputs[0], command)
    kind = _check_alike(options, kinds)
    if kind == "sgml":
        _note_sgml(paths)
    return kind


def _note_sgml(paths: Sequence[str]) -> None:
    """Say which files are read otherwise than their names say."""
    found = [path for path in paths if not _uncompressed(path).lower().endswith(_SGML)]
    if found:
        verbs = ("has", "is") if len(found) == 1 else ("have", "are")
        note(f"{', '.join(found)} {verbs[0]} mteval's tags, and {verbs[1]} read as SGML.")


def _are_folders(options: InputOptions) -> bool:
    """Whether the texts are folders with a file for each document."""
    paths = (*options.inputs, *(options.references or ()))
    return options.references is not None and all(map(os.path.isdir, paths))


def _without_references(path: str, command: str) -> KaratError:
    if path != "-" and not os.path.exists(path):  # noqa: PTH110 (see above)
        return UnreadableFile(f"{path}: there is no such file. Check the name and the folder.")
    return MissingReference(
        f"{path} has no references. Give one or more: karat {command} {path} -r REFERENCE…"
    )


def _check_corpus(options: InputOptions, path: str, command: str) -> None:
    if options.references is not None:
        folders = " Folders with a file for each document: --align document." if _are_folders(options) else ""
        raise InvalidOption(
            f"{path} holds its own references, so -r has no place here. Leave -r out.{folders}"
        )
    if len(options.inputs) > 1:
        raise InvalidOption(
            f"{path} holds whole systems and references. Name it alone: karat {command} {path}."
        )
    for name in ("source", "documents", "paragraphs", "text_types"):
        if getattr(options, name) is not None:
            flag = name.replace("_", "-")
            raise InvalidOption(f"--{flag} is for plain text; {path} has a place for it. Leave it out.")
    # A folder may hold plain text.
    if not os.path.isdir(path):  # noqa: PTH112 (see above)
        _refuse_mark(options, path)


def _refuse_mark(options: InputOptions, path: str) -> None:
    if options.keep_bom:
        raise InvalidOption(
            f"--keep-bom is for plain text; the byte order mark of {path} is no part of a segment. "
            "Leave it out."
        )


def _check_alike(options: InputOptions, kinds: list[Kind]) -> Kind:
    for path in (*options.inputs, *(options.references or ())):
        if (kind := kind_of(path)) != kinds[0]:
            raise InvalidOption(
                f"{options.inputs[0]} is {_spoken(kinds[0])}, {path} is {_spoken(kind)}. "
                "Hypotheses and references must all be plain text, or all be .sgm: write the text of the "
                "segments into a file, one per line."
            )
    if kinds[0] == "sgml":
        _refuse_mark(options, options.inputs[0])
        if options.documents or options.paragraphs or options.text_types:
            raise InvalidOption(
                "--documents, --paragraphs and --text-types are for plain text; .sgm names its documents."
            )
    if kinds[0] == "text":
        _check_labels(options)
    for path in filter(_is_muc, options.inputs):
        raise InvalidOption(f"{path} has the tags of entities in it; a hypothesis must be the text alone.")
    return kinds[0]


def _check_labels(options: InputOptions) -> None:
    for level, file in (
        ("document", options.documents),
        ("paragraph", options.paragraphs),
        ("text-type", options.text_types),
    ):
        if getattr(options, "by", None) == level and file is None:
            raise InvalidOption(
                f"--by {level} needs to know the {level.replace('-', ' ')} of each line of plain text. "
                f"Name a file that has it, line by line: --{level}s FILE."
            )


def _spoken(kind: Kind) -> str:
    return {"text": "plain text", "corpus": "a whole corpus", "sgml": "mteval's SGML", "folders": "folders"}[
        kind
    ]


def has_entities(options: InputOptions) -> bool:
    """Whether the files say that entities are marked in the references."""
    return options.entities is not None or any(map(_is_muc, options.references or ()))


def _is_muc(path: str) -> bool:
    return _uncompressed(path).lower().endswith(".muc")


def named(
    paths: Sequence[str], names: Sequence[str] | None = None, *, what: str = "hypothesis"
) -> dict[str, str]:
    """Files by the names of their systems: the given ones, or the shortest that tell the files apart."""
    if len(set(paths)) < len(paths):
        twice = next(path for path in paths if paths.count(path) > 1)
        raise InvalidOption(f"The {what} {twice} is named twice. Name it once.")
    if names is None:
        names = names_of(paths)
    if len(names) != len(paths) or len(set(names)) < len(names):
        count = "is 1 hypothesis" if len(paths) == 1 else f"are {len(paths)} hypotheses"
        raise InvalidOption(
            f"There {count}, and --systems names {', '.join(names)}. Give each hypothesis a name of its own."
        )
    return dict(zip(names, paths, strict=True))


def names_of(paths: Sequence[str]) -> list[str]:
    """What to call texts after their files; files that would be called the same get longer names."""
    ways = [_ways(path) for path in paths]
    taken = [0] * len(paths)
    while True:
        names = [way[index] for way, index in zip(ways, taken, strict=True)]
        same = [position for position, name in enumerate(names) if names.count(name) > 1]
        if not same:
            return names
        if all(taken[position] == len(ways[position]) - 1 for position in same):
            return _numbered(names)
        for position in same:
            taken[position] = min(taken[position] + 1, len(ways[position]) - 1)


def _numbered(names: Sequence[str]) -> list[str]:
    """A file that is given twice, as a reference may be, is called `name` and `name (2)`."""
    return [
        name if (before := names[:position].count(name)) == 0 else f"{name} ({before + 1})"
        for position, name in enumerate(names)
    ]


def _ways(path: str) -> list[str]:
    """Ways to call a system after its file, from short to long; no two files share the last."""
    if path == "-":
        return ["stdin", "-"]
    parts = path.replace(os.sep, "/").split("/")
    tails = ["/".join(parts[-shown:]) for shown in range(1, len(parts) + 1)]
    return [*(name for tail in tails for name in (_without_suffix(_uncompressed(tail)), tail)), path]


def _uncompressed(path: str) -> str:
    path, _ = split_sheet(path)
    return path.removesuffix(".gz").removesuffix(".zst")


def _without_suffix(path: str) -> str:
    """`system.txt` is called `system`, but `step-1.5` and `newstest.de-en` keep their names."""
    stem, _, suffix = path.rpartition(".")
    return stem if suffix.isalpha() and stem and not stem.endswith("/") else path


def one_system(corpus: Corpus, name: str | None) -> str:
    """The system that was named, or the only one."""
    if name is not None:
        corpus.system(name)
        return name
    if len(corpus.systems) > 1:
        raise InvalidOption(
            f"There are {len(corpus.systems)} systems: {', '.join(corpus.systems)}. Say which: --system NAME."
        )
    return next(iter(corpus.systems))
