"""What runs as a step of GitHub Actions; one module for each `command` (action.md)."""
