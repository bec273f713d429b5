"""What Karat promises about chance, measured where the truth is known: `make bench-promises`.

Each module has the promises of one topic. A case is a function that takes the number of trials and yields
rows of the table; `tests/promises` runs the same cases with few trials and a fixed seed.
"""
