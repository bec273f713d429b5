"""A program that scores segments is a metric like any other; when it fails, its own words are shown."""

from __future__ import annotations

import json
import shlex
import sys
import time
from typing import TYPE_CHECKING

import pytest

from karat import Bleu, Corpus, compare, demo, evaluate, read
from karat.errors import InvalidOption, ProgramFailed
from karat.scorers import Program, ScorerInput, score_with

if TYPE_CHECKING:
    from collections.abc import Sequence

# The share of the first reference's characters that the output has, and one that depends on the source.
OVERLAP = """
import json, sys
for line in sys.stdin:
    item = json.loads(line)
    said, wanted = set(item["hypothesis"]), set(item["references"][0])
    print(len(said & wanted) / max(1, len(wanted)), flush=True)
"""


def python(code: str) -> tuple[str, ...]:
    """A command that runs this code."""
    return (sys.executable, "-c", code)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The demo data."""
    return read(demo.segments_path())


def test_as_computed_by_hand(corpus: Corpus) -> None:
    """Every system and segment has the number that the definition gives."""
    found = score_with(corpus, Program("overlap", python(OVERLAP)))
    table = evaluate(corpus, found).table(found, "segment")
    for system, texts in corpus.systems.items():
        for number, text in enumerate(texts):
            wanted = set(corpus.references.of_segment(number)[0])
            assert table[system][number] == pytest.approx(len(set(text) & wanted) / len(wanted), abs=1e-9)


def test_intervals_and_tests_as_of_any_metric(corpus: Corpus) -> None:
    """It is compared beside BLEU."""
    found = score_with(corpus, Program("overlap", python(OVERLAP)))
    comparison = compare(evaluate(corpus, Bleu(), found))
    assert {one.metric for one in comparison.metrics} == {"BLEU", "overlap"}


def test_what_the_program_reads() -> None:
    """Source, output and all references, once for each different item, in any script."""
    corpus = Corpus.of(
        {"a": ["猫\u2028x", "dog"], "b": ["猫\u2028x", "hound"]},
        [["cat", "kitty"], ["dog", "dog"]],
        sources=["ネコ", "イヌ"],
    )
    code = "import sys; rows = list(sys.stdin); print(len(rows), *rows, file=sys.stderr); sys.exit(3)"
    with pytest.raises(ProgramFailed, match="ended with exit code 3 after 0 of 3 segments") as failed:
        score_with(corpus, Program("echo", python(code)))
    assert "It said: 3 {" in str(failed.value)
    first = ScorerInput("ネコ", "猫\u2028x", ("cat", "kitty"))
    assert json.loads(first.as_json()) == {
        "source": "ネコ",
        "hypothesis": "猫\u2028x",
        "references": ["cat", "kitty"],
    }
    assert first.as_json().isascii()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", ["after 0 of 2 segments", "It said nothing"]),
        ("print(1)", ["ended with exit code 0 after 1 of 2 segments"]),
        ("print(1); print('n/a')", ["wrote 'n/a' for segment 2 of 2"]),
        ("print('1_0'); print(2)", ["wrote '1_0' for segment 1 of 2"]),
        ("print(1); print(2); print(3)", ["wrote '3' after the numbers of all 2 segments"]),
        ("import sys; print(1); print(2); sys.exit(4)", ["ended with exit code 4 after the last segment"]),
        ("print('nan')", ["wrote 'nan' for segment 1 of 2", "finite number"]),
        ("print('1' * 5_000_000)", ["wrote '111", "for segment 1 of 2"]),
        ("import sys\nwhile True: sys.stdout.write('1' * 9999)", ["wrote '111", "for segment 1 of 2"]),
        (
            "import sys; print('x' * 5_000_000, file=sys.stderr); sys.exit('no memory')",
            ["It said: ", "/ no memory"],
        ),
        ("raise SystemExit('no\\x1b[31m model')", ["after 0 of 2", "It said: no [31m model"]),
    ],
)
def test_failures_are_told_in_its_own_words(code: str, words: Sequence[str]) -> None:
    """How far it came, and what it said; nothing that moves the cursor."""
    with pytest.raises(ProgramFailed) as failed:
        score_with(Corpus.of(["a", "b"], ["a", "c"]), Program("odd", python(code)))
    assert all(part in str(failed.value) for part in ["odd: the program ", *words])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that kill")
def test_a_program_that_was_killed() -> None:
    """The signal is named: SIGKILL is what a system that runs out of memory sends."""
    code = "import os, signal; print(1, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    with pytest.raises(ProgramFailed, match=r"was killed \(SIGKILL\) after 1 of 2 segments"):
        score_with(Corpus.of(["a", "b"], ["a", "c"]), Program("odd", python(code)))


def test_programs_that_do_not_exist() -> None:
    """The command is named."""
    with pytest.raises(ProgramFailed, match="no-such-program cannot be started"):
        score_with(Corpus.of(["a"], ["b"]), Program("odd", "no-such-program --now"))
    with pytest.raises(InvalidOption, match="cannot be split"):
        Program("odd", "python 'x")
    with pytest.raises(InvalidOption, match="is empty"):
        Program("odd", "  ")


def test_a_program_that_reads_everything_first_and_says_much() -> None:
    """No pipe gets full: 4 MB in, 1 MB of messages, then all numbers."""
    code = "import sys; rows = list(sys.stdin); print('x' * 1_000_000, file=sys.stderr); [print(1) for _ in rows]"
    texts = [f"{number} {'word ' * 400}" for number in range(2000)]
    found = score_with(Corpus.of(texts, texts), Program("late", python(code)))
    assert evaluate(Corpus.of(texts, texts), found).scores[0].value == 1


def test_a_program_that_nobody_waits_for_is_ended() -> None:
    """An error in the middle leaves no process behind."""
    code = "import time; print('no'); time.sleep(60)"
    began = time.monotonic()
    with pytest.raises(ProgramFailed):
        score_with(Corpus.of(["a"], ["b"]), Program("odd", python(code)))
    assert time.monotonic() - began < 30


def test_a_line_is_split_as_a_shell_does() -> None:
    """Words in quotation marks are one; nothing is expanded."""
    program = Program("odd", shlex.join(["a b", "$HOME", "*"]))
    assert program.command == ("a b", "$HOME", "*")
    assert "|" not in Program("odd", "a '|' b").identity


def test_progress() -> None:
    """Each score is told of."""
    told: list[tuple[int, int]] = []
    code = "import sys; [print(1, flush=True) for _ in sys.stdin]"
    corpus = Corpus.of(["a", "b", "a"], ["a", "b", "a"])
    score_with(corpus, Program("one", python(code)), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
