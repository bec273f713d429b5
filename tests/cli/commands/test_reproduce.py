"""`karat reproduce`: figures are made again and compared, one by one."""

import json
import shutil
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any
from zlib import compress, compressobj

import pytest
from tests.cli.conftest import Karat, refused

from karat import demo
from karat.report.page.writing import packed, read_page

pytest.importorskip("vl_convert", reason="the extra report is not installed")


@pytest.fixture
def page(karat: Karat, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of two texts that lie beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("aurora", "birch", "reference-1"):
        shutil.copy(texts / f"{name}.txt", tmp_path / f"{name}.txt")
    done = karat(
        *("report", "aurora.txt", "birch.txt", "-r", "reference-1.txt", "-m", "bleu", "--samples", 100),
        *("-o", "page.html"),
    )
    assert done.code == 0
    return tmp_path / "page.html"


def rewrite(page: Path, change: Any) -> None:
    """The page with other figures, as somebody might leave it who edits it."""
    figures = read_page(page)["figures"]
    before = packed(figures)
    text = page.read_text(encoding="utf-8")
    assert before in text
    change(figures)
    page.write_text(text.replace(before, packed(figures)), encoding="utf-8")


def test_a_page_agrees_with_itself(karat: Karat, page: Path) -> None:
    """The same files and the same program give the same figures, and the page stays as it is."""
    before = page.read_bytes()
    code, out, err = karat("reproduce", page)
    assert code == 0
    assert err == (
        "karat: note: this runs karat report aurora.txt birch.txt -r reference-1.txt -m bleu --samples 100\n"
    )
    assert "is reproduced: all" in out
    assert "The 3 input files have not changed" in out
    assert "words and the charts of the page were not compared" in out
    assert page.read_bytes() == before


def test_the_demo_data_are_found_anywhere(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are wherever Karat is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    options = ("--systems", "aurora", "birch", "-m", "bleu", "--samples", 100, "-o", "demo.html")
    assert karat("report", demo.path(), *options).code == 0
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert karat("reproduce", tmp_path / "demo.html").code == 0


def test_a_changed_file_is_named_with_the_figures_it_changes(karat: Karat, page: Path) -> None:
    """Which input, which figures, by how much."""
    file = page.parent / "birch.txt"
    file.write_text(file.read_text(encoding="utf-8").replace("the", "a"), encoding="utf-8")
    code, out, _ = karat("reproduce", page)
    assert code == 1
    assert "is not reproduced" in out
    assert "changed: birch.txt" in out
    assert "changed: aurora.txt" not in out
    assert "scores › BLEU, birch › value" in out
    found = json.loads(karat("reproduce", page, "--format", "json").out)
    assert not found["agrees"]
    assert [one["file"] for one in found["changed_inputs"]] == ["birch.txt"]
    (score,) = [one for one in found["differences"] if one["place"] == "scores › BLEU, birch › value"]
    assert score["difference"] == pytest.approx(score["now"] - score["page"])


def test_a_change_that_changes_no_figure_is_told_and_agrees(karat: Karat, page: Path) -> None:
    """A line end is not counted."""
    file = page.parent / "birch.txt"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    code, out, _ = karat("reproduce", page)
    assert code == 0
    assert "changed: birch.txt" in out


def test_a_changed_figure_is_named(karat: Karat, page: Path) -> None:
    """Somebody made a score look better on the page."""

    def better(figures: dict[str, Any]) -> None:
        figures["scores"][0]["value"] += 1.0

    rewrite(page, better)
    code, out, _ = karat("reproduce", page)
    assert code == 1
    assert "1 of " in out
    assert "scores › BLEU, aurora › value" in out
    assert "(-1)" in out
    assert "files have not changed" in out


def test_files_that_are_somewhere_else(karat: Karat, page: Path, tmp_path: Path) -> None:
    """Without them it cannot be told; --data says where they are."""
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("aurora", "birch", "reference-1"):
        (tmp_path / f"{name}.txt").rename(moved / f"{name}.txt")
    refused(karat("reproduce", page), "reference-1.txt", "2 more", "--data")
    assert karat("reproduce", page, "--data", moved).code == 0


def test_a_folder_may_be_called_otherwise(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What data are called is no figure."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(demo.path(), tmp_path / "before")
    options = ("-m", "bleu", "--human", "adequacy", "--samples", 100, "-o", "page.html")
    assert karat("report", "before", *options).code == 0
    (tmp_path / "before").rename(tmp_path / "after")
    code, out, _ = karat("reproduce", "page.html", "--data", "after")
    assert code == 0, out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>not a page</p>", ("no provenance",)),
        (
            '<script type="application/json" id="karat-provenance">{}</script>',
            ("missing required field `karat`",),
        ),
        ('<script type="application/json" id="karat-provenance">{"figures": "x"}</script>', ("damaged",)),
        ('<script type="application/json" id="karat-provenance">[1</script>', ("not JSON",)),
    ],
)
def test_what_is_no_page_is_refused(karat: Karat, tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    """In one line that says what is wrong with it."""
    (tmp_path / "other.html").write_text(text, encoding="utf-8")
    refused(karat("reproduce", tmp_path / "other.html"), *words)


STRANGER = {
    "karat": "0.1.0",
    "python": "3.12",
    "numpy": "2.0",
    "arguments": ["a.txt", "-r", "b.txt"],
    "inputs": [{"file": name, "sha256": "0" * 64} for name in ("a.txt", "b.txt")],
}


def stranger(folder: Path, **changed: Any) -> Path:
    """A page as somebody may send it, with other entries; None takes one out."""
    figures = changed.pop("figures", packed({"scores": [1.0]}))
    values = {**STRANGER, "figures": figures, **changed}
    text = json.dumps({name: value for name, value in values.items() if value is not None})
    page = folder / "stranger.html"
    page.write_text(
        f'<script type="application/json" id="karat-provenance">{text}</script>', encoding="utf-8"
    )
    return page


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page's two files, and beside it a file that no page has any business with."""
    folder = tmp_path / "page"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("one two three four\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret\n", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    "name", ["/etc/hostname", "../secret.txt", "link.txt", "demo:../errors.py", "x" * 5000]
)
def test_no_file_outside_is_read(karat: Karat, secret: Path, name: str) -> None:
    """Absolute paths, .. and links lead nowhere, and nothing of such a file is printed."""
    inputs = [{"file": name, "sha256": "0" * 64}]
    found = karat("reproduce", stranger(secret, inputs=inputs, arguments=[name, "-r", "b.txt"]))
    assert (found.code, found.out) == (2, "")
    assert "it is not below" in found.err or "length <= 4096" in found.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.txt", "-r", "b.txt", "--human-scores", "../secret.txt"], "not among the files"),
        (["a.txt", "-r", "b.txt", "--calibration=/etc/hostname"], "not among the files"),
        (["a.txt", "-r", "~/.ssh/id_rsa"], "not among the files"),
        (["a.txt", "-r", "s3://bucket/b.txt"], "not among the files"),
        (["a.txt", "-r", "b.txt", "--documents", "secret.txt"], "no such file"),
        (["--help"], "makes no figures"),
        (["a.txt", "-r", "b.txt", "--debug"], "makes no figures"),
        (["a.txt", "-r", "b.txt", "--engine", "ray"], "no option '--engine'"),
    ],
)
def test_no_other_command_is_run(karat: Karat, secret: Path, words: list[str], said: str) -> None:
    """A page makes figures of the files that it lists, and nothing else."""
    found = karat("reproduce", stranger(secret, arguments=words))
    assert (found.code, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"inputs": []}, "lists no files"),
        ({"figures": packed({})}, "has no figures"),
        ({"figures": None}, "missing required field `figures`"),
        ({"arguments": []}, "made from Python"),
        ({"arguments": "a.txt"}, "Expected `array`, got `str` - at `$.arguments`"),
        ({"arguments": [1]}, "Expected `str`, got `int` - at `$.arguments[0]`"),
        ({"inputs": [{"file": "a.txt"}]}, "missing required field `sha256` - at `$.inputs[0]`"),
        ({"karat": ["\x1b[2J"]}, "Expected `str`, got `array` - at `$.karat`"),
        ({"karat": 10**4999}, "not JSON"),
    ],
)
def test_nothing_is_agreed_that_was_not_compared(
    karat: Karat, secret: Path, changed: dict[str, Any], said: str
) -> None:
    """Without files or figures there is no success; a value of another type is named with its place."""
    sys.set_int_max_str_digits(0)
    page = stranger(secret, **changed)
    sys.set_int_max_str_digits(4300)
    refused(karat("reproduce", page), said)


