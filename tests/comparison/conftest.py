"""Hypothesis searches here as `hypothesis_profile` says."""

import tests.hypothesis_profile  # noqa: F401
