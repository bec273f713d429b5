"""The dossier: every answer that there is about one evaluation, gathered for a report."""
