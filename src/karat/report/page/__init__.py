"""The page: everything that is known about an evaluation, in one HTML file."""
