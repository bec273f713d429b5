"""Texts in pieces are put in order, and what is missing or too much is named."""

import pytest

from karat.errors import MisalignedCorpus, UnknownName
from karat.readers.corpora.alignment import chosen, in_order


def test_pieces_are_put_in_order() -> None:
    """The order is that of the segments, not of the pieces."""
    assert in_order("f", "system 'A'", ["1", "2"], {"2": "two", "1": "one"}) == ["one", "two"]


def test_missing_pieces() -> None:
    """Missing segments are named and counted."""
    with pytest.raises(
        MisalignedCorpus, match=r"^f: system 'A' has 1 of 3 segments; segments 1, 3 are missing"
    ):
        in_order("f", "system 'A'", ["1", "2", "3"], {"2": "two"})


def test_foreign_pieces() -> None:
    """Segments that the others do not know are named."""
    with pytest.raises(MisalignedCorpus, match=r"segment 9 of document d is not there"):
        in_order("f", "system 'A'", [("d", "1")], {("d", "1"): "one", ("d", "9"): "nine"})


def test_choices() -> None:
    """All names are taken unless some are asked for."""
    assert chosen(["a", "b"], None) == ["a", "b"]
    assert chosen(["a", "b"], ["b", "a"]) == ["b", "a"]
    with pytest.raises(UnknownName, match="Did you mean 'online-A'"):
        chosen(["online-A"], ["onlineA"])
