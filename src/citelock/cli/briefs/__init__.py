"""The commands of `citelock brief`, one module each."""
