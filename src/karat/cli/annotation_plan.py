"""`karat campaign plan` for annotators: which reference, what is suggested, and who decides differences."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from karat.campaigns.annotation import annotation_work, plan_annotation
from karat.campaigns.planning.workload import assumed_pace
from karat.cli.inputs import check_inputs, kind_of
from karat.cli.loading import read_corpus
from karat.cli.notes import note
from karat.cli.options import Options, option
from karat.cli.output import render
from karat.entities.names_file import read_names
from karat.entities.recognisers import recogniser
from karat.entities.rules import RULE_LANGUAGES
from karat.errors import InvalidOption, InvalidText
from karat.readers.corpora.annotated_references import read_annotated_references
from karat.readers.corpora.annotation import lifted
from karat.readers.people.entity_files import is_standoff
from karat.report.formats.json_document import document
from karat.report.topics import campaign_annotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.questionnaire import Questionnaire
    from karat.cli.commands.campaign.plan import CampaignPlanOptions
    from karat.corpus import Corpus

# What is about outputs of systems, and has no meaning for a reference.
_OF_OUTPUTS = (
    *("training", "masked", "design", "side_by_side", "hours", "anchors", "repeats", "spoilt", "damages"),
    *("pilot", "wage", "figures", "open"),
)

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")


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
        "--language",
        "NAME",
        "language of the reference: de, th, pt-BR; its rules suggest, if it has any; none: no rules "
        "(default: that of the corpus, otherwise the rules of en)",
    )
    plain_text: bool | None = option(
        "--plain-text", "", "the reference has no MUC tags: what looks like one is text"
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
    corpus = _corpus(options)
    language = _rule_language(options, corpus)
    wanted = "none" if options.recogniser == "rules" and language == "none" else options.recogniser
    plan = plan_annotation(
        corpus,
        questionnaire,
        annotators=people,
        per_document=options.per_item,
        adjudicators=[name.strip() for name in (options.adjudicators or "").split(",") if name.strip()],
        reference=options.reference,
        recognise=recogniser(wanted, language),
        names=None if options.names is None else read_names(options.names),
        seconds_per_word=options.seconds_per_word or assumed_pace(questionnaire).seconds,
        pack_hours=1.0 if options.pack_hours is None else options.pack_hours,
        no_back=bool(options.no_back),
        seed=options.seed,
        name="campaign" if options.output is None else Path(options.output).stem,
    )
    if corpus.documents is None:
        note(
            "No documents are known, so each line is one, with a page of its own. Name the document of each "
            "line: --documents FILE."
        )
    if language == "none" and options.recogniser != "none":
        note(
            "Dates, times and sums are not suggested: there are no rules for this language. There are for "
            f"{', '.join(RULE_LANGUAGES)}."
        )
    return plan


def _corpus(options: CampaignPlanOptions) -> Corpus:
    """The references, in the language that is named; a reference alone needs no output beside it."""
    alone = _references_alone(options)
    if alone:
        for name in ("source", "systems", "align", "keep_bom"):
            if getattr(options, name):
                raise InvalidOption(
                    f"--{name.replace('_', '-')} has no place where a reference stands alone. Leave it out."
                )
        corpus = read_annotated_references(
            alone,
            documents=options.documents,
            text_types=options.text_types,
            is_plain=bool(options.plain_text),
        )
    else:
        corpus = read_corpus(options, (), check_inputs(options, command="campaign plan"))
        try:
            corpus = corpus if options.plain_text else lifted(corpus)
        except InvalidText as error:
            raise InvalidText(f"{error} To plan it as it is: --plain-text.") from None
    if options.language in (None, "none"):
        return corpus
    if not _LANGUAGE.fullmatch(options.language):
        raise InvalidOption(
            f"--language is {options.language!r}; the code of a language was expected, such as de, th or "
            "pt-BR, or none."
        )
    return replace(corpus, target_language=options.language)


def _references_alone(options: CampaignPlanOptions) -> list[str]:
    """The files of references, if nothing else is named."""
    if not options.inputs:
        return options.references or []
    is_alone = options.references is None and len(options.inputs) == 1
    (path, *_) = options.inputs
    return [path] if is_alone and (kind_of(path) == "text" or is_standoff(path)) else []


def _rule_language(options: CampaignPlanOptions, corpus: Corpus) -> str:
    """Whose rules suggest; a language without rules gets none of another language."""
    spoken = options.language or corpus.target_language or "en"
    language = spoken.partition("-")[0].lower()
    return language if language in RULE_LANGUAGES else "none"


def shown_work(plan: CampaignPlan, form: str, digits: int) -> str:
    """What everybody has to do, in a format."""
    work = annotation_work(plan)
    if form == "json":
        return document({"work": campaign_annotation.work_record(work)})
    tables = [campaign_annotation.work_table(work)]
    return render(form, tables, campaign_annotation.work_notes(work), digits=digits)
