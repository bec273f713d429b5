"""A page of work as its template shows it: questions with their points and keys, marks with their keys."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.desk.judge_page import ContextLine, Page
    from karat.campaigns.questionnaire import Question, SpanKinds
    from karat.web.catalogues import Catalogue

# So many points are shown as buttons; more, or any number, as a field and a slider.
_MOST_POINTS = 11
_LETTERS = "ABCD"
# How severities look, if they have these names; others by their order.
_RANKS = {"neutral": 0, "minor": 1, "major": 2, "critical": 3}


@dataclass(frozen=True, slots=True)
class PointShown:
    """One point of a scale, its words, and the key that chooses it."""

    value: str
    word: str
    key: str


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """One question as a control: `form` is points or range."""

    number: int
    form: str
    dimension: str
    wording: str
    low: str
    high: str
    step: str
    points: tuple[PointShown, ...]


@dataclass(frozen=True, slots=True)
class OutputShown:
    """An output, and what the page calls it."""

    id: str
    letter: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TextBeside:
    """A text that the output is compared with."""

    label: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ContextRow:
    """A segment of the document around the page."""

    source: str | None
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Everything that the template of a task needs."""

    item: str
    key: str
    title: str
    step: int
    steps: int
    done: int
    total: int
    time_left: str
    is_training: bool
    is_correction: bool
    previous: str | None
    can_skip: bool
    submit: str
    questions: tuple[QuestionShown, ...]
    candidates: tuple[OutputShown, ...]
    beside: tuple[TextBeside, ...]
    before: tuple[ContextRow, ...]
    after: tuple[ContextRow, ...]
    context_columns: int
    kinds: dict[str, Any] | None
    feedback: tuple[str, ...]
    keys: tuple[tuple[tuple[str, ...], str], ...]
    language: str
    source_language: str
    wording_version: str = ""


def task(page: Page, words: Catalogue, *, is_correction: bool = False) -> Task:
    """The page as a judge sees it, in the words of a language."""
    asked = [one for one in page.dimensions if not one.from_spans]
    questions = tuple(_question(number, one, words) for number, one in enumerate(asked, 1))
    kinds = None if page.spans is None else _kinds(page.spans, words)
    source_language, language = page.languages
    before = tuple(_row(line) for line in page.context if line.is_before)
    after = tuple(_row(line) for line in page.context if not line.is_before)
    progress = page.progress
    is_last = page.step == page.steps - 1
    return Task(
        item=page.item,
        key=page.key,
        title=words.say(
            "title_training" if page.purpose_is_training else "title_task",
            position=min(progress.done + 1, progress.total),
            total=progress.total,
        ),
        step=page.step + 1,
        steps=page.steps,
        done=progress.done,
        total=progress.total,
        # What is left of the training says nothing of the work.
        time_left="" if page.purpose_is_training else time_left(progress.seconds_left, words),
        is_training=page.purpose_is_training,
        is_correction=is_correction,
        previous=page.previous,
        can_skip=not is_correction,
        submit="submit_step"
        if not is_last
        else "submit_check"
        if page.purpose_is_training
        else "submit_last"
        if progress.total - progress.done <= 1
        else "submit",
        questions=questions,
        candidates=tuple(_outputs(page, words)),
        beside=tuple(_beside(page, words)),
        before=before,
        after=after,
        context_columns=max(
            ((row.source is not None) + len(row.texts) for row in (*before, *after)), default=1
        ),
        kinds=kinds,
        feedback=tuple(said.words for said in page.feedback if not said.is_right),
        keys=tuple(_keys(questions, kinds, words)),
        language=language,
        source_language=source_language,
        wording_version=words.wording_version(one.wording for one in page.dimensions),
    )


def script_page(page: Page, shown: Task, draft: object) -> dict[str, Any]:
    """What the scripts of the page know of it."""
    return {
        "item": page.item,
        "key": page.key,
        "step": page.step,
        "language": shown.language,
        "candidates": [{"id": one.id, "text": one.text} for one in page.candidates],
        "dimensions": [
            {"dimension": one.dimension, "better": one.scale.better, **ends(one)}
            for one in page.dimensions
            if not one.from_spans
        ],
        "kinds": shown.kinds,
        "draft": draft,
    }


def ends(question: Question) -> dict[str, float | None]:
    """The ends of a scale; null where it has none, since JSON knows no infinity."""
    scale = question.scale
    return {
        "low": scale.low if isfinite(scale.low) else None,
        "high": scale.high if isfinite(scale.high) else None,
    }


