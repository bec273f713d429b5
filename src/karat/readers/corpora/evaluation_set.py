"""A folder in mt-metrics-eval's layout: texts, human scores and metric scores of one test set.

sources/en-de.txt   references/en-de.NAME.txt   documents/en-de.docs   system-outputs/en-de/NAME.txt
human-scores/en-de.NAME.LEVEL.score             metric-scores/en-de/NAME-REFERENCE.LEVEL.score
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from karat.corpus import Corpus, References
from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus, UnknownName
from karat.readers.files.lines import read_lines
from karat.readers.scores.score_files import read_score_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.readers.files.opening import FilePath
    from karat.score_table import ScoreTable


OUTPUTS = "system-outputs"


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationSet:
    """Texts, what people said of them, and what metrics did; tables are in the order of the corpus.

    A metric's table is called NAME-REFERENCE, as its file is.
    """

    corpus: Corpus
    human: tuple[ScoreTable, ...]
    metrics: tuple[ScoreTable, ...]


def is_evaluation_set(folder: FilePath) -> bool:
    """Whether a folder has mt-metrics-eval's layout, or is that of a language pair in one."""
    root, _ = _located(folder)
    return (root / OUTPUTS).is_dir() and (root / "references").is_dir()


def language_pairs(folder: FilePath) -> list[Path]:
    """The folder of each language pair that a test set has, or that was named."""
    root, pair = _located(folder)
    return [root / OUTPUTS / name for name in (_pairs(root) if pair is None else [pair])]


def _located(folder: FilePath) -> tuple[Path, str | None]:
    """The folder of a test set, and the language pair if it was named by the folder of its outputs."""
    path = Path(folder)
    whole = path.resolve()
    if whole.parent.name == OUTPUTS and (whole.parent.parent / "references").is_dir():
        return whole.parent.parent, whole.name
    return path, None


def read_evaluation_set(
    folder: FilePath,
    language_pair: str | None = None,
    *,
    references: Sequence[str] | None = None,
    metrics: bool = True,
) -> EvaluationSet:
    """Everything that the folder of a test set has about a language pair, such as `en-de`.

    The folder may also be that of the pair's outputs: `wmt23/system-outputs/en-de`.
    `references` names the references to take, in that order (default: all). A system that is called as a
    reference is a person. `metrics=False` leaves the scores of metrics unread.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> texts = {"sources/de-en.txt": "zwei", "references/de-en.refA.txt": "two"}
    >>> texts["system-outputs/de-en/A.txt"] = "too"
    >>> with TemporaryDirectory() as folder:
    ...     for name, text in texts.items():
    ...         Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
    ...         _ = Path(folder, name).write_text(f"{text}\\n")
    ...     found = read_evaluation_set(folder)
    >>> list(found.corpus.systems)
    ['A']
    """
    root, named = _located(folder)
    pair = _language_pair(root, language_pair or named)
    corpus = _corpus(root, pair, references)
    human = tuple(
        read_score_file(path, corpus, name=_name(path, pair), kind="human")
        for path in sorted((root / "human-scores").glob(f"{pair}.*.score"))
    )
    paths = sorted((root / "metric-scores" / pair).glob("*.score")) if metrics else []
    return EvaluationSet(corpus, human, tuple(read_score_file(path, corpus) for path in paths))


def _pairs(root: Path) -> list[str]:
    outputs = root / OUTPUTS
    return sorted(path.name for path in outputs.iterdir() if path.is_dir()) if outputs.is_dir() else []


def _language_pair(root: Path, asked: str | None) -> str:
    pairs = _pairs(root)
    if not pairs:
        raise InvalidFile.at(root, f"there is no folder {OUTPUTS}/LANGUAGES, so this is no test set.")
    if asked is not None:
        if asked not in pairs:
            raise UnknownName.among("language pair", asked, pairs)
        return asked
    if len(pairs) > 1:
        raise InvalidOption(
            f"{root} has {len(pairs)} language pairs: {', '.join(pairs)}. "
            f"Name the folder of one: {root / OUTPUTS / pairs[0]}."
        )
    return pairs[0]


def _corpus(root: Path, pair: str, wanted: Sequence[str] | None) -> Corpus:
    files = {_name(path, pair): path for path in sorted((root / "references").glob(f"{pair}.*.txt"))}
    for name in wanted or ():
        if name not in files:
            raise UnknownName.among("reference", name, files)
    names = list(files if wanted is None else wanted)
    streams = tuple(read_lines(files[name]) for name in names)
    outputs = {path.stem: read_lines(path) for path in sorted((root / OUTPUTS / pair).glob("*.txt"))}
    source = root / "sources" / f"{pair}.txt"
    domains, documents = _documents(root / "documents" / f"{pair}.docs")
    first, _, second = pair.partition("-")
    return Corpus(
        outputs,
        References(streams, tuple(names)),
        sources=read_lines(source) if source.is_file() else None,
        documents=documents,
        text_types=domains,
        source_language=first or None,
        target_language=second or None,
        human_systems=frozenset(outputs) & frozenset(files),
    )


def _documents(path: Path) -> tuple[list[str] | None, list[str] | None]:
    """The text type and the document of each line."""
    if not path.is_file():
        return None, None
    domains, documents = [], []
    for number, line in enumerate(read_lines(path), 1):
        fields = line.split(maxsplit=1)
        if len(fields) != 2:
            raise MisalignedCorpus(f"{path}, line {number}: TEXT-TYPE DOCUMENT was expected, not {line!r}.")
        domains.append(fields[0])
        documents.append(fields[1])
    return domains, documents


def _name(path: Path, pair: str) -> str:
    """What is between the language pair and the endings: `en-de.mqm.seg.score` is of `mqm`."""
    stem = path.name.removeprefix(f"{pair}.")
    return stem.removesuffix(".txt") if stem.endswith(".txt") else stem.rsplit(".", 2)[0]
