"""Whether a text is the work it is kept for, the whole of it, and fit to be quoted from (snapshots.md, 4)."""
