"""Direct assessments of the crowd, in the tables of their own that WMT gives out: `ad-csen-good-stnd.csv`.

HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time, with white space between.
"""

from __future__ import annotations

import re
import warnings
from math import inf
from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.judgements import Scale
from karat.readers.files.input_table import InputTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus


HEADER = "HITId WorkerId"
# What a judge saw: a system's output, the same again, a reference, or one that was spoilt on purpose.
JUDGED = ("SYSTEM", "REPEAT")
STANDARDISED = Scale("z", -inf, inf)

_ROLES = {"WorkerId": "judge", "sys_id": "system", "sid": "segment", "type": "type", "score": "value"}
# Names of systems are numbered in the order of the campaign.
_NUMBER = re.compile(r"\.[0-9]+$")


def crowd_table(name: str, lines: Sequence[str]) -> InputTable:
    """The table of a file's lines, with the columns judge, system, segment, type and value."""
    header = lines[0].split()
    for column in _ROLES:
        if column not in header:
            raise InvalidFile.at(name, f"there is no column {column} in WMT's table of assessments.", line=1)
    rows, numbers = [], []
    for number, line in enumerate(lines[1:], 2):
        fields = line.split()
        if fields and len(fields) != len(header):
            raise InvalidFile.at(
                name, f"the row has {len(fields)} fields, the header {len(header)}.", line=number
            )
        if fields:
            rows.append(fields)
            numbers.append(number)
    columns = {role: [row[header.index(column)] for row in rows] for column, role in _ROLES.items()}
    columns["system"] = _plain(columns["system"])
    return InputTable(name, tuple(columns), columns.__getitem__, len(rows), numbers, empty_is_missing=True)


def warn_of_order(file: str, corpus: Corpus) -> None:
    """Warn where the numbers of segments may follow another order than the corpus."""
    documents = list(dict.fromkeys(corpus.documents or ()))
    if documents != sorted(documents):
        warnings.warn(
            f"{file}: some of WMT's tables count segments after sorting documents by their names, and the "
            "corpus has another order. Check that scores stand beside their texts.",
            UserWarning,
            stacklevel=3,
        )


def _plain(names: Sequence[str]) -> list[str]:
    """The names of systems without their numbers, unless these tell two apart."""
    plain = {name: _NUMBER.sub("", name) for name in names}
    return [plain[name] for name in names] if len(set(plain.values())) == len(plain) else list(names)
