"""sacreBLEU's interface over Karat's metrics: the same names, the same figures, a fraction of the time.

    >>> import karat.sacrebleu as sacrebleu
    >>> sacrebleu.corpus_bleu(["the cat sat on a mat"], [["the cat sat on the mat"]])
    BLEU = 53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)

`__version__` is the release of sacreBLEU whose figures these are. `python -m karat.sacrebleu` is its command
line. Left out are its test sets and their download. Where sacreBLEU scores what cannot be right,
such as texts of unequal length, an error of `karat.errors` is raised instead.
"""

from karat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from karat.sacrebleu.metrics import BLEU, CHRF, TER
from karat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from karat.sacrebleu.utils import smart_open
from karat.sacrebleu.version import __version__

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "__version__",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "smart_open",
]
