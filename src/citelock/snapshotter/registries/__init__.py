"""The registries: a module each, that asks and says what the answer means (metadata.md, 3 and 4)."""
