"""The examples that the help of each command shows run as they stand there."""

from __future__ import annotations

import contextlib
import io
import json
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from tests.test_docs import run

from karat import demo, read
from karat.cli.main import COMMANDS, main
from karat.entities.muc import write_tagged
from karat.entities.rules import suggest
from karat.records import replace

if TYPE_CHECKING:
    from pathlib import Path

    from karat.corpus import Corpus


def examples_of(command: str) -> list[str]:
    """The command lines below `examples:` in the help."""
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        main([command, "--help"])
    return [
        line.strip() for line in shown.getvalue().partition("\nexamples:\n")[2].splitlines() if line.strip()
    ]


EXAMPLES = [line for command in COMMANDS for line in examples_of(command)]


def wmt_xml(corpus: Corpus) -> str:
    """The demo data as WMT's XML, in which system aurora is online-A."""
    names = {"online-A": "aurora", "online-B": "birch"}
    rows = zip(corpus.documents or (), corpus.sources or (), corpus.references.streams[0], strict=True)
    documents: dict[str, list[tuple[int, str, str]]] = {}
    for place, (document, source, reference) in enumerate(rows):
        documents.setdefault(document, []).append((place, source, reference or ""))

    def text(element: str, segments: list[str]) -> str:
        lines = (f'<seg id="{number}">{escape(line)}</seg>' for number, line in enumerate(segments, 1))
        return f"<{element}><p>{''.join(lines)}</p></{element.split(maxsplit=1)[0]}>"

    parts = []
    for document, segments in documents.items():
        texts = [
            text('src lang="de"', [source for _, source, _ in segments]),
            text('ref lang="en" translator="A"', [reference for _, _, reference in segments]),
            *(
                text(f'hyp system="{name}" lang="en"', [corpus.system(own)[place] for place, *_ in segments])
                for name, own in names.items()
            ),
        ]
        parts.append(f'<doc origlang="de" id="{document}">{"".join(texts)}</doc>')
    return f'<dataset id="demo">{"".join(parts)}</dataset>'


def judged(segments: Path) -> str:
    """The demo data with a score that stands for people's: minus the words that a reference does not have."""
    rows = [json.loads(line) for line in segments.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row["human_mqm"] = -len(set(row["hypothesis"].split()) - set(row["references"][0].split()))
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every name that the examples use, made from the demo data."""
    made = tmp_path_factory.mktemp("examples")
    corpus = read(demo.segments_path())
    first, second = (
        ["" if text is None else text for text in stream] for stream in corpus.references.streams
    )
    aurora, birch = list(corpus.system("aurora")), list(corpus.system("birch"))
    texts = {
        **{f"{name}.txt": aurora for name in ("output", "online-A", "new", "new.1", "new.2")},
        **{f"{name}.txt": birch for name in ("online-B", "old", "base.1", "base.2")},
        **{f"{name}.txt": first for name in ("reference", "ref-A")},
        "ref-B.txt": second,
        "source.txt": list(corpus.sources or ()),
        "documents.txt": list(corpus.documents or ()),
    }
    tagged = [
        write_tagged(text, [replace(found, suggested=False) for found in suggest(text, "en")])
        for text in first
    ]
    texts |= {f"{name}.muc": tagged for name in ("names", "checked", "reference")}
    for name, lines in texts.items():
        (made / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (made / "wmt.xml").write_text(wmt_xml(corpus), encoding="utf-8")
    (made / "judged.jsonl").write_text(judged(demo.segments_path()), encoding="utf-8")
    (made / "CORPUS").symlink_to(demo.path(), target_is_directory=True)
    tools = made / ".bin"
    tools.mkdir()
    (tools / "translate").write_text("#!/bin/sh\nexec cat output.txt\n")
    (tools / "translate").chmod(0o755)
    return made


def test_commands_have_examples() -> None:
    """Every command that takes files shows how."""
    assert {line.split("karat ")[1].split()[0] for line in EXAMPLES} >= set(COMMANDS) - {"metrics", "demo"}


@pytest.mark.parametrize("line", EXAMPLES)
def test_example(line: str, folder: Path) -> None:
    """It runs, and leaves something; without the model that it names, it says so."""
    code, printed = run(line, folder)
    if "spacy:" in line and find_spec("en_core_web_sm") is None:
        assert code == 2
        assert "spaCy" in printed
        return
    assert code == 0, f"$ {line}\n{printed}"
    written = [name for name in line.replace(">", " ").split() if (folder / name).is_file()]
    assert printed.strip() or any((folder / name).read_text(encoding="utf-8").strip() for name in written)
