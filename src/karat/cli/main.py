"""The command `karat`: which command was meant, and what becomes of errors, notes and interrupts."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

# What the help lists, by topic and in this order; the module of `commands` with that name runs it.
TOPICS = {
    "score": {
        "score": "Score translations against references: BLEU, chrF, TER and more.",
        "compare": "Compare systems: confidence intervals, significance tests, clusters, power.",
        "gate": "Pass or fail, for CI: not worse than a baseline by a margin, not below a score.",
        "align": "Cut outputs with other segments into those of the reference, to be scored.",
        "outcomes": "Compare systems by what they get right, item by item: LLM benchmarks.",
        "metrics": "List the metrics, or show one with its options.",
        "count": "Count very much text, file by file and on any machine, into partial sums.",
        "add": "Add such partial sums up, to scores, confidence intervals and tests.",
    },
    "people": {
        "campaign": "Plan and run a campaign in which people judge translations.",
        "judges": "Measure inter-annotator agreement, and rank systems by human judgements.",
        "agree": "Check metrics against human scores: correlations, tests, outliers.",
        "people": "Estimate human scores from few judgements and many metric scores.",
        "verdicts": "Test LLM judges: agreement with people, repeats, order and length bias, drift.",
        "spans": "Measure agreement on error spans, between judges and with detectors.",
        "points": "Show how many points of a metric matter: when people agree with it.",
        "entities": "Suggest the named entities of a reference, for the metric NEE.",
    },
    "predict": {
        "calibrate": "Fit a regression from a metric to human scores, per language pair and text type.",
        "predict": "Predict the human score of new output from a calibration, or refuse.",
        "accept": "Decide which outputs are acceptable, and which metric score that takes.",
        "transfer": "Test whether a calibration transfers to another language pair or text type.",
        "inspect": "Show what calibration files contain, and compare them.",
    },
    "diagnose": {
        "check": "Check whether the scores of these texts can be trusted.",
        "explain": "Show how one segment got its score.",
        "buckets": "Show on which words and segments systems do well, with examples.",
        "diagnose": "Show what a score hides: texts that tie, damage that goes unnoticed.",
        "power": "Show which differences a test set can detect, and how many segments they take.",
        "equate": "Find the character n-gram order that corresponds to a word n-gram order.",
        "versions": "Check language versions of one text for missing and merged segments.",
    },
    "share": {
        "report": "Write the whole evaluation as one HTML page.",
        "reproduce": "Recompute the figures of such a page, and check that they agree.",
    },
    "get started": {
        "demo": "Walk through all of this on the demo data; no files needed.",
        "help": "Show the help of a command: karat help score.",
        "completion": "Complete commands, options and names with Tab, in bash, zsh and fish.",
    },
}
COMMANDS = {name: purpose for topic in TOPICS.values() for name, purpose in topic.items()}
# Those whose first argument names another command: see `command_group`.
GROUPS = ("diagnose", "campaign")

_LINES = "\n\n".join(
    f"{title}:\n" + "\n".join(f"  {name:<10}  {purpose}" for name, purpose in topic.items())
    for title, topic in TOPICS.items()
)
USAGE = f"""\
usage: karat COMMAND …

Karat evaluates machine translation, and checks whether your metrics agree with people.
In every command, demo: stands for the demo data that come with Karat: try karat score demo:

{_LINES}

options:
  -h, --help     Show this help; karat help COMMAND shows that of a command.
  -V, --version  Show the version.

exit codes:
  0    done
  1    karat gate: something does not pass; karat reproduce: some figures differ
  2    the input or the options are wrong; standard error says why, in one line
  70   a bug in Karat: please report it, with the output of --debug
  130  interrupted (Ctrl-C); 143 if the system ended it; 141 if the reader of the output closed it

examples:
  karat score output.txt -r reference.txt
  karat compare old.txt new.txt -r reference.txt
  karat gate new.txt --baseline old.txt -r reference.txt -m chrf --margin 0.5
  karat agree wmt23.en-de -m bleu chrf ter
  karat report wmt23.en-de -o report.html
  karat score demo: -m bleu chrf
"""

# How the addresses of campaigns in a database begin.
_DATABASES = ("postgresql:", "postgres:")

# Python looks for cycles among so many new objects; by default it does so many times while it imports.
_NEW_OBJECTS = 50_000

BAD_INPUT, BUG, INTERRUPTED, BROKEN_PIPE = 2, 70, 130, 141


class Terminated(KeyboardInterrupt):
    """The system asked the command to end, and it tidies up as after Ctrl-C."""

    def __init__(self, signal: int) -> None:
        self.code = 128 + signal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _run(given)
    except SystemExit as done:  # argparse has printed the help
        return int(done.code or 0)
    except KeyboardInterrupt as interrupt:
        return _interrupted(interrupt)
    except BrokenPipeError:
        from karat.cli.output import abandon

        abandon()
        return BROKEN_PIPE
    except Exception as error:
        if "--debug" in given:
            raise
        return _report(error)


def command() -> None:
    """The installed command: `main`, without the interpreter's tidying up, for which nobody waits."""
    import os
    from gc import set_threshold

    set_threshold(_NEW_OBJECTS)
    _take_over_signals()
    try:
        code = main()
    except KeyboardInterrupt as again:  # while the command tidied up after the first
        code = _interrupted(again)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # closed from the start, or by its reader
            continue
    os._exit(code)


