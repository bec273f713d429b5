"""Annotators mark the named entities of documents, adjudicators decide where they differ."""
