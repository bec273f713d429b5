"""Outputs joined by document and cut again: `python -m benchmarks.resegmentation`.

The segments of WMT's outputs are known. So it can be measured how many cuts come out where they were, and
how far BLEU is from BLEU of the true segments, beside mweralign where that is installed (`pip install
mweralign`; words split at spaces, its own segmenter for Japanese). Then the time for a million words.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from benchmarks.corpora import DATA
from karat import Bleu, Corpus, evaluate, read, resegment
from karat.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    # From a document's text and the segments of its reference to segments.
    Cutter: TypeAlias = Callable[[str, list[str]], Sequence[str]]

PACKS = ("wmt22.de-en", "wmt23.zh-en", "wmt23.en-de", "wmt23.en-ja", "wmt24.en-ja")
EVERY = 3  # system
WORDS = 1_000_000


class Document(NamedTuple):
    """The segments of an output and of its reference."""

    output: list[str]
    reference: list[str]


def documents(corpus: Corpus, system: str) -> Iterator[Document]:
    """The documents of a system."""
    labels = list(corpus.documents or ())
    changes = [place for place, (one, other) in enumerate(pairwise(labels), 1) if one != other]
    for start, end in pairwise([0, *changes, len(labels)]):
        reference = [text or "" for text in corpus.references.streams[0][start:end]]
        yield Document([text.strip() for text in corpus.systems[system][start:end]], reference)


def ours(worth: float) -> Cutter:
    """Karat, with what a whole sentence is worth."""
    return lambda text, reference: resegment(text, reference, sentence_worth=worth)["hypothesis"].segments


def peer() -> Cutter | None:
    """Mweralign, if it is installed."""
    try:
        from mweralign import align_texts  # type: ignore[import-not-found, import-untyped, unused-ignore]
        from mweralign.segmenter import CJSegmenter  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    segmenter = CJSegmenter()

    def cut(text: str, reference: list[str]) -> list[str]:
        is_japanese = lacks_spaces(text.split())
        encode = (lambda line: " ".join(segmenter.encode(line))) if is_japanese else str
        decode = segmenter.decode if is_japanese else str.strip
        with quiet():
            found: str = align_texts("\n".join(map(encode, reference)), encode(text))
        return [decode(line) for line in found.split("\n")][: len(reference)]

    return cut


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing on standard error, also from C++."""
    kept = os.dup(2)
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def places(segments: Sequence[str]) -> list[int]:
    """Where segments end, in characters without spaces."""
    return list(accumulate(len("".join(text.split())) for text in segments))[:-1]


def measure(name: str, corpus: Corpus, cut: Cutter) -> str:
    """The share of cuts that are right, the mean distance of BLEU, CPU seconds."""
    right = total = 0
    off = []
    spent = 0.0
    for system in list(corpus.systems)[::EVERY]:
        cut_again: list[str] = []
        true: list[str] = []
        for document in documents(corpus, system):
            start = time.process_time()
            between = "" if corpus.target_language == "ja" else " "
            found = list(cut(between.join(document.output), document.reference))
            spent += time.process_time() - start
            found += [""] * (len(document.reference) - len(found))
            right += sum(a == b for a, b in zip(places(document.output), places(found), strict=True))
            total += len(found) - 1
            cut_again += found
            true += document.output
        texts = Corpus.of({"true": true, "cut": cut_again}, list(corpus.references.streams[0]))  # type: ignore[arg-type]
        scores = evaluate(
            texts, Bleu(tokenize="ja-mecab" if corpus.target_language == "ja" else "13a")
        ).scores
        off.append(abs(scores[0].value - scores[1].value))
    return f"{name:<28} {100 * right / total:6.1f} {np.mean(off):8.2f} {max(off):8.2f} {spent:8.2f}"


def main() -> None:
    """Print the table, and the time for a million words."""
    cutters: dict[str, Cutter] = {"Karat": ours(2), "Karat, fewest edits": ours(0)}
    if (other := peer()) is not None:
        cutters["mweralign, words by spaces"] = other
    print(f"{'':<28} {'cuts %':>6} {'BLEU off':>8} {'at most':>8} {'CPU s':>8}")
    for name in PACKS:
        corpus = read(DATA / name)
        for label, cut in cutters.items():
            print(measure(f"{name} {label}"[:28], corpus, cut))
    random = np.random.default_rng(1)
    for length in (1_000, 10_000, 100_000):
        began = time.process_time()
        for _ in range(WORDS // length):
            words = random.zipf(1.3, length) % 20_000
            segments = [
                " ".join(f"w{word}" for word in words[place : place + 20]) for place in range(0, length, 20)
            ]
            kept = np.where(random.random(length) < 0.5, words, 20_001)
            resegment(" ".join(f"w{word}" for word in kept), segments)
        print(f"a million words in documents of {length:,}: {time.process_time() - began:.1f} CPU s")


if __name__ == "__main__":
    main()
