"""Pages are written over pages only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.dossier.dossiers import lone_dossier

from karat import save_page
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from pathlib import Path


def test_somebody_elses_file_stays(tmp_path: Path) -> None:
    """In Python as on the command line: a file that is no such page is replaced on request alone."""
    path = tmp_path / "mine.html"
    path.write_text("<html>mine</html>", encoding="utf-8")
    with pytest.raises(InvalidOption, match="overwrite=True"):
        save_page(lone_dossier(), path)
    assert path.read_text(encoding="utf-8") == "<html>mine</html>"
    save_page(lone_dossier(), path, overwrite=True)
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    save_page(lone_dossier(), path, title="Another")  # which is a page of Karat's by now
    assert path.read_text(encoding="utf-8") != page
