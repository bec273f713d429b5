"""The texts of sacreBLEU's command line: where lines end and what is stripped is as there."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from karat.sacrebleu.utils import smart_open

if TYPE_CHECKING:
    from argparse import Namespace

_TEXTS_DIFFER = 17  # sacreBLEU's exit code


class CommandEnd(Exception):
    """What ends the command, with its exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def read_references(options: Namespace) -> list[list[str]]:
    """One text per reference: a file each, or one file with tabs between them."""
    if not options.refs:
        raise CommandEnd(
            "There are no references. Name them before -i: python -m karat.sacrebleu REF… -i OUTPUT…"
        )
    wanted = options.num_refs
    if wanted != 1 and len(options.refs) > 1:
        raise CommandEnd("--num-refs is for one file with tab-delimited references; there are several files.")
    if wanted == 1:
        return [_lines(name, options.encoding) for name in options.refs]

    texts: list[list[str]] = [[] for _ in range(max(1, wanted))]
    for number, line in enumerate(_lines(options.refs[0], options.encoding), 1):
        fields = line.split(sep="\t", maxsplit=wanted - 1)
        if len(fields) != wanted:
            raise CommandEnd(
                f"FATAL: line {number}: expected {wanted} fields, but found {len(fields)}.", _TEXTS_DIFFER
            )
        for text, field in zip(texts, fields, strict=True):
            text.append(field)
    return texts


def read_systems(options: Namespace) -> dict[str, list[str]]:
    """The outputs by name: a file each, or standard input with tabs between systems."""
    if options.input is None:
        return _from_standard_input(options.encoding)
    paired = options.paired_ar or options.paired_bs
    systems: dict[str, list[str]] = {}
    for name in options.input:
        if name not in systems:
            systems[name] = _lines(name, options.encoding)
        elif not (paired and name == next(iter(systems))):
            raise CommandEnd(f"{name!r} is given twice. Give each system once.")
    return systems


def _from_standard_input(encoding: str) -> dict[str, list[str]]:
    stream = io.TextIOWrapper(sys.stdin.buffer, encoding=encoding)
    # Without a line there is one system, with one empty segment.
    texts = [[field] for field in stream.readline().rstrip().split("\t")]
    for line in stream:
        fields = line.rstrip().split("\t")
        if len(fields) != len(texts):
            raise CommandEnd(
                "FATAL: the number of tab-delimited fields in the input stream differ across lines.",
                _TEXTS_DIFFER,
            )
        for text, field in zip(texts, fields, strict=True):
            text.append(field.rstrip())
    stream.detach()  # the caller's stream stays open
    return {f"System {number}": text for number, text in enumerate(texts, 1)}


def _lines(name: str, encoding: str) -> list[str]:
    try:
        with smart_open(name, encoding=encoding) as stream:
            return [line.rstrip() for line in stream]
    except UnicodeDecodeError as error:
        raise CommandEnd(f"{name} is not {encoding}: {error}. Name its encoding with -e.") from error
    except LookupError as error:
        raise CommandEnd(f"There is no encoding {encoding!r}.") from error
    except (OSError, EOFError) as error:
        raise CommandEnd(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
