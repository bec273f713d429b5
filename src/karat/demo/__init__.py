"""A small labelled test set, German to English, that comes with Karat: composed for it, not measured."""

from pathlib import Path

__all__ = ["judgements_path", "path", "segments_path"]


def path() -> Path:
    """Folder that holds the demo data."""
    return Path(__file__).parent


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
