"""Translate and score a validation set whenever the Trainer of Hugging Face evaluates.

    trainer = Trainer(
        …,
        args=TrainingArguments(…, eval_strategy="epoch", metric_for_best_model="eval_chrF2"),
        callbacks=[ScoreTranslations(tokenizer, sources, references, Chrf(), Bleu())],
    )

The scores stand beside `eval_loss` in the log, and the best checkpoint can be chosen by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from transformers import TrainerCallback

from karat import Running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from transformers import PreTrainedModel, TrainerControl, TrainerState, TrainingArguments

    from karat.metrics import Metric


class ScoreTranslations(TrainerCallback):  # type: ignore[misc]
    """Each process translates a part of the validation set; their totals are added."""

    def __init__(
        self,
        tokenizer: Any,
        sources: Sequence[str],
        references: Sequence[str] | Sequence[Sequence[str]],
        *metrics: Metric,
        batch_size: int = 32,
        **generation: Any,
    ) -> None:
        """`generation` is for `model.generate`, as `num_beams=4`."""
        self.tokenizer = tokenizer
        self.sources = sources
        self.references = references
        self.metrics = metrics
        self.batch_size = batch_size
        self.generation = generation

    def on_evaluate(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,  # noqa: ARG002
        model: PreTrainedModel,
        metrics: dict[str, float],
        **_: Any,
    ) -> None:
        """Add the scores to the metrics of this evaluation."""
        running = Running(*self.metrics)
        own = range(args.process_index, len(self.sources), args.world_size)
        for start in range(0, len(own), self.batch_size):
            batch = own[start : start + self.batch_size]
            running.add(self.translate(model, batch), [self.references[segment] for segment in batch])
        if args.world_size > 1:
            parts: list[Any] = [None] * args.world_size
            torch.distributed.all_gather_object(parts, running)
            running = Running(*self.metrics)
            for part in parts:
                running.merge(part)
        found = {f"eval_{score.metric}": score.value for score in running.scores()}
        metrics.update(found)
        state.log_history.append({"step": state.global_step, "epoch": state.epoch, **found})

    def translate(self, model: PreTrainedModel, segments: Sequence[int]) -> list[str]:
        """What the model says of these sources."""
        model.eval()
        texts = [self.sources[segment] for segment in segments]
        encoded = self.tokenizer(texts, return_tensors="pt", padding=True, truncation=True).to(model.device)
        with torch.inference_mode():
            outputs = model.generate(**encoded, **self.generation)
        return list(self.tokenizer.batch_decode(outputs, skip_special_tokens=True))
