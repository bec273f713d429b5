"""What every tokenizer of the catalogue promises."""

from __future__ import annotations

import pickle
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracles import bleu as oracle
from tests.strategies import segments

from karat.errors import (
    InvalidFile,
    InvalidOption,
    InvalidRecipe,
    InvalidText,
    KaratError,
    MissingExtra,
    UnknownName,
    UnreadableFile,
)
from karat.metrics import Bleu, parse
from karat.tokens import NAMES, Given, tokenizer
from karat.tokens.custom import Custom
from karat.tokens.separated import encoded, joined

if TYPE_CHECKING:
    from pathlib import Path

    from karat.tokens import Tokenizer

NATIVE = ["none", "13a", "intl", "char", "char-spaces", "zh", "given"]
IN_PYTHON = ["wnm"]
NEEDS = {"ja-mecab": "MeCab", "ko-mecab": "mecab_ko", "zh-jieba": "rjieba"}
SENTENCE_PIECE = ["spm", "flores101", "flores200", "spBLEU-1K"]
SENTENCES = {
    "ja-mecab": ["東京は日本の首都です。", "これはペンですか? 2.5円", "", "  空白 です ", "Karat 1.0"],
    "zh-jieba": ["北京是中国的首都。", "他来到了网易杭研大厦 2.5元", "", "  空白　 Karat ", "Karat 1.0"],
    "ko-mecab": ["서울은 대한민국의 수도이다.", "이것은 펜입니까? 2.5원", "", "  빈칸 이다 ", "Karat 1.0"],
}


def need(name: str) -> Tokenizer:
    """The tokenizer, or a skip where its dictionary is not installed."""
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{name} needs {NEEDS[name]}, which is not installed")
    return tokenizer(name)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny SentencePiece model, trained on a few sentences."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="sentencepiece is not installed")
    folder = tmp_path_factory.mktemp("spm")
    text = folder / "text.txt"
    lines = [
        "the cat sat on the mat",
        "the dog lay by the door",
        "a cat and a dog",
        "cats and dogs and doors",
    ]
    text.write_text("\n".join(lines * 20), encoding="utf-8")
    prefix = folder / "tiny"
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(prefix),
        vocab_size=26,
        hard_vocab_limit=False,
        minloglevel=2,
        num_threads=1,
    )
    return prefix.with_suffix(".model")


def test_every_name_is_tested() -> None:
    """The catalogue has these names and no others."""
    assert list(NAMES) == [*NATIVE, *NEEDS, *IN_PYTHON, *SENTENCE_PIECE]


@pytest.mark.parametrize("name", [*NATIVE, *NEEDS, *IN_PYTHON])
def test_name_and_signature(name: str) -> None:
    """A tokenizer goes by its name, and its signature begins with it."""
    found = need(name)
    assert found.name == name
    assert found.signature.startswith(name)
    assert found == tokenizer(name)


@pytest.mark.parametrize("name", [*NATIVE, *IN_PYTHON])
@given(text=segments())
def test_no_empty_tokens(name: str, text: str) -> None:
    """No token is empty, and only tokens that keep it hold white space."""
    tokens = tokenizer(name)(text)
    assert all(tokens)
    if name not in ("given", "char-spaces"):
        assert not any(character.isspace() for token in tokens for character in token)


@pytest.mark.parametrize("name", ["none", "13a", "intl", "char", "zh"])
@given(text=segments())
def test_tokens_join_to_the_text(name: str, text: str) -> None:
    """Tokens in a row are the text without its white space, but for what 13a reads as markup."""
    if name == "13a":
        assume("&" not in text and "<skipped>" not in text and "-\n" not in text)
    assert "".join(tokenizer(name)(text)) == "".join(text.split())


@given(text=segments())
def test_characters_and_spaces_join_to_the_text(text: str) -> None:
    """Where spaces are tokens, the tokens in a row are the text."""
    assert "".join(tokenizer("char-spaces")(text)) == text.strip()


@pytest.mark.parametrize("name", NATIVE)
@given(hypothesis=segments(), reference=segments())
def test_kernel_has_the_same_tokens(name: str, hypothesis: str, reference: str) -> None:
    """What the kernel counts are the tokens that the tokenizer gives."""
    found = tokenizer(name)
    counted = Bleu(tokenize=name).count([hypothesis], [reference]).total()
    assert counted == oracle.row(found(hypothesis), [found(reference)], 4, "closest")


