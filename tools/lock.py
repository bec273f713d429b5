"""Write the lock: one version of every package, for every Python and platform.

Plain pip installs from it, as constraints. `pyproject.toml` has the ranges; this chooses within them.
"""

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path

_ROOT = Path(__file__).parents[1]

# What builds ask for beside their own requirements: scikit-build-core fetches CMake and Ninja where the
# system has none, and packages that come as source without a pyproject.toml are built with setuptools.
_BUILD = ("cmake>=3.26", "ninja>=1.11", "setuptools>=70", "wheel>=0.43")


# Extras that hold other packages back: unbabel-comet takes no numpy 2. `make test-comet` installs it apart.
_APART = ("comet",)


def main() -> None:
    """Resolve all dependencies, extras, groups and build requirements together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=_ROOT / "requirements.lock")
    parser.add_argument(
        "--lowest", action="store_true", help="the lowest versions that are allowed, for this Python alone"
    )
    options = parser.parse_args()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(resolve(lowest=options.lowest), encoding="utf-8")


def resolve(*, lowest: bool) -> str:
    """The lock's text: the newest versions for every Python, or the lowest for this one."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    scope = ["--resolution", "lowest-direct"] if lowest else ["--universal", "--python-version", "3.11"]
    groups = [option for group in project["dependency-groups"] for option in ("--group", group)]
    uv = [sys.executable, "-m", "uv", "--no-config", "pip", "compile", "--quiet", "--upgrade"]
    together = [extra for extra in project["project"]["optional-dependencies"] if extra not in _APART]
    extras = [option for extra in together for option in ("--extra", extra)]
    plain = ["--no-header", "--no-annotate", *extras, *scope, *groups]
    build = "\n".join([*project["build-system"]["requires"], *_BUILD])
    found = subprocess.run(
        [*uv, *plain, "pyproject.toml", "-"],
        cwd=_ROOT,
        input=build,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return f"# Made by `make lock` from pyproject.toml. pip takes it as constraints (-c).\n{found.stdout}"


if __name__ == "__main__":
    main()
