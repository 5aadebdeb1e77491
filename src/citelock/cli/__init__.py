"""FACES: arguments in, files and exit codes out. No logic lives here."""
