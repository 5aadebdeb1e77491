"""The checks as a service: HTTP and MCP in one application, the same answers as on the command line."""
