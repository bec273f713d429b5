"""Annotators mark the named entities of documents, adjudicators decide where they differ."""

from __future__ import annotations

from karat.campaigns.annotation.annotation_planning import AnnotatorWork, annotation_work, plan_annotation

__all__ = ["AnnotatorWork", "annotation_work", "plan_annotation"]
