"""Corpora: one module per format."""
