"""What a running campaign says: progress, judges, standings, and whether there is enough."""
