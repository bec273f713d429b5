"""The SGML of mteval: source, references and outputs of systems, often each in a file of its own.

These files are seldom well-formed: & and < stand bare in the text, tags of paragraphs stay open. So only the
tags of sets, documents, paragraphs and segments are looked at, and what is between <seg> and </seg> is the
text. A paragraph lasts until the next <p> or until </p>, and never beyond its document.
"""

from __future__ import annotations

import re
import warnings
from os import PathLike
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, InvalidOption, caller_level
from karat.readers.corpora.marked_up import MarkedUp
from karat.readers.files.lines import read_unmarked
from karat.readers.files.opening import display_name
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.corpora.marked_up import Key, Kind
    from karat.readers.files.opening import FilePath

    Attributes = dict[str, str]


_KINDS: dict[str, Kind] = {"srcset": "source", "refset": "reference", "tstset": "system"}
_TAG = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg)(?=[\s/>])", re.IGNORECASE)
_TAG_OR_COMMENT = re.compile(rf"{_TAG.pattern}|<(/?)(p)(?=[\s/>])|<!--", re.IGNORECASE)
_REST_OF_TAG = re.compile(r"""(?:"[^"]*"|'[^']*'|[^"'<>])*+>""")
# Names begin where a word begins, and nothing is taken back: else a tag of megabytes would take minutes.
_ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]+)|#[xX]([0-9a-fA-F]+));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def read_sgml(
    hypotheses: Sequence[FilePath],
    references: Sequence[FilePath],
    source: FilePath | None = None,
    *,
    systems: Sequence[str] | None = None,
    align: Alignment = "segment",
    needs_references: bool = True,
) -> Corpus:
    """The corpus of an mteval test set: files with <tstset>, with <refset> and, if there is one, <srcset>."""
    result = MarkedUp()
    if source is not None:
        _read_set(result, source, "source")
    for path in _listed(references, "references"):
        _read_set(result, path, "reference")
    for path in _listed(hypotheses, "hypotheses"):
        _read_set(result, path, "system")
    result.warn_of_slips(", ".join(map(display_name, hypotheses)))
    return result.corpus(systems, align=align, needs_references=needs_references)


def read_sgml_file(
    path: FilePath,
    *,
    systems: Sequence[str] | None = None,
    align: Alignment = "segment",
    needs_references: bool = True,
) -> Corpus:
    """The corpus of a single mteval file that has <refset> and <tstset>, and perhaps <srcset>."""
    result = MarkedUp()
    found = _Scanner(path, result, _KINDS.values()).scan()
    result.warn_of_slips(display_name(path))
    for kind, call in ("reference", "references"), ("system", "hypotheses"):
        if kind not in found and (needs_references or kind == "system"):
            remedy = either(
                "Read it with its companions: read_sgml(hypotheses, references, source).",
                "Give them with -r.",
            )
            raise InvalidFile.at(display_name(path), f"there are no {call} in this file. {remedy}")
    return result.corpus(systems, align=align, needs_references=needs_references)


def _listed(paths: Sequence[FilePath], option: str) -> Sequence[FilePath]:
    if isinstance(paths, str | bytes | PathLike):
        raise InvalidOption(f"{option} is one path, {str(paths)!r}; a list of paths was expected.")
    return paths


def _read_set(result: MarkedUp, path: FilePath, kind: Kind) -> None:
    found = _Scanner(path, result, [kind]).scan()
    if kind not in found:
        expected = next(tag for tag, of_kind in _KINDS.items() if of_kind == kind)
        raise InvalidFile.at(
            display_name(path), f"there is no <{expected}> with segments. Check which file is which."
        )


class AttributeTwice(UserWarning):
    """A tag has the same attribute twice, with different values."""


