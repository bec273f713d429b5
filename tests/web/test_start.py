"""A campaign is served at once: what takes long to import waits until somebody asks for it."""

from __future__ import annotations

import subprocess
import sys


def test_nobody_waits_for_statistics() -> None:
    """Serving the demo imports neither the statistics nor the charts of the lead's page."""
    code = """
import sys
import karat.cli.commands.campaign.demo, karat.campaigns.desk, karat.campaigns.store.sql_store, karat.web.serving
print([name for name in ("scipy.stats", "scipy.optimize", "altair", "vl_convert") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
