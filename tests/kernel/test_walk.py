"""No call of the compiled module, however wrong, ends the interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.kernel.walk import INSTANCES, USUAL, classes, functions, parameters

ROOT = Path(__file__).parents[2]


def test_walk() -> None:
    """Extreme values, wrong types, released streams and uninitialized objects end in exceptions, if in anything."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.kernel.walk", "0", "100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    last = done.stdout.splitlines()[-1] if done.stdout else "nothing"
    assert done.returncode == 0, f"after {last!r}: {done.stderr[-3000:]}"
    assert int(last.split()[0]) > 10_000


def test_everything_is_walked() -> None:
    """Every parameter and every class has a usual value, so that none is forgotten."""
    named = {parameter for function in functions().values() for parameter in parameters(function)}
    assert named <= set(USUAL)
    assert set(classes()) == set(INSTANCES)
    assert len(functions()) >= 25
