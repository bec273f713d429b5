"""Counts that add: a row per segment, a named column per count.

Sum the rows of a system and you have its corpus score; of a document, that document's; weight them at random
and you have a bootstrap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.display import Shown
from karat.errors import MisalignedCorpus, UnknownName
from karat.kernel import Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.frames import Columns


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Statistics(Shown):
    """Rows of counts under named columns.

    numpy is imported only when rows are looked at one by one: the total of a corpus needs none of it.

    >>> from karat import Wer
    >>> statistics = Wer().count(["a b c d", "e"], ["a b c e", "e"])
    >>> statistics.columns
    ('errors', 'reference_length')
    >>> statistics["errors"].tolist(), statistics.total()
    ([1, 0], [1, 3603600])
    """

    columns: tuple[str, ...]
    source: Counts | NDArray[np.int64] | NDArray[np.float64]

    def __reduce__(self) -> tuple[type[Statistics], tuple[Any, ...]]:
        """Pickled as an array: the kernel's counts are tied to their process."""
        return Statistics, (self.columns, self.counts)

    def __len__(self) -> int:
        return self.source.rows if isinstance(self.source, Counts) else len(self.source)

    @property
    def counts(self) -> NDArray[np.int64] | NDArray[np.float64]:
        """Rows × columns."""
        return self.source.array() if isinstance(self.source, Counts) else self.source

    def __getitem__(self, column: str) -> NDArray[np.int64] | NDArray[np.float64]:
        if not isinstance(column, str):
            raise UnknownName(
                f"Statistics are looked up by column, such as statistics[{self.columns[0]!r}]; a row is "
                f"statistics.counts[{column!r}]."
            )
        if column not in self.columns:
            raise UnknownName.among("column", column, self.columns)
        return self.counts[:, self.columns.index(column)]

    def total(self) -> list[int]:
        """The sum of all rows."""
        if isinstance(self.source, Counts):
            return self.source.total()
        return [column.item() for column in self.source.sum(axis=0)]

    def grouped(self, labels: Sequence[str]) -> tuple[tuple[str, ...], Statistics]:
        """The sum of the rows under each label, labels in order of first appearance."""
        import numpy as np

        if len(labels) != len(self):
            raise MisalignedCorpus(
                f"There are {len(labels)} labels for {len(self)} rows; each row needs one."
            )
        names = tuple(dict.fromkeys(labels))
        index = {name: position for position, name in enumerate(names)}
        counts: Any = self.counts
        sums = np.zeros_like(counts, shape=(len(names), len(self.columns)))
        np.add.at(sums, [index[label] for label in labels], counts)
        return names, Statistics(self.columns, sums)

    def weighted(self, weights: NDArray[np.int64] | NDArray[np.float64]) -> Statistics:
        """One row per row of `weights`, each the weighted sum of these rows."""
        return Statistics(self.columns, weights @ self.counts)

    def take(self, rows: Sequence[int] | NDArray[np.int64]) -> Statistics:
        """Some of the rows, in the given order."""
        return Statistics(self.columns, self.counts[rows])

    def _columns(self) -> Columns:
        """The counts under their own names, a row for each segment or group."""
        return {name: self[name] for name in self.columns}
