"""Five systems, each with a word more wrong than the one before, and what people said of them."""

import numpy as np

from karat import Corpus, evaluate
from karat.agreement import Rater
from karat.metrics import Metric

REFERENCE = ["a b c d e f g h", "i j k l m n o p", "q r s t u v w x", "a c e g i k m o"]


def spoiled(level: int) -> list[str]:
    """The reference with some words of each segment wrong, in the middle and at the end."""
    texts = []
    for segment in REFERENCE:
        words = segment.split()
        for place in (7, 3, 5, 1, 6)[:level]:
            words[place] = "_"
        texts.append(" ".join(words))
    return texts


CORPUS = Corpus.of(
    {f"S{level}": spoiled(level) for level in range(1, 6)},
    REFERENCE,
    documents=["one", "one", "two", "two"],
    text_types=["news", "chat", "news", "chat"],
)
HUMAN = np.array([[5.0, 5, 4, 4], [4, 4, 4, 3], [3, 3, 4, 3], [2, 3, 2, 2], [1, 1, 2, 1]])


def of(metric: Metric) -> Rater:
    """A metric of the corpus."""
    result = evaluate(CORPUS, metric)
    return Rater.of_metric(
        metric, {name: tables[metric.recipe] for name, tables in result.statistics.items()}
    )


def people(values: np.ndarray = HUMAN, name: str = "adequacy") -> Rater:
    """People's scores."""
    return Rater(name, "made up", tuple(CORPUS.systems), np.nanmean(values, axis=1), values)
