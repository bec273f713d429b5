"""Protocols as files: those that come with Karat, and any of one's own, in TOML."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

from karat.campaigns.questionnaire import (
    MOST_SIDE_BY_SIDE,
    Beside,
    Context,
    EntityKinds,
    Interaction,
    Question,
    Questionnaire,
    QuestionStep,
    SpanKinds,
)
from karat.entities.entity import TYPES
from karat.errors import InvalidFile, KaratError, UnknownName
from karat.judgements.protocols import protocol_of
from karat.judgements.scale import Scale
from karat.small_files import read_small_file

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

BUILT_IN = ("adequacy-fluency", "da", "esa", "cesa", "mqm", "preference", "entities")
_FOLDER = Path(__file__).parent / "protocols"
# As many types as have a key each.
_MOST_TYPES = 12


def read_questionnaire(name: str | Path) -> Questionnaire:
    """A protocol that comes with Karat, by its name, or that of a TOML file.

    >>> protocol = read_questionnaire("adequacy-fluency")
    >>> [question.dimension for question in protocol.questions]
    ['fluency', 'adequacy']
    """
    known = str(name) in BUILT_IN
    path = _FOLDER / f"{name}.toml" if known else Path(name)
    if not known and not path.suffix and not path.exists():
        raise UnknownName(
            f"{UnknownName.among('protocol', str(name), BUILT_IN)} One of your own is a TOML file: own.toml."
        )
    return parse_questionnaire(read_small_file(path), name=str(path))


def parse_questionnaire(text: str, *, name: str) -> Questionnaire:
    """The protocol that a TOML text describes; `name` is what messages call the text."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also what has too many digits, or is nested too deep
        raise InvalidFile.at(name, f"it is not TOML: {error}.") from None
    return _QuestionnaireFile(text, name).questionnaire(data)


