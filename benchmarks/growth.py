"""How the cost of a word grows: `python -m benchmarks.growth [--write]`, or `make bench-growth`.

The kernel without Python counts the same words cut into segments of 25 to 50,000, against 1 to 16
references, and with orders up to 64. Nanoseconds of CPU time for a word and a reference, the least of
several runs in turn. `--write` puts them into `growth.tsv` beside this file, and into the tables and the
chart of docs/benchmarks.md.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.corpora import pack
from benchmarks.instructions.__main__ import ROOT, built

if TYPE_CHECKING:
    from collections.abc import Iterator

STORED = Path(__file__).with_suffix(".tsv")
PAGE = ROOT / "docs" / "benchmarks.md"
PICTURES = ROOT / "docs" / "assets" / "pictures"
WORDS = 100_000
LENGTHS = (25, 100, 500, 2_000, 10_000, 50_000)
COUNTS = (1, 2, 4, 16)
ROUNDS = 3
_EVERY = 500  # words: each of LENGTHS divides it or is a multiple of it
LINEAR = {
    "BLEU": "bleu-13a",
    "BLEU of characters": "bleu-char",
    "chrF": "chrf",
    "chrF++": "chrf++",
    "NIST": "nist",
    "ROUGE-2": "rouge-2",
    "ROUGE-L": "rouge-l",
    "BLEU, order 8": "bleu-order-8",
    "BLEU, order 64": "bleu-order-64",
    "chrF, order 9": "chrf-order-9",
    "chrF, order 18": "chrf-order-18",
    "chrF, order 64": "chrf-order-64",
    "WER": "wer",
    "WER, one word in twenty changed": "wer near",
    "TER": "ter",
}
SEVERAL = ("BLEU", "BLEU of characters", "chrF", "NIST", "ROUGE-2", "ROUGE-L")
DRAWN = ("BLEU", "BLEU of characters", "chrF", "NIST", "ROUGE-2", "ROUGE-L", "WER")


class Texts:
    """Files of segments of so many words: what a system wrote, and what others wrote of the same source."""

    def __init__(self, folder: Path) -> None:
        systems, references = pack("wmt23.en-de")
        texts = [references, *systems.values()]
        self.words = [[word for line in text for word in line.split()] for text in texts]
        self.folder = folder

    def _write(self, text: int, length: int, words: int, near: bool = False) -> str:
        path = self.folder / f"{text}.{length}.{words}.{near}"
        if not path.exists():
            # Cut without regard to sentences, so that hypothesis and reference are not aligned. Where there
            # are more references than texts, each begins somewhere else. Words that come again are cut
            # elsewhere, for of segments that come again NIST counts the references once.
            source = 0 if near else text
            own = self.words[source % len(self.words)][7 * (source // len(self.words)) :]
            own = own[: len(own) // _EVERY * _EVERY - 7]
            if near:
                own = ["changed" if place % 20 == 0 else word for place, word in enumerate(own)]
            taken = list(islice(cycle(own), words))
            lines = (" ".join(taken[start : start + length]) for start in range(0, words, length))
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)

    def arguments(self, length: int, words: int, references: int, near: bool) -> list[str]:
        """The harness's last two."""
        others = [0, *range(2, references + 1)]
        hypothesis = self._write(1, length, words, near)
        return [hypothesis, ",".join(self._write(other, length, words) for other in others)]


