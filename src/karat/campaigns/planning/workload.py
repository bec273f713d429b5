"""How long a plan takes: words to read, hours per judge, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from karat.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.campaigns.plan import CampaignPlan, Item
    from karat.corpus import Corpus

# What WMT 2025 planned with: seconds for each word of the source and each output.
SECONDS_PER_WORD = 0.8
# In scripts without spaces so many characters count as a word.
_CHARACTERS_PER_WORD = 2


@dataclass(frozen=True, slots=True)
class JudgeWork:
    """What one judge has to do. `words` are those of the source, counted for each output."""

    judge: str
    packs: int
    documents: int
    items: int
    outputs: int
    words: int
    hours: float


@dataclass(frozen=True, slots=True)
class Workload:
    """What all judges have to do, training included; `wage` is per hour, None where nobody said it."""

    judges: tuple[JudgeWork, ...]
    seconds_per_word: float
    wage: float | None = None

    @property
    def hours(self) -> float:
        """Those of all judges."""
        return sum(judge.hours for judge in self.judges)

    @property
    def cost(self) -> float | None:
        """What the hours cost."""
        return None if self.wage is None else self.hours * self.wage


def source_words(corpus: Corpus) -> list[int]:
    """The length of each segment's source in words, at least 1; of its reference where there is no source.

    >>> from karat import Corpus
    >>> source_words(Corpus.of(["ein Haus"], ["a house"], sources=["ένα μικρό σπίτι"]))
    [3]
    """
    return word_counts(corpus.references.streams[0] if corpus.sources is None else corpus.sources)


def word_counts(texts: Sequence[str | None]) -> list[int]:
    """The length of each text in words, at least 1."""
    lengths = [text.split() for text in (text or "" for text in texts)]
    if lacks_spaces(word for words in lengths for word in words):
        return [max(1, ceil(sum(map(len, words)) / _CHARACTERS_PER_WORD)) for words in lengths]
    return [max(1, len(words)) for words in lengths]


def workload_of(
    plan: CampaignPlan, *, seconds_per_word: float = SECONDS_PER_WORD, wage: float | None = None
) -> Workload:
    """The work of each judge of a plan; packs that nobody has taken yet count under an empty name."""
    words = {segment.number: segment.words for segment in plan.segments}
    documents = {segment.number: segment.document for segment in plan.segments}
    made = []
    names = (*plan.judges, *({""} if any(pack.judge is None for pack in plan.packs) else ()))
    for judge in names:
        packs = [pack for pack in plan.packs if (pack.judge or "") == judge]
        own = [item for pack in packs for item in pack.items]
        items = [*plan.training, *own]
        read = words_of(items, words)
        made.append(
            JudgeWork(
                judge,
                packs=len(packs),
                documents=len({documents[item.segment] for item in own}),
                items=len(items),
                outputs=sum(len(item.candidates) for item in items),
                words=read,
                hours=read * seconds_per_word / 3600,
            )
        )
    return Workload(tuple(made), seconds_per_word, wage)


def words_of(items: Iterable[Item], words: dict[int, int]) -> int:
    """Words of the source, once for each output that is read."""
    return sum(words[item.segment] * len(item.candidates) for item in items)
