"""Campaigns: people judge. Plans, the store, the desk that serves judges, and what their answers say."""
