"""Words in one file and their tags in another, as one annotated text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.corpus import References
from karat.errors import InvalidText, MisalignedCorpus, UnknownName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus, OptionalText, Text


def annotate(
    corpus: Corpus,
    tags: Mapping[str, Text],
    reference_tags: Sequence[OptionalText],
    *,
    separator: str = "|",
) -> Corpus:
    """The corpus with a tag after every token of systems and references, as the metric tag-bleu reads it.

    `tags` has a text for each system and `reference_tags` one for each reference; white space separates words
    as it separates tags, and there are as many tags as words.

    >>> from karat import Corpus
    >>> corpus = Corpus.of(["dogs bark"], ["a dog barks"])
    >>> annotate(corpus, {"hypothesis": ["N V"]}, [["DET N V"]]).system("hypothesis")
    ['dogs|N bark|V']
    """
    for name in tags:
        corpus.system(name)
    if missing := [name for name in corpus.systems if name not in tags]:
        raise UnknownName(f"There are no tags of the system {missing[0]!r}. Give tags for every system.")
    streams = corpus.references.streams
    if len(reference_tags) != len(streams):
        raise MisalignedCorpus(
            f"There are tags of {len(reference_tags)} references, and {len(streams)} references. "
            "Give tags for each reference, in the same order."
        )
    systems = {
        name: [text or "" for text in _annotated(words, tags[name], f"system {name!r}", separator)]
        for name, words in corpus.systems.items()
    }
    references = tuple(
        _annotated(words, of_words, f"reference {number}", separator)
        for number, (words, of_words) in enumerate(zip(streams, reference_tags, strict=True), 1)
    )
    return replace(corpus, systems=systems, references=References(references, corpus.references.names))


def _annotated(words: OptionalText, tags: OptionalText, what: str, separator: str) -> list[str | None]:
    if len(words) != len(tags):
        raise MisalignedCorpus(
            f"The tags of {what} have {len(tags)} segments, its text has {len(words)}. "
            "Each line of tags must be of the same line of the text."
        )
    return [
        None if text is None else _joined(text, of_text or "", f"Segment {segment} of {what}", separator)
        for segment, (text, of_text) in enumerate(zip(words, tags, strict=True), 1)
    ]


def _joined(words: str, tags: str, where: str, separator: str) -> str:
    tokens, of_tokens = words.split(), tags.split()
    if len(tokens) != len(of_tokens):
        raise MisalignedCorpus(
            f"{where} has {len(tokens)} {'token' if len(tokens) == 1 else 'tokens'} and {len(of_tokens)} "
            f"{'tag' if len(of_tokens) == 1 else 'tags'}. Give the text as it was tagged, with white space "
            "between its tokens and one tag for each."
        )
    for tag in of_tokens:
        if separator in tag:
            raise InvalidText(f"{where}: the tag {tag!r} holds the separator {separator!r}. Choose another.")
    return " ".join(f"{token}{separator}{tag}" for token, tag in zip(tokens, of_tokens, strict=True))
