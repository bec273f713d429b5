"""`karat campaign plan` for annotators: which reference, what is suggested, and who decides differences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from karat.campaigns.annotation import annotation_work, plan_annotation
from karat.campaigns.planning.workload import assumed_pace
from karat.cli.inputs import check_inputs, kind_of
from karat.cli.loading import read_corpus
from karat.cli.options import Options, option
from karat.cli.output import render
from karat.entities.names_file import read_names
from karat.entities.recognisers import recogniser
from karat.entities.rules import RULE_LANGUAGES
from karat.errors import InvalidOption
from karat.readers.corpora.annotation import lifted
from karat.report.formats.json_document import document
from karat.report.topics import campaign_annotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import Questionnaire
    from karat.cli.commands.campaign.plan import CampaignPlanOptions

# What is about outputs of systems, and has no meaning for a reference.
_OF_OUTPUTS = (
    *("training", "masked", "design", "side_by_side", "hours", "anchors", "repeats", "spoilt", "damages"),
    *("pilot", "wage", "figures"),
)


class EntityPlanOptions(Options, title="entities (with --protocol entities)"):
    """What annotators of named entities are given."""

    adjudicators: str | None = option(
        "--adjudicators", "NAMES", "who decides where annotators differ: dora or dora,emil (default: nobody)"
    )
    reference: int = option(
        "--reference", "N", "which reference is annotated (default: 1)", default=1, least=1
    )
    recogniser: str = option(
        "--recogniser",
        "NAME",
        "what is suggested: rules, spacy:MODEL (rules and a model), none (default: rules)",
        default="rules",
    )
    language: str | None = option(
        "--language", "NAME", "language of the rules (default: that of the corpus, otherwise en)"
    )
    names: str | None = option(
        "--names", "FILE", "names of the project, confirmed in earlier texts, which are suggested"
    )


def plan_of_annotators(
    options: CampaignPlanOptions, questionnaire: Questionnaire, people: int | Sequence[str]
) -> CampaignPlan:
    """The plan that the options ask for."""
    for name in _OF_OUTPUTS:
        if getattr(options, name):
            flag = name.replace("_", "-")
            raise InvalidOption(
                f"--{flag} is about outputs of systems, and entities are marked in a reference."
            )
    if options.references is None and [kind_of(path) for path in options.inputs] == ["text"]:
        # The reference alone: nothing is done with outputs.
        options.references = list(options.inputs)
    kind = check_inputs(options, command="campaign plan")
    corpus = lifted(read_corpus(options, (), kind))
    spoken = (corpus.target_language or "en").partition("-")[0]
    language = options.language or (spoken if spoken in RULE_LANGUAGES else "en")
    wanted = options.recogniser
    if options.language is None and spoken not in RULE_LANGUAGES and wanted == "rules":
        wanted = "none"
    return plan_annotation(
        corpus,
        questionnaire,
        annotators=people,
        per_document=options.per_item,
        adjudicators=[name.strip() for name in (options.adjudicators or "").split(",") if name.strip()],
        reference=options.reference,
        recognise=recogniser(wanted, language),
        names=None if options.names is None else read_names(options.names),
        seconds_per_word=options.seconds_per_word or assumed_pace(questionnaire).seconds,
        pack_hours=options.pack_hours,
        no_back=bool(options.no_back),
        seed=options.seed,
        name="campaign" if options.output is None else Path(options.output).stem,
    )


def shown_work(plan: CampaignPlan, form: str, digits: int) -> str:
    """What everybody has to do, in a format."""
    work = annotation_work(plan)
    if form == "json":
        return document({"work": campaign_annotation.work_record(work)})
    tables = [campaign_annotation.work_table(work)]
    return render(form, tables, campaign_annotation.work_notes(work), digits=digits)
