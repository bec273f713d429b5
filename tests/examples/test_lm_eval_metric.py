"""The metric for lm-evaluation-harness in `examples/training`."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from tests.examples.training import FOLDER, loaded

import karat
from karat import Bleu, Chrf, Corpus, demo, evaluate

if TYPE_CHECKING:
    from pathlib import Path

SYSTEM = "aurora"
TASK = """\
task: demo_translation
dataset_path: json
dataset_kwargs:
  data_files:
    test: DATA
test_split: test
output_type: generate_until
doc_to_text: "{{source}}"
doc_to_target: "{{reference}}"
generation_kwargs:
  until: ["\\n\\n"]
metric_list:
METRICS
"""
BY_NAME = """\
  - metric: karat_chrf
    aggregation: karat_chrf
    higher_is_better: true
  - metric: karat_bleu
    aggregation: karat_bleu
    higher_is_better: true
"""
BY_FUNCTION = """\
  - metric: !function lm_eval_metric.karat_chrf
    aggregation: !function lm_eval_metric.chrf_of_corpus
    higher_is_better: true
  - metric: !function lm_eval_metric.karat_bleu
    aggregation: !function lm_eval_metric.bleu_of_corpus
    higher_is_better: true
"""


def rows() -> list[dict[str, str]]:
    """Source, first reference and output of the demo's segments."""
    corpus = karat.read(demo.segments_path(), systems=[SYSTEM])
    texts = zip(corpus.sources or (), corpus.references.streams[0], corpus.systems[SYSTEM], strict=True)
    return [
        {"source": source, "reference": reference or "", "output": output or ""}
        for source, reference, output in texts
    ]


def expected() -> tuple[float, float]:
    """What `evaluate` gives."""
    corpus = Corpus.of([row["output"] for row in rows()], [row["reference"] for row in rows()])
    chrf, bleu = (score.value for score in evaluate(corpus, Chrf(), Bleu()).scores)
    return chrf, bleu


def test_the_score_is_that_of_the_corpus() -> None:
    """What the harness does with the functions: a pair of each document, then the score of all pairs."""
    example = loaded("lm_eval_metric")
    pairs = [example.karat_chrf(references=[row["reference"]], predictions=[row["output"]]) for row in rows()]
    assert (example.chrf_of_corpus(pairs), example.bleu_of_corpus(pairs)) == expected()


@pytest.mark.parametrize("metrics", [BY_NAME, BY_FUNCTION], ids=["by name", "by function"])
def test_the_harness_reports_it(metrics: str, tmp_path: Path) -> None:
    """A task of the harness, read from YAML, reports corpus scores of what the model writes; Karat reads its samples."""
    lm_eval = pytest.importorskip("lm_eval", reason="make test-training has lm_eval")
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    class Stored(LM):  # type: ignore[misc]
        """A model that knows the outputs of the demo's system."""

        outputs = {row["source"]: row["output"] for row in rows()}  # noqa: RUF012

        def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:  # noqa: ARG002
            return [self.outputs[request.args[0]] for request in requests]

        def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> list[tuple[float, bool]]:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> list[float]:
            raise NotImplementedError

    data = tmp_path / "demo.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    (tasks / "demo.yaml").write_text(TASK.replace("DATA", str(data)).replace("METRICS\n", metrics))
    if metrics is BY_NAME:
        loaded("lm_eval_metric").register()
    else:
        shutil.copy(FOLDER / "lm_eval_metric.py", tasks)
    found = lm_eval.simple_evaluate(
        model=Stored(),
        tasks=["demo_translation"],
        task_manager=TaskManager(include_path=str(tasks), include_defaults=False),
        log_samples=True,
    )
    results = found["results"]["demo_translation"]
    assert (results["karat_chrf,none"], results["karat_bleu,none"]) == expected()

    tracker = EvaluationTracker(output_path=str(tmp_path))
    tracker.general_config_tracker.log_experiment_args("stored", "", "", "", "")
    samples = found.pop("samples")
    tracker.save_results_aggregated(results=found, samples=samples)
    tracker.save_results_samples("demo_translation", samples["demo_translation"])
    (written,) = tmp_path.rglob("samples_*.jsonl")
    scores = evaluate(karat.read(written), Chrf(), Bleu()).scores
    assert tuple(score.value for score in scores) == expected()
