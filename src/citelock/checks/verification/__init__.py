"""Judging one claim against pages that were read: from recorded values to a verdict (verify.md)."""
