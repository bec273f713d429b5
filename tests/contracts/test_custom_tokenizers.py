"""What a function of the user's must return to be a tokenizer."""

from __future__ import annotations

from typing import Any

import pytest

from karat.errors import InvalidOption
from karat.metrics import Bleu


@pytest.mark.parametrize("tokens", [None, 5, [1], b"ab", [None]])
def test_what_is_no_tokens(tokens: Any) -> None:
    """A function that returns no tokens is refused with what it returned."""
    with pytest.raises(InvalidOption, match=r"returned .* for 'a b'; it must return a list of str"):
        Bleu(tokenize=lambda _: tokens).count(["a b"], ["a b"])


def test_tokens_may_come_one_by_one() -> None:
    """A generator is as good as a list."""
    made = Bleu(tokenize=lambda text: (word for word in text.split()))  # type: ignore[arg-type,return-value]
    assert made.count(["a b"], ["a b"]).total() == Bleu(tokenize=str.split).count(["a b"], ["a b"]).total()
