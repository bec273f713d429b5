"""Frozen dataclasses that cost next to nothing to define.

Deliberate: the standard library's decorator imports `inspect`, `ast` and `dis` and compiles five functions
for every class, half of what a short command takes to start. This one writes none of that; to
`dataclasses.fields`, `dataclasses.replace` and `inspect.signature` the classes are like any other dataclass.
Type checkers are shown the original.
"""

from __future__ import annotations

from karat.types import TYPE_CHECKING, Any

__all__ = ["Shown", "dataclass", "replace"]

# Of what is longer, a representation has the beginning: a corpus is not for printing.
_MOST_ITEMS = 6
_MOST_CHARACTERS = 300


class Shown:
    """A result: a table in a notebook and when it is printed, its fields where it is only represented."""

    def _repr_html_(self) -> str:
        html: str = _notebook().html([self])
        return html

    def __str__(self) -> str:
        text: str = _notebook().text([self])
        return text


def _notebook() -> Any:
    """What draws results.

    Deliberate: looked up by name, when something is shown. Results lie below the reports of them, and imports
    point down only; and who shows nothing should not import a report.
    """
    from importlib import import_module

    return import_module("karat.report.notebook")


if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen, slots, eq=True):
        """A class decorator with the meaning of `dataclasses.dataclass`; every class of Karat is frozen."""
        assert frozen
        assert slots

        def define(cls):
            names = tuple(cls.__annotations__)
            defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
            for name in defaults:
                delattr(cls, name)  # so that a missing value is missed, not found in the class
            cls.__match_args__ = names
            cls.__init__ = _initializer(names, defaults, hasattr(cls, "__post_init__"))
            cls.__setattr__ = cls.__delattr__ = _refuse_change
            cls.__repr__ = _representation
            cls.__signature__ = _Lazy(_signature, dict(cls.__annotations__), defaults)
            cls.__dataclass_fields__ = _Lazy(_fields, dict(cls.__annotations__), defaults)
            if eq:
                cls.__eq__, cls.__hash__ = _equal, _hash
            return cls

        return define

    def replace(record, /, **changes):
        """The same record with some values changed, checked anew."""
        return type(record)(**{**record.__dict__, **changes})


def _initializer(names: tuple[str, ...], defaults: dict[str, Any], checked: bool) -> Any:
    def initialize(self: Any, *values: Any, **named: Any) -> None:
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} takes {len(names)} values, {len(values)} came")
        given = dict(zip(names, values, strict=False))
        for name in named:
            if name not in names or name in given:
                problem = "twice" if name in given else "unexpectedly"
                raise TypeError(f"{type(self).__name__} got {name!r} {problem}")
        # In the order of the class, whatever the order of the call, so that equal records look equal.
        record = self.__dict__
        for name in names:
            if name in given:
                record[name] = given[name]
            elif name in named:
                record[name] = named[name]
            elif name in defaults:
                record[name] = defaults[name]
            else:
                raise TypeError(f"{type(self).__name__} needs a value for {name!r}")
        if checked:
            self.__post_init__()

    return initialize


def _refuse_change(self: Any, name: str, *_: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(
        f"{type(self).__name__}.{name} cannot be changed; make a new one with replace()"
    )


def _representation(self: Any) -> str:
    values = ", ".join(f"{name}={_short(value)}" for name, value in self.__dict__.items())
    return f"{type(self).__qualname__}({values})"


def _short(value: Any) -> str:
    """A value's representation; of a long one the beginning, and how long it is."""
    kind = type(value)
    if kind in (tuple, list):
        alone = "," if kind is tuple and len(value) == 1 else ""
        inner = f"{', '.join(map(_short, value[:_MOST_ITEMS]))}{_rest(value)}{alone}"
        return f"({inner})" if kind is tuple else f"[{inner}]"
    if kind is dict:
        first = list(value)[:_MOST_ITEMS]
        return f"{{{', '.join(f'{key!r}: {_short(value[key])}' for key in first)}{_rest(value)}}}"
    if hasattr(value, "dtype") and getattr(value, "size", 0) > _MOST_ITEMS:
        return f"<array of {' × '.join(map(str, value.shape))}>"
    text = repr(value)
    if kind is str and len(text) > _MOST_CHARACTERS:
        return f"{text[:_MOST_CHARACTERS]}…{text[0]}"
    return text


def _rest(values: Any) -> str:
    return f", … {len(values):,} in all" if len(values) > _MOST_ITEMS else ""


def _equal(self: Any, other: object) -> bool:
    return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash((type(self), *self.__dict__.values()))


class _Lazy:
    """A class attribute that is made when somebody asks for it."""

    def __init__(self, make: Any, *arguments: Any) -> None:
        self.make, self.arguments = make, arguments

    def __get__(self, instance: object, owner: type) -> Any:
        return self.make(owner, *self.arguments)


def _signature(_: type, annotations: dict[str, Any], defaults: dict[str, Any]) -> Any:
    from inspect import Parameter, Signature

    return Signature(
        [
            Parameter(
                name,
                Parameter.POSITIONAL_OR_KEYWORD,
                default=defaults.get(name, Parameter.empty),
                annotation=annotations[name],
            )
            for name in annotations
        ]
    )


def _fields(cls: type, annotations: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    import dataclasses

    def field_of(name: str) -> tuple[Any, ...]:
        kind = annotations[name]
        if name not in defaults:
            return name, kind
        default = defaults[name]
        if default.__hash__ is None:  # the library takes it for one that could be changed
            return name, kind, dataclasses.field(default_factory=lambda: default)
        return name, kind, dataclasses.field(default=default)

    # The library's own way to get fields: from a class that it defines itself.
    standard = dataclasses.make_dataclass(cls.__name__, map(field_of, annotations))
    return {field.name: field for field in dataclasses.fields(standard)}
