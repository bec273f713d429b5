"""TER: the edits that a translation needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.kernel import LENGTH_PARTS, count_ter, tokenize
from karat.metrics import recipe
from karat.metrics.choices import Normalization
from karat.metrics.formula import Formula, preprocessed
from karat.option_checks import check_choice, check_flag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation, Mark


@dataclass(frozen=True, slots=True)
class Ter(Formula):
    """Insertions, deletions, substitutions and shifts of phrases, per word of the references.

    TER = Σ fewest edits to any reference / Σ mean length of the references, in percent; shifts are chosen
    greedily within tercom's limits. Lower is better. Snover et al. (2006).

    >>> ter = Ter()
    >>> round(ter.value(ter.count(["on the mat the cat sat"], ["the cat sat on the mat"]).total()), 2)
    16.67
    """

    normalized: bool = False
    no_punctuation: bool = False
    asian_support: bool = False
    case_sensitive: bool = False
    normalization: Normalization = "none"

    name = "TER"
    columns = ("edits", "reference_length")
    higher_is_better = False
    perfect = 0.0

    def __post_init__(self) -> None:
        check_choice("normalization", self.normalization, Normalization)
        for flag in ("normalized", "no_punctuation", "asian_support", "case_sensitive"):
            check_flag(flag, getattr(self, flag))

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "TER", ENTRIES)

    def sacrebleu_options(self) -> dict[str, object] | None:
        """The options as sacreBLEU's signature has them, or None where sacreBLEU cannot give the figure."""
        if self.normalization != "none":
            return None
        return {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": self.normalized,
            "punct": not self.no_punctuation,
            "asian": self.asian_support,
        }

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""

        def preprocess(text: Any) -> Any:
            return preprocessed(text, lowercase=not self.case_sensitive, normalization=self.normalization)

        return count_ter(
            [preprocess(text) for text in systems],
            [preprocess(stream) for stream in streams],
            "tercom",
            self.normalized,
            self.no_punctuation,
            self.asian_support,
            threads,
        )

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """TER in percent. Output without any reference words is all wrong; nothing for nothing is right."""
        edits, length = row[0], row[1] / LENGTH_PARTS
        rate = 100 * xp.ratio(edits, length)
        return xp.where(length > 0, rate, xp.where(edits > 0, 100.0, 0.0))

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Edits and reference length."""
        return {"edits": row[0], "reference_length": row[1] / LENGTH_PARTS}

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The shifts and edits that turn the hypothesis into the nearest reference."""
        from karat.metrics.explain.edits import shifted_path
        from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step

        row = self.count([hypothesis], [list(references)]).total()
        wanted = [self._tokens(" ".join(self._tokens(text))) for text in references]
        paths = [shifted_path(self._tokens(hypothesis), reference) for reference in wanted]
        path = min(paths, key=lambda found: found.cost)
        length, value = row[1] / LENGTH_PARTS, self.value(row)
        here = tuple(
            (edit.hypothesis, _mark(edit.kind)) for edit in path.edits if edit.hypothesis is not None
        )
        there = tuple((edit.reference, _mark(edit.kind)) for edit in path.edits if edit.reference is not None)
        moved = [(" ".join(shift.phrase), shift.start + 1, shift.end + 1) for shift in path.shifts]
        changed = [(edit.kind, edit.hypothesis, edit.reference) for edit in path.edits if edit.kind != "keep"]
        listings = (
            Listing("shifts", ("phrase", "from word", "to word"), moved),
            Listing("edits", ("edit", "hypothesis", "reference"), changed),
        )
        chosen = f"of reference {paths.index(path) + 1}, the nearest" if len(references) > 1 else ""
        steps = (
            Step("shifts", len(path.shifts), chosen),
            Step("insertions", path.number("insert")),
            Step("deletions", path.number("delete")),
            Step("substitutions", path.number("replace")),
            Step("edits", row[0], "their sum"),
            Step("reference length", length, "mean of all references" if len(references) > 1 else ""),
            Step(self.name, value, "100 · edits / reference length"),
        )
        title = "hypothesis, shifted" if path.shifts else "hypothesis"
        texts = MarkedText(title, here), MarkedText("reference", there)
        return Explanation(
            self.name, value, self.recipe, texts, tuple(one for one in listings if one.rows), steps
        )

    def _tokens(self, text: str) -> list[str]:
        changed = (
            preprocessed([text], lowercase=not self.case_sensitive, normalization=self.normalization)[0] or ""
        )
        return tokenize(changed, "tercom", self.normalized, self.no_punctuation, self.asian_support)


def _mark(kind: str) -> Mark:
    return "matched" if kind == "keep" else "missed"


ENTRIES = (
    recipe.case("case_sensitive", when_on="mixed"),
    recipe.yes_no("norm", "normalized"),
    recipe.Entry(
        "punct",
        "no_punctuation",
        lambda dropped: "no" if dropped else "yes",
        lambda text: {"no": True, "yes": False}[text],
    ),
    recipe.yes_no("asian", "asian_support"),
    recipe.Entry("unicode", "normalization"),
)
