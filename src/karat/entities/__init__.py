"""Named entities in a text: what they are, how they are written down, and when two of them are the same."""

from __future__ import annotations

from karat.entities.entity import TYPES, Entity

__all__ = ["TYPES", "Entity"]
