"""What tests of metrics share."""

from pathlib import Path

import pytest
from tests.metrics.wnm_example import FREQUENCIES


@pytest.fixture
def toy(tmp_path: Path) -> str:
    """The word frequencies of WNM's example."""
    path = tmp_path / "corpus.txt"
    path.write_text(FREQUENCIES)
    return str(path)
