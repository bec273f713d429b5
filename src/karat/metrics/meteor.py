"""METEOR as it was defined in 2005: words mapped by form, stem and meaning, and the order they are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.errors import InvalidOption
from karat.kernel import align_meteor, count_meteor, vocabulary
from karat.metrics import recipe
from karat.metrics.arithmetic import Scalars
from karat.metrics.choices import Normalization
from karat.metrics.explain.matching import explain_meteor
from karat.metrics.formula import Formula
from karat.metrics.kernel_texts import tokens_of, words_for_kernel
from karat.metrics.stems import check_language, read_language, stems, write_language
from karat.metrics.tokenized import TOKENIZER
from karat.metrics.wordnet import check_folder, read_folder, synsets, write_folder
from karat.option_checks import check_choice, settle_number
from karat.tokens import tokenizer
from karat.tokens.separated import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.contract import Arithmetic
    from karat.metrics.explain.explanation import Explanation
    from karat.tokens.custom import Function

    Ids: TypeAlias = list[tuple[int, ...]]

Stage: TypeAlias = Literal["exact", "stem", "synonym"]


@dataclass(frozen=True, slots=True)
class Meteor(Formula):
    """Precision and recall of words matched by form, stem or synonym, with a penalty for other word order.

    Stage by stage (same form, same stem, a synset in common) as many words as possible are mapped, of equally
    many those with the fewest crossings. With m mapped words in ch chunks that both texts have in one piece:
    P = m/|h|, R = m/|r|, F = PR / (αP + (1−α)R), METEOR = F · (1 − γ(ch/m)^β).
    Of several references the one with the best value counts. Banerjee & Lavie (2005).

    >>> meteor = Meteor()
    >>> hypothesis = "the president spoke to the audience"
    >>> reference = "the president then spoke to the audience"
    >>> round(meteor.value(meteor.count([hypothesis], [reference]).total()), 4)
    85.3462
    """

    stages: tuple[str, ...] = ("exact", "stem")
    language: str = "english"
    synonyms: str | None = None
    alpha: float = 0.9
    beta: float = 3
    gamma: float = 0.5
    tokenize: str | Function = "13a"
    lowercase: bool = True
    normalization: Normalization = "none"

    name = "METEOR"
    columns = ("matches", "chunks", "hypothesis_length", "reference_length", "cut_short")
    perfect = None  # one chunk of m words costs γ/m^β

    def __post_init__(self) -> None:
        settle_number(self, "alpha")
        settle_number(self, "beta")
        settle_number(self, "gamma")
        for option, most in (("alpha", self.alpha), ("gamma", self.gamma)):
            if most > 1:
                raise InvalidOption(f"{option} is {most!r}; it must be from 0 to 1.")
        check_choice("normalization", self.normalization, Normalization)
        tokenizer(self.tokenize)
        self._settle_stages()
        self._settle_synonyms()

    def _settle_stages(self) -> None:
        """Stages in their order; without the stage `stem` there is no language."""
        if isinstance(self.stages, str):
            raise InvalidOption(f"stages is {self.stages!r}; it must be a tuple, such as ('exact', 'stem').")
        object.__setattr__(self, "stages", tuple(self.stages))
        for stage in self.stages:
            check_choice("a stage", stage, Stage)
        if not self.stages or len(set(self.stages)) < len(self.stages):
            raise InvalidOption(f"stages is {self.stages!r}; it must have one stage or more, each once.")
        if "stem" not in self.stages:
            object.__setattr__(self, "language", "none")
        elif self.language == "porter":
            object.__setattr__(self, "language", "english")
        else:
            check_language(self.language)

    def _settle_synonyms(self) -> None:
        if ("synonym" in self.stages) != (self.synonyms is not None):
            raise InvalidOption(
                f"synonyms is {self.synonyms!r} and the stages are {', '.join(self.stages)}; the stage "
                "'synonym' and the folder of WordNet's files, such as /usr/share/wordnet, go together."
            )
        if self.synonyms is not None:
            object.__setattr__(self, "synonyms", str(self.synonyms))
            check_folder(self.synonyms)

    @property
    def recipe(self) -> str:
        """The string with every setting that affects its scores."""
        return recipe.write(self, "METEOR", ENTRIES)

    def rows(self, systems: Sequence[Text], streams: Sequence[OptionalText], threads: int) -> list[Counts]:
        """The counts of each segment, from the kernel."""
        native, texts = words_for_kernel(self, [*systems, *streams])
        words = vocabulary(texts, native) if self.stages != ("exact",) else []
        return count_meteor(
            texts[: len(systems)],
            texts[len(systems) :],
            native,
            words,
            self._ids(words),
            self.alpha,
            self.beta,
            self.gamma,
            threads,
        )

    def _ids(self, words: list[str]) -> list[Ids | None]:
        """For each stage what words must share to be mapped to each other; None: they must be the same."""
        ids: dict[str, Ids | None] = {"exact": None}
        if "stem" in self.stages:
            numbers: dict[str, int] = {}
            ids["stem"] = [(numbers.setdefault(stem, len(numbers)),) for stem in stems(words, self.language)]
        if self.synonyms is not None:
            known = synsets(self.synonyms)
            ids["synonym"] = [known.get(word.lower(), ()) for word in words]
        return [ids[stage] for stage in self.stages]

    def formula(self, xp: Arithmetic, row: Any) -> Any:
        """METEOR in percent. Where nothing is mapped it is 0."""
        _, _, mean, penalty = self._parts(xp, row)
        return 100 * mean * (1 - penalty)

    def _parts(self, xp: Arithmetic, row: Any) -> tuple[Any, Any, Any, Any]:
        """Precision, recall, their mean, and the penalty."""
        mapped, chunks, spoken, wanted = row[:4]
        precision, recall = xp.ratio(mapped, spoken), xp.ratio(mapped, wanted)
        mean = xp.ratio(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        return precision, recall, mean, self.gamma * xp.ratio(chunks, mapped) ** self.beta

    def details(self, row: Sequence[float]) -> dict[str, Any]:
        """Precision, recall, their mean and the penalty, with what they are made of."""
        precision, recall, mean, penalty = self._parts(Scalars, row)
        return {
            "precision": 100 * precision,
            "recall": 100 * recall,
            "mean": 100 * mean,
            "penalty": penalty if row[0] else 0.0,
            **dict(zip(self.columns, row, strict=True)),
        }

    def explained(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """The alignment with the reference that counts, and every number on the way."""
        values = [self.value(self.count([hypothesis], [reference]).total()) for reference in references]
        chosen = values.index(max(values))
        spoken, wanted = tokens_of(self, hypothesis), tokens_of(self, references[chosen])
        words = list(dict.fromkeys((*spoken, *wanted)))
        pairs = align_meteor(joined(spoken), joined(wanted), "separated", words, self._ids(words))
        row = self.count([hypothesis], [references[chosen]]).total()
        return explain_meteor(self, spoken, wanted, pairs=pairs, row=row, values=values)


ENTRIES = (
    recipe.Entry("stages", "stages", ",".join, lambda text: tuple(text.split(","))),
    recipe.Entry("stemmer", "language", write_language, read_language),
    recipe.Entry("synonyms", "synonyms", write_folder, read_folder),
    recipe.number("alpha", "alpha"),
    recipe.number("beta", "beta"),
    recipe.number("gamma", "gamma"),
    TOKENIZER,
    recipe.case(),
    recipe.Entry("unicode", "normalization"),
)
