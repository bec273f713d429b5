"""The words that options of several metrics may have."""

from __future__ import annotations

from typing import Literal, TypeAlias

DrawUnit: TypeAlias = Literal["segment", "paragraph", "document"]
Normalization: TypeAlias = Literal["none", "NFC", "NFKC"]
Unit: TypeAlias = Literal["word", "char"]
Spaces: TypeAlias = Literal["drop", "keep"]
Smoothing: TypeAlias = Literal["none", "floor", "add-k", "exp"]
Brevity: TypeAlias = Literal["closest", "shortest", "average", "none"]
EffectiveOrder: TypeAlias = Literal["segments", True, False]
Mean: TypeAlias = Literal["geometric", "arithmetic"]
