"""The recipe for Spark gives the same totals as all other ways."""

import os
import shutil
import sys
import warnings
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.documentation import DOCS
from tests.engines import spark_recipe

from karat import Bleu, Chrf, Running


def test_the_page_shows_the_recipe() -> None:
    """Line for line."""
    text = Path(spark_recipe.__file__).read_text(encoding="utf-8")
    body = text.partition("def count")[2]
    shown = (DOCS / "how-to" / "very-much-text.md").read_text(encoding="utf-8")
    for line in body.splitlines():
        if line.strip() and '"""' not in line:
            assert line in shown


def test_partitions_add_to_the_whole(
    tmp_path: Path, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In local mode, over several partitions."""
    spark_sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    rows = table.select(["hypothesis", "reference_1"]).rename_columns(["hypothesis", "reference"])
    pq.write_table(rows, tmp_path / "rows.parquet")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spark = (
            spark_sql.SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate()
        )
        try:
            frame = spark.read.parquet(str(tmp_path / "rows.parquet")).repartition(5)
            found = spark_recipe.score(frame)
        finally:
            spark.stop()
    whole = Running(Bleu(), Chrf())
    whole.add(rows["hypothesis"].to_pylist(), rows["reference"].to_pylist())
    assert found.to_json() == whole.to_json()
