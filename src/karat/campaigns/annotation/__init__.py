"""Annotators mark the named entities of documents, adjudicators decide where they differ."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from karat.campaigns.annotation.annotation_planning import (
        AnnotatorWork,
        annotation_work,
        plan_annotation,
    )

__all__ = ["AnnotatorWork", "annotation_work", "plan_annotation"]


def __getattr__(name: str) -> object:
    # Imported when first used: a server plans nothing, and starts a third sooner without scipy.
    if name not in __all__:
        raise AttributeError(f"module 'karat.campaigns.annotation' has no attribute {name!r}")
    from karat.campaigns.annotation import annotation_planning

    return getattr(annotation_planning, name)
