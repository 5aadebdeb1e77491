"""The registries: one module each, that asks and says what the answer means (metadata.md, sections 3 and 4)."""
