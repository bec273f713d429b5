"""sacreBLEU's tokenizers as they are called alone: from text to text."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from tests.sacrebleu.comparison import assert_same_score, both
from tests.strategies import segments

import karat.sacrebleu
from karat.errors import UnknownName, UnreadableFile

WESTERN = [
    ("tokenizer_13a", "Tokenizer13a"),
    ("tokenizer_intl", "TokenizerV14International"),
    ("tokenizer_zh", "TokenizerZh"),
    ("tokenizer_re", "TokenizerRegexp"),
    ("tokenizer_char", "TokenizerChar"),
    ("tokenizer_none", "NoneTokenizer"),
]
MECAB = [("tokenizer_ja_mecab", "TokenizerJaMecab"), ("tokenizer_ko_mecab", "TokenizerKoMecab")]
MODELS = [
    ("spm", "sacrebleu_tokenizer_spm.model", "TokenizerSPM"),
    ("flores101", "sacrebleu_tokenizer_spm.model", "Flores101Tokenizer"),
    ("flores200", "flores200sacrebleuspm", "Flores200Tokenizer"),
    ("spBLEU-1K", "spbleu-1k_tokenizer_spm.model", "spBLEU1KTokenizer"),
]
TEXT = segments() | segments().map(lambda text: text + " \n") | segments().map("\t{}".format)


def pair(module: str, name: str, *arguments: Any) -> tuple[Any, Any]:
    """The drop-in's tokenizer and sacreBLEU's."""
    ours, theirs = (
        getattr(import_module(f"{package}.tokenizers.{module}"), name)(*arguments)
        for package in ("karat.sacrebleu", "sacrebleu")
    )
    return ours, theirs


@pytest.mark.parametrize(("module", "name"), WESTERN)
@given(text=TEXT)
def test_western(module: str, name: str, text: str) -> None:
    """Any text gives the same string, white space at its ends included."""
    ours, theirs = pair(module, name)

    assert ours(text) == theirs(text)
    assert ours.signature() == theirs.signature()


@pytest.mark.parametrize(("module", "name"), WESTERN)
@pytest.mark.parametrize("mark", [".", ",", "-", "..", "%"])
@pytest.mark.parametrize("end", ["", " ", "\n", " \n", "\t", "\u3000"])
def test_a_mark_at_the_end(module: str, name: str, mark: str, end: str) -> None:
    """A mark after a digit or a letter, at the end of the line, with white space behind it or without."""
    ours, theirs = pair(module, name)
    for text in (f"5{mark}{end}", f"a{mark}{end}", f"中{mark}{end}", f" 5{mark}{end} 5{mark}{end}"):
        assert ours(text) == theirs(text)


@given(text=TEXT, switches=st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()))
def test_tercom(text: str, switches: tuple[bool, bool, bool, bool]) -> None:
    """The words of TER under every option."""
    ours, theirs = pair("tokenizer_ter", "TercomTokenizer", *switches)

    assert ours(text) == theirs(text)
    assert ours.signature() == theirs.signature()


@pytest.mark.parametrize(("module", "name"), MECAB)
@pytest.mark.parametrize(
    "text", ["", "  ", "これはペンです。", "한국어 문장을 나눕니다.", "MT 評価 \n", "a\tb", "🙂と𠮷"]
)
def test_mecab(module: str, name: str, text: str) -> None:
    """Japanese and Korean words."""
    ours, theirs = pair(module, name)

    assert ours(text) == theirs(text)
    assert ours.signature() == theirs.signature()


@pytest.mark.parametrize("name", ["none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab"])
def test_of_the_metric(name: str) -> None:
    """A metric shows its tokenizer."""
    ours, theirs = both("BLEU", {"tokenize": name})

    assert type(ours.tokenizer).__name__ == type(theirs.tokenizer).__name__
    assert ours.tokenizer("2019. (a)") == theirs.tokenizer("2019. (a)")
    assert ours.tokenizer.signature() == theirs.tokenizer.signature()


def test_of_ter() -> None:
    """So does TER, with its options."""
    ours, theirs = both("TER", {"normalized": True, "no_punct": True})

    assert ours.tokenizer("It's (A).") == theirs.tokenizer("It's (A).")


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "en", "", "xx"])
def test_of_the_language(language: str) -> None:
    """The target language chooses the tokenizer where none is named."""
    ours, theirs = both("BLEU", {"trg_lang": language})

    assert ours.tokenizer_signature == theirs.tokenizer_signature


def test_base() -> None:
    """The base class promises, and does nothing."""
    base = karat.sacrebleu.tokenizers.BaseTokenizer()
    with pytest.raises(NotImplementedError):
        base("a")
    with pytest.raises(NotImplementedError):
        base.signature()


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with small SentencePiece models where sacreBLEU keeps its own."""
    import sentencepiece

    home = tmp_path_factory.mktemp("home")
    folder = home / ".sacrebleu" / "models"
    folder.mkdir(parents=True)
    lines = [
        f"the {word} sat on {number} mats, 我有元" for number, word in enumerate(["cat", "dog", "bird"] * 9)
    ]
    for file in sorted({file for _, file, _ in MODELS}):
        with (folder / file).open("wb") as model:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(lines),
                model_writer=model,
                vocab_size=30 + len(file) % 9,
                minloglevel=9,
            )
    return home


@pytest.mark.parametrize(("key", "file", "name"), MODELS)
def test_sentence_piece(
    key: str, file: str, name: str, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Models that sacreBLEU has fetched serve here too."""
    from sacrebleu.tokenizers import tokenizer_spm

    monkeypatch.setenv("HOME", str(models))
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(models / ".sacrebleu"))
    monkeypatch.setattr(tokenizer_spm.sacrelogger, "warn", tokenizer_spm.sacrelogger.warning)
    ours, theirs = pair("tokenizer_spm", name)
    metrics = both("BLEU", {"tokenize": key})

    assert (ours.signature(), ours.name) == (theirs.signature(), theirs.name)
    for text in ("the cat sat on 3 mats", " 我有 birds \n", "", "ünseen"):
        assert ours(text) == theirs(text)
    assert_same_score(*(metric.corpus_score(["the cats sat"], [["the cat sat"]]) for metric in metrics))


def test_sentence_piece_without_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is downloaded: a model that is not there is refused when the metric is made."""
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(UnreadableFile, match="downloads nothing"):
        karat.sacrebleu.BLEU(tokenize="flores200")
    with pytest.raises(UnknownName, match="SentencePiece model 'x'"):
        import_module("karat.sacrebleu.tokenizers.tokenizer_spm").TokenizerSPM("x")


def test_names_are_those_of_the_package() -> None:
    """The metric knows every tokenizer that sacreBLEU's knows."""
    assert list(karat.sacrebleu.BLEU.TOKENIZERS) == list(sacrebleu.BLEU.TOKENIZERS)
