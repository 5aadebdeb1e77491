"""What the commands share that check claims against the web: verify, serve, mcp, review."""