def _let_go(error: BaseException | None) -> None:
    """Free what the frames of an error held, such as files: where too many are open, nothing is imported."""
    from gc import collect

    while error is not None:
        error.__traceback__ = None
        error = error.__context__
    collect()


def _interrupted(interrupt: KeyboardInterrupt) -> int:
    # The semaphores of workers too: `command` ends without tidying up.
    _let_go(interrupt)
    return interrupt.code if isinstance(interrupt, Terminated) else INTERRUPTED


def _take_over_signals() -> None:
    """Have SIGTERM and a closed terminal end the command as Ctrl-C does: by default nothing is tidied up."""
    import signal

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # nohup has the second ignored, and it stays so.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _terminate)


def _terminate(number: int, _: FrameType | None) -> None:
    raise Terminated(number)


def _run(arguments: list[str]) -> int:
    match arguments:
        case ["-V" | "--version", *_]:
            from karat._version import __version__
            from karat.cli.output import write

            write(f"karat {__version__}\n")
            return 0
        case ["-h" | "--help", *_]:
            from karat.cli.output import write

            write(USAGE, for_people=True)
            return 0
        case []:
            from karat.cli.notes import write as complain

            complain(USAGE)
            return BAD_INPUT
    if any("\0" in argument or not _is_name(argument) for argument in arguments):
        from karat.errors import InvalidOption

        raise InvalidOption("An argument holds a NUL character or half a surrogate pair. Write it without.")
    if arguments[0] != "campaign" and any(one.startswith(_DATABASES) for one in arguments):
        from karat.errors import InvalidOption

        raise InvalidOption(
            f"karat {arguments[0]} reads files, and a campaign in PostgreSQL is none. Copy it into a file: "
            "karat campaign copy postgresql://… NAME.campaign"
        )
    from contextlib import nullcontext
    from warnings import catch_warnings

    from karat.cli.configuration import found
    from karat.cli.notes import take_over_warnings
    from karat.remedies import command_line

    run = command_named(arguments[0])
    with catch_warnings(), command_line(), found(arguments) or nullcontext():
        take_over_warnings()
        return run(arguments[1:])


def _is_name(argument: str) -> bool:
    """Whether a file may be called so, in any encoding."""
    try:
        argument.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def command_named(name: str) -> Callable[[Sequence[str]], int]:
    """What runs a command. Its module is imported now, so that no command pays for another."""
    if name not in COMMANDS:
        raise _unknown(name)
    module = __import__(f"karat.cli.commands.{name}", fromlist=["run"])
    run: Callable[[Sequence[str]], int] = module.run
    return run


def _unknown(name: str) -> Exception:
    import os

    from karat.errors import InvalidOption, UnknownName

    if name.startswith("demo:"):
        return InvalidOption(
            f"{name} names the demo data, not a command. Score them with: karat score {name}"
        )
    if os.path.exists(name):  # noqa: PTH110 (pathlib would double the time to start)
        return InvalidOption(f"{name!r} is a file, not a command. Score it with: karat score {name} …")
    return UnknownName.among("command", name, COMMANDS)


def _report(error: Exception) -> int:
    _let_go(error)
    from karat.cli.notes import complain
    from karat.errors import TOO_MANY_FILES, KaratError, is_of_open_files

    if is_of_open_files(error):
        complain(TOO_MANY_FILES)
        return BAD_INPUT
    if isinstance(error, KaratError):
        complain(f"{error}")
        return BAD_INPUT
    if isinstance(error, OSError) and error.filename is not None:
        # A name that is too long, a folder that may not be looked into: no check before could know.
        name = str(error.filename)[:200]
        complain(f"{name}: it cannot be used ({error.strerror}). Check the name and the folder.")
        return BAD_INPUT
    if isinstance(error, MemoryError):
        complain("there is not enough memory for this. Score fewer segments at once, or at a lower order.")
        return BAD_INPUT
    if isinstance(error, ImportError) and not str(error.name or "").startswith("karat"):
        # Such as pyarrow beside a numpy that it does not go with.
        complain(
            f"a library cannot be loaded ({error}). Install it again, in a version that suits the others."
        )
        return BAD_INPUT
    complain(
        f"this is a fault of Karat, not of your data ({type(error).__name__}: {error}). "
        "Please report it, with what the same command prints with --debug."
    )
    return BUG
