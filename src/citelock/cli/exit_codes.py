"""The exit codes of every command, and what each one means (design README, section 4)."""

from __future__ import annotations

EXIT_OK = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_COLLECTION = 3
EXIT_BUG = 70  # EX_SOFTWARE of sysexits.h, never mistaken for a finding
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it

EXIT_CODES = {
    EXIT_OK: "no finding at the failing level",
    EXIT_FINDINGS: "findings at the failing level",
    EXIT_USAGE: "wrong usage, malformed input or configuration, or evidence that cannot be read at all",
    EXIT_COLLECTION: "something could not be collected, or the base evidence is missing",
    EXIT_BUG: "internal error: a bug in citelock",
    EXIT_INTERRUPTED: "interrupted",
}
