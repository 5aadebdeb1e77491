"""The loop of an orchestrator: an agent's claims are audited, handed back once, then given to a person."""
