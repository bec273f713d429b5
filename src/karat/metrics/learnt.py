"""What metrics with weights share: texts made ready for the kernel, and what was learnt of a corpus."""

from __future__ import annotations

from karat.metrics.base import prepared
from karat.metrics.units import TOKENIZER
from karat.records import dataclass
from karat.tokens import tokenizer
from karat.tokens.base import encoded
from karat.tokens.given import Given
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import OptionalText

__all__ = ["TOKENIZER", "Learnt", "ready", "units"]


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


def ready(metric: Any, texts: Sequence[OptionalText]) -> list[Any]:
    """Texts as the kernel takes them: normalized, lowercased, and in tokens if it cannot make them itself."""
    chosen = tokenizer(metric.tokenize)
    changed = [
        prepared(text, lowercase=metric.lowercase, normalization=metric.normalization) for text in texts
    ]
    return changed if chosen.native else [encoded(chosen, text) for text in changed]


def units(metric: Any, text: str) -> list[str]:
    """The tokens of a text that is ready."""
    chosen = tokenizer(metric.tokenize)
    return chosen(text) if chosen.native else Given()(text)
