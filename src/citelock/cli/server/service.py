"""The three things that can be asked, as functions from a JSON value to an outcome; HTTP and MCP share them.

They block, so whoever serves calls them in threads. Nothing that fails here tells more than it should: an
error of the program is a 500 without words, and its traceback goes to the log.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from citelock.checks.errors import CitelockError, InputError
from citelock.checks.fields import kind
from citelock.checks.identifiers import BadIdentifier, parse_identifier
from citelock.checks.quotes import QuotePolicy
from citelock.checks.rules.identity import refusal
from citelock.checks.rules.quote import NOT_CHECKED, quote_object
from citelock.checks.text.find import check_quote
from citelock.checks.verification.request import Fault, read_request
from citelock.checks.verification.values import Request
from citelock.cli.server.logs import lines_of
from citelock.cli.server.outcomes import INTERNAL, Outcome, bad_request, failed, ok, too_many_at_once
from citelock.snapshotter.fold_store import open_store
from citelock.snapshotter.looking_up import snapshot_of, text_of, why_no_text
from citelock.snapshotter.merge import assemble
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.run import Plan, audited, work_folder
from citelock.snapshotter.shard import Settings
from citelock.snapshotter.verification.model import ModelTimedOut, ModelUnavailable
from citelock.snapshotter.verification.search.interface import SearchUnavailable

if TYPE_CHECKING:
    from citelock.snapshotter.roots import Project
    from citelock.snapshotter.verification.checking import Setup

AT_ONCE = 4  # checks against the web
BUSY = 5  # seconds after which a check that found no place may come again
LATER = 30  # seconds after which a search or model that failed may be asked again
_CLAIMS = "claims.json"  # the name of a claims file that has none


class Service:
    """Answers requests with one setup and the evidence of one project; many threads may ask.

    `log` is told of errors of the program.
    """

    def __init__(
        self, setup: Setup, project: Callable[[], Project], log: Callable[[str], None], at_once: int = AT_ONCE
    ) -> None:
        self._setup = setup
        self._project = project
        self._log = log
        self._places = threading.BoundedSemaphore(at_once)

    def verify(self, value: object) -> Outcome:
        """One claim against the web."""
        request = read_request(value)
        if isinstance(request, Fault):
            return bad_request(str(request))
        if not self._places.acquire(blocking=False):
            return too_many_at_once(BUSY)
        try:
            return self._guarded(lambda: ok(_verified(request, self._setup)))
        finally:
            self._places.release()

    def quote(self, value: object) -> Outcome:
        """Whether words stand verbatim in the frozen text of a source."""
        fields = _fields(value, ("id", "quote"))
        return fields if isinstance(fields, Outcome) else self._guarded(lambda: self._quote(fields))

    def audit(self, content: bytes) -> Outcome:
        """An audit of a claims file against the server's evidence, offline: its bytes, its lines."""
        return self._guarded(lambda: ok(self._report(content)))

    def audit_claims(self, value: object) -> Outcome:
        """An audit of claims that come as a value: of the file in which they stand on one line."""
        text = json.dumps(value, ensure_ascii=False)
        return self.audit(text.encode("utf-8", "surrogatepass"))

    def _guarded(self, answer: Callable[[], Outcome]) -> Outcome:
        try:
            return answer()
        except SearchUnavailable as error:
            return failed(503, "search_unavailable", str(error), LATER)
        except ModelTimedOut as error:
            return failed(504, "upstream_timeout", str(error), LATER)
        except ModelUnavailable as error:
            return failed(502, "service_unavailable", str(error), LATER)
        except InputError as error:
            return bad_request(str(error))
        except CitelockError as error:
            self._log(f"error: {error}")
            return failed(500, "internal", "the service is not set up rightly. Its log says how.")
        except Exception as error:  # the one place: whatever else escapes is a bug, and is logged as one
            self._log("error: a bug in citelock")
            for line in lines_of(error):
                self._log(line)
            return INTERNAL

    def _quote(self, fields: Mapping[str, str]) -> Outcome:
        asked = parse_identifier(fields["id"])
        if isinstance(asked, BadIdentifier):
            said = refusal(asked)
            named = {"id": fields["id"], "codes": [asked.code], "messages": [said], "problem": said}
            return ok({**named, "quote": NOT_CHECKED})
        project = self._project()
        store = open_store(True, project.top or project.root)
        try:
            snapshot = snapshot_of(project.evidence, asked)
            source, problem = text_of(snapshot, store)
        finally:
            store.close()
            project.evidence.close()
        policy = QuotePolicy(project.config.min_quote)
        result = check_quote(fields["quote"], None, None if problem else source, policy)
        answer: dict[str, object] = {
            "id": asked.key,
            "quote": quote_object(result),
            "codes": [finding.name for finding in result.findings],
            "messages": [finding.message for finding in result.findings],
        }
        if snapshot.path is not None:
            answer["snapshot"] = {"path": snapshot.path, "sha256": snapshot.sha256}
        if source is None or problem:
            answer["problem"] = problem or why_no_text(asked, snapshot)
        return ok(answer)

    def _report(self, content: bytes) -> Mapping[str, object]:
        from citelock.checks.report import ReportWriter

        project = self._project()
        with work_folder(None) as folder:
            path = os.path.join(folder, _CLAIMS)
            with open(path, "xb") as stream:
                stream.write(content)
            files = (ClaimsFile.at(path, _CLAIMS),)
            repository = project.top or project.root
            settings = Settings(project.evidence, project.config, files, "", True, repository, short=True)
            try:
                with audited(settings, Plan()) as result:
                    writer = ReportWriter(result.inputs, project.config.severities)
                    report = json.loads("".join(assemble(result.rows, writer).text()))
            finally:
                project.evidence.close()
        assert isinstance(report, dict)
        return report


def _verified(request: Request, setup: Setup) -> Mapping[str, object]:
    from citelock.snapshotter.verification.checking import verify

    return verify(request, setup).result


def _fields(value: object, names: tuple[str, ...]) -> dict[str, str] | Outcome:
    """The strings of exactly these names."""
    if not isinstance(value, dict):
        return bad_request(f"this is {kind(value)}. Send an object with {' and '.join(names)}.")
    unknown = sorted(str(name) for name in value if name not in names)
    if unknown:
        return bad_request(f"{unknown[0]}: there is no such field. There are {', '.join(names)}.")
    found = {}
    for name in names:
        each = value.get(name)
        if each is None:
            return bad_request(f"{name}: it is missing.")
        if not isinstance(each, str):
            return bad_request(f"{name}: this is {kind(each)}. Write a string.")
        if not each.strip():
            return bad_request(f"{name}: it is empty. Write a string that says something.")
        if any("\ud800" <= char <= "\udfff" for char in each):
            return bad_request(f"{name}: it holds half of a character.")
        found[name] = each
    return found
