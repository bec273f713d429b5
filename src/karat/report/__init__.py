"""Facts as people and programs read them: one module per format; nothing is computed here."""
