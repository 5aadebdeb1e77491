"""Serves the replay until interrupted: `python examples/replay/serve.py --port 8099`.

Prints the block of `citelock.yml` that points citelock at it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # found from any folder, by any Python

from examples.replay.pace import Pace, Rate
from examples.replay.server import ReplayServer


def main() -> int:
    """Runs the server. Exit code 0 when interrupted, 2 when the port is taken."""
    parser = argparse.ArgumentParser(description="Serves recorded answers of the registries on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes a free one")
    parser.add_argument(
        "--rate", type=int, help="requests a second announced for Crossref, in place of the recorded rates"
    )
    parser.add_argument(
        "--enforce", action="store_true", help="answer 429 to what comes faster than announced"
    )
    parser.add_argument(
        "--retract", action="append", default=[], metavar="DOI", help="this Crossref work has been retracted"
    )
    parser.add_argument("--verbose", action="store_true", help="print a line for each request")
    given = parser.parse_args()
    pace = Pace(enforced=given.enforce)
    if given.rate:
        rate = Rate(given.rate, 1, max(1, given.rate // 4), enforced=given.enforce)
        pace.set("crossref", ("single", "list"), rate)
    try:
        server = ReplayServer(given.port, pace=pace)
    except OSError as error:
        print(f"cannot serve on port {given.port}: {error.strerror}", file=sys.stderr)
        return 2
    for doi in given.retract:
        server.world.notice(doi, "retraction", ("publisher",), (2025, 3, 14), None)
    if given.verbose:
        server.notify = lambda request: print(request.status, request.method, request.raw, flush=True)
    print("registries:")
    for name, url in server.urls.items():
        print(f"  {name}: {url}")
    sys.stdout.flush()
    try:
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        return 0
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
