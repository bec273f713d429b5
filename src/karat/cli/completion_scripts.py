"""Completion scripts for shells, written from the options that the commands declare."""

from __future__ import annotations

import re
from importlib import import_module
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from karat.cli.command_group import every_command
from karat.cli.main import COMMANDS, GROUPS
from karat.metrics.catalogue import METRICS
from karat.tokens.catalogue import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from karat.cli.command_group import CommandGroup
    from karat.cli.options import Option

# Values that are names of files, as the help calls them.
_FILES = {
    *("CALIBRATION", "CAMPAIGN", "CORPUS", "DATA", "FILE", "FOLDER", "FROM", "HYPOTHESIS", "JUDGEMENTS"),
    *("PAGE", "REFERENCE", "SHARD", "VERSION"),
}
_METRICS = ("metrics", "score_with")
_TOKENIZERS = tuple(name for name in NAMES if name not in ("given", "spm"))


class Completed(NamedTuple):
    """An option as a shell completes it: words that may follow, files, and whether more than one may."""

    names: tuple[str, ...]
    text: str
    values: tuple[str, ...] = ()
    takes: bool = False
    files: bool = False
    many: bool = False


def completed(command: str, one: Option) -> Completed:
    """What may follow an option."""
    values = tuple(one.choices)
    if one.attribute in _METRICS or (command, one.attribute) in (("explain", "inputs"), ("metrics", "name")):
        values = tuple(METRICS)
    elif command == "help":
        values = tuple(COMMANDS)
    elif one.attribute == "tokenize":
        values = _TOKENIZERS
    word = one.value.removesuffix("…").split(" ")[0]
    files = word in _FILES or (command, one.attribute) == ("explain", "inputs")
    names = tuple(one.names) if one.flag.startswith("-") else ()
    many = one.value.endswith("…") and one.convert is str
    return Completed(names, _short(one.text), values, takes=bool(one.value), files=files, many=many)


def _short(text: str) -> str:
    """The beginning of the help, for a list beside the command line."""
    return re.split(r"[;:(]| e\.g\. ", text, maxsplit=1)[0].strip()[:70]


def every_option() -> dict[str, list[Completed]]:
    """The options of every command, by what is typed; hidden ones are not offered."""
    return {
        name: [completed(name, one) for one in import_module(home).COMMAND.options.every() if one.text]
        for name, home in every_command().items()
    }


def groups() -> dict[str, Mapping[str, str]]:
    """The commands of groups, with what each is for."""
    found: dict[str, CommandGroup] = {
        name: import_module(f"karat.cli.commands.{name}").GROUP for name in GROUPS
    }
    return {name: group.lines for name, group in found.items()}


def _by_command(show: Mapping[str, Sequence[str]]) -> str:
    """A `case` over the commands, each with lines of its own."""
    parts = []
    for command, lines in show.items():
        inside = "\n".join(f"            {line}" for line in lines)
        parts.append(f"        {quote(command)})\n{inside}\n            ;;")
    return "\n".join(parts)


def _followers(options: Sequence[Completed], array: str) -> Iterator[str]:
    """A `case` over the last option: what may follow it, or else what stands without an option."""
    kinds: dict[tuple[object, ...], list[str]] = {}
    alone = Completed((), "")
    for one in options:
        if not one.names:
            alone = one
        elif one.takes:
            kinds.setdefault((one.values, one.files, one.many), []).extend(one.names)
    yield "case $last in"
    for (values, files, many), names in kinds.items():
        yield f"    {'|'.join(names)}) {_set(array, values, files=files, many=many)} ;;"
    yield "    *) last= ;;"
    yield "esac"
    yield "if [[ -z $last || ( -z $many && $since -gt 0 ) ]]; then"
    yield f"    {_set(array, alone.values, files=alone.files)}; last="
    yield "fi"


def _set(array: str, values: object, *, files: object, many: object = False) -> str:
    words = " ".join(quote(value) for value in values) if isinstance(values, tuple) else ""
    return f"{array}=({words}); files={'1' if files else ''}; many={'1' if many else ''}"


_LAST = """\
    local last= since=0 index word files= many=
    for (( index = {first}; index < {current}; index++ )); do
        word=${words[index]}
        case $word in
            -?*) last=${word%%=*}; since=0 ;;
            =|:) ;;
            *) since=$(( since + 1 )) ;;
        esac
    done"""

_BASH = """\
# Completion of karat in bash: karat completion bash > ~/.local/share/bash-completion/completions/karat
_karat() {
    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} first=2
    local -a words=("${COMP_WORDS[@]}") options=() values=()
    COMPREPLY=()
    [[ $cur == [=:] ]] && cur=
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=($(compgen -W '@COMMANDS@ --help --version' -- "$cur"))
        return
    fi
    case $command in
@GROUPS@
    esac
@LAST@
    case $command in
@OPTIONS@
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "${options[*]}" -- "$cur"))
        return
    fi
    COMPREPLY=($(compgen -W "${values[*]}" -- "$cur"))
    if [[ -z $files ]]; then
        compopt +o default +o bashdefault 2>/dev/null
    elif (( ${#COMPREPLY[@]} == 0 )) && [[ -n $cur && demo: == "$cur"* && -z $(compgen -f -- "$cur") ]]; then
        COMPREPLY=(demo:)
    fi
}
complete -o default -o bashdefault -F _karat karat
"""

