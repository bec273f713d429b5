"""The checksum of shards: XXH64."""

from __future__ import annotations

from random import Random

import pytest

from karat.kernel import Checksum

# Of the numbers 0, 1, 2 … 255, 0 …, so many: from the reference implementation, by way of the xxhash package.
_KNOWN = {
    0: "ef46db3751d8e999",
    1: "e934a84adb052768",
    3: "e5c7bb4533bc65dd",
    4: "ffced8604453cc1e",
    7: "14cc643f630c72d2",
    8: "884a173614b81b8d",
    12: "424af23f1f08dca5",
    31: "c346d2b59b4d8ee1",
    32: "cbf59c5116ff32b4",
    33: "0c535d1acafb8ead",
    63: "e26aa9e2a95f8e4f",
    64: "f7c67301db6713f0",
    100: "6ac1e58032166597",
    255: "0f7d97507caad693",
    1000: "6ef436b00eba4078",
}


def digest(*parts: bytes) -> str:
    """The checksum of bytes that come in parts."""
    checksum = Checksum()
    for part in parts:
        checksum.update(part)
    return checksum.hexdigest()


@pytest.mark.parametrize(("size", "expected"), _KNOWN.items())
def test_known_values(size: int, expected: str) -> None:
    """Every way through the last bytes gives what the reference implementation gives."""
    assert digest(bytes(place % 256 for place in range(size))) == expected


def test_parts() -> None:
    """However the bytes are cut into parts, the checksum is the same."""
    rng = Random(1)
    data = rng.randbytes(1000)
    whole = digest(data)
    for _ in range(200):
        cuts = sorted(rng.choices(range(len(data) + 1), k=rng.randrange(6)))
        parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert digest(*parts) == whole


def test_every_byte_counts() -> None:
    """One bit that is changed changes the checksum, wherever it is."""
    data = Random(2).randbytes(100)
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1
        assert digest(bytes(changed)) != digest(data)
