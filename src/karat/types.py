"""The names of `typing` that modules need when they are imported, without the time it takes to import it.

Type checkers are shown the originals. At run time a `Literal` is the tuple of its words, and the others only
have to be there.
"""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal, Protocol, TypeAlias
else:

    class _Words:
        def __getitem__(self, words):
            return words if isinstance(words, tuple) else (words,)

    Literal = _Words()
    Protocol = object
    Any = ClassVar = TypeAlias = None

__all__ = ["TYPE_CHECKING", "Any", "ClassVar", "Literal", "Protocol", "TypeAlias"]
