"""What the review sheet shows of each claim: pure values, made of report, claims and frozen texts."""
