"""The callback for the Trainer of Hugging Face in `examples/training`: run by `make test-training`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.examples.training import loaded

from karat import Bleu, Chrf, Corpus, evaluate

transformers = pytest.importorskip("transformers", reason="make test-training has transformers")
torch = pytest.importorskip("torch", reason="make test-training has torch")

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["ein", "der", "hund", "katze", "schläft", "bellt", "a", "the", "dog", "cat", "sleeps", "barks"]
PAIRS = [
    (f"{article} {noun} {verb}", f"{other} {thing} {does}")
    for article, other in (("ein", "a"), ("der", "the"))
    for noun, thing in (("hund", "dog"), ("katze", "cat"))
    for verb, does in (("schläft", "sleeps"), ("bellt", "barks"))
]


def tokenizer() -> Any:
    """A word for each token, and the special tokens of a small translation model."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    vocabulary = {word: number for number, word in enumerate(["<pad>", "</s>", "<unk>", *WORDS])}
    plain = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    plain.pre_tokenizer = pre_tokenizers.Whitespace()
    plain.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", vocabulary["</s>"])]
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=16
    )


def test_scores_stand_in_the_log_and_choose_the_checkpoint(tmp_path: Path) -> None:
    """A small model that learns to translate: its scores are Karat's, they rise, and the best one is kept."""
    transformers.set_seed(1)
    torch.set_num_threads(1)
    epochs = 40
    words = tokenizer()
    model = transformers.T5ForConditionalGeneration(
        transformers.T5Config(
            vocab_size=len(words),
            d_model=32,
            d_kv=16,
            d_ff=64,
            num_layers=1,
            num_heads=2,
            dropout_rate=0.0,
            pad_token_id=0,
            eos_token_id=1,
            decoder_start_token_id=0,
        )
    )
    rows = [
        words(source, text_target=target, padding="max_length", max_length=6, return_tensors="pt")
        for source, target in PAIRS
    ]
    data = [{name: row[name][0] for name in ("input_ids", "attention_mask", "labels")} for row in rows]
    sources, references = (list(texts) for texts in zip(*PAIRS, strict=True))
    scored = loaded("trainer_callback").ScoreTranslations(
        words, sources, references, Chrf(), Bleu(order=2), batch_size=3, max_new_tokens=6
    )
    trainer = transformers.Trainer(
        model=model,
        args=transformers.TrainingArguments(
            output_dir=str(tmp_path),
            num_train_epochs=epochs,
            learning_rate=0.01,
            eval_strategy="epoch",
            save_strategy="best",
            metric_for_best_model="eval_chrF2",
            greater_is_better=True,
            per_device_train_batch_size=8,
            report_to="none",
            use_cpu=True,
            disable_tqdm=True,
            logging_strategy="no",
        ),
        train_dataset=data,
        eval_dataset=data,
        callbacks=[scored],
    )
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "eval_chrF2" in entry]
    assert len(logged) == epochs
    assert trainer.state.best_metric == max(entry["eval_chrF2"] for entry in logged)
    assert logged[-1]["eval_chrF2"] > logged[0]["eval_chrF2"] + 20
    outputs = scored.translate(trainer.model, range(len(PAIRS)))
    chrf, bleu = evaluate(Corpus.of(outputs, references), Chrf(), Bleu(order=2)).scores
    assert (logged[-1]["eval_chrF2"], logged[-1]["eval_BLEU-w2"]) == (chrf.value, bleu.value)
