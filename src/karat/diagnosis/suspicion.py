"""Whether a quick check could call a text or a score unfit: what a look at a few lines tells.

A plain `karat score` is done before the checks and what they stand on would be imported. So it asks here
first, and runs them only where one of them may have something to say that must not be missed. Every condition
below is met wherever the check that it stands for says *unfit*; it may be met elsewhere too, which costs time
only. That there are few segments is no suspicion: programs score single ones on purpose.
"""

from __future__ import annotations

from collections import Counter
from operator import mul

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.metrics import Metric
    from karat.scores import Score

# So many segments show what kind of text it is; more would take time that nobody asked for.
BEGINNING = 200
# What tokenizers and subword models leave behind, and raw text hardly ever has.
_MARKS = (" ,", " .", "@@ ", "@-@", " n't ", " 's ", "&apos;", "&quot;", "▁")
TOKENIZED = 0.2
CAPITALS, NO_CAPITALS = 0.2, 0.02
# Points from either end of a scale of percent.
LITTLE_ROOM = 1.0
MOSTLY_SHORT = 0.5
MANY_DUPLICATES = 0.3
MUCH_LONGER = 1.4
# Shorter texts come out the same by themselves: names, numbers, greetings.
LONG = 25
SAME_OUTPUT = 0.9
# A system that repeats the references more often than others do is suspected sooner than one alone.
LEAKED, LEAKED_AMONG_OTHERS = 0.9, 0.5
# One blank output may be an accident of one segment; several are lines that were lost.
SEVERAL_BLANK = 2
# Fewer segments say too little of a language. In all packs, 20 segments or more of output in the language of
# the references have a cosine of the frequencies of words of .39 or more; in another language .28 at most.
_OF_LANGUAGE, OTHER_LANGUAGE = 20, 0.3
# Japanese mixes these, and Chinese has the first alone.
_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH")
# So many characters show in which script a text is, if so large a share of its letters are in it.
_OF_SCRIPT, ONE_SCRIPT = 2000, 0.7


def may_be_unfit(
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    scores: Sequence[Score],
    metrics: Sequence[Metric],
) -> bool:
    """Whether a check could say so of the first segments of outputs and references, and of the scores.

    >>> may_be_unfit({"A": ["The cat sat down."]}, [["The cat sat down there."]], [], [])
    False
    >>> may_be_unfit({"A": ["The cat sat down."]}, [["Quite another sentence stands here."]], [], [])
    True
    """
    first = references[0]
    return (
        any(map(_of_score, scores))
        or not first
        or _unspaced(first)
        or _short(first, metrics)
        or 1 - len(set(zip(*references, strict=True))) / len(first) >= MANY_DUPLICATES
        or any(_of_output(text, references) for text in systems.values())
        or other_scripts(systems, first) is not None
        or other_language(systems, first) is not None
        or _same(list(systems.values()))
    )


def looks_tokenized(text: str) -> bool:
    """Whether it has marks that a tokenizer leaves behind."""
    return any(map(text.__contains__, _MARKS))


def has_capital(text: str) -> bool:
    """Whether lower case would change it."""
    return text != text.lower()


def share_of(texts: Sequence[str], condition: Callable[[str], bool]) -> float:
    """The share of the texts for which it holds."""
    return sum(map(condition, texts)) / max(len(texts), 1)


def blank_outputs(
    systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str | None]], *, before: int = 0
) -> dict[str, list[int]]:
    """The segments that a system left blank though a reference has text, counted from 1 after those `before`.

    >>> blank_outputs({"A": ["one", "", " "]}, [["one", "two", ""]])
    {'A': [2]}
    """
    found = {}
    for name, output in systems.items():
        # Most texts have no empty line, which the kernel tells faster than a loop does.
        has_blank = "" in output or " " in output
        blank = [at for at, text in enumerate(output) if not text.strip()] if has_blank else []
        found[name] = [
            before + at + 1 for at in blank if any((stream[at] or "").strip() for stream in references)
        ]
    return found


class Blank:
    """The segments that each system left blank, of a text that comes in blocks."""

    def __init__(self) -> None:
        self.segments = 0
        self.places: dict[str, list[int]] = {}

    def look(self, systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str | None]]) -> None:
        """Look at the next block."""
        for name, places in blank_outputs(systems, references, before=self.segments).items():
            self.places.setdefault(name, []).extend(places)
        self.segments += len(references[0])

    @property
    def are_several(self) -> bool:
        """Whether some system has so many that they are told."""
        return any(len(places) >= SEVERAL_BLANK for places in self.places.values())


