"""The commands, one per file: their options, their help, and what runs them."""
