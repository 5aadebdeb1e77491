"""Scores and speed of citelock, measured: generators, hard sets, the command (`bench/run.py`)."""