class _QuestionnaireFile:
    """Reads one file, and knows where in it a key stands."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name

    def questionnaire(self, data: dict[str, Any]) -> Questionnaire:
        known = ("name", "origin", "context", "side_by_side", "step", "guidelines", "consent")
        self._check_keys((), data, known, needed=("name", "step"))
        steps = [
            self._step(("step", number), one) for number, one in enumerate(self._tables((), data, "step"), 1)
        ]
        dimensions = [question.dimension for step in steps for question in step.questions]
        for twice in dimensions:
            if dimensions.count(twice) > 1:
                raise self._wrong(
                    ("step",), f"the dimension {twice!r} is asked twice. Give each its own name."
                )
        marks_entities = any(step.entities is not None for step in steps)
        if marks_entities and len(steps) > 1:
            raise self._wrong(("step",), "named entities are marked in one step. Leave out the others.")
        if not dimensions and not marks_entities:
            raise self._wrong(("step",), "nothing is asked. At least one step needs a [[step.question]].")
        side_by_side = self._side_by_side(data, steps)
        return Questionnaire(
            name=self._string((), data, "name"),
            steps=tuple(steps),
            side_by_side=side_by_side,
            context=self._choice((), data, "context", get_args(Context), default="document"),
            guidelines=self._by_language(data, "guidelines"),
            origin=self._string((), data, "origin", default=""),
            consent=self._by_language(data, "consent"),
        )

    def _by_language(self, data: Mapping[str, Any], name: str) -> Mapping[str, str]:
        texts = self._table((), data, name)
        return MappingProxyType({key: self._string((name,), texts, key).strip() for key in texts})

    def _side_by_side(self, data: Mapping[str, Any], steps: list[QuestionStep]) -> tuple[int, int]:
        path, compares = ("side_by_side",), any(step.interaction == "compare" for step in steps)
        given = data.get("side_by_side", [2, MOST_SIDE_BY_SIDE] if compares else [1, 1])
        match given:
            case [int(low), int(high)] if 1 <= low <= high <= MOST_SIDE_BY_SIDE:
                if compares and low < 2:
                    raise self._wrong(
                        path, "a step compares, so at least 2 outputs stand side by side: [2, 4]."
                    )
                if high > 1 and not all(step.interaction == "compare" for step in steps):
                    raise self._wrong(
                        path,
                        'several outputs stand side by side, so every step needs interaction = "compare".',
                    )
                return low, high
        raise self._wrong(
            path,
            f"it is {given!r}; the least and the most outputs on a page were expected, from 1 to "
            f"{MOST_SIDE_BY_SIDE}: [2, 4].",
        )

    def _step(self, path: tuple[str | int, ...], data: Mapping[str, Any]) -> QuestionStep:
        known = ("interaction", "shows", "spans", "entities", "question")
        self._check_keys(path, data, known, needed=("interaction",))
        interaction = self._choice(path, data, "interaction", get_args(Interaction))
        if interaction == "entities":
            return self._entity_step(path, data)
        if "entities" in data:
            raise self._wrong((*path, "entities"), 'it needs interaction = "entities".')
        shows = self._strings(path, data, "shows")
        for one in shows:
            if one not in get_args(Beside):
                raise self._wrong((*path, "shows"), f"{one!r} cannot be shown; source and reference can.")
        spans = self._spans((*path, "spans"), data["spans"]) if "spans" in data else None
        if interaction == "mark" and spans is None:
            raise self._wrong(path, 'interaction is "mark", so it needs a [step.spans] with severities.')
        if interaction == "rate" and spans is not None:
            raise self._wrong(
                (*path, "spans"), 'errors are marked in a step with interaction = "mark" or "compare".'
            )
        questions = [
            self._question((*path, "question", number), one, spans)
            for number, one in enumerate(self._tables(path, data, "question"), 1)
        ]
        if not questions:
            raise self._wrong(path, "it asks nothing. It needs at least one [[step.question]].")
        return QuestionStep(interaction, tuple(questions), frozenset(shows), spans)  # type: ignore[arg-type]

    def _entity_step(self, path: tuple[str | int, ...], data: Mapping[str, Any]) -> QuestionStep:
        for key in ("shows", "spans", "question"):
            if key in data:
                raise self._wrong((*path, key), "where entities are marked, nothing else is asked or shown.")
        kinds = self._table(path, data, "entities")
        path = (*path, "entities")
        self._check_keys(path, kinds, ("types", "counts_as"), needed=())
        types = self._strings(path, kinds, "types") or list(TYPES)
        for one in types:
            if not re.fullmatch(r"[A-Z][A-Z0-9_-]{0,29}", one):
                raise self._wrong(
                    (*path, "types"), f"{one!r} is no name of a type; capital letters were expected: PRODUCT."
                )
        if twice := [one for one in types if types.count(one) > 1]:
            raise self._wrong((*path, "types"), f"{twice[0]} is there twice. Name each type once.")
        if len(types) > _MOST_TYPES:
            raise self._wrong(
                (*path, "types"), f"there are {len(types)}; up to {_MOST_TYPES} have a key each."
            )
        counts_as = self._table(path, kinds, "counts_as")
        if counts_as and not kinds.get("types"):
            raise self._wrong(
                path, f"counts_as has {next(iter(counts_as))}, and there are no types of your own. Add types."
            )
        for one, muc in counts_as.items():
            where = (*path, "counts_as", one)
            if one not in types:
                raise self._wrong(where, f"{one} is not among types: {', '.join(types)}.")
            if one in TYPES:
                raise self._wrong(where, f"{one} is MUC's already, and counts as itself. Leave it out.")
            if muc not in TYPES:
                raise self._wrong(where, f"{muc!r} is no type of MUC. Known: {', '.join(TYPES)}.")
        made = EntityKinds(tuple(types), MappingProxyType(dict(counts_as)))
        return QuestionStep("entities", (), frozenset(), None, made)

    def _question(
        self, path: tuple[str | int, ...], data: Mapping[str, Any], spans: SpanKinds | None
    ) -> Question:
        known = ("dimension", "scale", "wording", "marks", "from_spans")
        self._check_keys(path, data, known, needed=("dimension", "scale", "wording"))
        dimension = self._string(path, data, "dimension")
        try:
            scale = Scale.parse(self._string(path, data, "scale"))
        except KaratError as error:
            raise self._wrong((*path, "scale"), str(error)) from None
        from_spans = data.get("from_spans", False)
        if not isinstance(from_spans, bool):
            raise self._wrong((*path, "from_spans"), f"it is {from_spans!r}; true or false was expected.")
        if from_spans and (spans is None or not spans.weights):
            raise self._wrong(
                (*path, "from_spans"), "the value of errors needs their weights: [step.spans.weights]."
            )
        if not from_spans and not scale.is_bounded:
            raise self._wrong(
                (*path, "scale"), f"the scale {scale.name!r} has no end, so judges could give any value."
            )
        return Question(
            dimension,
            scale,
            self._string(path, data, "wording"),
            self._marks((*path, "marks"), self._table(path, data, "marks"), scale),
            from_spans,
        )

    def _marks(
        self, path: tuple[str | int, ...], data: Mapping[str, Any], scale: Scale
    ) -> Mapping[float, str]:
        """The words of the scale's points: those given, or those of the paper that the scale is from."""
        if not data:
            usual = protocol_of(scale)
            return MappingProxyType(dict(sorted(usual.marks.items())) if usual is not None else {})
        marks: dict[float, str] = {}
        for key in data:
            words = self._string(path, data, key)
            try:
                point = float(key)
            except ValueError:
                raise self._wrong(
                    (*path, key), f"{key!r} is not a number, so no point of the scale."
                ) from None
            if not scale.low <= point <= scale.high:
                raise self._wrong(
                    (*path, key), f"{key} is no point of the scale {scale.low:g} to {scale.high:g}."
                )
            marks[point] = words
        return MappingProxyType(dict(sorted(marks.items())))

    def _spans(self, path: tuple[str | int, ...], data: Any) -> SpanKinds:
        if not isinstance(data, dict):
            raise self._wrong(path, f"it is {data!r}; a table [step.spans] was expected.")
        self._check_keys(
            path, data, ("severities", "categories", "weights", "omissions"), needed=("severities",)
        )
        severities = self._strings(path, data, "severities")
        if not severities:
            raise self._wrong((*path, "severities"), "it is empty. Name at least one severity.")
        categories = self._strings(path, data, "categories")
        for key, words in (("severities", severities), ("categories", categories)):
            if len(set(words)) < len(words):
                raise self._wrong((*path, key), "a name is there twice.")
        weights = self._table(path, data, "weights")
        for kind, weight in weights.items():
            severity, _, category = kind.partition("/")
            if severity not in severities or (category and category not in categories):
                raise self._wrong(
                    (*path, "weights", kind), f"{kind!r} is no severity, and no severity/category of these."
                )
            if not isinstance(weight, int | float) or isinstance(weight, bool):
                raise self._wrong(
                    (*path, "weights", kind), f"the weight is {weight!r}; a number was expected."
                )
        omissions = data.get("omissions", True)
        if not isinstance(omissions, bool):
            raise self._wrong((*path, "omissions"), f"it is {omissions!r}; true or false was expected.")
        found = {kind: float(weight) for kind, weight in weights.items()}
        return SpanKinds(tuple(severities), tuple(categories), MappingProxyType(found), omissions)

    def _check_keys(
        self,
        path: tuple[str | int, ...],
        data: Mapping[str, Any],
        known: Collection[str],
        *,
        needed: Collection[str],
    ) -> None:
        for key in data:
            if key not in known:
                raise self._wrong((*path, key), str(UnknownName.among("key", key, known)))
        for key in needed:
            if key not in data:
                raise self._wrong(path, f"the key {key} is missing.")

    def _tables(self, path: tuple[str | int, ...], data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        found = data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            whole = ".".join([*(str(part) for part in path if isinstance(part, str)), key])
            raise self._wrong((*path, key), f"tables were expected: each begins with [[{whole}]].")
        return found

    def _table(self, path: tuple[str | int, ...], data: Mapping[str, Any], key: str) -> dict[str, Any]:
        found = data.get(key, {})
        if not isinstance(found, dict):
            raise self._wrong((*path, key), f"it is {found!r}; a table was expected.")
        return found

    def _string(
        self, path: tuple[str | int, ...], data: Mapping[str, Any], key: str, default: str | None = None
    ) -> str:
        found = data.get(key, default)
        if not isinstance(found, str) or (not found.strip() and found != default):
            raise self._wrong((*path, key), f"it is {found!r}; words in quotation marks were expected.")
        return found

    def _strings(self, path: tuple[str | int, ...], data: Mapping[str, Any], key: str) -> list[str]:
        found = data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, str) and one for one in found):
            raise self._wrong((*path, key), f'it is {found!r}; a list of names was expected: ["…"].')
        return found

    def _choice(
        self,
        path: tuple[str | int, ...],
        data: Mapping[str, Any],
        key: str,
        allowed: Collection[str],
        default: str | None = None,
    ) -> Any:
        found = data.get(key, default)
        if found not in allowed:
            raise self._wrong((*path, key), f"it is {found!r}; it must be one of {', '.join(allowed)}.")
        return found

    def _wrong(self, path: tuple[str | int, ...], problem: str) -> InvalidFile:
        """An error that names the key, and its line where it can be found."""
        spoken = ", ".join(_spoken(path))
        where = f"{spoken}: {problem}" if spoken else problem
        return InvalidFile.at(self._name, where, line=_line(self._text, path))


