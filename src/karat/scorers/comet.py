"""COMET and its kin, run by unbabel-comet."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption, MissingExtra
from karat.ordered_sums import added
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.scorers.scorer import ScorerInput

DEFAULT_MODEL = "Unbabel/wmt22-comet-da"


@dataclass(frozen=True)
class Comet:
    """A model of unbabel-comet: `model` is a name that it can fetch, or the path of a checkpoint.

    A model that compares with a reference gives the mean over the references where there are several. A model
    without references, such as CometKiwi, does not see them.
    """

    model: str = DEFAULT_MODEL
    batch_size: int = 16
    gpus: int = 0

    higher_is_better = True
    is_repeatable = True

    @property
    def name(self) -> str:
        """The last part of the model's name; of a checkpoint, that of the folder that it lies in."""
        path = Path(self.model)
        if path.suffix != ".ckpt":
            return path.name
        named = [part for part in path.parent.parts if part not in ("checkpoints", "/")]
        return named[-1] if named else path.stem

    @cached_property
    def identity(self) -> str:
        """What a paper needs: model, versions and precision; a checkpoint is told by its checksum."""
        _imported()
        path = Path(self.model)
        model = self.model if not path.is_file() else f"{self.name}[sha256-{_checksum(path)}]"
        packages = ", ".join(f"{name} {version(name)}" for name in ("unbabel-comet", "torch", "transformers"))
        return f"{model}, {packages}, Python {platform.python_version()}, fp32"

    @cached_property
    def _loaded(self) -> Any:
        comet = _imported()
        path = Path(self.model)
        try:
            checkpoint = path if path.is_file() else comet.download_model(self.model)
            return comet.load_from_checkpoint(str(checkpoint))
        except Exception as error:
            lines = str(error).splitlines()
            raise InvalidOption(
                f"The model {self.model!r} cannot be loaded ({lines[0] if lines else repr(error)}). Give the "
                "name of a model that unbabel-comet can fetch, or the path of its checkpoint: "
                + either("Comet(model=…).", "-m comet:model=NAME.")
            ) from error

    def scores(self, items: Sequence[ScorerInput]) -> Iterator[float]:
        """A score for each item, in batches."""
        if not items:
            return
        model = self._loaded
        compares = model.requires_references()
        if items[0].source is None:
            raise InvalidOption(f"{self.name} needs the source texts, and the corpus has none.")
        if compares and not all(item.references for item in items):
            raise InvalidOption(f"{self.name} needs a reference for every segment.")
        part = self.batch_size * 16
        for start in range(0, len(items), part):
            some = items[start : start + part]
            asked = [
                {"src": item.source, "mt": item.hypothesis} | ({"ref": reference} if compares else {})
                for item in some
                for reference in (item.references if compares else ("",))
            ]
            told = iter(self._predicted(model, asked))
            for item in some:
                values = [next(told) for _ in (item.references if compares else ("",))]
                yield added(values) / len(values)

    def _predicted(self, model: Any, asked: list[dict[str, str | None]]) -> list[float]:
        found = model.predict(
            asked, batch_size=self.batch_size, gpus=self.gpus, progress_bar=False, num_workers=1
        )
        return [float(score) for score in found["scores"]]


def _imported() -> Any:
    try:
        import comet
    except ImportError as error:
        if find_spec("comet") is None:
            how = either('read_scores("comet.tsv", corpus)', "--scores comet.tsv")
            raise MissingExtra(
                f"{MissingExtra.of('COMET', 'comet')}. Or bring in scores that were computed elsewhere: {how}"
            ) from None
        raise InvalidOption(f"unbabel-comet is installed, but cannot be imported: {error}.") from error
    return comet


def _checksum(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()[:12]
