"""Two documents whose lines differ, in every format that can hold them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, bytes | str], Path]


# The output merges the first two sentences of d1, and splits that of d2.
REFERENCE = {"d1": ["one", "two", "three"], "d2": ["four"]}


OUTPUT = {"d1": ["one two", "tree"], "d2": ["fo", "ur"]}


def sgml(tag: str, texts: dict[str, list[str]], system: str) -> str:
    """A set of mteval's."""
    documents = "".join(
        f'<doc docid="{name}" sysid="{system}" genre="news">'
        + "".join(f'<seg id="{number}">{segment}</seg>' for number, segment in enumerate(segments, 1))
        + "</doc>"
        for name, segments in texts.items()
    )
    return f'<{tag} setid="s" srclang="de" trglang="en">{documents}</{tag}>'


def xml(reference: dict[str, list[str]], output: dict[str, list[str]]) -> str:
    """WMT's XML."""

    def text(element: str, segments: list[str]) -> str:
        inner = "".join(f'<seg id="{number}">{text}</seg>' for number, text in enumerate(segments, 1))
        return f"<{element}>{inner}</{element.split(maxsplit=1)[0]}>"

    documents = "".join(
        f'<doc id="{name}">'
        + (text('ref lang="en"', reference[name]) if name in reference else "")
        + (text('hyp system="A" lang="en"', output[name]) if name in output else "")
        + "</doc>"
        for name in dict.fromkeys([*reference, *output])
    )
    return f'<dataset id="x">{documents}</dataset>'


def rows(reference: dict[str, list[str]], output: dict[str, list[str]]) -> list[dict[str, Any]]:
    """The long layout, in which references have rows of their own."""
    return [
        *({"document": name, "reference": text} for name, texts in reference.items() for text in texts),
        *(
            {"document": name, "system": "A", "hypothesis": text}
            for name, texts in output.items()
            for text in texts
        ),
    ]


def json_lines(made: list[dict[str, Any]]) -> str:
    """One object per line."""
    return "".join(f"{json.dumps(row)}\n" for row in made)


def tsv(made: list[dict[str, Any]]) -> str:
    """The same as a table."""
    names = list(dict.fromkeys(name for row in made for name in row))
    return "".join(
        "\t".join(fields) + "\n" for fields in [names, *([row.get(n, "") for n in names] for row in made)]
    )


def folders(root: Path, reference: dict[str, list[str]], output: dict[str, list[str]]) -> Path:
    """A folder for each text, and a file for each document."""
    for folder, texts in (("reference", reference), ("A", output)):
        for name, segments in texts.items():
            path = root / folder / f"{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(segments), encoding="utf-8")
    return root
