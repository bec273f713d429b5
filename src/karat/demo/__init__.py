"""A small labelled test set, German to English, that comes with Karat: composed for it, not measured."""

from pathlib import Path

__all__ = ["judgements_path", "located", "path", "segments_path"]

# What stands for the folder on the command line; a file in it is `demo:segments.jsonl`.
NAME = "demo:"


def path() -> Path:
    """Folder that holds the demo data.

    >>> path().name
    'demo'
    """
    return Path(__file__).parent


def located(name: str) -> str:
    """The place of what is called `demo:`, or `demo:` and a file; any other name as it is.

    >>> located("output.txt")
    'output.txt'
    >>> located("demo:") == str(path())
    True
    """
    if not name.startswith(NAME):
        return name
    place = path() / name.removeprefix(NAME)
    return str(place) if place.exists() else name


def segments_path() -> Path:
    """Sources, references and outputs: one JSON object per segment and system.

    >>> segments_path().name
    'segments.jsonl'
    """
    return path() / "segments.jsonl"


def judgements_path() -> Path:
    """Adequacy and fluency: one JSON object per judge, system, segment and dimension.

    >>> judgements_path().name
    'judgements.jsonl'
    """
    return path() / "judgements.jsonl"
