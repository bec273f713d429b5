"""The stub of the compiled module says what the module says."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import TypeAlias

import pytest

from karat import kernel
from karat.kernel import _native

STUB = Path(kernel.__file__).with_name("_native.pyi")
Function: TypeAlias = ast.FunctionDef


def public(names: list[str]) -> set[str]:
    """The names that do not begin with an underscore."""
    return {name for name in names if not name.startswith("_")}


@pytest.fixture(scope="module")
def stub() -> ast.Module:
    """The stub, parsed."""
    return ast.parse(STUB.read_text(encoding="utf-8"))


def functions(body: list[ast.stmt]) -> dict[str, Function]:
    """The functions that a body defines; of overloads, the last."""
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def classes(stub: ast.Module) -> dict[str, ast.ClassDef]:
    """The public classes of the stub."""
    return {
        node.name: node for node in stub.body if isinstance(node, ast.ClassDef) and node.name in dir(_native)
    }


def arguments(function: Function) -> list[tuple[str, str | None]]:
    """Names and defaults of a function in the stub."""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    defaults: list[str | None] = [ast.unparse(default) for default in function.args.defaults]
    return list(zip(names, [None] * (len(names) - len(defaults)) + defaults, strict=True))


def compiled_arguments(function: object) -> list[tuple[str, str | None]]:
    """Names and defaults of a compiled function, from the signature that it documents."""
    documented = re.match(r"\w+\((.*)\) -> ", inspect.getdoc(function) or "")
    assert documented is not None
    tree = ast.parse(f"def f({documented[1].replace('/', 'slash')}): ...".replace("slash", "/"))
    (found,) = functions(tree.body).values()
    return arguments(found)


def test_names(stub: ast.Module) -> None:
    """Every public name of the module is in the stub, and every name of the stub in the module."""
    variables = [
        node.target.id
        for node in stub.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    named = {*functions(stub.body), *(n.name for n in stub.body if isinstance(n, ast.ClassDef)), *variables}
    assert public(list(named)) == public(dir(_native))


def test_functions(stub: ast.Module) -> None:
    """Functions take the same arguments, with the same defaults."""
    for name, function in functions(stub.body).items():
        assert arguments(function) == compiled_arguments(getattr(_native, name)), name


def test_classes(stub: ast.Module) -> None:
    """Classes have the same public members."""
    for name, declared in classes(stub).items():
        members = public(dir(getattr(_native, name)))
        # A sequence also has `index` and `count`, which a type checker may believe and nobody calls.
        assert public(list(functions(declared.body))) == members, name


def test_special_methods(stub: ast.Module) -> None:
    """Every special method in the stub is there."""
    for name, declared in classes(stub).items():
        missing = [
            method for method in functions(declared.body) if not hasattr(getattr(_native, name), method)
        ]
        assert missing == []


def test_constants() -> None:
    """Constants are of the types that the stub gives them."""
    assert isinstance(_native.LENGTH_PARTS, int)
    assert isinstance(_native.UNICODE_VERSION, str)
    assert _native.REAL_PARTS == 2**30


def test_reexports() -> None:
    """The package offers everything that the module has, and no other public name."""
    assert public(kernel.__all__) == public(dir(_native)) | {"available_threads"}
    assert all(hasattr(kernel, name) for name in kernel.__all__)
