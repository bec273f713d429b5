"""What is shown of each topic: its tables, notes, record, chart and section of the page, in one file."""
