"""JUDGEMENT: pure functions from values to values. No I/O, network, clock, environment or chance."""
