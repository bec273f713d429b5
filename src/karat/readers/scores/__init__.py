"""Scores that another program computed: tables and files of them."""
