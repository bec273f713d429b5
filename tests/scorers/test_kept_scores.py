"""Scores of a repeatable scorer are computed once for each text and model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from karat import Corpus
from karat.errors import UnreadableFile
from karat.scorers import KeptScores, score_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from karat.scorers import ScorerInput


@dataclass
class Counting:
    """The length of the output, and what was asked for."""

    identity: str = "model 1"
    is_repeatable: bool = True
    stops_after: int = 10**9
    asked: list[str] = field(default_factory=list)

    name = "length"
    higher_is_better = True

    def scores(self, items: Sequence[ScorerInput]) -> Iterator[float]:
        """A number for each."""
        for item in items:
            if len(self.asked) == self.stops_after:
                raise KeyboardInterrupt
            self.asked.append(item.hypothesis)
            yield float(len(item.hypothesis))


CORPUS = Corpus.of({"a": ["x", "yy", "x"], "b": ["x", "zzz", "yy"]}, ["r", "s", "r"])


@pytest.fixture
def kept(tmp_path: Path) -> KeptScores:
    """A file in a folder that is not there yet."""
    return KeptScores(tmp_path / "new" / "scores.sqlite")


def test_nothing_is_computed_twice(kept: KeptScores) -> None:
    """Neither in one run nor in the next; the scores are the same."""
    first, second = Counting(), Counting()
    one = score_with(CORPUS, first, kept=kept)
    assert first.asked == ["x", "yy", "zzz", "yy"]  # yy stands beside two references
    assert score_with(CORPUS, second, kept=kept) == one
    assert second.asked == []


def test_other_models_and_texts_are_computed(kept: KeptScores) -> None:
    """A score belongs to a model, a text and its references."""
    score_with(CORPUS, Counting(), kept=kept)
    other = Counting(identity="model 2")
    score_with(CORPUS, other, kept=kept)
    assert len(other.asked) == 4
    changed = Counting()
    score_with(Corpus.of(["x", "x"], ["r", "t"]), changed, kept=kept)
    assert changed.asked == ["x"]


def test_scorers_that_may_change_are_not_kept(kept: KeptScores) -> None:
    """A program may be another one tomorrow."""
    for _ in range(2):
        scorer = Counting(is_repeatable=False)
        score_with(CORPUS, scorer, kept=kept)
        assert len(scorer.asked) == 4
    assert not kept.path.exists()


def test_an_interrupted_run_keeps_what_it_has(kept: KeptScores, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next run goes on."""
    monkeypatch.setattr("karat.scorers.scorer._KEPT_AT_ONCE", 2)
    with pytest.raises(KeyboardInterrupt):
        score_with(CORPUS, Counting(stops_after=3), kept=kept)
    rest = Counting()
    score_with(CORPUS, rest, kept=kept)
    assert rest.asked == ["zzz", "yy"]


def test_many_items(kept: KeptScores) -> None:
    """More than fit into one question to the file."""
    texts = [str(number) for number in range(1201)]
    score_with(Corpus.of(texts, texts), Counting(), kept=kept)
    again = Counting()
    score_with(Corpus.of(texts, texts), again, kept=kept)
    assert again.asked == []


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    """It is named, and stays as it is."""
    file = tmp_path / "scores.sqlite"
    file.write_text("not a database, but long enough to be taken for one " * 100, encoding="utf-8")
    with pytest.raises(UnreadableFile, match=r"scores\.sqlite: kept scores cannot be used"):
        score_with(CORPUS, Counting(), kept=KeptScores(file))
    assert file.read_text(encoding="utf-8").startswith("not a database")


def test_where_the_users_own_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In KARAT_CACHE first."""
    monkeypatch.setenv("KARAT_CACHE", str(tmp_path))
    assert KeptScores.of_user().path == tmp_path / "karat" / "scores.sqlite"
