"""Where a legal copy of a work comes from: one module a step of the ladder (snapshots.md, section 5)."""
