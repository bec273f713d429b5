"""Cutting an output into the segments of a reference, wherever its own segments end.

The cuts are those with the fewest edits between output and reference, added over the segments of a document
(Matusov, Leusch, Bender & Ney 2005), but for a few edits that it is worth not to cut within a sentence. The
kernel finds them: see `src/kernel/resegmentation.hpp`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from karat.arguments import require
from karat.corpus import Corpus
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus, UnknownName
from karat.kernel import cut_segments
from karat.option_checks import check_number
from karat.readers.corpora.documents import CorpusOfDocuments
from karat.remedies import either
from karat.resegmentation.matched_units import AT_LINE_END, Unit, units
from karat.resegmentation.resegmented import Resegmentation, ResegmentedOutput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from karat.arrays import Integers
    from karat.readers.corpora.documents import DocumentText

# Of one document, or of each document by name.
Output: TypeAlias = str | Mapping[str, str]
Segments: TypeAlias = Sequence[str] | Mapping[str, Sequence[str]]

_UNKNOWN = np.iinfo(np.uint32).max
# The kernel counts the price of a cut in sixteenths of an edit, and takes a byte for it.
_PARTS_OF_AN_EDIT = 16
_NEVER = 255
_MOST_WORTH = 15
_WRITE = 'resegment("One two. Three.", ["One two.", "Three."])'


def resegment(
    output: Output | Corpus,
    references: Segments | None = None,
    *,
    reference: str | None = None,
    sentence_worth: float = 2,
    progress: Callable[[str], object] | None = None,
) -> Resegmentation:
    """An output whose segments are not those of the reference, cut into the reference's segments.

    One text and the segments of its reference, or both for each document by name:

    >>> found = resegment("The dog ran home and it slept.", ["The dog ran home.", "It slept."])
    >>> found["hypothesis"].segments
    ('The dog ran home and', 'it slept.')

    Or a corpus that was read by document, with all its systems: `resegment(read(path, align="document"))`.
    Where it has several references, `reference` names the one that has the segments (default: the first).

    `sentence_worth` is how many more edits are accepted for a cut at the end of a sentence or line, instead
    of within a sentence; 0 gives the fewest edits.
    """
    prices = _Prices.of(sentence_worth)
    if isinstance(output, Corpus):
        if not isinstance(output, CorpusOfDocuments):
            raise InvalidOption(
                "The segments of this corpus are aligned already. A corpus whose outputs have other segments "
                'is read by document: resegment(read(path, align="document"))'
            )
        if references is not None:
            raise InvalidOption("A corpus has its references. Write: resegment(corpus)")
        return _of_corpus(output, reference, prices, progress)
    if reference is not None:
        raise InvalidOption("reference names one of several references of a corpus. Leave it out.")
    texts, segments = _by_document(output, references)
    prepared = [_ReferenceUnits.of(name, segments[name]) for name in texts]
    found = _cut("hypothesis", texts, prepared, prices, progress)
    return Resegmentation(
        {"hypothesis": found},
        tuple(segment for of_document in segments.values() for segment in of_document),
        tuple(name for name, of_document in segments.items() for _ in of_document),
    )


def _by_document(output: Any, references: Any) -> tuple[Mapping[str, str], Mapping[str, Sequence[str]]]:
    """Text and segments of each document, in the order of the references."""
    require(output, (str, Mapping), _WRITE)
    if isinstance(references, Mapping) != isinstance(output, Mapping) or isinstance(references, str):
        raise InvalidOption(
            "Give one text and a list with the segments of its reference, or dictionaries with the text and "
            f"the segments of each document. Write: {_WRITE}"
        )
    texts = output if isinstance(output, Mapping) else {"": output}
    segments = references if isinstance(references, Mapping) else {"": references}
    if odd := sorted(map(repr, texts.keys() ^ segments.keys())):
        raise MisalignedCorpus(
            f"Output and reference must have the same documents; {', '.join(odd[:5])} "
            f"{'is' if len(odd) == 1 else 'are'} on one side only."
        )
    for name, of_document in segments.items():
        require(of_document, (list, tuple), _WRITE)
        for text in (texts[name], *of_document):
            if not isinstance(text, str):
                raise InvalidText(f"A text was expected, a {type(text).__name__} came: {text!r}.")
        if not of_document:
            raise MisalignedCorpus(f"The reference of document {name!r} has no segments.")
    return {name: texts[name] for name in segments}, dict(segments)


def _of_corpus(
    corpus: CorpusOfDocuments, chosen: str | None, prices: _Prices, progress: Callable[[str], object] | None
) -> Resegmentation:
    names = corpus.references.names or tuple(str(n + 1) for n in range(len(corpus.reference_texts)))
    by_name = dict(zip(names, corpus.reference_texts, strict=True))
    leading = names[0] if chosen is None else chosen
    if leading not in by_name:
        raise UnknownName.among("reference", leading, names)
    documents = tuple(corpus.documents or ())
    segments = _aligned(by_name[leading], by_name[leading], documents)
    if segments is None:
        raise MisalignedCorpus(
            f"Reference {leading!r} does not have every document, so its segments cannot be those of the "
            "output. Take another reference, or leave the other documents out."
        )
    prepared = [_ReferenceUnits.of(name, by_name[leading].segments[name]) for name in documents]
    outputs = {}
    for system, text in corpus.system_texts.items():
        texts = {name: "\n".join(text.segments[name]) for name in documents}
        outputs[system] = _cut(system, texts, prepared, prices, progress)
    others = {name: _aligned(text, by_name[leading], documents) for name, text in by_name.items()}
    sources = (
        None if corpus.source_text is None else _aligned(corpus.source_text, by_name[leading], documents)
    )
    return Resegmentation(
        outputs,
        segments,
        tuple(name for name in documents for _ in by_name[leading].segments[name]),
        leading,
        {name: text for name, text in others.items() if text is not None and name != leading},
        sources,
        corpus.source_language,
        corpus.target_language,
    )


def _aligned(text: DocumentText, leading: DocumentText, documents: Iterable[str]) -> tuple[str, ...] | None:
    """The segments of a text, if it has as many in every document as the leading one."""
    found: list[str] = []
    for name in documents:
        segments = text.segments.get(name, [])
        if not segments or len(segments) != len(leading.segments.get(name, [])):
            return None
        found += segments
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _ReferenceUnits:
    """A document of the reference: its words as numbers, and where its segments end."""

    document: str
    numbers: dict[str, int]
    words: NDArray[np.uint32]
    ends: Integers

    @classmethod
    def of(cls, document: str, segments: Iterable[str]) -> _ReferenceUnits:
        numbers: dict[str, int] = {}
        words, ends = [], []
        for segment in segments:
            words += [numbers.setdefault(unit.key, len(numbers)) for unit in units(segment)]
            ends.append(len(words))
        return cls(document, numbers, np.array(words, np.uint32), np.array(ends, np.int64))


@dataclass(frozen=True, slots=True)
class _Prices:
    """What a cut costs, by where it is. Of places as good otherwise, the best one is a trace cheaper."""

    by_strength: tuple[int, ...]

    @classmethod
    def of(cls, worth: float) -> _Prices:
        check_number(either("sentence_worth", "--sentence-worth"), worth, most=_MOST_WORTH)
        whole = round(worth * _PARTS_OF_AN_EDIT)
        # Within a word, within a clause, at the end of a clause, of a sentence, of a line.
        return cls((_NEVER, whole + 3, whole // 2 + 2, 1, 0))

    def behind(self, found: Sequence[Unit]) -> NDArray[np.uint8]:
        """The prices of a text, before its first unit and behind each."""
        strengths = (AT_LINE_END, *(unit.strength for unit in found))
        return np.array([self.by_strength[strength] for strength in strengths], np.uint8)


def _cut(
    system: str,
    texts: Mapping[str, str],
    references: Sequence[_ReferenceUnits],
    prices: _Prices,
    progress: Callable[[str], object] | None,
) -> ResegmentedOutput:
    segments: list[str] = []
    lengths, edits, expected = [], [], []
    for reference in references:
        text = texts[reference.document]
        found = units(text)
        words = np.array([reference.numbers.get(unit.key, _UNKNOWN) for unit in found], np.uint32)
        cuts, of_document = cut_segments(words, reference.words, reference.ends, prices.behind(found))
        starts = [*(unit.start for unit in found), len(text)]
        edges = [0, *(starts[cut] for cut in cuts.tolist())]
        # What an output has in several lines is one segment, and a segment is one line.
        segments += [" ".join(text[start:end].split()) for start, end in pairwise(edges)]
        lengths.append(np.diff(cuts, prepend=0))
        edits.append(of_document)
        expected.append(np.diff(reference.ends, prepend=0))
        if progress is not None:
            progress(reference.document)
    return ResegmentedOutput(
        system, tuple(segments), np.concatenate(lengths), np.concatenate(edits), np.concatenate(expected)
    )
