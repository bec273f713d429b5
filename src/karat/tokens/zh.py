"""Chinese: characters one by one, everything else as 13a."""

from __future__ import annotations

from dataclasses import dataclass

from karat.kernel import tokenize


@dataclass(frozen=True, slots=True)
class Chinese:
    """Isolates Chinese characters and full-width marks, then follows the Western rules.

    >>> Chinese()("我有2.5元")
    ['我', '有', '2.5', '元']
    """

    name = "zh"
    signature = "zh"
    native = "zh"

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        return tokenize(text, "zh")
