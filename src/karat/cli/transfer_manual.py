"""What the help of `karat transfer` says, and with it which options there are."""

from karat.cli import calibrate_manual

USAGE = """\
karat transfer DATA… [--from CELL] [--to CELL] [options]
       karat transfer CALIBRATION [--from CELL] [--to CELL] [options]"""

DESCRIPTION = """\
Say whether a calibration may be carried from one language pair or text type to another that was judged too.

Slopes and intercepts of two cells are tested for being equal, by analysis of covariance (F) and by
permutation, with the interval of their difference. Where DATA is a corpus, the baseline is also cut into
chunks, whose variation gives z-scores of the other cell's r, slope and intercept (Babych, Hartley & Elliott
2005); beyond 1.96, 2.576 and 3.09 they are marked *, ** and ***. CALIBRATION is a file of karat calibrate."""

EXAMPLES = """\
examples:
  karat transfer wmt23.en-de --human mqm -m bleu --from news
  karat transfer wmt23.en-de wmt23.zh-en --human mqm --by language-pair
  karat transfer en-de.json --from news --to email
"""

GROUPS = calibrate_manual.groups_with(
    "transfer",
    ("--from", "CELL", "the baseline: a text type, a language pair, or both as 'en-de news' (default: each)"),
    ("--to", "CELL", "where its calibration would be used (default: every other cell)"),
    ("--chunks", "N", "pieces to cut the baseline into (default: 10, or as many as there are documents)"),
    drawn="permutations",
)
