from collections.abc import Sequence
from typing import Protocol, Self, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

LENGTH_PARTS: int
REAL_PARTS: int
UNICODE_VERSION: str
VECTORS: str

class _Buffer(Protocol):
    def __buffer__(self, flags: int, /) -> memoryview: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

_Column: TypeAlias = Sequence[str] | Sequence[str | None] | _ArrowStream | _ArrowArray

class Texts(Sequence[str]):
    def __init__(self, segments: _Column) -> None: ...
    @staticmethod
    def from_lines(data: bytes) -> Texts: ...
    def __len__(self) -> int: ...
    def __contains__(self, segment: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> str: ...
    @overload
    def __getitem__(self, index: slice, /) -> Texts: ...

class Counts:
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    def total(self) -> list[int]: ...
    def array(self) -> NDArray[np.int64]: ...

def count_aev(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    order: int,
    threads: int,
) -> list[Counts]: ...

class InformationWeights:
    def of_segment(self, references: Sequence[str]) -> list[list[tuple[str, list[int]]]]: ...

class SalienceWeights:
    def of_segment(self, references: Sequence[str], document: int) -> list[tuple[str, int, int]]: ...

def count_bleu(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    order: int,
    brevity: str,
    threads: int,
) -> list[Counts]: ...
def count_chrf(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    character_order: int,
    word_order: int,
    beta: float,
    keep_spaces: bool,
    epsilon: bool,
    threads: int,
) -> list[Counts]: ...
def count_ter(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    normalized: bool,
    no_punctuation: bool,
    asian: bool,
    threads: int,
) -> list[Counts]: ...
def count_wer(
    systems: Sequence[_Column], references: Sequence[_Column], tokenizer: str, threads: int
) -> list[Counts]: ...
def count_per(
    systems: Sequence[_Column], references: Sequence[_Column], tokenizer: str, threads: int
) -> list[Counts]: ...
def count_cder(
    systems: Sequence[_Column], references: Sequence[_Column], tokenizer: str, threads: int
) -> list[Counts]: ...
def count_exact(
    systems: Sequence[_Column], references: Sequence[_Column], tokenizer: str, threads: int
) -> list[Counts]: ...
def count_rouge_n(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    order: int,
    threads: int,
) -> list[Counts]: ...
def count_rouge_l(
    systems: Sequence[_Column], references: Sequence[_Column], tokenizer: str, threads: int
) -> list[Counts]: ...
def count_rouge_w(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    weight: float,
    threads: int,
) -> list[Counts]: ...
def count_rouge_s(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    longest_skip: int,
    unigrams: bool,
    threads: int,
) -> list[Counts]: ...
def count_meteor(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    words: Sequence[str],
    stages: Sequence[Sequence[Sequence[int]] | None],
    alpha: float,
    beta: float,
    gamma: float,
    threads: int,
) -> list[Counts]: ...
def align_meteor(
    hypothesis: str,
    reference: str,
    tokenizer: str,
    words: Sequence[str],
    stages: Sequence[Sequence[Sequence[int]] | None],
) -> list[tuple[int, int, int]]: ...
def vocabulary(columns: Sequence[_Column], tokenizer: str) -> list[str]: ...
def porter_stems(words: Sequence[str]) -> list[str]: ...
def count_gtm(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    tokenizer: str,
    exponent: float,
    exact: bool,
    threads: int,
) -> list[Counts]: ...
def match_gtm(
    hypothesis: str,
    references: _Column,
    tokenizer: str,
    exponent: float,
    exact: bool,
) -> list[tuple[int, int, int, int]]: ...
def learn_information(
    references: Sequence[_Column], tokenizer: str, order: int, perl_zero: bool
) -> InformationWeights: ...
def count_nist(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    weights: InformationWeights,
    threads: int,
) -> list[Counts]: ...
def learn_salience(
    references: Sequence[_Column],
    tokenizer: str,
    weighting: str,
    documents: Sequence[int],
    tokens: float,
    texts: float,
    words: Sequence[tuple[str, float, float]],
) -> SalienceWeights: ...
def count_wnm(
    systems: Sequence[_Column],
    references: Sequence[_Column],
    weights: SalienceWeights,
    order: int,
    ngram_weight: str,
    documents: Sequence[int],
    threads: int,
) -> list[Counts]: ...
def tokenize(
    text: str,
    tokenizer: str,
    normalized: bool = False,
    no_punctuation: bool = False,
    asian: bool = False,
) -> list[str]: ...

class Cancellation:
    def __init__(self, seconds: float | None = None) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

class Checksum:
    def __init__(self) -> None: ...
    def update(self, data: _Buffer | bytes) -> None: ...
    def hexdigest(self) -> str: ...

def text_hashes(texts: Texts) -> NDArray[np.uint64]: ...
def add_rows(rows: NDArray[np.int64], places: NDArray[np.int64], table: NDArray[np.int64]) -> bool: ...
def cut_segments(
    hypothesis: NDArray[np.uint32],
    reference: NDArray[np.uint32],
    ends: NDArray[np.int64],
    prices: NDArray[np.uint8],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def bad_byte(data: bytes) -> tuple[int, int, bool] | None: ...
def json_columns(
    lines: bytes, names: Sequence[str], wanted: Sequence[str]
) -> dict[str, tuple[int, int, NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]] | None: ...
