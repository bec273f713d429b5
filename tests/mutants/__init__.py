"""Faults that are put into a copy of Karat on purpose, to see whether its tests catch them."""
