"""Everything that Karat refuses, and the words it does it with.

    KaratError
    ├── MisalignedCorpus   (ValueError)   texts that should pair up do not
    ├── MissingReference   (ValueError)   a segment that nothing can be compared with
    ├── InvalidText        (ValueError)   bytes or characters that are not text
    ├── InvalidFile        (ValueError)   a file that is not in the format it claims
    │   └── MissingColumn  (ValueError)   a table without a column that is needed
    ├── InvalidJudgement   (ValueError)   a judgement that cannot be one
    ├── UnreadableFile     (OSError)      a file that cannot be opened
    ├── InvalidOption      (ValueError)   a metric or command asked for what does not exist
    ├── InvalidRecipe      (ValueError)   a recipe that names no metric
    ├── RefusedPrediction  (ValueError)   a prediction that would not hold
    ├── Cancelled          (Exception)    a count that its Cancellation has stopped
    │   └── TimeLimitReached (TimeoutError) a count that took longer than its time limit
    ├── ProgramFailed      (RuntimeError) a program or model that scores segments gave no scores
    ├── UnknownName        (KeyError)     a system, metric or tokenizer that is not there
    └── MissingExtra       (ImportError)  an optional dependency that is not installed

Each message says what was expected, what came, where, and what to do.
"""

from __future__ import annotations

import errno
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self


class KaratError(Exception):
    """The base class of all errors that Karat raises.

    >>> from karat import Bleu
    >>> try:
    ...     Bleu(order=0)
    ... except KaratError as error:
    ...     print(error)
    order is 0; it must be a whole number from 1 to 100000.
    """

    def __str__(self) -> str:
        # KeyError would print the message in quotation marks.
        message = str(self.args[0]) if self.args else ""
        # Half a surrogate pair, quoted from a file, cannot be printed: it is shown as one would type it.
        return message if message.isascii() else message.encode("utf-8", "backslashreplace").decode("utf-8")


class MisalignedCorpus(KaratError, ValueError):
    """Texts that should pair up segment by segment do not.

    >>> from karat import Corpus
    >>> try:
    ...     Corpus.of(["a", "b"], ["a"])
    ... except MisalignedCorpus as error:
    ...     print(str(error).partition(". ")[0])
    System 'hypothesis' has 2 segments, the references have 1
    """

    @classmethod
    def from_lengths(
        cls, what: str, *, got: int, expected: int, of: str = "the references"
    ) -> MisalignedCorpus:
        """Two texts have different numbers of segments."""
        return cls(
            f"{what} has {_segments(got)}, {of} {'have' if 'references' in of else 'has'} {expected}. "
            "Each line of the output must translate the same line of the source."
        )


class MissingReference(KaratError, ValueError):
    """A segment has nothing to be compared with.

    >>> from karat import Bleu, Corpus, evaluate
    >>> try:
    ...     evaluate(Corpus.of(["a b"], [[]]), Bleu())
    ... except MissingReference as error:
    ...     print(error)
    There is no reference. Give at least one reference translation.
    """

    @classmethod
    def at(cls, segment: int) -> MissingReference:
        """The segment, counted from 0, has no reference."""
        return cls(
            f"Segment {segment + 1} has no reference. "
            "Give at least one reference for each segment, or leave the segment out of every text."
        )


class InvalidText(KaratError, ValueError):
    """Bytes or characters that are not text.

    >>> from karat import Bleu
    >>> try:
    ...     Bleu().count([b"a \\xff"], ["a b"])
    ... except InvalidText as error:
    ...     print(error)
    Segment 1 is of type bytes; it must be a str.
    """


class InvalidFile(KaratError, ValueError):
    """A file is not in the format it claims to be in.

    >>> from karat import demo, read_calibrations
    >>> try:
    ...     read_calibrations(demo.segments_path())
    ... except InvalidFile as error:
    ...     print(str(error).partition("segments.jsonl: ")[2][:14])
    it is not JSON
    """

    @classmethod
    def at(cls, path: object, problem: str, *, line: int | None = None) -> Self:
        """The problem, with file and line where it was found."""
        where = f"{path}, line {line}" if line is not None else f"{path}"
        return cls(f"{where}: {problem}")


class MissingColumn(InvalidFile):
    """A table has no column for something that is needed.

    >>> import pandas as pd
    >>> from karat import Corpus
    >>> try:
    ...     Corpus.of(pd.DataFrame({"hypothesis": ["b"]}))
    ... except MissingColumn as error:
    ...     print(str(error).partition(";")[0])
    the frame: there is no column for a reference
    """


class InvalidJudgement(KaratError, ValueError):
    """A value off its scale, two scales under one name, or the same judgement twice.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> off = Judgement("anna", "A", "1", "adequacy", 6)
    >>> try:
    ...     Judgements.of([off], scales={"adequacy": Scale.parse("1-5")})
    ... except InvalidJudgement as error:
    ...     print(str(error).partition(". ")[0])
    Judgement 1: adequacy: value is 6, and the scale '1-5' goes from 1 to 5
    """


class UnreadableFile(KaratError, OSError):
    """A file cannot be opened.

    >>> from karat import read
    >>> try:
    ...     read("nowhere.jsonl")
    ... except UnreadableFile as error:
    ...     print(error)
    nowhere.jsonl: there is no such file. Check the name and the folder.
    """


