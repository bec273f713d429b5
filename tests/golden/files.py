"""Output as it should be; KARAT_UPDATE_GOLDEN=1 rewrites it, and the difference is reviewed."""

import os
from pathlib import Path


def check(name: str, text: str) -> None:
    """The text is what the file of that name holds."""
    path = Path(__file__).parent / name
    if os.environ.get("KARAT_UPDATE_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8", newline="")
    assert text == path.read_bytes().decode("utf-8"), f"{name} differs; KARAT_UPDATE_GOLDEN=1 rewrites it"
