"""Campaigns in other forms: judgements out and in, and a campaign from one store to another."""
