"""What a training item says to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.desk.judge_page import Feedback

if TYPE_CHECKING:
    from karat.campaigns.answers import Value
    from karat.campaigns.plan import Expectation
    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.store import Transaction

# Crowd platforms ask for two attempts at a check of comprehension.
ATTEMPTS = 2


def feedback_on(transaction: Transaction, row: AnswerRow) -> tuple[Feedback, ...]:
    """One for each dimension that the item has an expectation of, and that the answer has a value on."""
    if not row.training:
        return ()
    values = transaction.answers.content(row).values
    return tuple(
        Feedback(
            expected.dimension,
            all(expected.low <= value.value <= expected.high for value in given),
            expected.feedback,
        )
        for expected in transaction.packs.expected(row.item)
        if (given := [value for value in values if _is_about(expected, value)])
    )


def _is_about(expected: Expectation, value: Value) -> bool:
    return expected.dimension == value.dimension and expected.candidate in {"", value.candidate}