class InvalidOption(KaratError, ValueError):
    """A metric or command was asked for something that does not exist.

    >>> from karat import Bleu
    >>> try:
    ...     Bleu(unit="words")
    ... except InvalidOption as error:
    ...     print(error)
    unit is 'words'; it must be one of word, char. Did you mean 'word'?
    """

    @classmethod
    def choice(cls, option: str, got: object, allowed: Iterable[str]) -> InvalidOption:
        """One of a fixed set of words was expected."""
        names = list(allowed)
        return cls(f"{option} is {got!r}; it must be one of {', '.join(names)}.{_hint(str(got), names)}")


class InvalidRecipe(KaratError, ValueError):
    """A recipe does not describe a metric.

    >>> from karat import parse
    >>> try:
    ...     parse("BLEW|order:4")
    ... except InvalidRecipe as error:
    ...     print(str(error).partition(";")[0])
    The recipe 'BLEW|order:4' begins with 'BLEW'
    """


class RefusedPrediction(KaratError, ValueError):
    """A calibration was asked for what it does not hold for.

    >>> import numpy as np
    >>> from karat import transfer
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> people = np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1])
    >>> of = [fit([metric], Rater(name, "made up", systems, people)) for name in ("adequacy", "fluency")]
    >>> try:
    ...     transfer(*of)
    ... except RefusedPrediction as error:
    ...     print("adequacy" in str(error), "fluency" in str(error))
    True True
    """


class Cancelled(KaratError):
    """A count was stopped by its `Cancellation`.

    >>> from karat import Bleu, Cancellation, Corpus, evaluate
    >>> stopped = Cancellation()
    >>> stopped.cancel()
    >>> try:
    ...     with stopped:
    ...         evaluate(Corpus.of(["a"], ["b"]), Bleu())
    ... except Cancelled as error:
    ...     print(error)
    Counting was cancelled. Nothing was kept of it.
    """

    @classmethod
    def by_caller(cls) -> Cancelled:
        """Somebody has called `cancel`."""
        return cls("Counting was cancelled. Nothing was kept of it.")


class TimeLimitReached(Cancelled, TimeoutError):
    """A count took longer than its time limit.

    >>> from karat import Cancellation, Corpus, Ter, evaluate
    >>> try:
    ...     with Cancellation(seconds=0):
    ...         evaluate(Corpus.of(["a b c"] * 1000, ["c b a"] * 1000), Ter())
    ... except TimeoutError as error:
    ...     print(error)
    Counting took longer than its time limit, 0 s. Nothing was kept of it.
    """

    @classmethod
    def after(cls, seconds: float) -> TimeLimitReached:
        """So many seconds are over."""
        return cls(f"Counting took longer than its time limit, {seconds:g} s. Nothing was kept of it.")


class UnknownName(KaratError, KeyError):
    """A system, metric or tokenizer that is not there.

    >>> from karat import metric
    >>> try:
    ...     metric("blue")
    ... except UnknownName as error:
    ...     print(str(error).partition(". ")[0])
    There is no metric 'blue'
    """

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> UnknownName:
        """The name is not among the known ones."""
        names = list(known)
        return cls(f"There is no {kind} {name!r}. Known: {', '.join(names)}.{_hint(str(name), names)}")


class MissingExtra(KaratError, ImportError):
    """An optional dependency is not installed.

    >>> print(str(MissingExtra.of("Drawing", "report")).partition(" (")[0])
    Drawing needs an optional dependency. Install it with: pip install 'karat-mt[report]'
    """

    @classmethod
    def of(cls, feature: str, extra: str) -> MissingExtra:
        """The feature needs an extra of the package."""
        return cls(
            f"{feature} needs an optional dependency. Install it with: pip install 'karat-mt[{extra}]' "
            f"(in a clone of the repository: pip install '.[{extra}]')"
        )


class ProgramFailed(KaratError, RuntimeError):
    """A program or model that scores segments stopped, or wrote something else than numbers.

    >>> import sys
    >>> from karat import Corpus
    >>> from karat.scorers import Program, score_with
    >>> try:
    ...     score_with(Corpus.of(["a"], ["b"]), Program("odd", (sys.executable, "-c", "print('good')")))
    ... except ProgramFailed as error:
    ...     print(str(error).partition("; ")[0])
    odd: the program wrote 'good' for segment 1 of 1
    """


def caller_level() -> int:
    """How far up the stack Karat was called, so that a warning points at the caller's line."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("karat."):
        level, frame = level + 1, frame.f_back
    return level


# Here, where it is loaded from the start: at that limit no module can be imported any more.
TOO_MANY_FILES = (
    "too many files are open at once; the system's limit is reached. Allow more (ulimit -n 4096), "
    "or name fewer files."
)


def is_of_open_files(error: BaseException) -> bool:
    """Whether the system allowed no more open files, in any of the forms in which Python tells of it."""
    if isinstance(error, ImportError):  # of a library that the system's loader opens
        return "Too many open files" in str(error)
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)


def _segments(count: int) -> str:
    return f"{count} segment" if count == 1 else f"{count} segments"


def _hint(name: str, known: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
