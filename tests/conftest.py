"""What tests share: the real data beside the project, where it is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data and reference figures; required in CI, optional elsewhere."""
    if not SHARED.is_dir():
        message = f"real data are not there ({SHARED.name}/ beside the project)"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return SHARED


@pytest.fixture(scope="session")
def shared_data(shared: Path) -> Path:
    """The folder of real data sets."""
    return shared / "data"