def test_pages_that_would_fill_the_memory(karat: Karat, secret: Path) -> None:
    """Figures that inflate a thousandfold, JSON that nests without end, and a device without an end."""
    bomb = compressobj(9)
    zeros = b"0" * (1 << 20)
    data = b"".join(bomb.compress(zeros) for _ in range(130)) + bomb.flush()
    refused(karat("reproduce", stranger(secret, figures=b64encode(data).decode())), "longer than 128 MB")
    nested = b64encode(compress(b'{"a":' + b"[" * 100_000)).decode()
    refused(karat("reproduce", stranger(secret, figures=nested)), "damaged")
    refused(karat("reproduce", "/dev/zero"), "it is no file")


def test_nothing_of_a_page_reaches_the_terminal_raw(karat: Karat, page: Path) -> None:
    """Escapes in its version, in names of figures and in values are shown as text."""
    text = page.read_text(encoding="utf-8").replace('"karat":"', '"karat":"\\u001b[2J', 1)
    page.write_text(text, encoding="utf-8")

    def evil(figures: dict[str, Any]) -> None:
        figures["\x1b[31mscores"] = "\x1b]0;title\x07"

    rewrite(page, evil)
    code, out, err = karat("reproduce", page)
    assert code == 1
    assert "\x1b" not in out + err
    assert "made with \\x1b[2J" in out


def test_files_and_options_that_are_not_there(karat: Karat, page: Path, tmp_path: Path) -> None:
    """Names are checked before anything is done."""
    refused(karat("reproduce", tmp_path / "none.html"), "none.html")
    refused(karat("reproduce", page, "--data", tmp_path / "none"), "no such folder")
    refused(karat("reproduce", page, "--format", "tsv"), "json")
