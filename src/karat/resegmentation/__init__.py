"""Outputs whose segments are not those of the reference: cut into these, then scored as any other."""

from __future__ import annotations

from karat.resegmentation.resegmented import DOUBTS, Doubt, Resegmentation, ResegmentedOutput
from karat.resegmentation.resegmenting import resegment

__all__ = ["DOUBTS", "Doubt", "Resegmentation", "ResegmentedOutput", "resegment"]
