"""Formatters: one function from a report to a string each."""
