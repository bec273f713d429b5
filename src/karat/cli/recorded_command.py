"""The command that a page records, checked before it is run again: the page may come from a stranger."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from karat.dossier.provenance import is_demo, located
from karat.errors import InvalidOption, UnreadableFile
from karat.readers.files.encoding import split_sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.dossier.page_record import RecordedInput

# Options that decide no figure: where the page goes and what it is called, with a value or without.
_OF_THE_PAGE = {"-o": True, "--output": True, "--figures": True, "--title": True}
_OF_THE_PAGE |= {"--open": False, "--overwrite": False}
# With these a command does something else than to make figures.
_OTHER_WORK = ("-h", "--help", "--debug")


def places_of(inputs: Sequence[RecordedInput], folders: Sequence[Path]) -> dict[str, Path]:
    """Where the files behind a page are, by their names: the demo data, or below one of these folders."""
    places = {one.file: located(one.file, folders) for one in inputs}
    missing = [name for name, place in places.items() if place is None]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        where = " or ".join(map(str, dict.fromkeys(folders)))
        raise UnreadableFile(
            f"{missing[0]!r}{more}: the page was made of it, and it is not below {where}. Say where it is: "
            "--data FOLDER."
        )
    return {name: place for name, place in places.items() if place is not None}


def words_of_figures(words: Sequence[str]) -> list[str]:
    """The command without what is only about the page, which is not written again.

    >>> words_of_figures(["a.txt", "-o", "a.html", "--title=A", "-m", "bleu"])
    ['a.txt', '-m', 'bleu']
    """
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        option, equals, _ = word.partition("=")
        if option not in _OF_THE_PAGE:
            kept.append(word)
        elif _OF_THE_PAGE[option] and not equals:
            next(rest, None)
    return kept


def check_words(words: Sequence[str], places: Mapping[str, Path]) -> None:
    """Refuse a command that would read other files than the page lists, or do more than make figures."""
    for word in words:
        option, _, value = word.partition("=") if word.startswith("-") else ("", "", word)
        if option == "--run" or word == "comet" or word.startswith("comet:"):
            raise InvalidOption(
                f"Some figures of the page come from a program or a model ({word}), which is not run for a "
                "page. Score the texts with it yourself."
            )
        if option in _OTHER_WORK:
            raise InvalidOption(f"The page asks for {option}, which makes no figures. It is not run.")
        # What is read is the workbook, whatever its sheets are called.
        file, _ = split_sheet(value)
        named = file in places or any(name.startswith(f"{file}/") for name in places) or is_demo(file)
        if not named and _leads_elsewhere(value):
            raise InvalidOption(
                f"The page asks for {value!r}, which is not among the files that it lists. It is not run."
            )


def _leads_elsewhere(word: str) -> bool:
    """Whether a word could name a file outside of the folder in which the command runs."""
    parts = {*PurePosixPath(word).parts, *PureWindowsPath(word).parts}
    anywhere = PurePosixPath(word).is_absolute() or PureWindowsPath(word).drive or word.startswith("~")
    return bool(anywhere) or ".." in parts or "://" in word
