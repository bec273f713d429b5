"""Language versions of one text: segments that are missing, merged, overlong or unlike their counterparts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.diagnosis.length_alignment import Bead, LengthModel, align_lengths
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, InvalidText
from karat.option_checks import check_number
from karat.spacing import lacks_spaces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from karat.frames import Columns

Kind: TypeAlias = Literal["empty", "missing", "merged", "shifted", "length", "numbers", "links", "overlong"]
KINDS: tuple[Kind, ...] = (
    *("empty", "missing", "merged", "shifted", "length", "numbers", "links", "overlong"),
)

LONGEST = 60
UNLIKE = 4.0
# In scripts without spaces between words so many characters stand for a word.
_CHARACTERS_OF_A_WORD = 2
_LINK = re.compile(r"(?:https?://|www\.)[^\s<>\"'（）]+|(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]++)+")
# Digits with what separates thousands and decimals, which differs by language.
_NUMBER = re.compile(r"\d(?:[.,'’\u00a0\u202f ]?\d)*")
# A sentence ends, or at least a clause; the break goes behind it.
_BREAKS = (re.compile(r"[.!?…]['\"”»)]*\s+|[。！？][」』”）]*"), re.compile(r"[;:,–—]\s+|[；：，、]"))


@dataclass(frozen=True, slots=True)
class VersionFinding:
    """Something to look at in one version; `beside` are the segments of the first version, counted from 1.

    >>> VersionFinding("empty", "de", (3,), (3,), "de 3 is empty.", {}).kind
    'empty'
    """

    kind: Kind
    version: str
    segments: tuple[int, ...]
    beside: tuple[int, ...]
    summary: str
    evidence: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain values, in a stable order."""
        return {
            "kind": self.kind,
            "version": self.version,
            "segments": list(self.segments),
            "beside": list(self.beside),
            "summary": self.summary,
            "evidence": dict(self.evidence),
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VersionCheck(Equal, Shown):
    """What was found; `sizes` has the segments of each version, `models` their lengths beside the first.

    >>> found = check_versions({"en": ["One.", "Two dogs."], "de": ["Eins.", ""]})
    >>> [(one.kind, one.version, one.segments) for one in found.findings]
    [('empty', 'de', (2,))]
    """

    sizes: Mapping[str, int]
    models: Mapping[str, LengthModel]
    findings: tuple[VersionFinding, ...]

    @property
    def first(self) -> str:
        """The version that the others are compared with."""
        return next(iter(self.sizes))

    def _columns(self) -> Columns:
        """A row for each finding."""
        names = ("kind", "version", "segments", "beside", "summary")
        columns: Columns = {name: [getattr(found, name) for found in self.findings] for name in names}
        for name in ("segments", "beside"):
            columns[name] = [", ".join(map(str, places)) for places in columns[name]]
        return columns


def check_versions(
    versions: Mapping[str, Sequence[str]], *, longest: int = LONGEST, unlike: float = UNLIKE
) -> VersionCheck:
    """Look for segments that are missing, merged, overlong or unlike in versions of one text.

    Every version is aligned with the first by the lengths of its segments, so they need not have as many.
    `longest` is the number of words beyond which a segment is overlong; `unlike` is the distance from the
    expected length, in standard deviations, from which it is told.

    >>> english = [f"This is sentence number {n} of the text." for n in range(12)]
    >>> german = [f"Das ist der Satz Nummer {n} des Textes." for n in range(12)]
    >>> german[4:6] = [" ".join(german[4:6])]
    >>> check_versions({"en": english, "de": german}).findings[0].summary
    'de 5 is en 5 and 6 in one segment.'
    """
    texts = _checked(versions)
    check_number("longest", longest, above=0)
    check_number("unlike", unlike, above=0)
    first, *others = texts
    pairs = {name: _VersionPair(first, name, texts[first], texts[name], unlike) for name in others}
    found = [finding for pair in pairs.values() for finding in pair.findings()]
    found = list(_blamed(found, first, others))
    for name, text in texts.items():
        found += _overlong(name, text, longest)
    found.sort(key=lambda one: ((one.beside or one.segments)[0], KINDS.index(one.kind)))
    models = {name: pair.model for name, pair in pairs.items()}
    return VersionCheck({name: len(text) for name, text in texts.items()}, models, tuple(found))


def _checked(versions: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    if not isinstance(versions, Mapping):
        raise InvalidOption("Versions are a dictionary of names and segments: {'en': [...], 'de': [...]}.")
    if len(versions) < 2:
        raise InvalidOption("There is one version; a check of versions needs at least two.")
    texts = {str(name): list(text) for name, text in versions.items()}
    for name, text in texts.items():
        if isinstance(versions[name], str) or not text or not all(isinstance(one, str) for one in text):
            raise InvalidText(f"Version {name!r} must be a list of segments, each a str, and not empty.")
    return texts


class _VersionPair:
    """A version beside the first one, and what is wrong between them."""

    def __init__(self, first: str, name: str, one: list[str], two: list[str], unlike: float) -> None:
        self.first, self.name, self.one, self.two, self.unlike = first, name, one, two, unlike
        self.beads, self.model = align_lengths(_lengths(one), _lengths(two))

    def findings(self) -> Iterator[VersionFinding]:
        """Everything that is wrong, in order."""
        for bead in self.beads:
            yield from self._of_bead(bead)
        yield from self._shifted()

    def _finding(self, kind: Kind, bead: Bead, summary: str, **evidence: object) -> VersionFinding:
        segments, beside = _numbers(bead.second), _numbers(bead.first)
        return VersionFinding(kind, self.name, segments, beside, summary, evidence)

    def _of_bead(self, bead: Bead) -> Iterator[VersionFinding]:
        here, there = _spoken(self.name, bead.second), _spoken(self.first, bead.first)
        if not bead.second:
            yield self._finding("missing", bead, f"{there} is missing in {self.name}.")
        elif not bead.first:
            empty = not self.two[bead.second[0]].strip()
            summary = f"{here} is empty." if empty else f"{here} is missing in {self.first}."
            yield self._finding("empty" if empty else "missing", bead, summary)
        elif len(bead.first) == 2:
            yield self._finding("merged", bead, f"{here} is {there} in one segment.")
        elif len(bead.second) == 2:
            yield self._finding("merged", bead, f"{there} is {here} in one segment.")
        else:
            yield from self._unlike(bead, here, there)

    def _unlike(self, bead: Bead, here: str, there: str) -> Iterator[VersionFinding]:
        one, two = self.one[bead.first[0]], self.two[bead.second[0]]
        if not one.strip() or not two.strip():
            if one.strip() or two.strip():
                yield self._finding("empty", bead, f"{here if one.strip() else there} is empty.")
            return
        lengths = (len(one.strip()), len(two.strip()))
        z = float(self.model.z(*_arrays(*lengths))[0])
        if abs(z) >= self.unlike:
            expected = round(self.model.ratio * lengths[0])
            yield self._finding(
                "length",
                bead,
                f"{here} has {lengths[1]} characters; about {expected} are expected from {there}.",
                characters=lengths[1],
                expected=expected,
                z=z,
            )
        figures: tuple[tuple[Kind, Callable[[str], list[str]]], ...]
        figures = (("numbers", numbers_in), ("links", links_in))
        for kind, what in figures:
            first, second = what(one), what(two)
            lost, more = _difference(first, second), _difference(second, first)
            if lost:
                said = f"{here} lacks {', '.join(lost)} of {there}."
                yield self._finding(kind, bead, said, missing=lost, extra=more)
            elif more:
                said = f"{there} lacks {', '.join(more)} of {here}."
                beside = _numbers(bead.first)
                yield VersionFinding(kind, self.first, beside, beside, said, {"missing": more, "extra": []})

    def _shifted(self) -> Iterator[VersionFinding]:
        """Runs of segments that go together and have other numbers."""
        run: list[Bead] = []
        for bead in [*self.beads, None]:
            paired = bead is not None and len(bead.first) == len(bead.second) == 1
            offset = bead.second[0] - bead.first[0] if bead is not None and paired else 0
            if run and (not paired or offset != run[0].second[0] - run[0].first[0]):
                yield self._run(run)
                run = []
            if bead is not None and paired and offset:
                run.append(bead)

    def _run(self, run: Sequence[Bead]) -> VersionFinding:
        whole = Bead((run[0].first[0], run[-1].first[0]), (run[0].second[0], run[-1].second[0]))
        offset = run[0].second[0] - run[0].first[0]
        way = "ahead of" if offset > 0 else "behind"
        steps = "one segment" if abs(offset) == 1 else f"{abs(offset)} segments"
        span = (
            f"{self.first} {whole.first[0] + 1} is {self.name} {whole.second[0] + 1}"
            if len(run) == 1
            else f"{self.first} {whole.first[0] + 1} to {whole.first[1] + 1} are {self.name} "
            f"{whole.second[0] + 1} to {whole.second[1] + 1}"
        )
        return self._finding(
            "shifted",
            whole,
            f"{span}: {self.name} is {steps} {way} {self.first}.",
            offset=offset,
            segments=len(run),
        )


def _blamed(found: Sequence[VersionFinding], first: str, others: Sequence[str]) -> Iterator[VersionFinding]:
    """What every other version shows at the same segment of the first is a fault of the first."""
    by_place: dict[tuple[Kind, tuple[int, ...]], list[VersionFinding]] = {}
    told: set[str] = set()
    for finding in found:
        # What the first version lacks, several others may show in the same words.
        if finding.version != first:
            by_place.setdefault((finding.kind, finding.beside), []).append(finding)
        elif finding.summary not in told:
            told.add(finding.summary)
            yield finding
    for (kind, beside), same in by_place.items():
        if len(others) < 2 or len({one.version for one in same}) < len(others) or not beside:
            yield from same
            continue
        summary = _against_all(kind, first, beside, same)
        evidence = {one.version: dict(one.evidence) for one in same}
        yield VersionFinding(kind, first, beside, beside, summary, evidence)


def _against_all(kind: Kind, first: str, beside: tuple[int, ...], same: Sequence[VersionFinding]) -> str:
    where = _spoken(first, [number - 1 for number in beside])
    match kind:
        case "missing":
            return f"{where} is in {first} alone."
        case "length":
            return f"{where} is unlike all other versions in length."
        case "shifted":
            return f"{where}: all other versions are shifted against {first}."
        case "merged":
            return f"{where} is divided otherwise than in all other versions."
        case "empty":
            return f"{where} is empty in {first}, or in all others."
    missing = [set(one.evidence["missing"]) for one in same]
    shown = sorted(set.intersection(*missing) or set.union(*missing))
    return f"{where} has {', '.join(shown)}, which no other version has."


def _overlong(name: str, text: Sequence[str], longest: int) -> Iterator[VersionFinding]:
    for place, segment in enumerate(text):
        words = count_words(segment)
        if words > longest:
            cut = split_place(segment)
            advice = ""
            if cut is not None:
                advice = f" Split it after {segment[max(0, cut - 20) : cut].strip()!r}."
            yield VersionFinding(
                "overlong",
                name,
                (place + 1,),
                (place + 1,),
                f"{name} {place + 1} has {words} words.{advice}",
                {"words": words, "longest": longest, "split_at": cut},
            )


def count_words(segment: str) -> int:
    """Words between spaces; in scripts without, two characters count as a word.

    >>> count_words("two words"), count_words("我们今天去学校。")
    (2, 4)
    """
    words = _LINK.sub("", segment).split()
    if lacks_spaces(words):
        return round(sum(map(len, words)) / _CHARACTERS_OF_A_WORD)
    return len(words)


def split_place(segment: str) -> int | None:
    """Where to split a long segment: behind the sentence, or else the clause, that ends nearest its middle.

    >>> text = "It rained all day. We stayed at home."
    >>> text[: split_place(text)]
    'It rained all day. '
    """
    for pattern in _BREAKS:
        ends = [match.end() for match in pattern.finditer(segment) if 0 < match.end() < len(segment)]
        if ends:
            return min(ends, key=lambda end: (abs(2 * end - len(segment)), end))
    return None


def numbers_in(segment: str) -> list[str]:
    """The numbers of a segment by their digits; those of one digit, which are often words, are left out.

    >>> numbers_in("In 1998, 3 of 1.250.000 and 12,5 %")
    ['125', '1250000', '1998']
    """
    found = []
    for match in _NUMBER.finditer(_LINK.sub(" ", segment)):
        digits = "".join(str(unicodedata.decimal(one, "")) for one in match[0] if one.isdecimal())
        if len(digits) >= 2:
            found.append(digits)
    return sorted(found)


def links_in(segment: str) -> list[str]:
    """The addresses of a segment, without the punctuation behind them.

    >>> links_in("See https://example.org/a, or write to me@example.org.")
    ['https://example.org/a', 'me@example.org']
    """
    return sorted(match[0].rstrip(".,;:!?)") for match in _LINK.finditer(segment))


def _difference(one: Sequence[str], two: Sequence[str]) -> list[str]:
    return sorted(set(one) - set(two))


def _lengths(text: Sequence[str]) -> list[int]:
    return [len(segment.strip()) for segment in text]


def _arrays(*lengths: int) -> list[Any]:
    import numpy as np

    return [np.array([float(length)]) for length in lengths]


def _numbers(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(place + 1 for place in places)


def _spoken(name: str, places: Sequence[int]) -> str:
    return f"{name} {' and '.join(str(place + 1) for place in places)}"
