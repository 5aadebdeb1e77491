"""Names of people and organisations: how they are read, and whether two are one (metadata.md, 5.3)."""
