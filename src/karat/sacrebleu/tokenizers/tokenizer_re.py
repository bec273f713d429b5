"""The Western rules that mteval-v13a and the Chinese tokenizer end with."""

from __future__ import annotations

import re
from string import punctuation

from karat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

# Every ASCII mark stands alone but these four: an apostrophe never, the others by what is beside them.
_ALONE = "".join(sorted(set(punctuation) - set("',-.")))
_RULES = (
    (re.compile(f"([{re.escape(_ALONE)}])"), r" \1 "),
    (re.compile(r"([^0-9])([,.])"), r"\1 \2 "),
    (re.compile(r"([,.])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])-"), r"\1 - "),
)


class TokenizerRegexp(BaseTokenizer):
    """Splits off punctuation by rules that see neither markup nor the line's ends.

    No tokenizer of Karat has these rules alone, so they are written out.
    """

    def signature(self) -> str:
        """What signatures call it."""
        return "re"

    def __call__(self, line: str) -> str:
        """The tokens of one line."""
        for pattern, replacement in _RULES:
            line = pattern.sub(replacement, line)
        return " ".join(line.split())
