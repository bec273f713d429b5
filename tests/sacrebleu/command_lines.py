"""sacreBLEU's command line and ours, run in this process on the same files and the same standard input."""

import io
import signal
import sys
from collections.abc import Sequence

import pytest
from sacrebleu.utils import Color

from karat.sacrebleu import command

# Importing sacreBLEU's command line makes a broken pipe the end of this process. Other tests break pipes.
_before = signal.getsignal(signal.SIGPIPE)
import sacrebleu.sacrebleu as theirs  # noqa: E402

signal.signal(signal.SIGPIPE, _before)


class _Standard:
    """A standard stream that is opened again by its number."""

    def __init__(self, stream: io.TextIOWrapper) -> None:
        self.stream = stream

    def fileno(self) -> "_Standard":
        return self


def of_sacrebleu(
    monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], standard_input: bytes = b""
) -> tuple[int, str]:
    """The exit code and the standard output of sacreBLEU 2.6.0."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    given = io.TextIOWrapper(io.BytesIO(standard_input), encoding="utf-8", newline="\n")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", ["sacrebleu", *arguments])
        patch.setattr(sys, "stdin", _Standard(given))
        patch.setattr(sys, "stdout", _Standard(out))
        patch.setattr(theirs, "open", lambda stream, **_: stream.stream, raising=False)
        patch.setattr(Color, "ENABLE_COLORS", True)
        patch.setenv("NO_COLOR", "1")
        try:
            theirs.main()  # type: ignore[no-untyped-call]
            code = 0
        except SystemExit as done:
            code = int(done.code or 0)
        out.flush()
        return code, out.buffer.getvalue().decode()


def of_karat(
    monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], standard_input: bytes = b""
) -> tuple[int, str]:
    """The exit code and the standard output of `python -m karat.sacrebleu`."""
    out = io.StringIO(newline="")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(standard_input), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setenv("NO_COLOR", "1")
        try:
            code = command.main(list(arguments))
        except SystemExit as done:
            code = int(done.code or 0)
        return code, out.getvalue()
