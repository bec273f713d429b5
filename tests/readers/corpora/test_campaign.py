"""The texts of a campaign's plan, read as a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.example_files import write_campaign

from karat import read
from karat.errors import InvalidFile

if TYPE_CHECKING:
    from pathlib import Path


def test_no_segment_of_all_systems_is_told(tmp_path: Path) -> None:
    """Where each system was judged on other segments there is nothing to compare on; the way out is said."""
    write_campaign(tmp_path)
    with pytest.raises(InvalidFile, match=r"no segment has an output of every system.*as its human scores"):
        read(tmp_path / "news.campaign")
