"""What the page of promises says before its tables: how to read them, and what each topic measures."""

from __future__ import annotations

INTRODUCTION = """\
# Promises

Karat promises error rates. A 95 % confidence interval should contain the true value in 95 of 100 test sets.
A test at .05 should call two systems different for 5 of 100 test sets if they differ only by chance. This
page has every promise beside what was measured.

Measuring takes many test sets whose truth is known. Some are drawn from the shared packs of WMT, whole
documents at a time; the truth is then the value of the whole pack. The others are simulated.

`make bench-promises` repeats all measurements and writes this page. The test suite repeats a part of them
with few trials, and fails if an old default comes back.

All figures are in percent.

- *Nominal* is what Karat promises. If a promise cannot be kept, Karat's output says so beside the number, and
  gives the rate that was measured. Such rows have both, as in *95, stated as 81 to 87*.
- *Measured* is the share of trials, ± two standard errors.
- *Limits* are the range in which the true rate should lie.
- The *verdict* is *kept* if the measured rate is within the limits, *within chance* if it is outside by at
  most two standard errors, and *BROKEN* otherwise. Among 300 rows, some are *within chance* even if every
  promise is kept. Rows with *no promise* are there for comparison.
"""

ABOUT = {
    "comparison": """\
Two systems are compared on a test set of so many documents (or of single segments, where documents are not
known).

- *Randomization p*, *bootstrap p*: how often the test calls two systems different that differ only by chance.
  For WMT data, the two outputs of each document are dealt to the two systems at random.
- *Interval of a score*, *of a difference*: how often the 95 % confidence interval contains the true value.
- *Power*: the power that a pilot study predicts (nominal), and how often the test then finds the difference.
  *80 % interval of the error*: how often the pilot's interval contains the true standard error.
""",
    "agreement": """\
A metric is compared with human scores, by Pearson's r, Kendall's τ, pairwise accuracy, pairwise accuracy with
calibrated ties (*acc-t*, *calibrated-accuracy*) or soft pairwise accuracy.

- *Test of two metrics*: how often one of two metrics is called better, if they differ only by chance.
- *Interval of segments*: of the agreement over segments.
- *Interval of these systems, endless text*: of the agreement that the same systems would have on endless
  text.
- *Interval of systems like these*: of the agreement for systems that are drawn from many.
- *Interval of an order sweep*: of the error with which BLEU of each n-gram order predicts human scores. Its
  *slope* is how much it grows with each order.
""",
    "judges": """\
Several judges score the same items, single ones or whole documents of them. Simulated judges score on five
points (κ is for categories), by direct assessment (most scores are high) or by MQM (most are 0, few are very
low). Real judges are pairs of scores of WMT23 English–German. *Careless* is about judges who answer at
random.
""",
    "entities": """\
Two simulated annotators mark named entities in documents of very different sizes. The share of entities on
which they agree varies from document to document; one of them missed each other entity. With few documents
or few disagreements, intervals of F1 are cautious: they contain the true value more often than they promise.
""",
    "calibration": """\
A calibration predicts human scores from metric scores. Each system is left out in turn and predicted from the
others of its text type, as it is or with its output broken. A *new text* has documents that the calibration
has not seen. Karat should *refuse* to predict broken output, and should predict ordinary systems.

A system is ordinary if its metric score is within 5 standard deviations of the others' mean. LT22 of
wmt22.de-en is not: its scores are 8 to 21 standard deviations below. As a new system it is refused, and the
message gives the range. Among the calibration's systems it is beyond 5 median absolute deviations; Karat then
leaves it out of the range, with a note, if its character n-grams are as far from those of the others.

*Transfer* asks whether a calibration of one text type may be used for another. The last two tables have the
coverage of prediction intervals at 80, 90 and 95 %.
""",
}
