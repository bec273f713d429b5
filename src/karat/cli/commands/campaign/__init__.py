"""`karat campaign`: people judge, from the plan to the export. One file of this folder for each command.

To add one: `NAME.py` with its `COMMAND`, which is called "campaign NAME", and `run(arguments)`; and its line
of the help in `GROUP`. A group without commands is not shown.
"""

from __future__ import annotations

from karat.cli.command_group import CommandGroup

GROUP = CommandGroup(
    "campaign",
    {
        "before people judge": {
            "plan": "Plan a campaign: packs for judges, hours, cost, and what it will be able to show.",
            "links": "Make a link for each judge and for the lead.",
        },
        "while they judge": {
            "serve": "Serve the pages of a campaign: judges judge, the lead watches.",
            "demo": "Try it: a small campaign on the demo data, planned and served at once.",
            "status": "Show progress, judges, standings, and whether there is enough.",
            "add-judge": "Add judges, leads, or a link for a crowd platform.",
            "revoke": "End somebody's links at once.",
            "reassign": "List the packs, or hand one to another judge.",
            "guidelines": "Publish new guidelines, which judges read before they go on.",
            "pause": "Give judges no new pages for a while.",
            "resume": "Go on after a pause.",
            "close": "Close a campaign for good.",
        },
        "afterwards": {
            "export": "Write the answers as a file, for Karat and for other tools.",
            "import": "Make a campaign of judgements that were collected elsewhere.",
            "copy": "Copy a campaign from a file into a database, or back.",
        },
    },
    package="karat.cli.commands.campaign",
    noun="command",
    description="""\
Plan a campaign in which people judge translations, run it, watch it, and use its judgements.

A campaign is one file. Its judges work in a browser, with a link each and nothing to install.""",
    examples="""\
  karat campaign demo
  karat campaign plan CORPUS --judges 6 -o news.campaign
  karat campaign links news.campaign
  karat campaign serve news.campaign
""",
)
run = GROUP.run