@pytest.mark.parametrize("name", NATIVE)
def test_repeatable(name: str) -> None:
    """The same text has the same tokens every time."""
    found = tokenizer(name)
    assert found("A cat, 2.5!") == found("A cat, 2.5!") == pickle.loads(pickle.dumps(found))("A cat, 2.5!")


@pytest.mark.parametrize("name", NEEDS)
def test_words_of_a_dictionary(name: str) -> None:
    """Words of a dictionary join to the text, are never empty, and are what is counted."""
    found = need(name)
    for text in SENTENCES[name]:
        tokens = found(text)
        assert all(tokens)
        assert "".join(tokens) == "".join(text.split())
    hypotheses, references = SENTENCES[name], SENTENCES[name][::-1]
    counted = Bleu(tokenize=name).count(hypotheses, references).counts.tolist()
    expected = [
        oracle.row(found(h), [found(r)], 4, "closest") for h, r in zip(hypotheses, references, strict=True)
    ]
    assert counted == expected


@pytest.mark.parametrize("name", NEEDS)
def test_dictionary_is_not_installed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the dictionary is missing, the error says what to install."""
    from karat.tokens import jieba, mecab

    mecab._tagger.cache_clear()
    jieba._segmenter.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, NEEDS[name], None)
    with pytest.raises(MissingExtra, match=rf"pip install 'karat-mt\[{name[:2]}\]'"):
        tokenizer(name)("text")


def test_sentence_piece(model: Path) -> None:
    """Pieces of a model are never empty, and are what is counted."""
    name = f"spm:{model}"
    found = tokenizer(name)
    texts = ["the cat sat on the mat", "dogs and doors", "", "  ", "unseen Zeichen 中"]
    for text in texts:
        assert all(found(text))
        assert "".join(found(text)).replace("▁", "") == "".join(text.split())
    counted = Bleu(tokenize=name).count(texts, texts[::-1]).counts.tolist()
    expected = [
        oracle.row(found(h), [found(r)], 4, "closest") for h, r in zip(texts, texts[::-1], strict=True)
    ]
    assert counted == expected


def test_sentence_piece_signature(model: Path) -> None:
    """The signature has the model's checksum."""
    from hashlib import sha256

    checksum = sha256(model.read_bytes()).hexdigest()
    assert tokenizer(f"spm:{model}").signature == f"spm[sha256-{checksum[:12]}]"


def test_sentence_piece_recipe(model: Path) -> None:
    """The recipe names the model by its checksum, and is never read as some other model."""
    metric = Bleu(tokenize=f"spm:{model}")
    assert "|tok:spm[sha256-" in metric.recipe
    with pytest.raises(InvalidRecipe):
        parse(metric.recipe)
    assert parse(metric.recipe, tokenize=f"spm:{model}") == metric


def test_jieba_is_left_alone_by_other_programs() -> None:
    """Words that a program adds to rjieba's common dictionary change no tokens, as the recipe would hide it."""
    found = need("zh-jieba")
    before = found("他在网易杭研上班")
    import rjieba

    rjieba.add_word("在网易", 10**9, None)
    assert "在网易" in rjieba.cut("他在网易杭研上班")
    assert tokenizer("zh-jieba")("他在网易杭研上班") == before == ["他", "在", "网易", "杭研", "上班"]


@pytest.mark.parametrize("name", NEEDS)
def test_half_a_surrogate_pair(name: str) -> None:
    """What reads bytes refuses what has none."""
    with pytest.raises(InvalidText, match="half of a surrogate pair"):
        need(name)("a\ud800")


@pytest.mark.parametrize("name", NEEDS)
def test_nul(name: str) -> None:
    """MeCab would take NUL for the end of the text, and drop the rest without a word; no text has it."""
    with pytest.raises(InvalidText, match="holds NUL"):
        need(name)("a\0b c")


def test_sentence_piece_of_half_a_surrogate_pair(model: Path) -> None:
    """The same error as MeCab's, not one from inside the package."""
    with pytest.raises(InvalidText, match=r"SentencePiece cannot read .* half of a surrogate pair"):
        tokenizer(f"spm:{model}")("a\ud800")


@pytest.mark.parametrize("content", ["", "a line of text\n"])
def test_file_that_is_no_model(content: str, tmp_path: Path) -> None:
    """A file that is something else is named."""
    pytest.importorskip("sentencepiece", reason="sentencepiece is not installed")
    file = tmp_path / "reference.txt"
    file.write_text(content)
    with pytest.raises(InvalidFile, match=r"reference\.txt: this is not a SentencePiece model"):
        tokenizer(f"spm:{file}")("text")


