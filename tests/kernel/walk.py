"""Calls everything that the compiled module has with values that nobody would give it: python -m tests.kernel.walk [SEED [RANDOM]]

No exception matters, but for those that say that the interpreter's own rules were broken. What is being called stands in the
last line of standard output, so that a crash names itself.
"""

from __future__ import annotations

import inspect
import re
import resource
import sys
import warnings
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.kernel.arrow_structs import BAD

from karat.kernel import _native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Make = Callable[[], Any]

LARGE = [2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]


class Lies:
    """A sequence that is not what it says."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: object) -> list[str]:
        if isinstance(index, int) and index < 3:
            return ["a"]
        raise IndexError


class Fails:
    """Whatever is asked of it fails."""

    def __len__(self) -> int:
        raise LookupError("length")

    def __iter__(self) -> Iterator[str]:
        raise LookupError("elements")

    def __getattr__(self, name: str) -> object:
        raise LookupError(name)

    def __index__(self) -> int:
        raise LookupError("index")

    def __float__(self) -> float:
        raise LookupError("float")


class Empties(list[Any]):
    """A list that empties itself while it is read."""

    def __iter__(self) -> Iterator[Any]:
        while len(self) > 0:
            yield self.pop()


class Word(str):
    """A str of one's own."""

    __slots__ = ("more",)


def endless() -> Iterator[str]:
    """So many that a list of them takes long, but not for ever."""
    yield from ("a" for _ in range(10_000))


ANYTHING: list[Make] = [
    lambda: None,
    lambda: True,
    lambda: 0,
    lambda: 1,
    lambda: -1,
    lambda: 1.5,
    *(lambda number=number: number for number in LARGE),
    *(lambda number=number: -number for number in LARGE),
    lambda: float("nan"),
    lambda: float("inf"),
    lambda: -float("inf"),
    lambda: 1e308,
    lambda: "",
    lambda: "a",
    lambda: "\ud800",
    lambda: "none\0",
    lambda: "é中😀\0",
    lambda: Word("none"),
    lambda: b"",
    lambda: b"a\n\xff",
    lambda: bytearray(b"abc"),
    lambda: memoryview(b"abcdef")[::2],
    list,
    lambda: (),
    dict,
    lambda: {"a": "b"},
    lambda: [None],
    lambda: [[]],
    lambda: [[None]],
    lambda: [["a"]],
    lambda: [["a", "b"], ["a"]],
    lambda: [["a"] * 300],
    lambda: [["a b c"], ["a b", "c"]],
    lambda: [["", "\ud800", "é", "中", "😀", "\0"]],
    lambda: [["ab " * 300]],
    lambda: ["a b c", "é", "中", "😀", "\udfff", ""],
    lambda: [1, 2],
    lambda: [[1.5]],
    lambda: [[[]]],
    lambda: [-1],
    lambda: [2**32 - 1],
    lambda: [2**64],
    lambda: [0] * 1000,
    lambda: [float("nan")],
    lambda: [("a", float("nan"), float("inf"))],
    lambda: [("a", -1.0, 1e308)],
    lambda: [("a",)],
    lambda: [("a", 1, 1)] * 3,
    lambda: ["ab", "ac"],
    endless,
    lambda: Lies(3),
    lambda: Lies(10**6),
    Fails,
    lambda: [Fails()],
    lambda: Empties([["a"], ["b"], ["c"]]),
    lambda: [Empties(["a", "b", "c"])],
    object,
    lambda: int,
    lambda: slice(None, None, 2**62),
    lambda: slice(None, None, 0),
    lambda: slice(2**64, -(2**64), -1),
    lambda: np.array([1.5]),
    lambda: np.array(["a", "b"]),
    lambda: np.zeros((2, 2)),
    lambda: np.array([2, -1]),
    lambda: np.array([2**32 - 1] * 5, np.uint32),
    lambda: np.full(4, 255, np.uint8),
    lambda: np.array([2**63 - 1, -(2**63)]),
    lambda: np.full((2, 3), 2**63 - 1),
    lambda: np.ones((3, 2), np.int64).T,
    lambda: np.broadcast_to(np.int64(1), (2, 3)),
    lambda: np.zeros((0, 3), np.int64),
    lambda: np.zeros((2, 0), np.int64),
    lambda: _native.Texts(["a", None]),
    lambda: [_native.Texts([])],
    lambda: [_native.Texts(["a"])],
    *(make for make, _ in BAD.values()),
    *(lambda make=make: [make()] for make, _ in BAD.values()),
]