def time_left(seconds: float | None, words: Catalogue) -> str:
    """How long the rest will take, in words; nothing where nobody knows."""
    if seconds is None or seconds <= 0:
        return ""
    minutes = max(1, round(seconds / 60))
    if minutes < 90:
        return words.say("minutes_left", minutes=minutes)
    return words.say("hours_left", hours=minutes // 60, minutes=minutes % 60)


def _question(number: int, question: Question, words: Catalogue) -> QuestionShown:
    scale = question.scale
    span = scale.high - scale.low
    points = [scale.low + place for place in range(int(span) + 1)] if span < _MOST_POINTS else []
    is_points = bool(points) and (scale.kind == "ordinal" or set(question.marks) == set(points))
    if not is_points:
        points = sorted(question.marks)
    keys = _point_keys(points) if is_points else [""] * len(points)
    return QuestionShown(
        number=number,
        form="points" if is_points else "range",
        dimension=question.dimension,
        wording=words.asked(question.wording),
        low=f"{scale.low:g}",
        high=f"{scale.high:g}",
        step="1" if span >= 10 or scale.kind == "ordinal" else f"{span / 100:g}",
        points=tuple(
            PointShown(f"{point:g}", words.asked(question.marks.get(point, "")), key)
            for point, key in zip(points, keys, strict=True)
        ),
    )


def _point_keys(points: Sequence[float]) -> list[str]:
    """The digit of each point, where each is one; else their order from 1; none beyond the ninth."""
    if all(0 <= point <= 9 for point in points):
        return [f"{point:g}" for point in points]
    return [str(place) if place <= 9 else "" for place in range(1, len(points) + 1)]


def _kinds(spans: SpanKinds, words: Catalogue) -> dict[str, Any]:
    severities = [
        {
            "name": name,
            "label": words.words.get(f"severity_{name}", name),
            "key": str(place),
            "rank": _RANKS.get(name.lower(), min(place, 3)),
        }
        for place, name in enumerate(spans.severities, 1)
    ]
    categories = []
    for name in spans.categories:
        group, _, label = name.rpartition("/")
        categories.append({"name": name, "label": words.asked(label), "group": words.asked(group)})
    return {"severities": severities, "categories": categories, "omissions": spans.omissions}


def _outputs(page: Page, words: Catalogue) -> list[OutputShown]:
    if len(page.candidates) == 1:
        (one,) = page.candidates
        return [OutputShown(one.id, "", words.say("translation"), one.text)]
    return [
        OutputShown(one.id, letter, words.say("translation_n", letter=letter), one.text)
        for one, letter in zip(page.candidates, _LETTERS, strict=False)
    ]


def _beside(page: Page, words: Catalogue) -> list[TextBeside]:
    source_language, language = page.languages
    found = []
    if page.source is not None:
        found.append(TextBeside(words.say("source"), page.source, source_language))
    if page.reference is not None:
        found.append(TextBeside(words.say("reference"), page.reference, language))
    return found


def _row(line: ContextLine) -> ContextRow:
    # Whoever sees neither source nor output of a segment may still see what it should say.
    source = line.source if line.source is not None else line.reference
    return ContextRow(source, tuple(text or "…" for text in line.outputs))


def _keys(
    questions: Sequence[QuestionShown], kinds: dict[str, Any] | None, words: Catalogue
) -> list[tuple[tuple[str, ...], str]]:
    found: list[tuple[tuple[str, ...], str]] = []
    points = next((one for one in questions if one.form == "points"), None)
    if points is not None:
        known = [point.key for point in points.points if point.key]
        found.append(((known[0], "–", known[-1]), words.say("keys_digit")))
    if any(one.form == "range" for one in questions):
        found.append((("0", "–", "9"), words.say("keys_number")))
    if kinds is not None:
        found.append((("←", "→"), words.say("keys_arrows")))
        found += [
            ((one["key"],), words.say("keys_severity", severity=one["label"])) for one in kinds["severities"]
        ]
        if kinds["omissions"]:
            found.append((("o",), words.say("keys_omission")))
        found.append((("⌫",), words.say("keys_backspace")))
    found += [
        (("⏎",), words.say("keys_enter")),
        (("Tab",), words.say("keys_tab")),
        *keys_everywhere(words),
    ]
    return found


def keys_everywhere(words: Catalogue) -> list[tuple[tuple[str, ...], str]]:
    """What keys do on every page of work."""
    keys = {
        "c": "keys_comment",
        "f": "keys_flag",
        "s": "keys_skip",
        "g": "keys_guidelines",
        "?": "keys_help",
        "Esc": "keys_escape",
    }
    return [((key,), words.say(said)) for key, said in keys.items()]
