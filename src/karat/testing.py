"""What a test of a translation system asserts: `assert_not_worse`, for pytest or any other runner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.comparison import Procedure, gate
from karat.corpus import Corpus
from karat.errors import InvalidOption
from karat.evaluation import evaluate
from karat.metrics import Bleu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics import Metric

__all__ = ["assert_not_worse"]


def assert_not_worse(
    output: Sequence[str],
    baseline: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    *,
    margin: float,
    metric: Metric | None = None,
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    procedure: Procedure | None = None,
) -> None:
    """Fail unless the output is shown to be no worse than the baseline by more than the margin.

    This is the test of `karat gate`: an output that is worse by just the margin passes in 5 % of cases. Give
    the `documents` that segments belong to, if you know them: segments of a document resemble each other. The
    metric is BLEU unless another is given.

    >>> references = ["the cat sat on the mat", "a dog barked at the moon"] * 30
    >>> assert_not_worse(references, references, references, margin=0.5)
    >>> worse = ["the cat sat on a mat", "a dog barks at the moon"] * 30
    >>> try:
    ...     assert_not_worse(worse, references, references, margin=0.5)
    ... except AssertionError as failure:
    ...     print(str(failure).splitlines()[0])
    output is worse than baseline: BLEU 42.04 beside 100.00, margin 0.50.
    """
    if not margin > 0:
        raise InvalidOption(f"margin is {margin!r}; it must be above 0, in points of the metric.")
    corpus = Corpus.of(
        {"output": output, "baseline": baseline}, references, sources=sources, documents=documents
    )
    found = gate(evaluate(corpus, metric or Bleu()), procedure, baseline="baseline", margin=margin)
    if found.passed:
        return
    (one,) = found.beside_baseline
    raise AssertionError(
        f"output is {'worse than' if one.verdict == 'worse' else 'not shown to be no worse than'} baseline: "
        f"{one.metric} {one.value:.2f} beside {one.baseline_value:.2f}, margin {margin:.2f}.\n{found}"
    )
