"""Marked names, and what NEE counts in them."""

from __future__ import annotations

from typing import Any

from karat import Corpus, Nee

CLINTON = '<ENAMEX TYPE="PERSON">Clinton</ENAMEX>'


PARIS = '<ENAMEX TYPE="LOCATION">Paris</ENAMEX>'


DATE = '<TIMEX TYPE="DATE" ALT="1987">all of 1987</TIMEX>'


def counts(hypothesis: str, *references: str, **options: Any) -> tuple[int, int]:
    """Found and unique entities of one segment."""
    row = Nee(**options).count([hypothesis], [list(references)]).total()
    return sum(row[8:]), sum(row[:8])


def value(hypothesis: str, *references: str, **options: Any) -> float:
    """NEE of one segment."""
    nee = Nee(**options)
    return nee.value(nee.count([hypothesis], [list(references)]).total())


def corpus(hypotheses: list[str], references: list[str], **others: Any) -> Corpus:
    """A corpus of one system."""
    return Corpus.of({"system": hypotheses}, references, **others)
