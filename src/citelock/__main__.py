"""`python -m citelock` is the same program as the `citelock` script."""

from citelock.cli.main import main

if __name__ == "__main__":
    main()