def nanoseconds(harness: Path, texts: Texts, job: str, length: int, references: int = 1) -> float:
    """CPU time for a word and a reference."""
    name, _, near = job.partition(" ")
    words = WORDS if name not in {"ter"} else max(length, 10_000)
    arguments = texts.arguments(length, words, references, bool(near))
    done = subprocess.run(
        [harness, name, "strings", "2", *arguments], check=True, capture_output=True, text=True
    )
    return float(done.stdout.split()[0]) * -(-words // length) / words / references


def measured() -> Iterator[tuple[str, str, list[float]]]:
    """What grows, of which job, and the figures."""
    harness = built()
    with tempfile.TemporaryDirectory() as folder:
        texts = Texts(Path(folder))
        for name, job in LINEAR.items():
            of_lengths = [
                [nanoseconds(harness, texts, job, length) for length in LENGTHS] for _ in range(ROUNDS)
            ]
            yield "words", name, [min(column) for column in zip(*of_lengths, strict=True)]
        for length in (25, 500, 10_000):
            for name in SEVERAL:
                of_counts = [
                    [nanoseconds(harness, texts, LINEAR[name], length, count) for count in COUNTS]
                    for _ in range(ROUNDS)
                ]
                yield f"references {length}", name, [min(column) for column in zip(*of_counts, strict=True)]


def tables(rows: list[tuple[str, str, list[float]]]) -> str:
    """The tables of the page."""
    lines = ["| words a segment | " + " | ".join(f"{length:,}" for length in LENGTHS) + " | growth |"]
    lines.append("|---" * (len(LENGTHS) + 2) + "|")
    for what, name, figures in rows:
        if what == "words":
            shown = " | ".join(f"{figure:,.0f}" for figure in figures)
            lines.append(f"| {name} | {shown} | {figures[-1] / figures[0]:.1f} |")
    lines += ["", "| references | words a segment | " + " | ".join(map(str, COUNTS)) + " | growth |"]
    lines.append("|---" * (len(COUNTS) + 3) + "|")
    for what, name, figures in rows:
        if what != "words":
            shown = " | ".join(f"{figure:,.0f}" for figure in figures)
            length = int(what.split()[1])
            lines.append(f"| {name} | {length:,} | {shown} | {max(figures) / figures[0]:.1f} |")
    return "\n".join(lines)


def picture(rows: list[tuple[str, str, list[float]]]) -> str:
    """Lines over the length of a segment, both axes logarithmic."""
    import vl_convert

    points = [
        {"metric": name, "words": length, "ns": figure}
        for what, name, figures in rows
        if what == "words" and name in DRAWN
        for length, figure in zip(LENGTHS, figures, strict=True)
    ]
    x = {"field": "words", "type": "quantitative", "title": "words a segment", "scale": {"type": "log"}}
    y = {"field": "ns", "type": "quantitative", "title": "nanoseconds a word", "scale": {"type": "log"}}
    x["axis"] = {"values": list(LENGTHS), "format": ",d", "grid": False}
    y["axis"] = {"values": [10, 20, 50, 100, 200, 500, 1000, 2000], "format": ",d"}
    colour = {"field": "metric", "type": "nominal", "sort": list(DRAWN), "title": None}
    marks = {
        "mark": {"type": "line", "point": True},
        "encoding": {"x": x, "y": y, "color": colour},
    }
    chart = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": points},
        "width": 460,
        "height": 300,
        "background": "white",
        **marks,
    }
    drawn: str = vl_convert.vegalite_to_svg(chart)
    return drawn


def write(rows: list[tuple[str, str, list[float]]]) -> None:
    """The stored figures, the tables of the page, and the chart with what it was drawn from."""
    STORED.write_text(
        "".join("\t".join([what, name, *(f"{one:.1f}" for one in f)]) + "\n" for what, name, f in rows)
    )
    page = PAGE.read_text(encoding="utf-8")
    start, end = "<!-- growth: begin -->", "<!-- growth: end -->"
    filled = re.sub(f"{start}.*?{end}", lambda _: f"{start}\n{tables(rows)}\n{end}", page, flags=re.DOTALL)
    PAGE.write_text(filled, encoding="utf-8")
    (PICTURES / "growth.svg").write_text(picture(rows), encoding="utf-8")
    sources = json.loads((PICTURES / "sources.json").read_text(encoding="utf-8"))
    import runpy

    checksum = runpy.run_path(str(ROOT / "tools" / "pictures.py"))["checksum"]
    sources["growth.svg"] = {name: checksum(name) for name in ["benchmarks/growth.tsv"]}
    (PICTURES / "sources.json").write_text(json.dumps(dict(sorted(sources.items())), indent=1) + "\n")


def main() -> None:
    """Measure, print as soon as something is known, and write."""
    rows = []
    for what, name, figures in measured():
        rows.append((what, name, figures))
        print(f"{what:<18}{name:<34}" + "".join(f"{figure:>9.1f}" for figure in figures), flush=True)
    if "--write" in sys.argv:
        write(rows)


if __name__ == "__main__":
    main()