_ZSH = """\
#compdef karat
# Completion of karat in zsh: karat completion zsh > FOLDER/_karat, where FOLDER is in your fpath
_karat() {
    local command=$words[2] first=3
    local -a options choices commands
    if (( CURRENT == 2 )); then
        commands=(@COMMANDS@)
        _describe command commands
        return
    fi
    case $command in
@GROUPS@
    esac
@LAST@
    case $command in
@OPTIONS@
    esac
    if [[ $words[CURRENT] == -* ]]; then
        _describe option options
        return
    fi
    (( $#choices )) && compadd -a choices
    if [[ -n $files ]]; then
        compadd -S '' -- demo:
        _files
    fi
    return 0
}
if [[ $funcstack[1] == _karat ]]; then
    _karat "$@"
else
    compdef _karat karat
fi
"""

_FISH = """\
# Completion of karat in fish: karat completion fish > ~/.config/fish/completions/karat.fish
function __karat_command
    set -l words (commandline -opc)[2..-1]
    contains -- "$words[1]" @GROUP_NAMES@; and set -l words "$words[1..2]"
    test "$words[1]" = "$argv[1]"
end
function __karat_alone
    test (count (commandline -opc)) -eq $argv[1]
end
function __karat_after
    set -l given (string match -- '-?*' (commandline -opc))
    string match -q -- '-*' (commandline -ct); and return 1
    contains -- "$given[-1]" $argv
end
complete -c karat -n '__karat_alone 1' -f
@LINES@
"""


def bash() -> str:
    """The script for bash."""
    cases = {
        command: [
            f"options=({' '.join(name for one in options for name in one.names)})",
            *_followers(options, "values"),
        ]
        for command, options in every_option().items()
    }
    within = {
        name: [
            "if (( COMP_CWORD == 2 )); then",
            f"    COMPREPLY=($(compgen -W '{' '.join(lines)} --help' -- \"$cur\"))",
            "    return",
            "fi",
            'command="$command ${COMP_WORDS[2]}"; first=3',
        ]
        for name, lines in groups().items()
    }
    last = _LAST.replace("{first}", "first").replace("{current}", "COMP_CWORD")
    return _filled(
        _BASH, COMMANDS=" ".join(COMMANDS), GROUPS=_by_command(within), LAST=last, OPTIONS=_by_command(cases)
    )


def zsh() -> str:
    """The script for zsh."""
    cases = {
        command: [
            f"options=({' '.join(_described(name, one.text) for one in options for name in one.names)})",
            *_followers(options, "choices"),
        ]
        for command, options in every_option().items()
    }
    within = {
        name: [
            "if (( CURRENT == 3 )); then",
            f"    commands=({_all_described(lines)})",
            "    _describe command commands",
            "    return",
            "fi",
            'command="$command $words[3]"; first=4',
        ]
        for name, lines in groups().items()
    }
    last = _LAST.replace("{first}", "first").replace("{current}", "CURRENT")
    return _filled(
        _ZSH,
        COMMANDS=_all_described(COMMANDS),
        GROUPS=_by_command(within),
        LAST=last,
        OPTIONS=_by_command(cases),
    )


def _all_described(lines: Mapping[str, str]) -> str:
    return " ".join(_described(name, line) for name, line in lines.items())


def _described(name: str, text: str) -> str:
    return quote(f"{name}:{text}")


def fish() -> str:
    """The script for fish."""
    return _filled(_FISH, GROUP_NAMES=" ".join(GROUPS), LINES="\n".join(_fish_lines()))


def _fish_lines() -> Iterator[str]:
    for name, line in COMMANDS.items():
        yield f"complete -c karat -n '__karat_alone 1' -a {name} -d {_fish(line)}"
    for group, lines in groups().items():
        first = f"complete -c karat -n '__karat_command {group}; and __karat_alone 2'"
        yield f"{first} -f"
        for name, line in lines.items():
            yield f"{first} -a {name} -d {_fish(line)}"
    for command, options in every_option().items():
        here = f'__karat_command "{command}"'
        for one in options:
            words = (*one.values, "demo:") if one.files and not one.names else one.values
            values = f" -a {_fish(' '.join(words))}" if words else ""
            if not one.names:
                kind = "" if one.files else " -f"
                yield f"complete -c karat -n '{here}'{kind}{values}"
                continue
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in one.names
            )
            kind = "" if not one.takes else " -rF" if one.files else " -x"
            yield f"complete -c karat -n '{here}' {names}{kind}{values} -d {_fish(one.text)}"
            if one.many and one.values:
                yield f"complete -c karat -n '{here}; and __karat_after {' '.join(one.names)}' -f{values}"


def _fish(text: str) -> str:
    """A word in quotation marks, as fish reads them."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _filled(script: str, **parts: str) -> str:
    for name, text in parts.items():
        script = script.replace(f"@{name}@", text)
    return script


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
