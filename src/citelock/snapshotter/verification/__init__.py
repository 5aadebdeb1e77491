"""Collecting what a claim is checked against: a search, pages, the answer of a model (verify.md)."""
