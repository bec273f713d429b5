"""NEE as slow and obvious as possible: windows of tokens, one entity after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.entities.muc import read_tagged
from karat.entities.scripts import is_spaceless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Nee


def share(metric: Nee, hypothesis: str, references: Sequence[str]) -> tuple[int, int]:
    """Found and unique entities of one segment, against the reference with the greatest share."""
    best, counts = (-1.0, -1), (0, 0)
    for reference in references:
        found, total = _against(metric, hypothesis, reference)
        if total and (found / total, found) > best:
            best, counts = (found / total, found), (found, total)
    return counts


def _against(metric: Nee, hypothesis: str, reference: str) -> tuple[int, int]:
    output = metric.normaliser.of_output(hypothesis)
    # type and form → all forms, and whether every mention is optional
    unique: dict[tuple[object, ...], tuple[set[tuple[str, ...]], bool]] = {}
    for entity in read_tagged(reference)[1]:
        if metric.types and not set(metric.types) & set(entity.types):
            continue
        forms = [tuple(metric.normaliser.of_entity(text)) for text in (entity.text, *entity.alternatives)]
        forms = [form for form in forms if form]
        if forms:
            key = (entity.types, forms[0])
            others, optional = unique.get(key, (set(), True))
            unique[key] = others | set(forms), optional and entity.optional
    found = total = 0
    for forms_of, optional in unique.values():
        there = any(_is_there(form, output) for form in forms_of)
        found += there
        total += there or not optional
    return found, total


def _is_there(form: Sequence[str], output: Sequence[str]) -> bool:
    if is_spaceless("".join(form)):
        return _closed(form) in _closed(output)
    size = len(form)
    return any(tuple(output[start : start + size]) == tuple(form) for start in range(len(output)))


def _closed(tokens: Sequence[str]) -> str:
    """Tokens without spaces beside characters that need none; words that touch keep theirs."""
    text = ""
    for token in tokens:
        if text and not is_spaceless(text[-1]) and not is_spaceless(token[0]):
            text += " "
        text += token
    return text
