"""The kernel's versions for different processors: the same counts from each."""

from __future__ import annotations

import os
import subprocess
import sys

from karat.kernel import VECTORS

# Long words that begin and end alike, marks at every place of a block, texts of one to three hundred words.
_COUNT = """
import hashlib, random, sys
from karat.kernel import VECTORS, count_bleu, count_chrf
rng = random.Random(7)
words = ["a", "the", "5", "-5", "1.5", "7,", ".", "U.S.", "&amp;", "<skipped>", "it's", "x-\\n", "naïve", "日本", "\\x85", "\\u3000"]
words += ["abcdefgh", "abcdefghijklmnopq", "abcdefghXjklmnopq", "abcdefghi", "hgfedcba" * 3, "hgfedcba" + "x" * 8 + "hgfedcba"]
texts = []
for place in range(400):
    size = rng.choice([0, 1, 5, 20, 63, 64, 65, 130, 255, 256, 257, 300])
    texts.append(rng.choice([" ", " ", ""]).join(rng.choice(words) for _ in range(size)))
others = [" ".join(word for word in text.split(" ") if rng.random() < 0.9) for text in texts]
digest = hashlib.sha256()
for tokenizer in ("13a", "zh", "intl", "none", "char"):
    for order in (3, 4, 8, 9):
        digest.update(count_bleu([others], [texts], tokenizer, order, "closest", 1)[0].array().tobytes())
for order, words in ((6, 2), (8, 5), (3, 1)):
    digest.update(count_chrf([others], [texts], order, words, 2.0, False, False, 1)[0].array().tobytes())
print(VECTORS, digest.hexdigest())
"""


def counted(vectors: str) -> tuple[str, str]:
    """The version that was taken, and a digest of what it counts."""
    environment = {**os.environ, "KARAT_VECTORS": vectors}
    done = subprocess.run(
        [sys.executable, "-c", _COUNT], env=environment, check=True, capture_output=True, text=True
    )
    name, digest = done.stdout.split()
    return name, digest


def test_all_versions_count_the_same() -> None:
    """AVX-512, AVX2 and the plain version, as far as this processor has them, count the same of hostile text."""
    every = ["avx512", "avx2", "plain"]
    found = dict(counted(name) for name in every[every.index(VECTORS) :])
    assert list(found) == every[every.index(VECTORS) :]
    assert len(set(found.values())) == 1, found
