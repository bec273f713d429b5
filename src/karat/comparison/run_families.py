"""Which systems of a corpus are runs of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, UnknownName
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.frames import Columns
    from karat.resampling import Interval

    Families = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RunSpread(Equal, Shown):
    """The runs of a system, and how far one of them comes out by chance.

    `run_deviation` is the standard deviation of their scores, `test_deviation` that which the choice of
    segments gives to the score of one run.

    >>> from karat import Bleu, Corpus, Procedure, compare, evaluate
    >>> references = ["a b c d e", "f g h i j", "k l m n o"] * 4
    >>> runs = {"A1": references, "A2": ["a b c d x"] + references[1:]}
    >>> runs |= {"B1": ["x y"] * 12, "B2": ["x z"] * 12}
    >>> evaluation = evaluate(Corpus.of(runs, references), Bleu())
    >>> families = {"A": ["A1", "A2"], "B": ["B1", "B2"]}
    >>> found = compare(evaluation, Procedure(samples=100, shuffles=100), runs=families)
    >>> spread = found.metrics[0].standings[0].runs
    >>> list(spread.values), round(spread.run_deviation, 1)
    (['A1', 'A2'], 1.9)
    """

    values: Mapping[str, float]
    run_deviation: float
    run_interval: Interval
    test_deviation: float
    test_interval: Interval

    def _columns(self) -> Columns:
        """A row for each run."""
        return {"run": list(self.values), "value": list(self.values.values())}


def families_of(names: Sequence[str], runs: Families | None) -> dict[str, tuple[str, ...]]:
    """The runs of each system; without `runs`, every name is a system of its own."""
    if runs is None:
        return {name: (name,) for name in names}
    if not isinstance(runs, Mapping) or not all(isinstance(names, list | tuple) for names in runs.values()):
        raise InvalidOption(
            "`runs` has the names of each system's runs. Write: runs={'base': ['base-1', 'base-2'], …}"
        )
    families = {system: tuple(of_system) for system, of_system in runs.items()}
    taken: dict[str, str] = {}
    for system, of_system in families.items():
        for name in of_system:
            if name not in names:
                raise UnknownName.among(f"run of {system!r}", name, names)
            if taken.setdefault(name, system) != system or of_system.count(name) > 1:
                raise InvalidOption(f"{name!r} is a run twice. Each run belongs to one system.")
        if len(of_system) < 2:
            raise InvalidOption(
                f"System {system!r} has {len(of_system)} run; how far runs come apart takes at least two of "
                "each system."
            )
    if left := [name for name in names if name not in taken]:
        raise InvalidOption(
            f"Of which system is this a run: {', '.join(left)}? Say it, or compare "
            f"without{either('', ' (--systems)')}."
        )
    return families


def runs_entry(families: Families) -> str:
    """The number of runs, as the recipe gives it; nothing where each system is one."""
    counts = {len(of_system) for of_system in families.values()}
    return "" if counts == {1} else f"|runs:{'var' if len(counts) > 1 else counts.pop()}"


def read_families(names: Sequence[str], texts: Sequence[str], *, member: str = "run") -> dict[str, list[str]]:
    """Families as one types them: `base=base.1,base.2`, or with stars `base=base.*`, or `base.*` alone.

    `member` is what messages call one of a family.

    >>> read_families(["a.1", "a.2", "b-1", "b-2"], ["a.*", "best=b-*"])
    {'a': ['a.1', 'a.2'], 'best': ['b-1', 'b-2']}
    """
    families: dict[str, list[str]] = {}
    for text in texts:
        name, equals, listed = text.partition("=")
        patterns = (listed if equals else text).split(",")
        name = name if equals else patterns[0].partition("*")[0].rstrip(".-_@#")
        if not name or "" in patterns:
            capital = member.upper()
            raise InvalidOption(
                f"{text!r} names no {member}s; NAME={capital},{capital} or NAME=PATTERN was expected."
            )
        if name in families:
            raise InvalidOption(
                f"The {member}s of {name!r} are given twice. Put them together: "
                f"{name}={member.upper()},{member.upper()}."
            )
        families[name] = [found for pattern in patterns for found in _matching(pattern, names, member)]
    return families


def _matching(pattern: str, names: Sequence[str], member: str) -> list[str]:
    if pattern in names:
        return [pattern]
    found = [name for name in names if fnmatchcase(name, pattern)]
    if not found:
        raise UnknownName.among(member, pattern, names)
    return found
