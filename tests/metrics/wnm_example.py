"""The example of WNM that its script and an independent program agree on, and its options."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

HYPOTHESIS = "white house sends nuclear inspectors"
REFERENCE = "the white house urges nuclear inspectors"
FREQUENCIES = "<CorpStat>;1000;10\nthe;60;10\nof;30;10\nhouse;5;3\nwhite;4;2\n"
SIDES: tuple[Any, ...] = ("precision", "recall", "f")
IN_RANGE = st.sampled_from(["s-clipped", "s-salient", "tf.idf", "none"])
WEIGHTINGS = st.one_of(IN_RANGE, st.just("s-literal"))
NGRAM_WEIGHTS = st.sampled_from(["last", "sum", "max"])
