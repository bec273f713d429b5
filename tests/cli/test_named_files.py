"""A file that is named is read, or the command says why not: none is passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import refused

from karat import demo

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Karat


@pytest.mark.parametrize("command", ["agree", "calibrate", "accept", "report"])
@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl"])
def test_a_table_without_human_scores(command: str, ending: str, tmp_path: Path, karat: Karat) -> None:
    """`--human-scores` with columns of another kind is refused, though the data have scores of their own."""
    file = tmp_path / f"odd.{ending}"
    file.write_text(
        {
            "csv": "system,quality\naurora,3\n",
            "tsv": "system\tquality\naurora\t3\n",
            "jsonl": '{"system": "aurora", "quality": 3}\n',
        }[ending],
        encoding="utf-8",
    )
    output = ["-o", tmp_path / "made"] if command in ("calibrate", "report") else []
    outcome = karat(command, demo.path(), "-m", "bleu", "--human-scores", file, *output)
    refused(outcome, "there are no human scores", "system, quality", "human_NAME")
    assert not (tmp_path / "made").exists()
