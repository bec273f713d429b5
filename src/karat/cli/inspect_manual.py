"""What the help of `karat inspect` says, and with it which options there are."""

from karat.cli import calibrate_manual, manual

USAGE = "karat inspect CALIBRATION… [options]"

DESCRIPTION = """\
Show what is in files of karat calibrate: where each calibration comes from, its lines and their errors.

Of several files, calibrations of the same metric, dimension, language pair and text type are put side by
side: what they were made of, and whether their lines are equal. A file that was changed is refused."""

EXAMPLES = """\
examples:
  karat inspect en-de.json
  karat inspect 2023.json 2024.json --human mqm
  karat inspect five.json percent.json --scale 0-100
"""

GROUPS = {
    "input": (
        ("inputs", "CALIBRATION…", "files of karat calibrate -o"),
        ("--human", "NAME…", "the dimensions to show (default: all)"),
        ("--scale", "TEXT", "such as 1-5 or 0-100: convert calibrations on other scales to it"),
    ),
    "output": calibrate_manual.GROUPS["output"],
    "other": tuple(option for option in manual.GROUPS["other"] if option[0] != "--threads"),
}
