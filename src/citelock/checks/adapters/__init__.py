"""What agents and reference managers write, read as claims: one module a format, text in, values out."""
