"""The list of faults fits the code, so that it cannot rot; `make mutants` plants them."""

from __future__ import annotations

from collections import Counter

from tests.mutants.faults import ROOT, every_fault


def test_every_fault_can_be_planted() -> None:
    """Its old text is there once and its new text is another; its tests exist."""
    faults = every_fault()
    for fault in faults:
        assert fault.planted() != (ROOT / fault.file).read_text(encoding="utf-8")
        assert fault.tests
        for test in fault.tests:
            assert (ROOT / test.partition("::")[0]).is_file(), fault
    assert max(Counter((fault.file, fault.old, fault.new) for fault in faults).values()) == 1


def test_there_are_enough_of_all_kinds() -> None:
    """At least 120, in kernel, metrics, statistics, readers, report, command line and web."""
    faults = every_fault()
    assert len(faults) >= 120
    places = [fault.file.removeprefix("src/").removeprefix("karat/").partition("/")[0] for fault in faults]
    assert {"kernel", "metrics", "resampling", "readers", "report", "cli", "web"} <= set(places)
    assert sum(not fault.unseen for fault in faults) >= 0.95 * len(faults)
