"""WMT's XML: documents that hold their source, their references and the outputs of systems side by side."""

from __future__ import annotations

import shlex
import warnings
from typing import TYPE_CHECKING
from xml.parsers import expat

from karat.errors import InvalidFile, KaratError, caller_level
from karat.readers.corpora.marked_up import MarkedUp
from karat.readers.files.encoding import check
from karat.readers.files.lines import MARK_BYTES, warn_of_mark
from karat.readers.files.opening import display_name, read_bytes
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from xml.parsers.expat import XMLParserType

    from karat.corpus import Alignment, Corpus
    from karat.readers.corpora.marked_up import Kind
    from karat.readers.files.opening import FilePath

    Attributes = dict[str, str]


_KINDS: dict[str, Kind] = {"src": "source", "ref": "reference", "hyp": "system"}
# So many collections are named in a warning.
_MOST = 8
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PARENTS = {
    "dataset": ("",),
    "collection": ("dataset",),
    "doc": ("dataset", "collection"),
    "src": ("doc",),
    "ref": ("doc",),
    "hyp": ("doc",),
    "p": ("src", "ref", "hyp"),
    "seg": ("p", "src", "ref", "hyp"),
}


class SeveralCollections(UserWarning):
    """A file holds several collections, such as news and test suites, whose scores say little together."""


def read_wmt_xml(
    path: FilePath,
    *,
    systems: Sequence[str] | None = None,
    align: Alignment = "segment",
    collections: Sequence[str] | None = None,
    needs_references: bool = True,
) -> Corpus:
    """The corpus of an XML file as WMT gives them out; a reference may leave out whole documents.

    `collections` names those to take: by the `<collection>` of a document, or by the test suite it is of.
    Without it all are taken, and a file with several is warned of: `SeveralCollections`.
    """
    name = display_name(path)
    data = read_bytes(path)
    if data.startswith(MARK_BYTES):
        warn_of_mark(name, in_segment=False)
    found = _WmtParser(name).parse(data)
    found.warn_of_slips(name)
    if collections is None:
        _warn_of_collections(name, found.segments_by_collection)
    else:
        found = found.only(collections)
    return found.corpus(systems, partial_references=True, align=align, needs_references=needs_references)


def _warn_of_collections(file: str, segments: Mapping[str, int]) -> None:
    if len(segments) < 2:
        return
    names = [
        f"{name or 'no name'} ({count:,} segment{'' if count == 1 else 's'})"
        for name, count in segments.items()
    ]
    told = ", ".join([*names[:_MOST], *(["…"] if len(names) > _MOST else [])])
    largest = max(filter(None, segments), key=lambda name: segments[name])
    how = either(f"collections=[{largest!r}]", f"--collection {shlex.quote(largest)}")
    warnings.warn(
        f"{file} holds {len(segments)} collections, which are taken together: {told}. "
        f"Published scores are of one; take it alone: {how}.",
        SeveralCollections,
        stacklevel=caller_level(),
    )


