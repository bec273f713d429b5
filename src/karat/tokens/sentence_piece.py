"""Subword pieces by a SentencePiece model that the user has: spBLEU, FLORES-101, FLORES-200."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from karat.errors import InvalidFile, MissingExtra, UnreadableFile
from karat.tokens.separated import refuse_surrogates

# Where sacreBLEU keeps what it has downloaded, so that nobody has to download twice.
SACREBLEU_MODELS = Path("~/.sacrebleu/models")
FILES = {
    "spm": "sacrebleu_tokenizer_spm.model",
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}


@cache
def _processor(path: Path) -> Any:
    try:
        import sentencepiece
    except ImportError as error:
        raise MissingExtra.of("SentencePiece tokenization", "spm") from error
    try:
        return sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (RuntimeError, OSError) as error:
        raise InvalidFile.at(
            path, "this is not a SentencePiece model. Name the model's file, such as spm:tokens.model."
        ) from error


@cache
def _checksum(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class SentencePiece:
    """Pieces of one model, named by its file: `spm:PATH`, or `flores200` where sacreBLEU has fetched it."""

    name: str
    file: str | None = None

    native = None

    @property
    def path(self) -> Path:
        """The model's file."""
        path = Path(self.file) if self.file else (SACREBLEU_MODELS / FILES[self.name]).expanduser()
        if not path.is_file():
            raise UnreadableFile(
                f"The SentencePiece model {path} is not there. "
                f"Name the file of the model: '{self.name}:PATH'. Karat downloads nothing."
            )
        return path

    @property
    def signature(self) -> str:
        """The name with the start of the model's checksum."""
        return f"{self.name}[sha256-{_checksum(self.path)}]"

    def __call__(self, text: str) -> list[str]:
        """The pieces of one segment."""
        refuse_surrogates(text, "SentencePiece")
        pieces: list[str] = _processor(self.path).encode(text.rstrip(), out_type=str)
        # White space inside a piece would be a token border for sacreBLEU; so it is here.
        return " ".join(pieces).split()
