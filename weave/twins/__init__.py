"""Twins: the languages of the book compared, each thing with its twin, symmetrically."""
