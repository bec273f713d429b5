"""A project's defaults: `karat.toml`, or `[tool.karat]` of `pyproject.toml`, in this folder or above it."""

from __future__ import annotations

import os

from karat.errors import InvalidOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from karat.cli.options import Command, Option, Options

FILE, SHARED_FILE = "karat.toml", "pyproject.toml"
OFF = "--no-config"
_WITHOUT = ("help", "completion")
_HELP = {"-h", "--help"}
# How to measure, and by which chances; never which texts, and never where to write.
SETTINGS = (
    *("metrics", "lowercase", "normalization", "spaces", "unit", "order", "tokenize"),
    *("smoothing", "smoothing-value", "effective-order", "brevity", "mean"),
    *("char-order", "word-order", "beta", "epsilon"),
    *("ter-normalized", "no-punctuation", "asian", "case-sensitive"),
    *("confidence", "samples", "shuffles", "seed", "correction", "interval"),
    *("width", "threads", "no-check"),
)


class Configuration:
    """The settings of a file, for the command that was typed."""

    # The one of this run; commands that others run inside them have none.
    current: Configuration | None = None

    def __init__(self, path: str, settings: Mapping[str, Any], command: str) -> None:
        self.path = path
        self.settings = settings
        self.command = command

    @property
    def name(self) -> str:
        """The file as seen from here."""
        return os.path.relpath(self.path).replace(os.sep, "/")

    def __enter__(self) -> None:
        Configuration.current = self

    def __exit__(self, *_: object) -> None:
        from karat.report.formats.json_document import beside

        Configuration.current = None
        beside.clear()

    def apply(self, command: Command, options: Options) -> None:
        """Give options that were not typed their value of the file, and say so."""
        taken = {}
        known = {
            one.flag: (title, one)
            for title, group in command.options.declared.items()
            for one in group.values()
        }
        for name, value in self.settings.items():
            title, one = known.get(f"--{name}", ("", None))
            # Where the metrics of a command are a choice of its own, the project's are not meant.
            if one is None or value is False or (name == "metrics" and title != "metrics"):
                continue
            if name == "metrics" and getattr(options, "recipe", None):
                continue
            if one.attribute not in vars(options):
                setattr(options, one.attribute, self._converted(one, name, value))
                taken[name] = value
        if taken:
            self._tell(options, taken)

    def _converted(self, one: Option, name: str, value: object) -> object:
        """The value as it would be if it had been typed."""
        from argparse import ArgumentTypeError

        many = one.value.endswith("…") and one.convert is str
        if not one.value and not isinstance(value, bool):
            raise self._unlike(name, value, "true or false")
        if not one.value:
            return value
        values = value if isinstance(value, list) else [value]
        if any(isinstance(each, bool | dict | list) for each in values) or (len(values) != 1 and not many):
            raise self._unlike(name, value, "a list of names" if many else "one value")
        try:
            converted = [one.convert(str(each)) for each in values]
            one.check(converted if many else converted[0])
        except (ArgumentTypeError, InvalidOption) as error:
            raise InvalidOption(f"{self.name}, {name}: {error}") from None
        return converted if many else converted[0]

    def _unlike(self, name: str, value: object, expected: str) -> InvalidOption:
        return InvalidOption(f"{self.name}: {name} is {value!r}; {expected} was expected.")

    def _tell(self, options: Options, taken: dict[str, Any]) -> None:
        from karat.cli.notes import note
        from karat.report.formats.json_document import beside

        options.configured = taken
        beside["configuration"] = {"file": self.name, "settings": taken}
        shown = ", ".join(f"{name} = {_shown(value)}" for name, value in taken.items())
        note(f"settings of {self.name}: {shown}. {OFF} ignores them.")


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def as_arguments(settings: Mapping[str, Any]) -> list[str]:
    """Settings as one would type them, for a command that must hold elsewhere."""
    words = []
    for name, value in settings.items():
        values = value if isinstance(value, list) else [] if value is True else [value]
        words += [f"--{name}", *map(str, values)]
    return words


def found(arguments: Sequence[str]) -> Configuration | None:
    """The settings for a command, from the nearest folder that has any; None where there are none."""
    # Who asks for help may be looking for the name of a setting.
    if OFF in arguments or arguments[0] in _WITHOUT or _HELP & set(arguments):
        return None
    for path in _candidates(os.getcwd()):  # noqa: PTH109 (pathlib would double the time to start)
        if (table := _read(path)) is not None:
            return _of_command(path, table, list(arguments))
    return None


def _candidates(folder: str) -> Iterator[str]:
    """The files that there are, the nearest first."""
    while True:
        for name in (FILE, SHARED_FILE):
            path = os.path.join(folder, name)  # noqa: PTH118 (as above)
            if os.path.isfile(path):  # noqa: PTH113 (as above)
                yield path
        above = os.path.dirname(folder)  # noqa: PTH120 (as above)
        if above == folder:
            return
        folder = above


def _read(path: str) -> dict[str, Any] | None:
    """The settings in a file; None where it has none, as most `pyproject.toml` have."""
    is_own = path.endswith(FILE)
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (as above)
            content = file.read()
        if not is_own and b"tool.karat" not in content and b"[tool]" not in content:
            return None
        import tomllib

        table = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as error:
        raise InvalidOption(
            f"{os.path.relpath(path)}: it cannot be read ({error.strerror}). {OFF} goes without."
        ) from None
    except (ValueError, RecursionError) as error:
        if not is_own:  # whoever keeps it for something else will be told by that
            return None
        raise InvalidOption(f"{os.path.relpath(path)} is no TOML: {error}. {OFF} goes without.") from None
    if is_own:
        return table
    tool = table.get("tool", {})
    return tool.get("karat") if isinstance(tool, dict) else None


def _of_command(path: str, table: object, arguments: list[str]) -> Configuration:
    from karat.cli.main import COMMANDS, GROUPS

    name = os.path.relpath(path).replace(os.sep, "/")
    command = " ".join(arguments[: 2 if arguments[0] in GROUPS else 1])
    if not isinstance(table, dict):
        raise InvalidOption(f"{name}: [tool.karat] is {table!r}; a table of settings was expected.")
    settings = {}
    for key, value in table.items():
        if isinstance(value, dict) and key.split(" ")[0] in COMMANDS:
            for inner in value:
                _check_known(name, inner, SETTINGS, f" in [{key}]")
        else:
            _check_known(name, key, (*SETTINGS, *COMMANDS), "")
            settings[key] = value
    own = table.get(command)
    return Configuration(path, {**settings, **(own if isinstance(own, dict) else {})}, command)


def _check_known(file: str, key: str, known: Sequence[str], where: str) -> None:
    from difflib import get_close_matches

    if key in SETTINGS:
        return
    near = get_close_matches(key, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise InvalidOption(f"{file}: there is no setting {key!r}{where}.{hint} Known: {', '.join(SETTINGS)}.")
