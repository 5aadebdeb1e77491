"""Workflows of GitHub Actions, as files beside this one; `citelock init` writes them (docs/workflows.md).

examples/workflows/ holds the same files.
"""
