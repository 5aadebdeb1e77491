"""citelock: a lockfile for the sources an agent cites."""

__version__ = "0.1.0"
