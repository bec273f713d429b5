"""What damages must know of a language: which words are function words, names, negations and synonyms."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.diagnosis.negation import NEGATIONS
from karat.diagnosis.proper_names import Names
from karat.diagnosis.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.negation import Negation

# The most frequent words that together are so much of a text, but no more than so many, are function words.
_SHARE = 0.4
_MOST = 150


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Function words and synonyms in lower case, names as they are written, and how to negate, if known."""

    function: frozenset[str]
    names: Names
    synonyms: Mapping[str, tuple[str, ...]]
    negation: Negation | None

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        system: str,
        *,
        function_words: Collection[str] | None = None,
        synonyms: Sequence[Sequence[str]] = (),
        language: str | None = None,
    ) -> Lexicon:
        """From the references and one output; function words are the most frequent, unless they are given."""
        streams = [*corpus.references.streams, corpus.system(system)]
        wordings = [Wording.of(text) for stream in streams for text in stream if text is not None]
        function = frozenset(word.lower() for word in function_words or frequent(wordings))
        spoken = (language or corpus.target_language or "").partition("-")[0].lower()
        names = Names.of(corpus, wordings, function, spoken)
        return cls(function, names, _alternatives(synonyms), NEGATIONS.get(spoken))


def frequent(wordings: Sequence[Wording]) -> list[str]:
    """The most frequent words, up to two fifths of all that is written."""
    counted = Counter(word.lower() for one in wordings for word in one.words if word.isalpha())
    enough = _SHARE * counted.total()
    found: list[str] = []
    for word, times in counted.most_common(_MOST):
        if enough <= 0:
            break
        found.append(word)
        enough -= times
    return found


def _alternatives(synonyms: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """For each word the others of its sets."""
    found: dict[str, tuple[str, ...]] = {}
    for alike in synonyms:
        lowered = [word.lower() for word in alike]
        for word in lowered:
            others = tuple(other for other in lowered if other != word)
            if others:
                found[word] = (*found.get(word, ()), *others)
    return found
