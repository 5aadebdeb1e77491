"""The version of the fold, apart from its tables: who only compares versions need not load them."""

from __future__ import annotations

# Raised with any change of a table or rule of the fold: it is part of the key of every stored fold.
FOLD_VERSION = 1