# What a parameter of that name usually gets. A new one must be named here.
USUAL: dict[str, Make] = {
    "alpha": lambda: 0.9,
    "asian": lambda: False,
    "beta": lambda: 2.0,
    "brevity": lambda: "closest",
    "character_order": lambda: 6,
    "columns": lambda: [["a b", "c"]],
    "data": lambda: b"a\nb",
    "document": lambda: -1,
    "documents": list,
    "ends": lambda: np.array([1, 3]),
    "epsilon": lambda: False,
    "exact": lambda: True,
    "exponent": lambda: 2.0,
    "gamma": lambda: 0.5,
    "hypothesis": lambda: "a b c a",
    "index": lambda: 0,
    "keep_spaces": lambda: False,
    "lines": lambda: b'{"a": "x", "b": 1}\n',
    "longest_skip": lambda: 4,
    "names": lambda: ["a", "b"],
    "ngram_weight": lambda: "last",
    "no_punctuation": lambda: False,
    "normalized": lambda: True,
    "order": lambda: 4,
    "perl_zero": lambda: False,
    "reference": lambda: "a b b c",
    "places": lambda: np.array([1, 0]),
    "prices": lambda: np.zeros(4, np.uint8),
    "references": lambda: [["a b c a", "b a"]],
    "rows": lambda: np.ones((2, 3), np.int64),
    "seconds": lambda: None,
    "segment": lambda: "a",
    "segments": lambda: ["a", None],
    "stages": lambda: [None],
    "systems": lambda: [["a b c", "a"]],
    "table": lambda: np.ones((2, 3), np.int64),
    "text": lambda: "a b, c.",
    "texts": lambda: 3.0,
    "threads": lambda: 2,
    "tokenizer": lambda: "none",
    "tokens": lambda: 10.0,
    "unigrams": lambda: True,
    "wanted": lambda: ["a"],
    "weight": lambda: 1.2,
    "weighting": lambda: "s-clipped",
    "weights": lambda: _native.learn_information([["a b c a", "b a"]], "none", 4, False),
    "word_order": lambda: 2,
    "words": list,
}
SPECIAL: dict[tuple[str, str], Make] = {
    ("count_wnm", "weights"): lambda: _native.learn_salience(
        [["a b c a", "b a"]], "none", "none", (), 0, 0, ()
    ),
    ("text_hashes", "texts"): lambda: _native.Texts(["a", None, "é"]),
    ("match_gtm", "references"): lambda: ["a b", "c"],
    ("of_segment", "references"): lambda: ["a b c a"],
    ("cut_segments", "hypothesis"): lambda: np.array([0, 2**32 - 1, 1], np.uint32),
    ("cut_segments", "reference"): lambda: np.array([0, 1, 0], np.uint32),
}
# An instance of each class, as it is got. A new one must be named here.
INSTANCES: dict[str, Make] = {
    "Cancellation": _native.Cancellation,
    "Checksum": _native.Checksum,
    "Counts": lambda: _native.count_wer([["a", "b"]], [["a", "c"]], "none", 1)[0],
    "InformationWeights": USUAL["weights"],
    "SalienceWeights": SPECIAL["count_wnm", "weights"],
    "Texts": lambda: _native.Texts(["a", "bé", None]),
}
# What every object has, and what would end the walk.
NOT_CALLED = {
    "__class__",
    "__init_subclass__",
    "__subclasshook__",
    "__new__",
    "__reduce__",
    "__reduce_ex__",
    "__dir__",
}


