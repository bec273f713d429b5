"""How a segment got its score: explanations, with the n-grams, edits and matches behind the counts."""
