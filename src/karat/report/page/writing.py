"""From a dossier to the page: sections, answer, segments and provenance put together, and saved."""

from __future__ import annotations

from base64 import b64decode, b64encode
from importlib.util import find_spec
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, decompressobj, error

from karat.arguments import require, require_path
from karat.dossier import Dossier, Provenance
from karat.errors import InvalidFile, InvalidOption, KaratError, MissingExtra, UnreadableFile
from karat.output_files import check_output, write_file
from karat.report.page import frame as origin
from karat.report.page.browser import pack
from karat.report.page.figures import figures
from karat.report.page.frame import page
from karat.report.page.sections import sections_of
from karat.report.page.statements import headline_of, statements_of
from karat.report.topics import both_views

if TYPE_CHECKING:
    from os import PathLike

    from karat.report.page.browser import PackedTexts
    from karat.report.tables import Section
    from karat.score_table import ScoreTable

    FilePath = str | PathLike[str]

# A page of 20 systems and 10,000 segments takes some 20 MB, its figures one.
_LONGEST_PAGE = 1 << 28
_MOST_FIGURES = 1 << 27


def save_page(
    dossier: Dossier,
    path: FilePath,
    *,
    title: str = "",
    subtitle: str = "",
    provenance: Provenance | None = None,
    overwrite: bool = False,
) -> None:
    """Write the page of a dossier; a file that is no such page stays, unless `overwrite` is set.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from karat import Scope, demo, gather, read
    >>> dossier = gather(read(demo.segments_path()), scope=Scope(samples=100))
    >>> with TemporaryDirectory() as folder:
    ...     save_page(dossier, Path(folder) / "page.html")
    ...     Path(folder, "page.html").read_text().startswith("<!doctype html>")
    True
    """
    call = "save_page(gather(corpus), 'page.html')"
    require(dossier, Dossier, call)
    require_path(path, call)
    check_page_path(path, overwrite=overwrite)
    made = render(dossier, sections_of(dossier), title=title, subtitle=subtitle, provenance=provenance)
    write_file(path, made)


def render(
    dossier: Dossier,
    sections: tuple[Section, ...],
    *,
    title: str = "",
    subtitle: str = "",
    provenance: Provenance | None = None,
) -> str:
    """The page as HTML."""
    check_drawing()
    known = (provenance or Provenance.of(dossier)).to_dict()
    return page(
        title or dossier.name or "Evaluation",
        statements_of(dossier),
        sections,
        _segments(dossier),
        {**known, "figures": packed(figures(dossier))},
        subtitle=". ".join(filter(None, (about(dossier), subtitle))),
        headline=headline_of(dossier),
        picture=both_views.chart(dossier),
    )


def about(dossier: Dossier) -> str:
    """What was evaluated, in a line."""
    corpus = dossier.corpus
    languages = "–".join(filter(None, (corpus.source_language, corpus.target_language)))
    systems, references = len(corpus.systems), corpus.references.count
    people = len(corpus.human_systems)
    parts = [
        languages,
        f"{len(corpus):,} {'segment' if len(corpus) == 1 else 'segments'}",
        f"{systems} {'system' if systems == 1 else 'systems'}"
        + (f" ({people} of them {'is' if people == 1 else 'are'} human)" if people else ""),
        f"{references} {'reference' if references == 1 else 'references'}",
    ]
    return ", ".join(filter(None, parts))


def _segments(dossier: Dossier) -> PackedTexts | None:
    """Every segment for the browser: texts, scores of metrics and of people."""
    evaluation = dossier.evaluation
    tables = [evaluation.table(metric, "segment") for metric in evaluation.metrics]
    humans: list[ScoreTable] = []
    if dossier.agreement is not None:
        systems = list(dossier.corpus.systems)
        humans = [
            human.only([name for name in systems if name in human.systems]).table("segment")
            for human in dossier.agreement.material.everyone[1]
            if human.segments is not None
        ]
    for metric in evaluation.metrics:
        try:
            return pack(dossier.corpus, tables, humans, metric=metric)
        except InvalidOption:  # it has no n-grams to mark
            continue
    return pack(dossier.corpus, tables, humans)


def check_drawing() -> None:
    """Refuse to begin where charts could not be drawn in the end."""
    if find_spec("vl_convert") is None:
        raise MissingExtra.of("Drawing the charts of a report", "report")


def check_page_path(path: FilePath, *, overwrite: bool = False) -> None:
    """Refuse to overwrite what is no page of Karat, and what cannot be written at all."""
    check_output(path, overwrite=overwrite, is_ours=_is_page)


def _is_page(path: Path) -> bool:
    try:
        _provenance(path)  # its figures may be of another version
    except KaratError:
        return False
    return True


def read_page(path: FilePath) -> dict[str, Any]:
    """What a page says of how it was made, with its figures."""
    found = _provenance(path)
    try:
        return {**found, "figures": unpacked(found["figures"])} if "figures" in found else found
    except InvalidFile as problem:
        raise InvalidFile.at(path, str(problem)) from None


def _provenance(path: FilePath) -> dict[str, Any]:
    try:
        if Path(path).exists() and not Path(path).is_file():
            raise InvalidFile.at(path, "it is no file, so it is no page of karat report.")
        with open(path, "rb") as file:  # noqa: PTH123 (a path may be a string)
            content = file.read(_LONGEST_PAGE + 1)
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidFile.at(path, "it is not text, so it is no page of karat report.") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: it cannot be opened ({error.strerror}).") from None
    if len(content) > _LONGEST_PAGE:
        raise InvalidFile.at(path, f"it is longer than {_LONGEST_PAGE >> 20:,} MB, and no page is.")
    try:
        return origin.read_provenance(text)
    except InvalidFile as problem:
        raise InvalidFile.at(path, str(problem)) from None


def _inflated(data: bytes) -> bytes:
    """The data decompressed, as far as that may be: a few bytes can stand for gigabytes."""
    inflating = decompressobj()
    found = inflating.decompress(data, _MOST_FIGURES)
    if inflating.unconsumed_tail:
        raise InvalidFile(f"The figures of the page are longer than {_MOST_FIGURES >> 20:,} MB; none are.")
    if not inflating.eof:
        raise error("the end is missing")
    return found


def packed(values: dict[str, Any]) -> str:
    """Figures as a short text: deflated JSON in base64."""
    written = dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return b64encode(compress(written.encode("utf-8", "surrogatepass"), 9)).decode("ascii")


def unpacked(text: object) -> dict[str, Any]:
    """The figures of such a text."""
    try:
        values = loads(_inflated(b64decode(str(text), validate=True)).decode("utf-8", "surrogatepass"))
    except InvalidFile:
        raise
    except (ValueError, RecursionError, error):
        values = None
    if not isinstance(values, dict):
        raise InvalidFile("The figures of the page are damaged. Give the HTML file as karat report wrote it.")
    return values
