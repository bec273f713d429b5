"""The text of an evaluation: sources, references, systems' outputs, and what is known of each segment.

A text is any sequence of `str`, one per segment; a reader may give one that decodes a segment only when
it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus, MissingReference, UnknownName
from karat.option_checks import check_choice

if TYPE_CHECKING:
    from karat.entities.entity import Entity
    from karat.frames import Columns

LEVELS = ("document", "paragraph", "text_type")
Alignment: TypeAlias = Literal["segment", "document"]

Text: TypeAlias = Sequence[str]
OptionalText: TypeAlias = Sequence[str | None]


class _WithColumns(Protocol):
    @property
    def columns(self) -> Any: ...


class _WithColumnNames(Protocol):
    @property
    def column_names(self) -> Any: ...


# pandas, polars and DuckDB; Arrow and Hugging Face.
Frame: TypeAlias = _WithColumns | _WithColumnNames


@dataclass(frozen=True, slots=True)
class References:
    """One or more reference translations of each segment.

    `streams` holds one text per reference; where a segment has fewer references than others, the later
    streams hold `None` there.

    >>> References.of([["a cat", "one cat"], ["a dog"]]).streams
    (('a cat', 'a dog'), ('one cat', None))
    """

    streams: tuple[OptionalText, ...]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.streams:
            raise MissingReference("There is no reference. Give at least one reference translation.")
        object.__setattr__(self, "streams", tuple(_kept(stream) for stream in self.streams))
        for index, stream in enumerate(self.streams):
            _refuse_plain_string(stream, f"reference {index + 1}")
            _refuse_lists_of_tokens(stream, f"reference {index + 1}")
            if len(stream) != len(self):
                raise MisalignedCorpus.from_lengths(
                    f"Reference {index + 1}", got=len(stream), expected=len(self), of="the first reference"
                )

    @classmethod
    def of(cls, references: References | Sequence[str] | Sequence[Sequence[str]]) -> References:
        """References as people write them: one `str` per segment, or a list of `str` per segment."""
        if isinstance(references, References):
            return references
        _refuse_plain_string(references, "references")
        segments = as_text(references)
        if not _is_nested(segments):
            return cls((segments,))
        for segment in segments:
            as_text(segment)
        most = max((len(segment) for segment in segments), default=0)
        return cls(tuple(tuple(_nth(segment, n) for segment in segments) for n in range(most)))

    def __len__(self) -> int:
        return len(self.streams[0])

    def of_segment(self, index: int) -> tuple[str, ...]:
        """The references of one segment, in order."""
        return tuple(text for stream in self.streams if (text := stream[index]) is not None)

    @property
    def count(self) -> int:
        """How many references a segment has at most."""
        return len(self.streams)

    @property
    def label(self) -> str:
        """The number of references as signatures give it: "var" where it varies from segment to segment."""
        varies = any(None in stream for stream in self.streams)
        return "var" if varies else str(self.count)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Corpus(Equal, Shown):
    """Every text of an evaluation, aligned segment by segment.

    >>> corpus = Corpus.of(["a cat sat", "two dogs"], ["a cat sat", "two big dogs"])
    >>> len(corpus), list(corpus.systems)
    (2, ['hypothesis'])
    """

    systems: Mapping[str, Text]
    references: References
    sources: Text | None = None
    documents: Text | None = None
    paragraphs: Text | None = None
    text_types: Text | None = None
    source_language: str | None = None
    target_language: str | None = None
    human_systems: frozenset[str] = frozenset()
    # For each reference, the named entities of each segment; None where nobody marked them.
    entities: Sequence[Sequence[Sequence[Entity]] | None] | None = None
    # What one translates of the other: a segment, or a document whose lines need not match.
    align: Alignment = "segment"

    def __post_init__(self) -> None:
        systems = {name: as_text(text) for name, text in self.systems.items()}
        object.__setattr__(self, "systems", systems)
        if len(self.references) == 0:
            raise MisalignedCorpus("The references have no segments. There is nothing to compare with.")
        for name, text in self.systems.items():
            _refuse_plain_string(text, f"system {name!r}")
            _refuse_lists_of_tokens(text, f"system {name!r}")
            self._check(f"System {name!r}", text)
        for what in ("sources", "documents", "paragraphs", "text_types"):
            if (text := getattr(self, what)) is not None:
                _refuse_what_is_no_list(text)
                self._check(f"The column of {what.replace('_', ' ')}", text)
        self._check_entities()
        self._check_alignment()

    @classmethod
    def of(
        cls,
        hypotheses: Text | Mapping[str, Text] | Frame,
        references: References | Sequence[str] | Sequence[Sequence[str]] | str | None = None,
        *,
        sources: Text | str | None = None,
        documents: Text | str | None = None,
        paragraphs: Text | str | None = None,
        text_types: Text | str | None = None,
        entities: Sequence[Sequence[Sequence[Entity]] | None] | None = None,
        hypothesis: str | None = None,
        systems: Sequence[str] | None = None,
        system: str | None = None,
        segment: str | None = None,
    ) -> Corpus:
        """A corpus from lists or from a frame.

        Lists: one system's output or a dictionary of systems, and references per segment. `references` has
        one `str` or one list of `str` per segment. Lists with one text per reference, as sacreBLEU takes
        them, go through `References(streams)`.

        >>> Corpus.of({"A": ["a cat"], "B": ["one cat"]}, [["a cat", "the cat"]]).references.count
        2

        A frame of pandas, polars, Arrow or DuckDB, or a Hugging Face dataset, has named columns. Those with
        the usual names are found; the keywords name others. One row per segment: `hypothesis` is the
        column of one system, `systems` are the columns of several. One row per segment and system: `system`
        is the column of the system's name, `segment` that of the segment's. `references` is a column, a
        column of lists, or a list of columns.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"src": ["eine Katze"], "mt": ["a cat"], "gold": ["the cat"]})
        >>> corpus = Corpus.of(frame, references="gold")
        >>> corpus.sources, corpus.systems
        (['eine Katze'], {'hypothesis': ['a cat']})
        """
        of_frame = {
            "hypothesis": hypothesis,
            "systems": systems,
            "system": system,
            "segment": segment,
        }
        shared = {
            "sources": sources,
            "documents": documents,
            "paragraphs": paragraphs,
            "text_types": text_types,
            "entities": entities,
        }
        if _is_frame(hypotheses):
            return _of_frame(hypotheses, references=references, **of_frame, **shared)
        if given := [name for name, column in of_frame.items() if column is not None]:
            raise InvalidOption(
                f"{given[0]} names a column of a frame, not of a {type(hypotheses).__name__}. "
                "Several systems are a dictionary: Corpus.of({'A': [...], 'B': [...]}, references)."
            )
        if references is None:
            raise MissingReference(
                "There is no reference. Give one for each segment: Corpus.of(hypotheses, references)."
            )
        return cls._of_lists(hypotheses, references, **shared)

    @classmethod
    def _of_lists(
        cls,
        hypotheses: Any,
        references: Any,
        *,
        sources: Any,
        documents: Any,
        paragraphs: Any,
        text_types: Any,
        entities: Any,
    ) -> Corpus:
        given = hypotheses if isinstance(hypotheses, Mapping) else {"hypothesis": hypotheses}
        systems = {name: _kept(text) for name, text in given.items()}
        if not systems:
            raise InvalidText("There is no system. Give at least one: {'name': ['first segment', …]}.")
        _refuse_transposed(systems, references)
        return cls(
            systems,
            References.of(references),
            sources=sources if sources is None else _kept(sources),
            documents=documents if documents is None else _kept(documents),
            paragraphs=paragraphs if paragraphs is None else _kept(paragraphs),
            text_types=text_types if text_types is None else _kept(text_types),
            entities=entities,
        )

    def __len__(self) -> int:
        return len(self.references)

    def system(self, name: str) -> Text:
        """The output of one system."""
        if name not in self.systems:
            raise UnknownName.among("system", name, self.systems)
        return self.systems[name]

    @property
    def alignment_entry(self) -> str:
        """What the recipe of a figure says of the alignment; nothing where it is that of segments."""
        return "" if self.align == "segment" else f"|align:{self.align}"

    def labels(self, level: str) -> Text:
        """The label of each segment at a level: `document`, `paragraph` or `text_type`."""
        if level not in LEVELS:
            raise UnknownName.among("level", level, LEVELS)
        column: Text | None = getattr(self, f"{level}s", None)
        if column is None:
            raise UnknownName(
                f"The corpus has no {level.replace('_', ' ')}s. "
                "Use a format that has them (TSV, JSON lines, Parquet, WMT XML, SGML)."
            )
        return column

    def _check_entities(self) -> None:
        if self.entities is None:
            return
        if len(self.entities) != self.references.count:
            raise MisalignedCorpus(
                f"There are entities of {len(self.entities)} references, not of {self.references.count}. "
                "Give one list for each reference, or None where its entities are not marked."
            )
        for number, of_reference in enumerate(self.entities, 1):
            if of_reference is not None:
                self._check(f"The list of entities of reference {number}", of_reference)

    def _check_alignment(self) -> None:
        check_choice("align", self.align, Alignment)
        if self.align == "document" and len(set(self.documents or ())) < len(self):
            raise MisalignedCorpus(
                "In a corpus that is aligned by document, each segment is a document with a name of its own."
            )

    def _check(self, what: str, text: Sequence[object]) -> None:
        if len(text) != len(self.references):
            raise MisalignedCorpus.from_lengths(what, got=len(text), expected=len(self.references))

    def _columns(self) -> Columns:
        """A row for each segment, under names by which `Corpus.of` reads the table again."""
        labels = {level: getattr(self, f"{level}s") for level in LEVELS}
        references = self.references.streams
        return {
            "segment": range(1, len(self) + 1),
            **{level: list(column) for level, column in labels.items() if column is not None},
            **({} if self.sources is None else {"source": list(self.sources)}),
            **{f"reference_{number}": list(stream) for number, stream in enumerate(references, 1)},
            **{f"system:{name}": list(text) for name, text in self.systems.items()},
        }


def _is_frame(data: object) -> bool:
    """Something with named columns. One column alone, such as a Series, is a text."""
    # The type is asked: a lazy frame would have to find out its columns.
    return any(hasattr(type(data), name) for name in ("columns", "column_names", "schema"))


def _of_frame(frame: object, **columns: Any) -> Corpus:
    """The corpus of a frame.

    Deliberate: the reader is looked up by name. Readers lie above what they read into, and imports point
    down only; `karat.display` looks up reports in the same way.
    """
    from importlib import import_module

    corpus: Corpus = import_module("karat.readers.corpora.data_frames").read_frame(frame, **columns)
    return corpus


def as_text(texts: Any) -> Any:
    """A column of an Arrow table becomes a text that reads it where it lies; a list is left alone."""
    if isinstance(texts, list | tuple):
        return texts
    if hasattr(texts, "__arrow_c_stream__") or hasattr(texts, "__arrow_c_array__"):
        from karat.kernel import Texts

        return Texts(texts)
    _refuse_what_is_no_list(texts)
    return texts


def _kept(texts: Any) -> Any:
    """A text that nobody can change afterwards: lists are copied."""
    return tuple(texts) if isinstance(texts, list) else as_text(texts)


def _refuse_what_is_no_list(texts: Any) -> None:
    """Segments have a number and an order: a generator, a set or a dictionary will not do."""
    if isinstance(texts, Mapping) or not (hasattr(texts, "__len__") and hasattr(texts, "__getitem__")):
        if not hasattr(texts, "__iter__"):
            raise InvalidText(f"A list of segments was expected, not {texts!r}.")
        raise InvalidText(
            f"A list of segments was expected, not a {type(texts).__name__}. Put the segments in a list: "
            "list(…)."
        )


def _refuse_plain_string(text: object, what: str) -> None:
    if isinstance(text, str | bytes):
        raise InvalidText(
            f"{what[0].upper()}{what[1:]} is a single {type(text).__name__}, not a list of segments. "
            "Put it in a list: ['…']."
        )


def _refuse_lists_of_tokens(text: OptionalText, what: str) -> None:
    """A segment that is tokenized already is still one `str`."""
    if isinstance(text, list | tuple) and text and isinstance(text[0], list | tuple):
        raise InvalidText(
            f"The first segment of {what} is a {type(text[0]).__name__}; it must be a str. Make one of the "
            "tokens with joined() of karat.tokens, and give the metric tokenize='given'."
        )


def _is_nested(references: Sequence[object]) -> bool:
    return len(references) > 0 and not isinstance(references[0], str | None)


def _nth(segment: Sequence[str], index: int) -> str | None:
    _refuse_plain_string(segment, "a segment's references")
    return segment[index] if index < len(segment) else None


class SquareReferences(UserWarning):
    """As many references as segments, so that it cannot be seen which way round they are."""


def _refuse_transposed(systems: Mapping[str, Text], references: object) -> None:
    """Catch the commonest slip of sacreBLEU's users: one list per reference instead of one per segment."""
    if isinstance(references, References) or not isinstance(references, Sequence):
        return
    segments = len(next(iter(systems.values())))
    if segments < 2 or not _is_nested(references):
        return
    if not all(isinstance(each, Sequence) and len(each) == segments for each in references):
        return
    if len(references) == segments:
        import warnings

        warnings.warn(
            f"`references` holds {segments} lists of {segments}; each is taken for the references of one "
            "segment. Where each is one reference of all segments, as sacreBLEU has it, use "
            "References(streams).",
            SquareReferences,
            stacklevel=3,
        )
    else:
        raise MisalignedCorpus(
            f"There are {segments} segments, and `references` holds {len(references)} lists of {segments}: "
            "that is one list per reference. Give one list per segment, or use References(streams)."
        )
