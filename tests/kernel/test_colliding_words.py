"""Words that share the numbers by which the kernel tells words apart are still two words."""

from __future__ import annotations

from random import Random
from string import ascii_letters

import pytest

from karat.kernel import count_bleu, count_per, count_wer

_BITS = (1 << 64) - 1


def mixed(number: int) -> int:
    """As `mixed` in src/kernel/ids.hpp."""
    number = number * 0x9E3779B97F4A7C15 & _BITS
    number ^= number >> 32
    number = number * 0xD6E8FEB86659FD93 & _BITS
    return number ^ number >> 29


def colliding(rng: Random) -> tuple[str, str]:
    """Two words of 24 letters with the same hash.

    Whatever the first eight letters make of it, the next eight can take back; what is left is to find letters.
    """
    letters = {ord(letter) for letter in ascii_letters}
    while True:
        heads = ["".join(rng.choices(ascii_letters, k=8)) for _ in range(2)]
        states = [mixed(24 ^ int.from_bytes(head.encode(), "little")) for head in heads]
        apart = (states[0] ^ states[1]).to_bytes(8, "little")
        places = [[one for one in letters if one ^ byte in letters] for byte in apart]
        if all(places):
            middle = [rng.choice(sorted(place)) for place in places]
            other = [one ^ byte for one, byte in zip(middle, apart, strict=True)]
            end = "".join(rng.choices(ascii_letters, k=8))
            return heads[0] + bytes(middle).decode() + end, heads[1] + bytes(other).decode() + end


@pytest.mark.parametrize("seed", range(5))
def test_words_with_the_same_hash_are_told_apart(seed: int) -> None:
    """The bytes of long words are compared, whatever their hashes are."""
    first, second = colliding(Random(seed))
    assert first != second
    texts, references = [f"a {first} b {second}"], [f"a {second} b {first}"]
    (bleu,) = count_bleu([texts], [references], "none", 2, "closest", 1)
    assert bleu.array().tolist() == [[4, 4, 4, 0, 4, 3]]
    for count, edits in ((count_wer, 2), (count_per, 0)):
        (rows,) = count([texts], [references], "none", 1)
        assert rows.array()[0, 0] == edits
        (rows,) = count([[first]], [[second]], "none", 1)
        assert rows.array()[0, 0] == 1
