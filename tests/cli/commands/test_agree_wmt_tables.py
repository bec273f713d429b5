"""`karat agree` of WMT's tables of system scores, without any text."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Karat


@pytest.mark.shared
def test_figures_are_those_of_the_table_with_a_header(
    shared_data: Path, tmp_path: Path, karat: Karat
) -> None:
    """wmt23.en-de's metrics and people, written as WMT19 did, give the same agreement without any text."""
    folder = shared_data / "wmt23.en-de"
    with (folder / "metric_scores_sys.tsv").open() as lines:
        header, *rows = list(csv.reader(lines, delimiter="\t"))[:3]
    with (folder / "systems.tsv").open() as lines:
        people = [row for row in csv.DictReader(lines, delimiter="\t") if row["is_human"] == "0"]
    (tmp_path / "metrics.scores").write_text(
        "".join(
            f"{row[0]}\ten-de\tnewstest2023\t{system}\t{score}\n"
            for row in rows
            for system, score in zip(header[1:], row[1:], strict=True)
            if score
        )
    )
    (tmp_path / "DA-syslevel.csv").write_text(
        "LP HUMAN SYSTEM\n" + "".join(f"en-de {row['human_mqm']} {row['system']}\n" for row in people)
    )
    given = ["--scores", tmp_path / "metrics.scores", "--human-scores", tmp_path / "DA-syslevel.csv"]
    of_file = karat("agree", *given, "--statistics", "pearson")
    own = [
        "--scores",
        folder / "metric_scores_sys.tsv",
        "--human-scores",
        folder / "systems.tsv",
        "--human",
        "mqm",
    ]
    of_table = karat("agree", *own, "--statistics", "pearson", "--score-names", *(row[0] for row in rows))
    assert (of_file.code, of_table.code) == (0, 0), of_file.err + of_table.err
    values = [
        [line.split("\t")[9:12] for line in out.splitlines()[1:]] for out in (of_file.out, of_table.out)
    ]
    assert values[0] == values[1]
    assert len(values[0]) == len(rows)
