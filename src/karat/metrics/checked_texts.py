"""Whether texts pair up, for metrics that count in Python; the kernel asks the same of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import InvalidText, MisalignedCorpus, MissingReference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text


def check_texts(systems: Sequence[Text], streams: Sequence[OptionalText]) -> None:
    """Refuse texts that do not pair up, as the kernel does for metrics that it counts."""
    segments = len(streams[0])
    for text in systems:
        if len(text) != segments:
            raise MisalignedCorpus.from_lengths("The hypothesis", got=len(text), expected=segments)
    for stream in streams:
        if len(stream) != segments:
            raise MisalignedCorpus.from_lengths("A reference", got=len(stream), expected=segments)
    for segment, texts in enumerate(zip(*streams, strict=True)):
        if all(text is None for text in texts):
            raise MissingReference.at(segment)
    for stream in streams:
        _check_segments(stream, missing_allowed=True)
    for text in systems:
        _check_segments(text, missing_allowed=False)


def _check_segments(texts: OptionalText, *, missing_allowed: bool) -> None:
    for segment, text in enumerate(texts):
        if text is None and not missing_allowed:
            raise InvalidText(f"Segment {segment + 1} of the hypothesis is None; it must be a str.")
        if text is not None and not isinstance(text, str):
            raise InvalidText(f"Segment {segment + 1} is a {type(text).__name__}; it must be a str.")
