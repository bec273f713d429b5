"""Metrics that read texts as words or characters, each text for itself."""

from __future__ import annotations

from karat.errors import InvalidOption, InvalidRecipe
from karat.metrics import recipe
from karat.metrics.formula import Formula
from karat.metrics.kernel_texts import for_kernel, tokens_of
from karat.option_checks import check_choice, check_flag
from karat.remedies import option
from karat.tokens.catalogue import CALLABLE, tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar

    from karat.corpus import OptionalText, Text
    from karat.kernel import Counts
    from karat.metrics.choices import Normalization, Spaces, Unit
    from karat.tokens import Tokenizer
    from karat.tokens.custom import Function


UNITS: tuple[Unit, ...] = ("word", "char")
SPACES: tuple[Spaces, ...] = ("drop", "keep")
NORMALIZATIONS: tuple[Normalization, ...] = ("none", "NFC", "NFKC")


def _write_tokenizer(tokenize: str | Function) -> str:
    return tokenizer(tokenize).signature


def _read_tokenizer(text: str) -> str:
    """The tokenizer's name; where the recipe has a version, it must be the one that is here."""
    name = text.partition("[")[0]
    if name == CALLABLE:
        raise InvalidRecipe(
            "the tokenizer is a function, which no recipe can rebuild. Give it in Python: "
            "parse(recipe, tokenize=function)."
        )
    name = next((family for family in ("ja-mecab", "ko-mecab") if name.startswith(family)), name)
    if text != name and (here := tokenizer(name).signature) != text:
        raise InvalidRecipe(
            f"The recipe's tokenizer is {text}, the one here is {here}: its tokens may differ."
        )
    return name


TOKENIZER = recipe.Entry("tok", "tokenize", _write_tokenizer, _read_tokenizer)
_CASE_AND_FORM = (recipe.case(), recipe.Entry("unicode", "normalization"))
TEXT_ENTRIES = (TOKENIZER, *_CASE_AND_FORM)
UNIT_ENTRIES = (recipe.Entry("unit", "unit"), TOKENIZER, recipe.Entry("spaces", "spaces"), *_CASE_AND_FORM)


class Tokenized(Formula):
    """What a metric needs that has the options `tokenize`, `lowercase` and `normalization`."""

    __slots__ = ()

    if TYPE_CHECKING:
        tokenize: str | Function
        lowercase: bool
        normalization: Normalization

    def check_text_options(self) -> None:
        """Refuse a tokenizer or a Unicode form that does not exist, when the metric is made."""
        check_flag("lowercase", self.lowercase)
        check_choice("normalization", self.normalization, NORMALIZATIONS)
        tokenizer(self.tokenize)

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer that it uses."""
        return tokenizer(self.tokenize)

    def counted(
        self,
        count: Callable[..., list[Counts]],
        systems: Sequence[Text],
        streams: Sequence[OptionalText],
        *options: Any,
    ) -> list[Counts]:
        """The counts that a function of the kernel finds in the texts, tokenized as this metric needs
        them."""
        chosen = tokenizer(self.tokenize)
        # Most texts go to the kernel as they are; a sentence alone is counted in little more than a call.
        if self.lowercase or self.normalization != "none" or chosen.native is None:
            systems, streams = for_kernel(self, systems, chosen), for_kernel(self, streams, chosen)
        return count(systems, streams, chosen.native or "separated", *options)

    def units_of(self, text: str) -> list[str]:
        """The words or characters of one text that are counted."""
        return tokens_of(self, text)


class InUnits(Tokenized):
    """What a metric needs that has the options `unit` and `spaces` besides."""

    __slots__ = ()

    if TYPE_CHECKING:
        unit: Unit
        spaces: Spaces

    usual_tokenizer: ClassVar[str] = "13a"  # what `tokenize` is where it is not given

    def settle_units(self) -> None:
        """Equal metrics compare equal: `tokenize="char"` is the same as `unit="char"`.

        A tokenizer of words beside `unit="char"` is refused, unless it is the one that nobody asked for.
        """
        check_choice("unit", self.unit, UNITS)
        check_choice("spaces", self.spaces, SPACES)
        if self.tokenize in ("char", "char-spaces"):
            object.__setattr__(self, "unit", "char")
            object.__setattr__(self, "spaces", "keep" if self.tokenize == "char-spaces" else self.spaces)
        if self.unit == "char":
            if self.tokenize not in ("char", "char-spaces", self.usual_tokenizer):
                name = tokenizer(self.tokenize).name
                raise InvalidOption(
                    f"The tokenizer {name!r} makes words, {option('unit', 'char')} counts characters. "
                    "Leave out one."
                )
            object.__setattr__(self, "tokenize", "char" if self.spaces == "drop" else "char-spaces")
        elif self.spaces == "keep":
            raise InvalidOption(
                f"{option('spaces', 'keep')} is for characters: give {option('unit', 'char')} as well."
            )
        self.check_text_options()
