"""Scores of columns within polars: `import karat.polars` gives expressions a namespace `karat`.

>>> import polars as pl
>>> import karat.polars
>>> frame = pl.DataFrame({"mt": ["a cat", "a dog"], "ref": ["a cat", "the dog"]})
>>> frame.with_columns(chrf=pl.col("mt").karat.segments("ref").round(1))["chrf"].to_list()
[100.0, 31.2]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from karat.corpus import Corpus
from karat.errors import InvalidText
from karat.evaluation import evaluate
from karat.metrics import Chrf

if TYPE_CHECKING:
    from karat.evaluation import Evaluation
    from karat.metrics import Metric

__all__ = ["KaratExpressions"]


@pl.api.register_expr_namespace("karat")
class KaratExpressions:
    """Scores of a column of outputs against columns of references, by chrF unless another metric is given.

    >>> frame = pl.DataFrame({"system": ["a", "a", "b"], "mt": ["x y", "z", "x"], "ref": ["x y", "z", "q"]})
    >>> by_system = frame.group_by("system", maintain_order=True)
    >>> by_system.agg(chrf=pl.col("mt").karat.corpus("ref"))["chrf"].to_list()
    [100.0, 0.0]
    """

    def __init__(self, expression: pl.Expr) -> None:
        """Polars gives the column of outputs."""
        self._output = expression

    def segments(self, *references: str | pl.Expr, metric: Metric | None = None) -> pl.Expr:
        """The score of every row; null where the output is null."""
        chosen = metric or Chrf()

        def score(columns: pl.Series) -> pl.Series:
            texts = columns.struct.unnest()
            filled = texts.filter(texts.to_series(0).is_not_null())
            found = _evaluation(filled, chosen).table(chosen, "segment")["hypothesis"] if len(filled) else ()
            scores = iter(found)
            values = [None if text is None else next(scores) for text in texts.to_series(0)]
            return pl.Series(values, dtype=pl.Float64)

        return self._together(references).map_batches(score, return_dtype=pl.Float64)

    def corpus(self, *references: str | pl.Expr, metric: Metric | None = None) -> pl.Expr:
        """One score of all rows, or of each group within `group_by`, without rows whose output is null."""
        chosen = metric or Chrf()

        def score(columns: pl.Series) -> pl.Series:
            texts = columns.struct.unnest()
            filled = texts.filter(texts.to_series(0).is_not_null())
            value = _evaluation(filled, chosen).scores[0].value if len(filled) else None
            return pl.Series([value], dtype=pl.Float64)

        return self._together(references).map_batches(score, return_dtype=pl.Float64, returns_scalar=True)

    def _together(self, references: tuple[str | pl.Expr, ...]) -> pl.Expr:
        if not references:
            raise InvalidText(
                "There is no column of references. Name one: pl.col('mt').karat.segments('ref')."
            )
        columns = [pl.col(one) if isinstance(one, str) else one for one in references]
        named = [one.alias(f"reference {number}") for number, one in enumerate(columns, 1)]
        return pl.struct(self._output.alias("output"), *named)


def _evaluation(texts: pl.DataFrame, metric: Metric) -> Evaluation:
    output, *references = texts.get_columns()
    for column in references:
        if column.null_count():
            raise InvalidText(f"Row {column.is_null().arg_true()[0]} has no {column.name}: it is null.")
    rows = list(zip(*(column.to_list() for column in references), strict=True))
    return evaluate(Corpus.of(output.to_list(), rows), metric)
