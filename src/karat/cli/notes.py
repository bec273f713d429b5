"""Standard error: warnings and errors as one line each, in the words of the command line."""

from __future__ import annotations

import sys
import warnings

# What Python code would write, and what it is called here.
_SPOKEN = {
    "keep_bom=True": "--keep-bom",
    "unit='char'": "--unit char",
    "spaces='keep'": "--spaces keep",
    "missing='allow'": "--missing-scores",
    "ignore it: unknown_systems='ignore'": "name the systems to score: --systems",
    "mixed_scales=True": "--mixed-scales",
    "first_segment=0 or first_segment=1": "--first-segment 0 or --first-segment 1",
    "dimension='adequacy'": "--dimension adequacy",
    "weights={'Major': 5, …}": "--weights Major=5 …",
    "Read the judgements with the corpus: read_judgements(path, corpus).": "Name the corpus with --data.",
    "tokenize='ja-mecab', 'ko-mecab', 'spm:FILE'; 'zh'": "--tokenize ja-mecab, ko-mecab, spm:FILE; zh",
    "separator='…'": "-m tag-bleu:separator=…",
    "Read it with its companions: read_sgml(hypotheses, references, source).": "Give them with -r.",
}


def complain(message: str) -> None:
    """Say on one line why there is no result."""
    _say(f"karat: {message}")


def note(message: str) -> None:
    """Say on one line what the user should know about the result."""
    _say(f"karat: note: {message}")


def take_over_warnings() -> None:
    """Show warnings as notes from now on, each once; the caller restores what was before."""
    # Python's own "once" remembers beyond this run.
    shown = set[str]()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in shown:
            shown.add(str(message))
            note(str(message))

    warnings.simplefilter("always", UserWarning)
    warnings.showwarning = show


def _say(message: str) -> None:
    if sys.stderr is None:
        return
    # A module that nobody imported shows no line.
    if (module := sys.modules.get("karat.cli.progress")) and module.Progress.current:
        module.Progress.current.clear()
    for python, here in _SPOKEN.items():
        message = message.replace(python, here)
    from karat.report.tables import printable

    sys.stderr.write(printable(" ".join(message.splitlines())) + "\n")
