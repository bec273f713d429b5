"""Real data sets that were read before in this run of the tests.

Pages of the documentation ask many questions of the same data sets, and most of that time goes into reading them
again. The tests of the readers, in `tests/readers`, always read.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.corpus import Corpus

_corpora: dict[tuple[Path, str], Corpus] = {}
_scores: dict[tuple[int, Path, str], Any] = {}


def corpus_read_once(read: Callable[..., Corpus], data: Path) -> Callable[..., Corpus]:
    """What reads the texts that options name, remembering those of real data; corpora do not change."""

    def remembered(options: Any, kind: str) -> Corpus:
        place = Path(options.inputs[0]).resolve()
        if kind != "corpus" or data not in place.parents:
            return read(options, kind)
        key = (place, repr((options.systems, options.keep_bom, options.align)))
        if key not in _corpora:
            _corpora[key] = read(options, kind)
        return _corpora[key]

    return remembered


def scores_read_once(read: Callable[..., Any], data: Path) -> Callable[..., Any]:
    """What reads human scores for a corpus, remembering those of real data."""

    def remembered(path: Any, corpus: Corpus, **options: Any) -> Any:
        place = Path(path).resolve()
        # A corpus that is kept is the only one with its identity.
        if data not in place.parents or not any(corpus is kept for kept in _corpora.values()):
            return read(path, corpus, **options)
        key = (id(corpus), place, repr(sorted(options.items())))
        if key not in _scores:
            _scores[key] = read(path, corpus, **options)
        return _scores[key]

    return remembered
