"""The review sheet as one self-contained page: no network, and no script needed to read it."""
