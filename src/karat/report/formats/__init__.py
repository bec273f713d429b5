"""Tables in each format: text, terminal, TSV, LaTeX, JSON."""
