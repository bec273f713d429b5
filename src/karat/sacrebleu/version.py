"""The release of sacreBLEU that this package stands for."""

from karat.metrics.catalogue import SACREBLEU_VERSION

# Signatures carry it: the figures are those of this release, whichever release of Karat counted them.
__version__ = SACREBLEU_VERSION
