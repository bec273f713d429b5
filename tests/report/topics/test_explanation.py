"""Explanations as they are shown."""

import json

from karat.metrics.explain.explanation import Explanation, Listing, MarkedText, Step
from karat.report.topics.explanation import as_json, render

TOLD = Explanation(
    "BLEU",
    12.345,
    "BLEU|order:1",
    (
        MarkedText("hypothesis", (("a", "matched"), ("big", "missed"), ("red", "missed"), ("cat", "plain"))),
        MarkedText("reference", (("猫", "matched"), ("b\n", "missed"))),
    ),
    (Listing("1-grams", ("n-gram", "matched"), [("a", 1), ("big", 0), (None, 10)]),),
    (Step("p1", 50.0, "1 of 2"), Step("shifts", 2), Step("BLEU", 12.345, "all of it")),
)


PLAIN = """\
hypothesis  a [big red] cat
reference   猫 [b\\n]
[ ] marks what the other side does not have.

1-grams
n-gram  matched
───────────────
a             1
big           0
–            10

p1      50.000  1 of 2
shifts       2
BLEU    12.345  all of it

BLEU 12.35  BLEU|order:1
"""


def test_plain() -> None:
    """Without colours, what was missed stands in brackets; line breaks are written out."""
    assert render(TOLD) == PLAIN


def test_digits() -> None:
    """Values have as many digits as are asked for, whole numbers have none."""
    shown = render(TOLD, digits=3)
    assert "BLEU 12.345" in shown
    assert "shifts       2\n" in shown


def test_colours() -> None:
    """On a terminal, matched is green and missed is red, without brackets."""
    shown = render(TOLD, styles=True)
    assert "\x1b[32ma\x1b[0m \x1b[31;4mbig red\x1b[0m cat" in shown
    assert "[ ]" not in shown
    assert "\x1b[1m1-grams\x1b[0m" in shown


def test_long_listings() -> None:
    """A long listing is cut, and says so."""
    shown = render(TOLD, most=2)
    assert "big           0\n… and 1 more\n" in shown
    assert "10" not in shown.partition("p1")[0]


def test_characters_stand_together() -> None:
    """Characters are not words, and words of one letter are not characters."""
    texts = (MarkedText("text", (("a", "matched"), ("b", "missed"), ("c", "missed"))),)
    for recipe, shown in (("m|unit:char|x", "a[bc]"), ("chrF|x", "a[bc]"), ("m|unit:word", "a [b c]")):
        assert render(Explanation("m", 1.0, recipe, texts)).startswith(f"text  {shown}\n")


def test_nothing_but_a_value() -> None:
    """An explanation may be empty."""
    assert render(Explanation("m", 1.0, "m|x")) == "m 1.00  m|x\n"


def test_json() -> None:
    """JSON has everything."""
    document = json.loads(as_json(TOLD))
    assert list(document) == ["metric", "value", "recipe", "texts", "listings", "steps"]
    assert document["value"] == 12.345
    assert document["texts"][0]["units"][1] == {"text": "big", "mark": "missed"}
    assert document["listings"][0]["rows"][2] == [None, 10]
    assert document["steps"][0] == {"label": "p1", "value": 50.0, "reason": "1 of 2"}
