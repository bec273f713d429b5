"""Hypothesis searches here as `hypothesis_profile` says."""

from tests import hypothesis_profile as hypothesis_profile
