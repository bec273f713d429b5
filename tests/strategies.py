"""What Hypothesis draws: hostile segments, references of which some are missing, and metrics with any options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from hypothesis import strategies as st

from karat.metrics import Bleu, Chrf, Ter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

Streams: TypeAlias = "list[list[str | None]]"
T = TypeVar("T")


def apart(pieces: str) -> list[str]:
    """Pieces that stand apart."""
    return pieces.split(" ")


# What tokenizers, lowercasing and white space stumble over.
PIECES = (
    *apart("a b the cat The CAT Tarts tarts Pop-Tarts pop-tarts abcdefgh abcdefgi"),
    *apart("&quot; &amp; &lt; &gt; &apos; &amp;amp;lt; &amp;quot; & ; amp; &AMP;"),
    *apart("<skipped> <skip ped> -\n \n- \n \r\n - -- ‐ –"),
    *apart("0 1 2.5 1,000 5. .5 1...2 a..5 1--a 3-4 9, , . .. ... ,. ٣ ² ½ ７ ． ，"),
    *apart("! ? : \" ( ) (hi) 's 's's it's ' / @ ~ { `"),
    *apart("我 有 元 。 、 「 ・ ｶ か カ ㇰ ー ㈀ ㊀ ㍿ 﨑 ︰ \u3f22 \u3f23"),
    *apart("\u2000 \u2001 \u2a6d \u2a6e \U00020000 \U0002a6d6 \u2f81 \u9fbb \u9fbc \u9fff"),
    *apart("\t \u00a0 \u3000 \u0085 \x1c \x1f \u2028 \u2029 \u200b \ufeff \x0b"),
    *apart("Σ ΑΣ ΑΣ. σ ς İ I ı ß ẞ ﬁ é e\u0301 \u0301 𝒳 😀 👩\u200d💻"),
    *apart("€ $ + = ^ | © « » “ ¿ % ‰ # _ \\ § \0 \ud800 \udfff"),
    *(" ", "  ", "'s 's"),
)

ALPHABETS = {
    "ASCII": st.characters(min_codepoint=0, max_codepoint=0x7F),
    "Latin-1": st.characters(min_codepoint=0, max_codepoint=0xFF),
    "two bytes": st.characters(min_codepoint=0, max_codepoint=0xFFFF, exclude_categories=()),
    "four bytes": st.characters(min_codepoint=0, max_codepoint=0x10FFFF, exclude_categories=()),
}


def choices(values: Sequence[T], *, min_size: int = 0, max_size: int) -> SearchStrategy[list[T]]:
    """A list of these values, as likely as in `st.lists(st.sampled_from(values))`.

    Hypothesis draws a text at once, and the values of a list one by one, which takes most of the time of many
    tests. So a text is drawn in which a letter stands for each value.
    """
    letters = [chr(0x4E00 + place) for place in range(len(values))]
    meant = dict(zip(letters, values, strict=True))
    text = st.text("".join(letters), min_size=min_size, max_size=max_size)
    return text.map(lambda drawn: [meant[letter] for letter in drawn])


def segments(*, max_pieces: int = 12) -> SearchStrategy[str]:
    """A segment: hostile pieces run together or apart, or any characters at all."""
    pieces = choices(PIECES, max_size=max_pieces)
    separators = st.sampled_from(["", " ", " ", "\u00a0"])
    glued = st.builds(lambda parts, separator: separator.join(parts), pieces, separators)
    return st.one_of(glued, glued, *(st.text(alphabet, max_size=12) for alphabet in ALPHABETS.values()))


def sentences(vocabulary: str = "a b c d", *, max_words: int = 12) -> SearchStrategy[str]:
    """Words of a small vocabulary, so that n-grams match, and match again."""
    return choices(vocabulary.split(), max_size=max_words).map(" ".join)


@st.composite
def corpora(
    draw: DrawFn, segment: SearchStrategy[str], *, max_segments: int = 3, max_references: int = 5
) -> tuple[list[str], Streams]:
    """Hypotheses, and one to five streams of references, in which any but the last of a segment may be missing."""
    count, width = draw(st.integers(1, max_segments)), draw(st.integers(1, max_references))
    hypotheses = draw(st.lists(segment, min_size=count, max_size=count))
    kinds = draw(choices(["missing", "any", "equal"], min_size=count * width, max_size=count * width))
    always = draw(choices(range(width), min_size=count, max_size=count))
    streams: Streams = [[None] * count for _ in range(width)]
    for place, kind in enumerate(kinds):
        index, number = divmod(place, width)
        if kind == "equal":
            streams[number][index] = hypotheses[index]
        elif kind == "any" or number == always[index]:
            streams[number][index] = draw(segment)
    return hypotheses, streams


def random_segment(rng: Random, pieces: int, vocabulary: tuple[str, ...] = PIECES) -> str:
    """A segment of that many pieces; a seed stands for it, so that it can be long."""
    separator = rng.choice(["", " ", " "])
    return separator.join(rng.choice(vocabulary) for _ in range(pieces))


def random_corpus(rng: Random, segments: int, vocabulary: tuple[str, ...]) -> tuple[list[str], Streams]:
    """As `corpora`, but hundreds of short segments of few words: what is wrong once in fifty segments is seen."""

    def text() -> str:
        return " ".join(rng.choices(vocabulary, k=rng.randrange(10)))

    hypotheses = [text() for _ in range(segments)]
    drawn = [[text() if rng.random() < 0.7 else None for _ in hypotheses] for _ in range(4)]
    return hypotheses, [*drawn, [text() for _ in hypotheses]]


NORMALIZATIONS = st.sampled_from(["none", "NFC", "NFKC"])
WEIGHTS = st.floats(0, 4, allow_subnormal=False)


@st.composite
def bleus(draw: DrawFn, /, **fixed: Any) -> Bleu:
    """BLEU with any options that agree with each other."""
    order = draw(st.integers(1, 9))
    smoothing = draw(st.sampled_from(["none", "floor", "add-k", "exp"]))
    k = st.floats(0, 5, allow_subnormal=False) if smoothing in ("floor", "add-k") else st.none()
    every = st.lists(WEIGHTS, min_size=order, max_size=order)
    weights = every.filter(lambda shares: sum(shares) > 0).map(tuple)
    unit = draw(st.sampled_from(["word", "char"]))
    options: dict[str, Any] = {
        "order": order,
        "unit": unit,
        "tokenize": draw(st.sampled_from(["none", "13a", "intl", "zh"])) if unit == "word" else "13a",
        "spaces": draw(st.sampled_from(["drop", "keep"])) if unit == "char" else "drop",
        "lowercase": draw(st.booleans()),
        "normalization": draw(NORMALIZATIONS),
        "smoothing": smoothing,
        "smoothing_value": draw(st.none() | k),
        "effective_order": draw(st.booleans()),
        "brevity": draw(st.sampled_from(["closest", "shortest", "average", "none"])),
        "weights": draw(st.none() | weights),
        "mean": draw(st.sampled_from(["geometric", "arithmetic"])),
    }
    return Bleu(**(options | fixed))


@st.composite
def chrfs(draw: DrawFn, /, **fixed: Any) -> Chrf:
    """ChrF with any options that agree with each other."""
    character_order = draw(st.integers(0, 8))
    options: dict[str, Any] = {
        "character_order": character_order,
        "word_order": draw(st.integers(0 if character_order else 1, 3)),
        "beta": draw(st.sampled_from([0, 1, 2, 3]) | st.floats(0.1, 10)),
        "spaces": draw(st.sampled_from(["drop", "keep"])),
        "lowercase": draw(st.booleans()),
        "normalization": draw(NORMALIZATIONS),
        "epsilon_smoothing": draw(st.booleans()),
    }
    return Chrf(**(options | fixed))


@st.composite
def ters(draw: DrawFn, /, **fixed: Any) -> Ter:
    """TER with any options."""
    switches = ("normalized", "no_punctuation", "asian_support", "case_sensitive")
    options: dict[str, Any] = {switch: draw(st.booleans()) for switch in switches}
    return Ter(**(options | {"normalization": draw(NORMALIZATIONS)} | fixed))
