"""Files that were damaged on purpose, piece by piece, and whatever reads them.

`make fuzz-files` runs a million cases; `test_hostile_files.py` a few of each kind.
"""
