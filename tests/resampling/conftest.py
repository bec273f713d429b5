"""How Hypothesis searches here."""

import tests.hypothesis_profile  # noqa: F401
