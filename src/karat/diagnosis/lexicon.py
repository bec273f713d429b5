"""What damages must know of a language: which words are function words, names, negations and synonyms."""

from __future__ import annotations

from collections import Counter

from karat.diagnosis.wording import Wording
from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from karat.corpus import Corpus

# The most frequent words that together are so much of a text, but no more than so many, are function words.
_SHARE = 0.4
_MOST = 150


_NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Negation:
    """Words that deny, verbs that can be denied, and the word that does it, behind the verb or before it.

    `contractions` are denied verbs in one word, and the verb without the denial.
    """

    negators: frozenset[str]
    verbs: frozenset[str]
    word: str
    before: bool = False
    contractions: Mapping[str, str] = _NONE


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


NEGATIONS = {
    "en": Negation(
        _words("not never"),
        _words(
            "is are was were am be been will would can could shall should may might must has have had "
            "do does did"
        ),
        "not",
        contractions={
            "cannot": "can",
            "can't": "can",
            "won't": "will",
            "shan't": "shall",
            **{f"{verb}n't": verb for verb in ("is", "are", "was", "were", "has", "have", "had")},
            **{f"{verb}n't": verb for verb in ("do", "does", "did", "would", "could", "should", "must")},
        },
    ),
    "de": Negation(
        _words("nicht nie niemals"),
        _words(
            "ist sind war waren bin wird werden wurde wurden kann können konnte muss müssen soll sollte hat "
            "haben hatte hatten darf dürfen will wollen möchte"
        ),
        "nicht",
    ),
    "es": Negation(
        _words("no nunca"),
        _words("es son era eran está están fue fueron será ha han puede pueden debe deben tiene tienen"),
        "no",
        before=True,
    ),
    "fr": Negation(
        _words("pas jamais"),
        _words("est sont était étaient sera seront a ont avait peut peuvent doit doivent fait font"),
        "pas",
    ),
}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Function words and synonyms in lower case, names as they are written, and how to negate, if known."""

    function: frozenset[str]
    names: tuple[str, ...]
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
        return cls(function, _names(wordings, function), _alternatives(synonyms), NEGATIONS.get(spoken))


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


def is_name(wording: Wording, place: int, function: Collection[str]) -> bool:
    """A capital letter that the place in the sentence does not explain; in German, also any noun."""
    word = wording.words[place]
    capital = word[0].isupper() and len(word) > 1 and word.isalpha()
    return capital and word.lower() not in function and not wording.begins_sentence(place)


def _names(wordings: Sequence[Wording], function: Collection[str]) -> tuple[str, ...]:
    return tuple(
        sorted(
            {
                one.words[place]
                for one in wordings
                for place in range(len(one.words))
                if is_name(one, place, function)
            }
        )
    )


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
