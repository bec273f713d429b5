"""Word frequencies of another corpus, in the script's format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.metrics.wnm_example import FREQUENCIES

from karat.errors import InvalidFile, InvalidOption, InvalidRecipe, UnreadableFile
from karat.metrics import Wnm, parse

if TYPE_CHECKING:
    from pathlib import Path


class TestFile:
    """Word frequencies in the script's format."""

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("", "first line"),
            ("the;60;10\n", "first line"),
            ("<CorpStat>;1000\n", "line 1: .* not of the form"),
            ("<CorpStat>;1000;10\nthe;x;1\n", "line 2: .* not of the form"),
            ("<CorpStat>;1000;10\nthe;1;2\n", "line 2: .* 1 times in 2 texts"),
            ("<CorpStat>;1000;10\nthe;2000;2\n", "2000 times in 2 texts, and the corpus has 1000 words"),
            ("<CorpStat>;1000;10\nthe;2;2\nthe;3;3\n", "two lines"),
            ("<CorpStat>;0;0\n", "0 texts"),
        ],
    )
    def test_refused(self, tmp_path: Path, text: str, problem: str) -> None:
        """A file that is not in the format is refused when the metric is made, with the line."""
        path = tmp_path / "corpus.txt"
        path.write_text(text)
        with pytest.raises(InvalidFile, match=problem):
            Wnm(corpus=str(path))

    def test_bytes(self, tmp_path: Path) -> None:
        """It is UTF-8."""
        path = tmp_path / "corpus.txt"
        path.write_bytes(b"<CorpStat>;10;2\n\xff;1;1\n")
        with pytest.raises(InvalidFile, match="byte 17 is not UTF-8"):
            Wnm(corpus=str(path))

    def test_missing(self, tmp_path: Path) -> None:
        """A file that is not there, and a name that no recipe can hold."""
        with pytest.raises(UnreadableFile, match="cannot be read"):
            Wnm(corpus=str(tmp_path / "nowhere"))
        with pytest.raises(InvalidOption, match="name of a file"):
            Wnm(corpus="a|b")

    def test_semicolon(self, tmp_path: Path) -> None:
        """A semicolon may be a word."""
        path = tmp_path / "corpus.txt"
        path.write_text("<CorpStat>;10;2\r\n;;3;2\r\n")
        assert Wnm(corpus=str(path)).explain("x", ["; y"]).listings[0].rows[-1][0] in (";", "x")

    def test_checksum(self, toy: str, tmp_path: Path) -> None:
        """The recipe knows the file by its checksum, and refuses another."""
        recipe = Wnm(corpus=toy).recipe
        assert parse(recipe) == Wnm(corpus=toy)
        (tmp_path / "corpus.txt").write_text(FREQUENCIES + "urges;1;1\n")
        with pytest.raises(InvalidRecipe, match="checksum"):
            parse(recipe)
