"""How long a plan takes: words to read, hours per judge, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from karat.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.campaigns.plan import CampaignPlan, Item
    from karat.campaigns.questionnaire import Questionnaire
    from karat.corpus import Corpus

# In scripts without spaces so many characters count as a word.
_CHARACTERS_PER_WORD = 2


# To choose an answer and to go on, whatever the length of the text. Nobody has measured it alone, as far as
# we know: it is assumed, so that pages of a few words do not seem to cost nothing.
SECONDS_PER_PAGE = 5.0


@dataclass(frozen=True, slots=True)
class AssumedPace:
    """Seconds for each word of the source and each output, and where the figure is from."""

    seconds: float
    source: str


# ESA: errors are marked by severity, then a score is given.
PLANNED_BY_WMT = AssumedPace(0.8, "what WMT 2025 planned with for ESA")
# Rough: in the published campaigns of Kocmi and others (2024) 33 batches were judged with ESA and with MQM.
# 11 took less than five hours from the first to the last answer both times, breaks included. On these,
# MQM took 1.55 times as long by the geometric mean, and 1.23 times by the median.
WITH_CATEGORIES = AssumedPace(
    1.2, "roughly 1.5 times that of ESA, by the published campaigns of Kocmi et al. (2024)"
)
# Nobody has measured these beside ESA, as far as we know; a score alone takes less, two questions take more.
NOT_MEASURED = AssumedPace(0.8, "what WMT 2025 planned with for ESA; this protocol was not measured")


def assumed_pace(questionnaire: Questionnaire) -> AssumedPace:
    """How long judges are assumed to take with a protocol, by what they do: mark errors, name their kind.

    >>> from karat.campaigns.planning.questionnaire_files import read_questionnaire
    >>> [assumed_pace(read_questionnaire(name)).seconds for name in ("esa", "mqm", "da")]
    [0.8, 1.2, 0.8]
    """
    marked = [step.spans for step in questionnaire.steps if step.spans is not None]
    if any(spans.categories for spans in marked):
        return WITH_CATEGORIES
    return PLANNED_BY_WMT if marked else NOT_MEASURED


@dataclass(frozen=True, slots=True)
class JudgeWork:
    """What one judge has to do. `words` are those of the source, counted for each output.

    An item has a page for each step of the protocol.
    """

    judge: str
    packs: int
    documents: int
    items: int
    pages: int
    outputs: int
    words: int
    hours: float


@dataclass(frozen=True, slots=True)
class Workload:
    """What all judges have to do, training included; `wage` is per hour, None where nobody said it.

    `source` says where the seconds per word are from, if they are assumed.
    """

    judges: tuple[JudgeWork, ...]
    seconds_per_word: float
    seconds_per_page: float
    wage: float | None = None
    source: str = ""

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
    plan: CampaignPlan,
    *,
    seconds_per_word: float | None = None,
    seconds_per_page: float | None = None,
    wage: float | None = None,
) -> Workload:
    """The work of each judge of a plan; packs that nobody has taken yet count under an empty name.

    Without `seconds_per_word` and `seconds_per_page` those of the plan count, or else what is assumed.
    """
    pace = assumed_pace(plan.questionnaire)
    given = dict(plan.options)
    seconds = float(given.get("seconds_per_word", pace.seconds))
    seconds = seconds if seconds_per_word is None else seconds_per_word
    page = float(given.get("seconds_per_page", SECONDS_PER_PAGE))
    page = page if seconds_per_page is None else seconds_per_page
    steps = len(plan.questionnaire.steps)
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
                pages=len(items) * steps,
                outputs=sum(len(item.candidates) for item in items),
                words=read,
                hours=(read * seconds + len(items) * steps * page) / 3600,
            )
        )
    return Workload(tuple(made), seconds, page, wage, pace.source if seconds == pace.seconds else "")


def words_of(items: Iterable[Item], words: dict[int, int]) -> int:
    """Words of the source, once for each output that is read."""
    return sum(words[item.segment] * len(item.candidates) for item in items)
