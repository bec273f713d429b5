"""The command line: one file per command, none of which computes anything."""
