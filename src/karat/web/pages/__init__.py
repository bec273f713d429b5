"""What each address does, for people and for programs."""
