"""What metrics with weights have learnt of a corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """What the kernel has learnt of a corpus. Pickled are the texts: who unpickles it learns it again."""

    learn: Callable[..., Learnt]
    arguments: tuple[Any, ...]
    native: Any

    def __reduce__(self) -> tuple[Any, ...]:
        return _learn_again, (self.learn, _plain(self.arguments))


def _plain(value: Any) -> Any:
    """Texts that a reader decodes, or that the kernel holds, as tuples of strings."""
    if isinstance(value, str) or not (hasattr(value, "__getitem__") and hasattr(value, "__len__")):
        return value
    return tuple(_plain(item) for item in value)


def _learn_again(learn: Callable[..., Learnt], arguments: tuple[Any, ...]) -> Learnt:
    return learn(*arguments)
