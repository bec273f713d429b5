"""A campaign is served at once: what takes long to import waits until somebody asks for it."""

from __future__ import annotations

import subprocess
import sys


def test_nobody_waits_for_statistics() -> None:
    """Serving imports no scipy, and planning the demo neither statistics nor the charts of the lead's page."""
    code = """
import sys
import karat.campaigns.desk, karat.campaigns.store.sql_store, karat.web.serving
print("scipy" in sys.modules)
import karat.cli.commands.campaign.demo
print([name for name in ("scipy.stats", "scipy.optimize", "altair", "vl_convert") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "[]"]