class _Scanner:
    """The way through one file, from tag to tag."""

    def __init__(self, path: FilePath, result: MarkedUp, wanted: Collection[Kind]) -> None:
        self._file = display_name(path)
        self._text = read_unmarked(path)
        self._result = result
        self._wanted = wanted
        self._found: set[Kind] = set()
        self._open: list[str] = []
        self._set: Attributes = {}
        self._document: Attributes = {}
        self._paragraph = 0
        self._at_paragraph = False
        self._paragraphs: dict[Key, str] = {}
        self._has_paragraphs = False
        self._line = 1
        self._counted = 0
        self._told: set[tuple[str, str]] = set()

    def scan(self) -> set[Kind]:
        """Add the wanted texts of the file to the result, and tell which were there."""
        position = 0
        while match := _TAG_OR_COMMENT.search(self._text, position):
            position = match.end()
            self._count_lines(position)
            if match[4] is not None:
                self._at_paragraph = self._has_paragraphs = True
            elif match[2] is None:
                position = self._comment(position)
            else:
                position = self._tag(match[2].lower(), position, closing=bool(match[1]))
        if self._open:
            raise self._invalid(f"<{self._open[-1]}> is never closed; the file may be cut off. Complete it.")
        if self._has_paragraphs:
            # Systems may break paragraphs elsewhere; the text that is read first decides.
            self._result.paragraphs = self._paragraphs | self._result.paragraphs
        return self._found

    def _count_lines(self, position: int) -> None:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position

    def _invalid(self, problem: str) -> InvalidFile:
        return InvalidFile.at(self._file, problem, line=self._line)

    def _tag(self, tag: str, position: int, *, closing: bool) -> int:
        """Look at one tag; the scan goes on at the position that is returned."""
        rest = _REST_OF_TAG.match(self._text, position)
        if rest is None:
            raise self._invalid(f"the tag <{tag}> has no end. Close it with >.")
        if closing:
            self._close(tag)
        elif tag == "seg":
            return self._segment(rest[0], rest.end())
        else:
            self._begin(tag, self._attributes(tag, rest[0]))
        return rest.end()

    def _comment(self, position: int) -> int:
        end = self._text.find("-->", position)
        if end < 0:
            raise self._invalid("the comment has no end. Close it with -->.")
        return end

    def _close(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            raise self._invalid(f"</{tag}> closes nothing that is open. Take it out or open it.")
        self._open.pop()

    def _begin(self, tag: str, attributes: Attributes) -> None:
        if len(self._open) != (1 if tag == "doc" else 0):
            where = f"inside <{self._open[-1]}>" if self._open else "outside a set"
            raise self._invalid(f"<{tag}> {where} is not mteval's format: a set holds documents.")
        self._open.append(tag)
        if tag == "doc":
            self._document, self._paragraph, self._at_paragraph = attributes, 0, False
        else:
            self._set = attributes
            self._begin_set(_KINDS[tag], attributes)

    def _begin_set(self, kind: Kind, attributes: Attributes) -> None:
        if kind not in self._wanted:
            return
        attributes_of: dict[Kind, str] = {"source": "srclang", "system": "trglang"}
        for side, attribute in attributes_of.items():
            language = attributes.get(attribute, "")
            # A set that serves every source language says 'any'.
            if language.lower() != "any":
                self._result.speak(side, language, file=self._file, line=self._line)

    def _segment(self, rest: str, start: int) -> int:
        if len(self._open) != 2:
            raise self._invalid("<seg> is outside a document. Put it into <doc>.")
        end = after = start
        if not rest.endswith("/>"):
            match = _TAG.search(self._text, start)
            if match is None or match[2].lower() != "seg" or not match[1]:
                raise self._invalid("<seg> is not closed before the next tag. Close it with </seg>.")
            end, after = match.start(), match.end()
        kind = _KINDS[self._open[0]]
        if kind in self._wanted:
            self._add(kind, self._attributes("seg", rest), self._unescaped(self._text[start:end]))
        return after

    def _add(self, kind: Kind, attributes: Attributes, text: str) -> None:
        document = self._required("doc", "docid", self._document)
        number = self._required("seg", "id", attributes)
        name = self._text_name(kind)
        self._found.add(kind)
        self._result.add(kind, name, (document, number), text, file=self._file, line=self._line)
        self._paragraph += self._at_paragraph
        self._at_paragraph = False
        self._paragraphs.setdefault((document, number), f"{document}:{self._paragraph}")
        genre = self._document.get("genre", "")
        self._result.text_types[document] = self._result.text_types.get(document) or genre

    def _text_name(self, kind: Kind) -> str:
        if kind == "source":
            return ""
        either = {**self._set, **self._document}
        name = either.get("sysid") or either.get("refid")
        if kind == "reference":
            return name or "reference"
        return name or self._required("doc", "sysid", self._document)

    def _required(self, tag: str, attribute: str, attributes: Attributes) -> str:
        if value := attributes.get(attribute):
            return value
        raise self._invalid(f'<{tag}> has no {attribute}. Write <{tag} {attribute}="…">.')

    def _unescaped(self, text: str) -> str:
        return _ENTITY.sub(self._character, text) if "&" in text else text

    def _character(self, entity: re.Match[str]) -> str:
        if entity[1]:
            return _ENTITIES[entity[1]]
        # Python refuses to convert thousands of digits, and no character has that many.
        digits, base = (entity[2], 10) if entity[2] else (entity[3], 16)
        code = int(digits, base) if len(digits) < 10 else -1
        if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
            raise self._invalid(f"{entity[0]} is not a character. Write the character itself.")
        return chr(code)

    def _attributes(self, tag: str, text: str) -> Attributes:
        """The attributes of a tag; of one that is there twice the first, as mteval takes it."""
        found: Attributes = {}
        for name, double, single, bare in _ATTRIBUTE.findall(text.removesuffix("/>")):
            value = double or single or bare
            taken = found.setdefault(name.lower(), value)
            if taken != value and (tag, name) not in self._told:
                self._told.add((tag, name))
                warnings.warn(
                    f"{self._file}, line {self._line}: <{tag}> has {name} twice, {taken!r} and {value!r}. "
                    "The first is taken.",
                    AttributeTwice,
                    stacklevel=caller_level(),
                )
        return found
