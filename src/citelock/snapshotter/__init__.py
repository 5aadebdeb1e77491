"""COLLECTION: everything that is not deterministic (files, git, clock, network). Writes files."""