def other_scripts(
    systems: Mapping[str, Sequence[str]], references: Sequence[str]
) -> tuple[str, str, str] | None:
    """A system that writes another script than the references, with its script and theirs.

    >>> other_scripts({"A": ["Моя кошка спит."]}, ["My cat is asleep."])
    ('A', 'Cyrillic', 'Latin')
    """
    expected = script_of(references)
    for name, output in systems.items():
        found = script_of(output)
        if expected and found and found != expected:
            return name, found, expected
    return None


def other_language(
    systems: Mapping[str, Sequence[str]], references: Sequence[str]
) -> tuple[str, float] | None:
    """A system that hardly uses the words that the references use often, and how alike they are.

    Two texts in one language share its frequent words, whatever they are about.

    >>> german = ["das ist der Hund und die Katze"] * 20
    >>> other_language({"A": german, "B": ["that is the dog and the cat"] * 20}, german)
    ('B', 0.0)
    """
    if len(references) < _OF_LANGUAGE or _unspaced(references):
        return None
    expected = _frequencies(references)
    for name, output in systems.items():
        alike = _cosine(_frequencies(output), expected)
        if alike is not None and alike < OTHER_LANGUAGE:
            return name, alike
    return None


def _frequencies(texts: Sequence[str]) -> Counter[str]:
    return Counter("\n".join(texts).lower().split())


def _cosine(one: Mapping[str, int], other: Mapping[str, int]) -> float | None:
    """How alike the frequencies of words are, from 0 to 1; None where a text has no words."""
    squares = sum(map(mul, one.values(), one.values())) * sum(map(mul, other.values(), other.values()))
    together = sum(one[word] * other[word] for word in one.keys() & other.keys())
    return float(together / squares**0.5) if squares else None


def script_of(texts: Sequence[str]) -> str:
    """The script of most letters at the beginning of texts; empty where none has most of them."""
    letters = [letter for letter in "".join(texts)[:_OF_SCRIPT] if letter.isalpha()]
    if not letters:
        return ""
    latin = sum(map(str.isascii, letters))
    if latin >= ONE_SCRIPT * len(letters):
        return "Latin"
    from unicodedata import name

    counts = {"Latin": latin}
    for letter in letters:
        if not letter.isascii():
            script = name(letter, "").partition(" ")[0]
            script = "Chinese or Japanese" if script in _EAST_ASIAN else script.capitalize()
            counts[script] = counts.get(script, 0) + 1
    most = max(counts, key=counts.__getitem__)
    return most if counts[most] >= ONE_SCRIPT * len(letters) else ""


def _of_score(score: Score) -> bool:
    matches = score.details.get("matches")
    nothing = isinstance(matches, list) and not matches[-1]
    at_the_end = min(abs(score.value), abs(100 - score.value)) <= LITTLE_ROOM
    return nothing or at_the_end


def _unspaced(references: Sequence[str]) -> bool:
    # Imported late: its tables of scripts take longer to make than everything else here.
    from karat.spacing import lacks_spaces

    return lacks_spaces(word for text in references for word in text.split())


def _short(references: Sequence[str], metrics: Sequence[Metric]) -> bool:
    """Whether many references have fewer words, and so perhaps fewer characters, than a metric's order."""
    orders = [order for metric in metrics if isinstance(order := getattr(metric, "order", None), int)]
    longest = max(orders, default=0)
    return share_of(references, lambda text: len(text.split()) < longest) >= MOSTLY_SHORT


def _of_output(output: Sequence[str], references: Sequence[Sequence[str]]) -> bool:
    first = references[0]
    looks = [share_of(texts, looks_tokenized) > TOKENIZED for texts in (output, first)]
    low = share_of(first, has_capital) > CAPITALS and share_of(output, has_capital) < NO_CAPITALS
    wanted = sum(sum(map(len, stream)) for stream in references) / len(references)
    ratio = sum(map(len, output)) / max(wanted, 1)
    long = [at for at, text in enumerate(output) if len(text) >= LONG]
    same = sum(any(output[at] == stream[at] for stream in references) for at in long)
    return (
        looks[0] != looks[1]
        or low
        or max(ratio, 1 / max(ratio, 0.01)) >= MUCH_LONGER
        or (bool(long) and same / len(long) >= LEAKED_AMONG_OTHERS)
    )


def _same(outputs: Sequence[Sequence[str]]) -> bool:
    for place, one in enumerate(outputs):
        long = [at for at, text in enumerate(one) if len(text) >= LONG]
        for other in outputs[place + 1 :]:
            if long and sum(one[at] == other[at] for at in long) / len(long) >= SAME_OUTPUT:
                return True
    return False
