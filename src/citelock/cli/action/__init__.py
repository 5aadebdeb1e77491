"""What the GitHub Action runs: inputs and event to values, the judgement, files, annotations (action.md)."""
