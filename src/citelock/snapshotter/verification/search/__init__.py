"""Where hits come from: one module for each provider, all of the shape of `interface.py` (verify.md, 3)."""