def parameters(function: Any) -> list[str]:
    """The names of a compiled function's parameters, from the signature that it documents."""
    documented = re.match(r"\w+\((.*)\) -> ", (inspect.getdoc(function) or "").splitlines()[0])
    assert documented is not None, function
    names = re.findall(r"(\w+): ", documented[1])
    return [name for name in names if name not in {"self", "arg"}]


class Walk:
    """One after another, each said before it is made."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, what: str, function: Callable[..., Any], *arguments: Any) -> None:
        """Call it, whatever comes of it."""
        self.calls += 1
        sys.stdout.write(f"{what}\n")
        sys.stdout.flush()
        try:
            self.use(function(*arguments))
        except SystemError as error:
            raise AssertionError(f"{what}: {error}") from error
        except (AssertionError, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # any other is fine
            str(error)

    def use(self, result: Any) -> None:
        """Look at what came back: memory that is not there shows itself now."""
        if isinstance(result, _native.Texts):
            list(result[:1000])
        elif isinstance(result, _native.Counts):
            result.total()
            result.array().sum()
        elif isinstance(result, list | tuple):
            for item in result[:1000]:
                self.use(item)
        elif isinstance(result, dict):
            for item in result.values():
                self.use(item)
        elif isinstance(result, np.ndarray):
            result.sum()


def functions() -> dict[str, Any]:
    """Every function of the module."""
    return {
        name: value
        for name, value in vars(_native).items()
        if callable(value) and not isinstance(value, type) and not name.startswith("__")
    }


def classes() -> dict[str, Any]:
    """Every class of the module."""
    return {name: value for name, value in vars(_native).items() if isinstance(value, type)}


def walk_functions(walk: Walk, random: Random, more: int) -> None:
    """Each parameter of each function gets everything, and then several of them at once."""
    for name, function in functions().items():
        usual = [SPECIAL.get((name, parameter), USUAL[parameter]) for parameter in parameters(function)]
        function(*(make() for make in usual))  # which is in order
        for place in range(len(usual)):
            for number, make in enumerate(ANYTHING):
                given = [make if at == place else other for at, other in enumerate(usual)]
                walk(
                    f"{name}: {parameters(function)[place]} is {number}", function, *(one() for one in given)
                )
        for _ in range(more):
            given = [random.choice([other, random.choice(ANYTHING)]) for other in usual]
            numbers = [ANYTHING.index(one) if one in ANYTHING else "usual" for one in given]
            walk(f"{name}: {numbers}", function, *(one() for one in given))
        walk(f"{name}: nothing", function)
        walk(f"{name}: too much", function, *(make() for make in usual * 2))


def walk_classes(walk: Walk, random: Random, more: int) -> None:
    """Every method of each class gets everything, on an instance that is in order and on one that is not."""
    for name, made in classes().items():
        for number, make in enumerate(ANYTHING):
            walk(f"{name}: {number}", made, make())
            walk(f"{name}.__new__: {number}", lambda make=make, made=made: made.__new__(made, make()))
        for method in sorted(set(dir(made)) - NOT_CALLED):
            for instance in (INSTANCES[name], lambda made=made: made.__new__(made)):
                where = f"{name}.{method}"
                walk(where, lambda instance=instance, method=method: getattr(instance(), method))
                walk(f"{where}()", lambda instance=instance, method=method: getattr(instance(), method)())
                for number, make in enumerate(ANYTHING):
                    walk(
                        f"{where}({number})",
                        lambda instance=instance, method=method, make=make: getattr(instance(), method)(
                            make()
                        ),
                    )
                for _ in range(more // 10):
                    one, other = random.choice(ANYTHING), random.choice(ANYTHING)
                    walk(
                        f"{where}({ANYTHING.index(one)}, {ANYTHING.index(other)})",
                        lambda instance=instance, method=method, one=one, other=other: getattr(
                            instance(), method
                        )(one(), other()),
                    )


def main(seed: int = 0, more: int = 200) -> None:
    """Walk, and say how many calls that were."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")  # nanobind's, of objects that were never initialized
    walk, random = Walk(), Random(seed)
    walk_functions(walk, random, more)
    walk_classes(walk, random, more)
    sys.stdout.write(f"{walk.calls} calls\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
