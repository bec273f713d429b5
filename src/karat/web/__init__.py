"""The campaign in a browser: judges' and leads' pages, and the same addresses for programs.

Here is HTTP and HTML only. What may be done is decided by `campaigns.desk`, figures come from `campaigns`.
"""
