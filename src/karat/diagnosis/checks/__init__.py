"""Checks, in families: functions from a `Case` to a `Finding`, or to None where they do not apply."""
