"""Titles and containers: their keys, their forms, and how two differ (metadata.md, 5.1 and 5.4)."""