class _WmtParser:
    """The way through the file: which document, text and paragraph a segment is in.

    Expat itself, not an element tree, because only it knows the line of every element.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._expat: XMLParserType = expat.ParserCreate()
        self._encoding: str | None = None
        self._expat.XmlDeclHandler = self._declare
        self._expat.StartDoctypeDeclHandler = self._refuse_doctype
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._characters
        self._result = MarkedUp()
        self._open: list[str] = [""]
        self._documents: set[str] = set()
        self._document = ""
        # WMT21's news stands in no collection, beside test suites: it is called as the whole file is.
        self._dataset = ""
        self._collection = ""
        self._texts: set[tuple[Kind, str]] = set()
        self._text: tuple[Kind, str] = ("source", "")
        self._paragraph = 0
        self._segment = ""
        self._pieces: list[str] = []

    def parse(self, data: bytes) -> MarkedUp:
        """All texts of the file."""
        try:
            self._expat.Parse(data, True)
        except KaratError:
            raise
        # Expat leaves encodings it does not know to Python, which complains in its own ways.
        except (expat.ExpatError, LookupError, ValueError) as error:
            if self._should_be_utf8(data):
                check(data, self._file)
            raise self._invalid(f"this is not well-formed XML ({error}). Correct the file.") from None
        if not self._result.texts:
            raise self._invalid("there are no segments. WMT's <dataset> with <doc> and <seg> was expected.")
        return self._result

    def _declare(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self._encoding = encoding

    def _should_be_utf8(self, data: bytes) -> bool:
        """Whether XML's rules make the bytes UTF-8: nothing else is declared, and UTF-16 has no mark."""
        declared = (self._encoding or "utf-8").lower()
        return declared == "utf-8" and not data.startswith(_UTF16_MARKS)

    def _invalid(self, problem: str) -> InvalidFile:
        return InvalidFile.at(self._file, problem, line=self._expat.CurrentLineNumber)

    def _refuse_doctype(self, *_: object) -> None:
        # An entity can be declared to stand for gigabytes, and no WMT file needs one.
        raise self._invalid("a DOCTYPE is not read, because it can declare entities. Take it out.")

    def _start(self, tag: str, attributes: Attributes) -> None:
        parent = self._open[-1]
        if parent not in _PARENTS.get(tag, ()):
            where = f"inside <{parent}>" if parent else "as the outermost element"
            hint = " For mteval's format use a name that ends in .sgm." if tag == "mteval" else ""
            raise self._invalid(f"<{tag}> {where} is not WMT's format. {_expected_inside(parent)}{hint}")
        self._open.append(tag)
        if tag == "dataset":
            self._dataset = attributes.get("id", "")
        elif tag == "collection":
            self._collection = attributes.get("id", "")
        elif tag == "doc":
            self._start_document(attributes)
        elif tag in _KINDS:
            self._start_text(_KINDS[tag], attributes)
        elif tag == "p":
            self._paragraph += 1
        elif tag == "seg":
            self._segment = self._required(tag, attributes, "id")
            self._pieces.clear()

    def _start_document(self, attributes: Attributes) -> None:
        self._document = self._required("doc", attributes, "id")
        if self._document in self._documents:
            raise self._invalid(f"document {self._document!r} is there a second time. Keep one of them.")
        self._documents.add(self._document)
        self._texts.clear()
        text_type = attributes.get("domain") or attributes.get("testsuite") or ""
        self._result.text_types[self._document] = text_type
        suite = attributes.get("testsuite")
        self._result.collections[self._document] = suite or self._collection or self._dataset

    def _start_text(self, kind: Kind, attributes: Attributes) -> None:
        name = self._text_name(kind, attributes)
        if (kind, name) in self._texts:
            what = f"{kind} {name!r}" if name else f"a {kind}"
            raise self._invalid(f"document {self._document!r} has {what} a second time. Name or remove one.")
        self._texts.add((kind, name))
        self._text = kind, name
        self._paragraph = 0
        line = self._expat.CurrentLineNumber
        self._result.speak(kind, attributes.get("lang"), file=self._file, line=line)

    def _text_name(self, kind: Kind, attributes: Attributes) -> str:
        if kind == "system":
            return self._required("hyp", attributes, "system")
        return attributes.get("translator") or "reference" if kind == "reference" else ""

    def _required(self, tag: str, attributes: Attributes, attribute: str) -> str:
        if value := attributes.get(attribute):
            return value
        raise self._invalid(f'<{tag}> has no {attribute}. Write <{tag} {attribute}="…">.')

    def _characters(self, text: str) -> None:
        if self._open[-1] == "seg":
            self._pieces.append(text)
        elif text.strip():
            raise self._invalid(f"the text {text.strip()[:40]!r} is in no segment. Put it into <seg>.")

    def _end(self, tag: str) -> None:
        self._open.pop()
        if tag == "collection":
            self._collection = ""
        if tag != "seg":
            return
        key = (self._document, self._segment)
        line = self._expat.CurrentLineNumber
        self._result.add(*self._text, key, "".join(self._pieces), file=self._file, line=line)
        # Systems may break paragraphs elsewhere; the first text, which is the source, decides.
        if self._open[-1] == "p":
            self._result.paragraphs.setdefault(key, f"{self._document}:{self._paragraph}")


def _expected_inside(parent: str) -> str:
    expected = [tag for tag, parents in _PARENTS.items() if parent in parents]
    return f"Expected there: {', '.join(expected)}." if expected else "Only text was expected there."
