"""The lock has a version for everything that the two commands of the README install."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


APART = ("comet",)  # extras that hold other packages back; see tools/lock.py


def asked() -> Iterator[str]:
    """All that pyproject.toml asks for: dependencies, extras, groups and for the build."""
    yield from PROJECT["project"]["dependencies"]
    yield from PROJECT["build-system"]["requires"]
    for extra, listed in PROJECT["project"]["optional-dependencies"].items():
        if extra not in APART:
            yield from (entry for entry in listed if not entry.startswith(PROJECT["project"]["name"]))
    for listed in PROJECT["dependency-groups"].values():
        # A group that another one includes is among these, and asks for itself.
        yield from (entry for entry in listed if isinstance(entry, str))


def test_only_names_and_versions() -> None:
    """A line is a package, its version and where it is meant: no index, no address, no path."""
    assert LOCK[0].startswith("#")
    for line in LOCK[1:]:
        assert re.fullmatch(r"[a-z0-9-]+==[\w.!+]+( ; [^:/@]+)?", line), line


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_one_version_within_each_range(python: str, platform: str) -> None:
    """On every Python and platform each requirement has one locked version, and its range allows it."""
    place = {"python_version": python, "python_full_version": f"{python}.6", "sys_platform": platform}
    locked: dict[str, Requirement] = {}
    for line in LOCK[1:]:
        pin = Requirement(line)
        if pin.marker is None or pin.marker.evaluate(place):
            assert pin.name not in locked, line
            locked[pin.name] = pin
    for entry in asked():
        requirement = Requirement(entry)
        if requirement.marker is not None and not requirement.marker.evaluate(place):
            continue
        (pinned,) = locked[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(pinned.version, prereleases=True), entry


@pytest.mark.parametrize("name", ["pip", "cmake", "ninja", "setuptools", "wheel"])
def test_tools_of_the_build(name: str) -> None:
    """What pip fetches for builds without being asked is locked as well."""
    assert any(line.startswith(f"{name}==") for line in LOCK)
