"""Corpora that may lack references: people can judge outputs by the source alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from karat.readers.corpora.evaluation_set import is_evaluation_set
from karat.readers.corpora.folder import read_folder
from karat.readers.corpora.layouts import read_table
from karat.readers.corpora.sgml import read_sgml_file
from karat.readers.corpora.wmt_xml import read_wmt_xml
from karat.readers.files.input_table import is_table, table_of
from karat.readers.files.opening import display_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath


def read_unreferenced(
    path: FilePath,
    *,
    systems: Sequence[str] | None = None,
    keep_bom: bool = False,
    collections: Sequence[str] | None = None,
) -> Corpus:
    """The corpus of a file or folder, as `read` would give it, with the references that it has, if any."""
    from karat.readers import read

    name = display_name(path)
    if Path(name).is_dir():
        if is_evaluation_set(name):
            return read(name, systems=systems)
        return read_folder(name, systems=systems, keep_bom=keep_bom, needs_references=False)
    if is_table(name):
        return read_table(table_of(path, what="segments"), systems, needs_references=False)
    ending = name.lower().removesuffix(".gz").removesuffix(".zst")
    if ending.endswith(".xml"):
        return read_wmt_xml(path, systems=systems, collections=collections, needs_references=False)
    if ending.endswith((".sgm", ".sgml")):
        return read_sgml_file(path, systems=systems, needs_references=False)
    return read(path, systems=systems, keep_bom=keep_bom)
