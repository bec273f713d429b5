"""What reads files, and a small sound file for each: the beginnings of what `damages` makes."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np

from karat import Corpus
from karat.agreement import Rater
from karat.calibration import fit, predict, read_calibrations, write_calibrations
from karat.calibration.calibration_files import checksum
from karat.campaigns.planning.questionnaire_files import read_questionnaire
from karat.campaigns.planning.training import read_training
from karat.cli.main import main
from karat.dossier.page_record import page_record
from karat.engines.adding import add
from karat.engines.expressions import condition
from karat.engines.partials import read_partials
from karat.entities.names_file import read_names
from karat.judgements import Scale
from karat.metrics.aev import read_word_list
from karat.metrics.catalogue import parse
from karat.metrics.frequencies import frequencies
from karat.readers import read, read_judgements, read_mqm, read_scores, read_system_labels, read_texts
from karat.readers.corpora.annotation import documents_named, read_annotated
from karat.readers.files.lines import read_sets, read_words
from karat.readers.people.entity_files import is_entity_file, read_annotator
from karat.readers.people.human_scores import read_human_scores, read_judged_scores
from karat.readers.scores.metric_scores import read_metric_scores
from karat.report.page.frame import embedded
from karat.report.page.writing import packed, read_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CORPUS = Corpus.of(
    {"A": ["one cat", "one dog"], "B": ["won cat", "won dog"]}, ["one cat", "one dog"], documents=["d", "d"]
)
_TABLE = "system\tseg_id\tdoc_id\tsource\treference\thypothesis\thuman_x\tcomet\n" + "".join(
    f"{system}\t{place}\td\tein {word}\tone {word}\t{said} {word}\t{value}\t0.{value}5\n"
    for system, said, value in (("A", "one", 4), ("B", "won", 2))
    for place, word in enumerate(("cat", "dog"), 1)
)
_ROWS = [
    dict(zip(_TABLE.split("\n")[0].split("\t"), line.split("\t"), strict=True))
    for line in _TABLE.split("\n")[1:-1]
]
_JUDGED = [
    {
        "judge": judge,
        "system": system,
        "seg_id": place,
        "dimension": "adequacy",
        "scale": "1-5",
        "value": value,
    }
    for judge, value in (("anna", 4), ("ben", 2))
    for system in "AB"
    for place in (1, 2)
]
_SGML = (
    '<refset setid="s" srclang="de" trglang="en"><doc docid="d" sysid="r"><p><seg id="1">one &amp; cat</seg>\n'
    '<seg id="2">two</seg></p></doc></refset>\n<tstset><doc docid="d" sysid="A" genre="n"><!-- x -->\n'
    '<seg id="1">one cat</seg><seg id="2">two &#100;ogs</seg></doc></tstset>\n'
)
_XML = (
    '<?xml version="1.0"?>\n<dataset id="x"><doc id="d" origlang="de" domain="news">\n'
    '<src lang="de"><p><seg id="1">ein</seg><seg id="2">zwei</seg></p></src>\n'
    '<ref lang="en" translator="A"><p><seg id="1">one</seg><seg id="2">two</seg></p></ref>\n'
    '<hyp system="A" lang="en"><p><seg id="1">one</seg><seg id="2">too</seg></p></hyp></doc></dataset>\n'
)
_PEARMUT = {
    "user_id": "anna",
    "item_i": 0,
    "item": [{"item_id": "1", "doc_id": "d", "src": "ein", "tgt": {"A": "one", "B": "won"}, "ref": "one"}],
    "annotation": [{"A": {"score": 90, "error_spans": []}, "B": {"score": 70, "error_spans": []}}],
    "actions": [{"time": 1.5}],
}
_MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n" + "".join(
    f"{system}\td\t1\t{place}\tanna\tein\t<v>{output}</v>\tAccuracy\t{severity}\n"
    for system in "AB"
    for place, (output, severity) in enumerate(zip(CORPUS.system(system), ("Major", "Minor"), strict=True), 1)
)
_APPRAISE = "".join(
    f"eng01,{system},{place},TGT,deu,eng,{70 + place},1.5,2.5\n" for system in "AB" for place in (0, 1)
)
_CROWD = "HITId WorkerId Input.srcLang Input.trgLang sys_id type rid sid score time\n" + "".join(
    f"h w1 de en {system} SYSTEM r {place} {60 + place} 3.5\n" for system in "AB" for place in (1, 2)
)
_MUC = 'It cost <NUMEX TYPE="MONEY" ALT="5 euros|5 EUR">5 euros</NUMEX>.\nHello <ENAMEX TYPE="PERSON|LOCATION">Ann</ENAMEX>.\n'
_STANDOFF = [
    {
        "text": "Ann came.",
        "document": "d",
        "entities": [{"start": 0, "end": 3, "type": "PERSON", "text": "Ann"}],
    },
    {"text": "So.", "document": "d", "entities": []},
]
_TRAINING = {
    "reference": "Hello.",
    "source": "Hallo.",
    "outputs": ["Good day day."],
    "expected": [{"dimension": "fluency", "low": 1, "high": 2, "feedback": "A word comes twice."}],
}
_OWN = """name = "clarity"
side_by_side = [1, 1]
[guidelines]
en = "Read first."
[[step]]
interaction = "rate"
shows = ["source"]
[[step.question]]
dimension = "clarity"
scale = "1..7:ordinal"
wording = "How clear is it?"
"""


@dataclass(frozen=True)
class Subject:
    """What reads a file, the name of the file, and how a sound one begins; `mended` repairs checksums."""

    reads: Callable[[Path], object]
    name: str
    sound: bytes
    mended: Callable[[bytes], bytes] = bytes


def _json_lines(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _with_checksums(data: bytes) -> bytes:
    """Calibrations that somebody changed, who then computed their checksums anew."""
    try:
        values = json.loads(data)
        for one in values["calibrations"]:
            one["checksum"] = checksum(one)
        return json.dumps(values).encode()
    except Exception:
        return data


def _predicted(path: Path) -> object:
    return [predict(one, [25.0] * len(one.metrics)) for one in read_calibrations(path)]


def _page(path: Path) -> object:
    return page_record(read_page(path))


def _conditions(path: Path) -> object:
    return condition(_text(path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="backslashreplace")


def made(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Files that Karat writes: a calibration and partial sums, made once."""
    systems = ("A", "B", "C", "D", "E", "F")
    metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    write_calibrations([fit([metric], human)], folder / "calibration.json")
    (folder / "small.jsonl").write_bytes(_json_lines(_ROWS))
    sums = folder / "sums.json"
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        main(["count", str(folder / "small.jsonl"), "-m", "bleu", "chrf", "--cells", "4", "-o", str(sums)])
    return {
        "calibration": ("c.json", (folder / "calibration.json").read_bytes()),
        "partials": ("p.json", sums.read_bytes()),
    }


