"""The data of languages: whole, well formed, as its tool writes it, and read without the tool's libraries."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.entities import languages
from karat.entities.languages import LANGUAGES, Language, forms

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(languages.__file__).parent
SPOKEN = [name for name in LANGUAGES if name != "none"]
LISTS = [field.name for field in fields(Language) if field.type == "Sequence[str]"]


def test_every_language_has_its_file() -> None:
    """And no file is there that no language reads."""
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(SPOKEN)
    assert {path.stem for path in FOLDER.glob("*.json")} < set(SPOKEN)


@pytest.mark.parametrize("name", SPOKEN)
def test_words_are_patterns(name: str) -> None:
    """Each compiles by itself, is no empty word, and stands once in its list."""
    spoken = Language.named(name)
    for kind in LISTS:
        words = getattr(spoken, kind)
        assert len(words) == len(set(words)), kind
        assert not any(re.fullmatch(word, "") for word in words), kind


@pytest.mark.parametrize("kind", ["cardinal", "ordinal"])
@pytest.mark.parametrize("name", SPOKEN)
def test_every_rule_of_inflection_is_needed(name: str, kind: str) -> None:
    """Without it, some form would be missing."""
    spoken = Language.named(name)
    rules = getattr(spoken, f"{kind}_forms")
    words = [word for of_number in getattr(spoken, f"{kind}s") for word in of_number]
    whole = set(forms(words, rules))
    for pattern in rules:
        rest = {other: replacements for other, replacements in rules.items() if other != pattern}
        assert set(forms(words, rest)) < whole, pattern


@pytest.mark.parametrize("name", ["ar", "de", "en", "es", "fr", "it", "nl", "pt", "ru"])
def test_a_year_has_twelve_months_and_a_week_seven_days(name: str) -> None:
    """At least: regions and cases have more."""
    spoken = Language.named(name)
    assert len(spoken.months) >= 12
    assert len(spoken.days) >= 7
    assert len(spoken.alone) >= 9


words = st.lists(st.text("ab ", max_size=5), max_size=4)
rules = st.dictionaries(
    st.sampled_from(["a", "b$", "^a", " ", "ab", "(a)b", "^(?!b)"]),
    st.lists(st.sampled_from(["", "b", "ba", "c"]), min_size=1, max_size=3),
    max_size=4,
)


@given(words, rules)
def test_forms(words: list[str], rules: dict[str, list[str]]) -> None:
    """Every word stays, each form is there once, and what a further rule adds comes after the rest."""
    found = forms(words, rules)
    assert set(words) <= set(found)
    assert len(found) == len(set(found))
    for last in list(rules)[-1:]:
        before = forms(words, {pattern: rules[pattern] for pattern in rules if pattern != last})
        assert found[: len(before)] == before


@given(words, rules)
def test_forms_are_those_of_each_word(words: list[str], rules: dict[str, list[str]]) -> None:
    """No word depends on another."""
    assert set(forms(words, rules)) == {form for word in words for form in forms([word], rules)}


def test_rules_multiply() -> None:
    """A later rule also applies to what an earlier one made."""
    assert forms(["a b"], {"^a": ["A"], "b$": ["B"]}) == ["a b", "A b", "a B", "A B"]


def test_the_neutral_language_decides_nothing() -> None:
    """It has no words at all."""
    neutral = Language.named("none")
    assert not any(getattr(neutral, field.name) for field in fields(Language) if field.name != "hour_letter")


def test_generated_files_are_up_to_date() -> None:
    """What the tool would write from num2words and CLDR is what is there."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "languages.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_libraries_of_the_tool_are_not_needed() -> None:
    """Neither num2words nor Babel is imported, whatever the language."""
    program = """
import sys
from karat.entities.languages import LANGUAGES
from karat.entities.normal_form import Normaliser
from karat.entities.rules import suggest
for name in LANGUAGES:
    Normaliser(language=name).of_output("x 1 y")
    name == "none" or suggest("x 1 y", name)
print(*sorted({"num2words", "babel"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