def _spoken(path: tuple[str | int, ...]) -> list[str]:
    """`("step", 2, "question", 1, "scale")` as people say it: step 2, question 1, scale."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int):
            words[-1] += f" {part}"
        else:
            words.append(part)
    return words


def _line(text: str, path: tuple[str | int, ...]) -> int | None:
    """Where a key stands. tomllib does not say, so headers are counted; inline tables have none."""
    header = re.compile(r"\s*(\[\[?)([\w.\- \t]*)\]\]?\s*(?:#.*)?$")
    counts: dict[str, int] = {}
    at: tuple[str | int, ...] = ()
    last: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if found := header.match(line):
            name = found[2].strip()
            if found[1] == "[[":
                counts[name] = counts.get(name, 0) + 1
                for deeper in [one for one in counts if one.startswith(f"{name}.")]:
                    del counts[deeper]
            at = _numbered(name, counts)
            if at == path[: len(at)]:
                last = number
            continue
        key = re.match(r"\s*(?:\"([^\"]+)\"|([\w\-]+))\s*=", line)
        if key is not None and (*at, key[1] or key[2]) == path:
            return number
    return last if path else None


def _numbered(name: str, counts: Mapping[str, int]) -> tuple[str | int, ...]:
    """`step.question` as it stands now: step 2, question 1."""
    found: list[str | int] = []
    parts = name.split(".")
    for end, part in enumerate(parts, 1):
        found.append(part)
        if count := counts.get(".".join(parts[:end])):
            found.append(count)
    return tuple(found)
