"""`karat diagnose`: which diagnosis was meant."""

from __future__ import annotations

from karat.cli.command_group import CommandGroup

GROUP = CommandGroup(
    "diagnose",
    {
        "what": {
            "variation": "Count the other texts that would get the same score, and measure the share of word "
            "order.",
            "variants": "Write such texts, and show which other metrics see the difference.",
            "sensitivity": "Damage real output step by step, and show when each metric notices.",
        }
    },
    package="karat.cli.commands",
    noun="diagnosis",
    description="Show what a score hides.",
    examples="""\
  karat diagnose variation CORPUS
  karat diagnose variants wmt.xml --system online-A --score-with chrf ter
  karat diagnose sensitivity wmt.xml --system online-A -m bleu chrf
""",
)
run = GROUP.run