@pytest.mark.parametrize("name", SENTENCE_PIECE)
def test_sentence_piece_without_a_model(name: str) -> None:
    """A model that is not there is named, and how to name another; nothing is downloaded."""
    with pytest.raises(UnreadableFile, match=rf"is not there\. .*'{name}:PATH'"):
        tokenizer(f"{name}:/no/such.model")("text")


def test_unknown_name() -> None:
    """An unknown name is refused, with the known ones and the nearest."""
    with pytest.raises(UnknownName, match=r"no tokenizer 'ja-meca'.*Did you mean 'ja-mecab'"):
        tokenizer("ja-meca")


def hyphens(text: str) -> list[str]:
    """A tokenizer of one's own."""
    return text.split("-")


class TestCustom:
    """Functions as tokenizers."""

    def test_list_of_tokens(self) -> None:
        """A function that gives a list gives the tokens; empty ones are left out."""
        assert Custom(hyphens)("a-b c--d") == ["a", "b c", "d"]

    def test_string_of_tokens(self) -> None:
        """A function that gives a str gives tokens between white space."""
        assert Custom(str.upper)(" a  b ") == ["A", "B"]

    def test_name(self) -> None:
        """It goes by the place where it is defined."""
        assert Custom(hyphens).name == f"{__name__}.hyphens"
        assert Custom(hyphens).signature == f"callable[{__name__}.hyphens]"

    def test_object_with_a_call(self) -> None:
        """So does an object that can be called."""

        class Splitter:
            def __call__(self, text: str) -> list[str]:
                return text.split()

        assert Custom(Splitter()).name.endswith("Splitter")
        assert tokenizer(Splitter())("a b") == ["a", "b"]

    @pytest.mark.parametrize("tokens", [[1, 2], [None], [b"a"]])
    def test_tokens_that_are_no_strings(self, tokens: list[Any]) -> None:
        """Tokens that are no strings are refused, with the function's name."""
        with pytest.raises(InvalidOption, match="must return a list of str"):
            Custom(lambda _: tokens)("a")

    def test_equal(self) -> None:
        """The same function is the same tokenizer."""
        assert Custom(hyphens) == Custom(hyphens) == tokenizer(hyphens)
        assert hash(Bleu(tokenize=hyphens)) == hash(Bleu(tokenize=hyphens))

    @given(hypothesis=segments(), reference=segments())
    def test_what_is_counted(self, hypothesis: str, reference: str) -> None:
        """What is counted are the tokens that the function gives."""
        assume("\0" not in hypothesis + reference)
        counted = Bleu(tokenize=hyphens).count([hypothesis], [reference]).total()
        of = Custom(hyphens)
        assert counted == oracle.row(of(hypothesis), [of(reference)], 4, "closest")

    @pytest.mark.parametrize("spaces", [" ", "\u3000", "\n"])
    def test_tokens_with_white_space(self, spaces: str) -> None:
        """A token may hold white space, and stays one token."""
        metric = Bleu(order=1, tokenize=hyphens)
        assert metric.count([f"New{spaces}York-is"], [f"is-New{spaces}York"]).total() == [2, 2, 2, 2]


class TestGiven:
    """Tokens that the caller has made."""

    @given(tokens=st.lists(st.text(min_size=1).filter(lambda token: "\0" not in token)))
    def test_round_trip(self, tokens: list[str]) -> None:
        """Joined tokens come apart as they were."""
        assert Given()(joined(tokens)) == tokens

    @pytest.mark.parametrize("token", ["", "a\0b", "\0"])
    def test_bad_token(self, token: str) -> None:
        """A token that is empty or holds NUL cannot be joined."""
        with pytest.raises(InvalidText, match="must not be empty and must not hold NUL"):
            joined(["a", token])


class TestEncoded:
    """How tokens made in Python reach the kernel."""

    def test_joined(self) -> None:
        """Tokens are joined, and a missing reference stays missing."""
        assert encoded(tokenizer(hyphens), ["a-b", None, ""]) == ["a\0b", None, ""]

    def test_nul_in_a_token(self) -> None:
        """A tokenizer that lets NUL through is refused, not misread."""
        with pytest.raises(KaratError):
            encoded(tokenizer(hyphens), ["a\0b"])