def subjects(folder: Path) -> dict[str, Subject]:
    """Everything that reads, by name."""
    written = made(folder)
    rows, judged = _json_lines(_ROWS), _json_lines(_JUDGED)
    as_csv = _TABLE.replace("\t", ",").encode()
    header = "judge\tsystem\tsegment\tadequacy\tclarity\n"
    wide = header + "".join(f"anna\t{system}\t{place}\t{place}\t3\n" for system in "AB" for place in (1, 2))
    provenance = {
        "karat": "0.1.0",
        "python": "3.12",
        "numpy": "2.0",
        "arguments": ["demo:"],
        "inputs": [],
        "figures": packed({"a": [1, {"b": 2}]}),
    }
    found: dict[str, tuple[Callable[[Path], object], str, bytes]] = {
        "tsv": (read, "a.tsv", _TABLE.encode()),
        "csv": (read, "a.csv", as_csv),
        "jsonl": (read, "a.jsonl", rows),
        "json": (read, "a.json", json.dumps(_ROWS).encode()),
        "sgml": (read, "a.sgm", _SGML.encode()),
        "sgml as text": (
            lambda path: read_texts({"A": path}, [path]),
            "a.txt",
            b"<!-- x --><refset>\n" + _SGML.encode(),
        ),
        "xml": (read, "a.xml", _XML.encode()),
        "by document": (lambda path: read(path, align="document"), "a.tsv", _TABLE.encode()),
        "text": (lambda path: read_texts({"A": path}, [path]), "a.txt", b"one\ntwo\r\n\xe2\x80\xa8three\n"),
        "pearmut": (read, "a.jsonl", _json_lines([_PEARMUT])),
        "pearmut judgements": (read_judgements, "a.jsonl", _json_lines([_PEARMUT])),
        "judgements": (read_judgements, "j.jsonl", judged),
        "judgements of a corpus": (lambda path: read_judgements(path, CORPUS), "j.jsonl", judged),
        "wide judgements": (read_judgements, "j.tsv", wide.encode()),
        "appraise": (read_judgements, "x.csv", _APPRAISE.encode()),
        "crowd": (read_judgements, "ad-x.csv", _CROWD.encode()),
        "mqm": (lambda path: read_mqm(path, CORPUS), "m.tsv", _MQM.encode()),
        "human scores": (lambda path: read_human_scores(path, CORPUS), "h.tsv", _TABLE.encode()),
        "judged scores": (lambda path: read_judged_scores(path, CORPUS), "h.jsonl", judged),
        "scores": (lambda path: read_scores(path, CORPUS), "s.tsv", _TABLE.encode()),
        "scores in csv": (lambda path: read_scores(path, CORPUS, missing="allow"), "s.csv", as_csv),
        "seg.score": (
            lambda path: read_scores(path, CORPUS),
            "comet.seg.score",
            b"A\t0.5\nA\t0.25\nB\t1\nB\t0.75\n",
        ),
        "seg.rating": (
            lambda path: read_judged_scores(path, CORPUS),
            "mqm.seg.rating",
            b'A\t{"errors": [{"score": 5}]}\nA\tNone\nB\t{"errors": []}\nB\t{"errors": [{"severity": "major", "category": "x"}]}\n',
        ),
        "metric scores": (
            lambda path: read_metric_scores(path, systems=["A", "B"]),
            "m.jsonl",
            _json_lines([{"metric": "COMET", "system": one, "seg_id": 0, "score": 0.5} for one in "AB"]),
        ),
        "labels": (read_system_labels, "l.tsv", b"system\tlabel\nA\tneural\nB\trule\n"),
        "muc": (read_annotated, "n.muc", _MUC.encode()),
        "stand-off": (read_annotated, "n.jsonl", _json_lines(_STANDOFF)),
        "documents of entities": (documents_named, "n.jsonl", _json_lines(_STANDOFF)),
        "annotator": (
            lambda path: is_entity_file(path) and read_annotator(path),
            "n.jsonl",
            _json_lines(_STANDOFF),
        ),
        "names": (
            read_names,
            "names.tsv",
            "name\ttype\tconfirmed\tpassed\nGörzfelde\tLOCATION\t2\t1\n".encode(),
        ),
        "protocol": (read_questionnaire, "own.toml", _OWN.encode()),
        "training": (
            lambda path: read_training(path, read_questionnaire("adequacy-fluency")),
            "t.jsonl",
            _json_lines([_TRAINING]),
        ),
        "words": (lambda path: read_words(str(path)), "w.txt", b"black\nhelicopters\n"),
        "sets": (lambda path: read_sets(str(path)), "w.txt", b"black, white\nbig\tsmall\n"),
        "word list": (lambda path: read_word_list(str(path)), "w.txt", b"the\n# no\na\n"),
        "frequencies": (
            lambda path: frequencies(str(path)),
            "f.txt",
            b"<CorpStat>;1000;10\nthe;20;9\ncat;2;1\n",
        ),
        "page": (_page, "p.html", f"<p>x</p>{embedded(provenance)}<script>x</script>".encode()),
        "recipe": (lambda path: parse(_text(path)), "r.txt", b"BLEU|order:4|tok:13a|case:mixed|smooth:exp"),
        "recipe of chrF": (lambda path: parse(_text(path)), "r.txt", b"chrF|nc:6|nw:2|beta:2|case:lc"),
        "scale": (lambda path: Scale.parse(_text(path)), "r.txt", b"-25..0:errors:lower"),
        "condition": (_conditions, "r.txt", b"lang in ('de', 'fr') or not (year >= 2020 and x is null)"),
        "partials": (lambda path: add(read_partials(str(path))), *written["partials"]),
    }
    every = {name: Subject(*one) for name, one in found.items()}
    every["calibration"] = Subject(_predicted, *written["calibration"], _with_checksums)
    return every
