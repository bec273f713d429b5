"""The language knowledge that damages need: function words, names, negations and synonyms."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.diagnosis.negation import NEGATIONS
from karat.diagnosis.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from karat.corpus import Corpus
    from karat.diagnosis.negation import Negation

    Mention = tuple[str, ...]

# The most frequent words that together are so much of a text, but no more than so many, are function words.
_SHARE = 0.4
_MOST = 150
# Types of entities that are names; sums and dates are left to numbers.
_NAMES = ("PERSON", "ORGANIZATION", "LOCATION")
# Languages that write every noun with a capital letter.
_CAPITAL_NOUNS = ("de", "lb")


@dataclass(frozen=True, slots=True)
class Names:
    """Names by kind, as they are written.

    `mentions` has the words of each marked name and its kind. Where none is marked, a name is a word with a
    capital letter that the place in the sentence does not explain; `allowed`, if there is such a list, has
    all that can be one.
    """

    kinds: Mapping[str, tuple[str, ...]]
    mentions: Mapping[Mention, str]
    function: frozenset[str]
    allowed: frozenset[str] | None = None

    @classmethod
    def of(
        cls, corpus: Corpus, wordings: Sequence[Wording], function: frozenset[str], language: str
    ) -> Names:
        """The names of references and output.

        In German nouns have capitals too: there only words that the source has as well are names.
        """
        marked = _marked(corpus)
        if marked:
            kinds = defaultdict(set)
            for text, kind in marked.items():
                kinds[kind].add(text)
            mentions = {Wording.of(text).words: kind for text, kind in marked.items()}
            return cls({kind: tuple(sorted(texts)) for kind, texts in kinds.items()}, mentions, function)
        allowed = None
        if language in _CAPITAL_NOUNS and corpus.sources is not None:
            allowed = frozenset(word for text in corpus.sources for word in Wording.of(text).words)
        capital = cls({}, {}, function, allowed)
        found = {
            one.words[place]
            for one in wordings
            for place in range(len(one.words))
            if capital.is_capital_name(one, place)
        }
        return cls({"": tuple(sorted(found))}, {}, function, allowed)

    def sites(self, wording: Wording) -> Iterator[tuple[range, str]]:
        """The places of each name in a text, and its kind; of names that overlap, the first and longest."""
        if not self.mentions:
            places = (place for place in range(len(wording.words)) if self.is_capital_name(wording, place))
            yield from ((range(place, place + 1), "") for place in places)
            return
        sizes = sorted({len(mention) for mention in self.mentions}, reverse=True)
        place = 0
        while place < len(wording.words):
            # At the end of the text there may be fewer words left than a mention has.
            ahead = (wording.words[place : place + size] for size in sizes)
            mention = next((words for words in ahead if words in self.mentions), ())
            if mention:
                yield range(place, place + len(mention)), self.mentions[mention]
            place += max(len(mention), 1)

    def other(self, name: str, kind: str, choice: float) -> str:
        """Another name of the same kind; the same where there is no other."""
        others = [text for text in self.kinds.get(kind, ()) if text != name]
        return others[int(choice * len(others))] if others else name

    def is_capital_name(self, wording: Wording, place: int) -> bool:
        """Whether the word is a name by its capital letter."""
        word = wording.words[place]
        if not (word[0].isupper() and len(word) > 1 and word.isalpha()):
            return False
        if self.allowed is not None and word not in self.allowed:
            return False
        return word.lower() not in self.function and not wording.begins_sentence(place)


def _marked(corpus: Corpus) -> dict[str, str]:
    """The text and the kind of every name that is marked in a reference."""
    return {
        entity.text: entity.types[0]
        for of_reference in corpus.entities or ()
        for of_segment in of_reference or ()
        for entity in of_segment
        if entity.types[0] in _NAMES and Wording.of(entity.text).words
    }


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Function words and synonyms in lower case, names as they are written, and how to negate, if known.

    >>> from karat import Corpus
    >>> texts = ["the cat sat on the mat"] * 20
    >>> lexicon = Lexicon.of(Corpus.of(texts, texts), "hypothesis")
    >>> "the" in lexicon.function
    True
    """

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
