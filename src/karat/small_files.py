"""Small files that people write by hand, such as protocols: read whole, or refused in words.

Texts to score, of any size and encoding, are the matter of `readers`.
"""

from __future__ import annotations

from pathlib import Path

from karat.errors import InvalidFile, UnreadableFile


def read_small_file(path: str | Path) -> str:
    """The text of a file in UTF-8, without a byte-order mark."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UnreadableFile(f"{path}: there is no such file. Check the name and the folder.") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: it cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise InvalidFile.at(path, "it is not UTF-8. Save it as UTF-8.") from None
