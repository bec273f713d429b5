"""COMET by unbabel-comet, on a tiny model that is made here: scores equal those of its own `predict`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from karat import Corpus, evaluate
from karat.cli.main import main
from karat.cli.scorers import comet as comet_of
from karat.errors import InvalidOption, MissingExtra, UnknownName
from karat.scorers import Comet, KeptScores, score_with

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = ["the", "a", "cat", "dog", "sat", "ran", "away", "die", "katze", "der", "hund", "saß"]
SOURCES = ["die katze saß", "der hund"]
CORPUS = Corpus.of(
    {"one": ["the cat sat", "a dog ran away"], "two": ["dog", "the dog ran"]},
    [["the cat sat", "a cat sat on the mat"], ["the dog ran away", "a dog ran"]],
    sources=SOURCES,
)

try:
    import comet as package
except ImportError:
    package = None
needs_comet = pytest.mark.skipif(package is None, reason="unbabel-comet is not installed: make test-comet")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of a model of some thousand weights, with a vocabulary of its own."""
    return made(tmp_path_factory.mktemp("model"), "regression_metric")


def made(folder: Path, kind: str) -> Path:
    """Encoder, vocabulary, and a checkpoint as unbabel-comet keeps them."""
    import torch
    import transformers
    import yaml

    encoder = folder / "encoder"
    encoder.mkdir()
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    (encoder / "vocab.txt").write_text("\n".join(marks + WORDS), encoding="utf-8")
    transformers.BertTokenizerFast(str(encoder / "vocab.txt")).save_pretrained(encoder)
    torch.manual_seed(24)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    config = transformers.BertConfig(vocab_size=len(marks) + len(WORDS), **sizes)
    transformers.BertModel(config).save_pretrained(encoder)
    classes: dict[str, Callable[..., Any]] = {
        "regression_metric": package.models.RegressionMetric,
        "referenceless_regression_metric": package.models.ReferencelessRegression,
    }
    options = {
        "encoder_model": "BERT",
        "pretrained_model": str(encoder),
        "hidden_sizes": [16],
        "layer": "mix",
        "dropout": 0.0,
    }
    metric = classes[kind](**options)
    checkpoint = folder / "tiny-comet" / "checkpoints" / "model.ckpt"
    checkpoint.parent.mkdir(parents=True)
    (checkpoint.parents[1] / "hparams.yaml").write_text(
        yaml.safe_dump({**options, "class_identifier": kind}), encoding="utf-8"
    )
    stored = {
        "state_dict": metric.state_dict(),
        "hyper_parameters": options,
        "pytorch-lightning_version": "2.0.0",
    }
    torch.save(stored, checkpoint)
    return checkpoint


@needs_comet
def test_scores_are_those_of_the_package(model: Path) -> None:
    """The mean over the references, each as `predict` gives it."""
    scorer = Comet(str(model), batch_size=2)
    table = evaluate(CORPUS, found := score_with(CORPUS, scorer)).table(found, "segment")
    loaded = package.load_from_checkpoint(str(model))
    for system, texts in CORPUS.systems.items():
        for number, text in enumerate(texts):
            told = [
                loaded.predict(
                    [{"src": SOURCES[number], "mt": text, "ref": reference}],
                    gpus=0,
                    progress_bar=False,
                ).scores[0]
                for reference in CORPUS.references.of_segment(number)
            ]
            assert table[system][number] == pytest.approx(sum(told) / len(told), abs=1e-5)


@needs_comet
def test_the_recipe_has_what_a_paper_needs(model: Path) -> None:
    """Model and checksum, packages, Python and precision."""
    recipe = score_with(CORPUS, Comet(str(model))).recipe
    for part in ("tiny-comet[sha256-", "unbabel-comet 2.", "torch ", "transformers ", "Python 3.", "fp32"):
        assert part in recipe


@needs_comet
def test_a_model_without_references(tmp_path: Path) -> None:
    """References change nothing."""
    checkpoint = made(tmp_path, "referenceless_regression_metric")
    other = Corpus.of(CORPUS.systems, ["on", "mat"], sources=SOURCES)
    of_each = [score_with(corpus, Comet(str(checkpoint))).scores for corpus in (CORPUS, other)]
    assert of_each[0] == of_each[1]


@needs_comet
def test_from_the_command_line(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """`-m comet:model=PATH`, a second time from what was kept, without loading the model."""
    monkeypatch.setenv("KARAT_CACHE", str(tmp_path / "cache"))
    for name, lines in {
        "out": ["the cat", "dog"],
        "ref": ["the cat sat", "a dog"],
        "src": ["katze", "hund"],
    }.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = [
        str(tmp_path / "out.txt"),
        "-r",
        str(tmp_path / "ref.txt"),
        "--source",
        str(tmp_path / "src.txt"),
    ]
    told = []
    for _ in range(2):
        assert main(["score", *files, "-m", "bleu", f"comet:model={model}", "--format", "json"]) == 0
        told.append(json.loads(capsys.readouterr().out)["scores"])
        monkeypatch.setattr(Comet, "_loaded", property(lambda _: pytest.fail("the model was loaded again")))
    assert told[0] == told[1]
    assert [score["metric"] for score in told[0]] == ["BLEU", "tiny-comet"]


@needs_comet
def test_what_is_refused(model: Path, tmp_path: Path) -> None:
    """No sources, and files that are no models."""
    with pytest.raises(InvalidOption, match="needs the source texts"):
        score_with(Corpus.of(["a"], ["b"]), Comet(str(model)))
    broken = tmp_path / "broken.ckpt"
    broken.write_bytes(b"not a checkpoint")
    with pytest.raises(InvalidOption, match="cannot be loaded"):
        score_with(CORPUS, Comet(str(broken)))


@pytest.mark.skipif(package is not None, reason="unbabel-comet is installed")
def test_without_the_package() -> None:
    """The extra is named."""
    with pytest.raises(MissingExtra, match=r"karat-mt\[comet\]"):
        score_with(CORPUS, Comet())


def test_names() -> None:
    """The last part of a name, or the folder of a checkpoint."""
    assert Comet().name == "wmt22-comet-da"
    assert Comet("/models/mine/checkpoints/model.ckpt").name == "mine"
    assert comet_of("comet:model=Unbabel/XCOMET-XL,batch_size=4") == Comet("Unbabel/XCOMET-XL", batch_size=4)
    assert KeptScores("x").path == Path("x")
    with pytest.raises(UnknownName, match="batch_size"):
        comet_of("comet:batch=4")
    with pytest.raises(InvalidOption, match="whole number"):
        comet_of("comet:gpus=many")
