"""Protocols of the founding papers: what judges were asked, and what each mark was called.

The scale of a protocol has the protocol's name. So a file, a recipe or an option that names the scale names
the protocol: `--scale adequacy=ldc-adequacy`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.display import Shown
from karat.equality import Equal
from karat.errors import UnknownName
from karat.judgements.scale import SCALES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.judgements.scale import Scale

Text: TypeAlias = Literal["source", "reference", "translation", "questions"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Protocol(Equal, Shown):
    """What judges are asked about one dimension: the question, the texts they see, and the marks.

    `question` is in Karat's words. `marks` has the name of each mark as the paper gives it, the best first; a
    mark that the paper does not name is not there. `source` says where the protocol is from.

    >>> protocol("ldc-adequacy").marks[4.0]
    'Most'
    """

    dimension: str
    scale: Scale
    question: str
    sees: tuple[Text, ...]
    marks: Mapping[float, str]
    source: str

    @property
    def name(self) -> str:
        """That of the scale."""
        return self.scale.name

    @property
    def legend(self) -> str:
        """The marks in a line, the best first; empty where they have no names.

        >>> protocol("ldc-adequacy").legend
        '5 All, 4 Most, 3 Much, 2 Little, 1 None'
        """
        return ", ".join(f"{mark:g} {words}" for mark, words in self.marks.items())

    def to_dict(self) -> dict[str, Any]:
        """The protocol as plain values."""
        return {
            "protocol": self.name,
            "dimension": self.dimension,
            "scale": self.scale.recipe,
            "question": self.question,
            "judges_see": list(self.sees),
            "marks": {f"{mark:g}": words for mark, words in self.marks.items()},
            "source": self.source,
        }


def _made(
    name: str, dimension: str, question: str, sees: tuple[Text, ...], marks: Mapping[float, str], source: str
) -> Protocol:
    return Protocol(dimension, SCALES[name], question, sees, MappingProxyType(marks), source)


PROTOCOLS: Mapping[str, Protocol] = MappingProxyType(
    {
        found.name: found
        for found in (
            _made(
                "ldc-adequacy",
                "adequacy",
                "How much of the meaning of the reference does the translation express?",
                ("reference", "translation"),
                {5.0: "All", 4.0: "Most", 3.0: "Much", 2.0: "Little", 1.0: "None"},
                "LDC 2005, in Callison-Burch, Osborne & Koehn 2006",
            ),
            _made(
                "ldc-fluency",
                "fluency",
                "How fluent is the translation?",
                ("translation",),
                # In print four of them are of English: "Flawless English".
                {
                    5.0: "Flawless",
                    4.0: "Good",
                    3.0: "Non-native",
                    2.0: "Disfluent",
                    1.0: "Incomprehensible",
                },
                "LDC 2005, in Callison-Burch, Osborne & Koehn 2006",
            ),
            _made(
                "leeds-adequacy",
                "adequacy",
                "How much of the content of the reference is in the translation?",
                ("reference", "translation"),
                # The task names the ends; the weights of acceptability name the marks between them.
                {5.0: "All", 4.0: "Most", 3.0: "Some", 2.0: "Little", 1.0: "None"},
                "Babych, Hartley & Elliott 2005",
            ),
            _made(
                "ibm-quality",
                "quality",
                "How good is the translation?",
                ("source", "translation"),
                {5.0: "Very good", 1.0: "Very bad"},
                "Papineni et al. 2002 (HLT); monolingual judges do not see the source",
            ),
            _made(
                "darpa-informativeness",
                "informativeness",
                "Which share of the questions about the text do readers of the translation answer rightly?",
                ("translation", "questions"),
                {},
                "DARPA-94 (White, O'Connell & O'Mara 1994), named in Papineni et al. 2002 (HLT)",
            ),
        )
    }
)


def protocol(name: str) -> Protocol:
    """The protocol of a name.

    >>> protocol("ldc-fluency").question
    'How fluent is the translation?'
    """
    if name not in PROTOCOLS:
        raise UnknownName.among("protocol", name, PROTOCOLS)
    return PROTOCOLS[name]


def protocol_of(scale: Scale) -> Protocol | None:
    """The protocol whose scale this is; None where the scale is of none.

    >>> from karat.judgements import Scale
    >>> protocol_of(Scale.parse("leeds-adequacy")).legend, protocol_of(Scale.parse("1-5"))
    ('5 All, 4 Most, 3 Some, 2 Little, 1 None', None)
    """
    found = PROTOCOLS.get(scale.name)
    # Another scale may be called the same by whoever made it.
    same = found is not None and (found.scale.low, found.scale.high) == (scale.low, scale.high)
    return found if same else None
