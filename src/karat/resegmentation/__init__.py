"""Outputs whose segments are not those of the reference: cut into these, then scored as any other."""

from __future__ import annotations

from karat.resegmentation.resegmenting import resegment
from karat.resegmentation.results import DOUBTS, Doubt, Resegmentation, ResegmentedOutput

__all__ = ["DOUBTS", "Doubt", "Resegmentation", "ResegmentedOutput", "resegment"]
