"""A GitHub for tests: a server on loopback that keeps what is published and refuses what GitHub would.

with github_api() as api:
    api.commit("main", {"cache/a.json": b"{}"})
    api.fail("403", "POST /pulls")           # from now on; `times=1`: once
    ...                                      # ask api.url with api.token
    assert api.pulls[1].title == "…"

Bodies are judged by GitHub's own schemas (tests/data/github_rest_schemas.json). A call that they do not know,
a body that they refuse or a wrong token fails the test at the end of the block.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from jsonschema import Draft202012Validator

from tests.support.patience import PATIENCE

DATA = Path(__file__).parent.parent / "data" / "github_rest_schemas.json"
BOT = {"login": "github-actions[bot]", "type": "Bot"}
# Calls without a body, of which the schemas hold none: REST reference, version 2022-11-28.
WITHOUT_BODY = (
    "GET /repos/{owner}/{repo}/git/ref/{ref}",
    "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
    "DELETE /repos/{owner}/{repo}/git/refs/{ref}",
)
MOST = 65_536  # characters of a body of a comment, an issue, a pull request

Json = Any  # whatever JSON gives; the schemas have judged it
Files = dict[str, str]  # path -> blob


def translated(schema: Json) -> Json:
    """The JSON Schema for one of OpenAPI 3.0, where `nullable` says that null may stand too."""
    if isinstance(schema, list):
        return [translated(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    value = {key: translated(each) for key, each in schema.items() if key != "nullable"}
    return {"anyOf": [value, {"type": "null"}]} if schema.get("nullable") else value


class Call(NamedTuple):
    """One call as it came: `name` is `POST /pulls`, with the parts of its path as the schemas name them."""

    name: str
    path: str
    query: Mapping[str, str]
    body: Json
    headers: Mapping[str, str]


@dataclass
class Commit:
    files: Files
    parents: list[str]
    message: str
    author: Json = None


@dataclass
class Entry:
    """A comment, an issue or a pull request."""

    number: int
    user: Mapping[str, str]
    body: str = ""
    title: str = ""
    state: str = "open"
    labels: list[str] = field(default_factory=list)
    on: int = 0  # the number of what a comment stands below
    head: str = ""
    base: str = ""
    repository: str = ""


class _Answer(Exception):
    """Ends a call with this answer."""

    def __init__(self, status: int, value: Json) -> None:
        super().__init__(status)
        self.status, self.value = status, value


class GitHubApi:
    """The state of one repository, `owner/name`; all of it may be looked at and changed by tests."""

    def __init__(self, repository: str, token: str) -> None:
        self.repository, self.token = repository, token
        self.url = ""
        self.user: Mapping[str, str] = BOT  # who the token is
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.blobs: dict[str, bytes] = {}
        self.trees: dict[str, Files] = {}
        self.commits: dict[str, Commit] = {}
        self.branches: dict[str, str] = {}
        self.check_runs: dict[int, dict[str, Json]] = {}
        self.comments: dict[int, Entry] = {}
        self.issues: dict[int, Entry] = {}
        self.pulls: dict[int, Entry] = {}
        self.retry_after = ""
        self.stop = threading.Event()
        self._modes: list[tuple[str, str, int | None]] = []
        self._numbers = iter(range(1, 10**9))
        self._lock = threading.Lock()
        schemas = json.loads(DATA.read_text("utf-8"))["calls"]
        self._routes = {name: (_pattern(name), each.get("body")) for name, each in schemas.items()} | {
            name: (_pattern(name), None) for name in WITHOUT_BODY
        }

    # --- for tests ---------------------------------------------------------------------------------

    def fail(self, mode: str, call: str = "", times: int | None = None) -> None:
        """Answers calls (all, or those like `POST /pulls`) in a mode from now on, or so many times.

        Modes: a status, `hang`, `cut`, `garbage`, `other`, `list`, `web page`, `huge`, `redirect:<address>`.
        """
        self._modes.insert(0, (mode, call, times))

    def work(self) -> None:
        """Forgets all modes."""
        self._modes.clear()

    def commit(self, branch: str, files: Mapping[str, bytes], parent: str | None = None) -> str:
        """A commit of exactly these files at the end of a branch; its id."""
        blobs = {path: self._blob(content) for path, content in files.items()}
        parents = [parent] if parent else [self.branches[branch]] if branch in self.branches else []
        self.branches[branch] = self._commit(Commit(blobs, parents, "made by a test"))
        return self.branches[branch]

    def files(self, branch: str) -> dict[str, bytes]:
        """The files at the end of a branch."""
        return {path: self.blobs[blob] for path, blob in self.commits[self.branches[branch]].files.items()}

    def add(self, kind: dict[int, Entry], **fields: Json) -> int:
        """Adds a comment, issue or pull request as somebody else would; its number."""
        number = next(self._numbers)
        kind[number] = Entry(
            number, fields.pop("user", BOT), repository=fields.pop("repository", self.repository), **fields
        )
        return number

    def names(self) -> list[str]:
        """The names of all calls so far."""
        return [call.name for call in self.calls]

    # --- answering ---------------------------------------------------------------------------------

    def answer(self, method: str, target: str, headers: Mapping[str, str], raw: bytes) -> tuple[int, Json]:
        parts = urlsplit(target)
        query = {key: values[-1] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
        with self._lock:
            route = self._route(f"{method} {parts.path}")
            if route is None:
                self.problems.append(f"an unknown call: {method} {target}")
                return 404, {"message": "Not Found"}
            name, schema, match = route
            short = name.replace("/repos/{owner}/{repo}", "")
            body = self._judged(short, schema, raw)
            self.calls.append(Call(short, parts.path, query, body, dict(headers)))
            given = [unquote(part) for part in match.groups()]
            if "/".join(given[:2]) != self.repository:
                self.problems.append(f"another repository: {target}")
            if headers.get("authorization") != f"Bearer {self.token}":
                self.problems.append(f"{short}: another token, or none")
                return 401, {"message": "Bad credentials"}
            mode = self._mode(short)
            if mode:
                return self._failing(mode)
            try:
                handler: Callable[..., tuple[int, Json]] = getattr(self, _handler(short))
                return handler(query, body, *given[2:])
            except _Answer as early:
                return early.status, early.value

    def _route(self, call: str) -> tuple[str, Json, re.Match[str]] | None:
        """The name, the schema of the body and the parts of the path of a call; None for an unknown one."""
        for name, (pattern, schema) in self._routes.items():
            match = pattern.fullmatch(call)
            if match is not None:
                return name, schema, match
        return None

    def _judged(self, name: str, schema: Json, raw: bytes) -> Json:
        if schema is None:
            if raw:
                self.problems.append(f"{name}: a body where none belongs")
            return None
        body = json.loads(raw)
        validator = Draft202012Validator(translated(schema))
        self.problems += [
            f"{name}: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)
        ]
        return body

    def _mode(self, name: str) -> str:
        for place, (mode, call, times) in enumerate(self._modes):
            if not call or _same(call, name):
                if times is not None:
                    self._modes[place : place + 1] = [(mode, call, times - 1)] if times > 1 else []
                return mode
        return ""

    def _failing(self, mode: str) -> tuple[int, Json]:
        if mode.isdecimal():
            said = {"403": "Resource not accessible by integration", "404": "Not Found"}
            return int(mode), {"message": said.get(mode, "Validation Failed")}
        return 0, mode

    def _blob(self, content: bytes) -> str:
        blob = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
        self.blobs[blob] = content
        return blob

    def _tree(self, files: Files) -> str:
        listed = json.dumps(sorted(files.items())).encode()
        tree = hashlib.sha1(b"tree" + listed, usedforsecurity=False).hexdigest()
        self.trees[tree] = files
        return tree

    def _commit(self, commit: Commit) -> str:
        said = json.dumps([self._tree(commit.files), commit.parents, commit.message]).encode()
        name = hashlib.sha1(b"commit" + said, usedforsecurity=False).hexdigest()
        self.commits[name] = commit
        return name

    # --- calls, in the order of their names --------------------------------------------------------

    def delete_git_refs(self, _query: Json, _body: Json, ref: str) -> tuple[int, Json]:
        branch = ref.removeprefix("heads/")
        if self.branches.pop(branch, None) is None:
            return 422, {"message": "Reference does not exist"}
        for pull in self.pulls.values():
            if pull.head == branch:
                pull.state = "closed"
        return 204, None

    def get_git_commits(self, _query: Json, _body: Json, sha: str) -> tuple[int, Json]:
        if sha not in self.commits:
            return 404, {"message": "Not Found"}
        commit = self.commits[sha]
        parents = [{"sha": parent} for parent in commit.parents]
        return 200, {"sha": sha, "tree": {"sha": self._tree(commit.files)}, "parents": parents}

    def get_git_ref(self, _query: Json, _body: Json, ref: str) -> tuple[int, Json]:
        branch = ref.removeprefix("heads/")
        if branch not in self.branches:
            return 404, {"message": "Not Found"}
        return 200, {"ref": f"refs/{ref}", "object": {"type": "commit", "sha": self.branches[branch]}}

    def get_issues(self, query: Mapping[str, str], _body: Json) -> tuple[int, Json]:
        wanted = set(filter(None, query.get("labels", "").split(",")))
        entries = [self._issue(each) for each in self.issues.values()]
        entries += [self._issue(each) | {"pull_request": {}} for each in self.pulls.values()]
        found = [
            each
            for each in entries
            if query.get("state", "open") in ("all", each["state"])
            and wanted <= {label["name"] for label in each["labels"]}
        ]
        found.sort(key=lambda each: each["number"], reverse=query.get("direction", "desc") == "desc")
        return 200, _page(found, query)

    def get_issues_comments(self, query: Mapping[str, str], _body: Json, number: str) -> tuple[int, Json]:
        found = [self._comment(each) for each in self.comments.values() if each.on == int(number)]
        return 200, _page(found, query)

    def get_pulls(self, query: Mapping[str, str], _body: Json) -> tuple[int, Json]:
        found = [
            self._pull(each)
            for each in self.pulls.values()
            if query.get("state", "open") in ("all", each.state)
            and query.get("base", each.base) == each.base
            and query.get("head", f":{each.head}").endswith(f":{each.head}")
        ]
        return 200, _page(found, query)

    def patch_check_runs(self, _query: Json, body: Json, number: str) -> tuple[int, Json]:
        run = self.check_runs.get(int(number))
        if run is None:
            return 404, {"message": "Not Found"}
        annotations = run["output"].get("annotations", []) + body.get("output", {}).get("annotations", [])
        output = {**run["output"], **body.get("output", {}), "annotations": annotations}
        run.update({**body, "output": output})
        return 200, {"id": int(number)}

    def patch_git_refs(self, _query: Json, body: Json, ref: str) -> tuple[int, Json]:
        branch = ref.removeprefix("heads/")
        if branch not in self.branches or body["sha"] not in self.commits:
            return 422, {"message": "Reference does not exist"}
        if not body.get("force") and self.branches[branch] not in self.commits[body["sha"]].parents:
            return 422, {"message": "Update is not a fast forward"}
        self.branches[branch] = body["sha"]
        return 200, {"ref": f"refs/{ref}", "object": {"sha": body["sha"]}}

    def patch_issues(self, _query: Json, body: Json, number: str) -> tuple[int, Json]:
        return self._changed(self.issues, number, body, self._issue)

    def patch_issues_comments(self, _query: Json, body: Json, number: str) -> tuple[int, Json]:
        return self._changed(self.comments, number, body, self._comment)

    def patch_pulls(self, _query: Json, body: Json, number: str) -> tuple[int, Json]:
        return self._changed(self.pulls, number, body, self._pull)

    def post_check_runs(self, _query: Json, body: Json) -> tuple[int, Json]:
        number = next(self._numbers)
        self.check_runs[number] = {"output": {}, **body}
        return 201, {"id": number}

    def post_git_blobs(self, _query: Json, body: Json) -> tuple[int, Json]:
        given = body["content"]
        content = (
            base64.b64decode(given, validate=True) if body.get("encoding") == "base64" else given.encode()
        )
        return 201, {"sha": self._blob(content)}

    def post_git_commits(self, _query: Json, body: Json) -> tuple[int, Json]:
        if body["tree"] not in self.trees or not all(
            each in self.commits for each in body.get("parents", [])
        ):
            return 422, {"message": "Tree SHA does not exist"}
        commit = Commit(
            self.trees[body["tree"]], body.get("parents", []), body["message"], body.get("author")
        )
        return 201, {"sha": self._commit(commit), "verification": {"verified": "author" not in body}}

    def post_git_refs(self, _query: Json, body: Json) -> tuple[int, Json]:
        branch = body["ref"].removeprefix("refs/heads/")
        if branch == body["ref"] or branch in self.branches:
            return 422, {"message": "Reference already exists"}
        self.branches[branch] = body["sha"]
        return 201, {"ref": body["ref"], "object": {"sha": body["sha"]}}

    def post_git_trees(self, _query: Json, body: Json) -> tuple[int, Json]:
        if body.get("base_tree") not in self.trees:
            return 404, {"message": "Not Found"}
        files = dict(self.trees[body["base_tree"]])
        for each in body["tree"]:
            if each["sha"] not in self.blobs or each["mode"] not in ("100644", "100755"):
                return 422, {"message": "tree.sha is not a valid blob"}
            files[each["path"]] = each["sha"]
        return 201, {"sha": self._tree(files)}

    def post_issues(self, _query: Json, body: Json) -> tuple[int, Json]:
        return 201, self._issue(self._made(self.issues, body, labels=list(body.get("labels", []))))

    def post_issues_comments(self, _query: Json, body: Json, number: str) -> tuple[int, Json]:
        return 201, self._comment(self._made(self.comments, body, on=int(number)))

    def post_pulls(self, _query: Json, body: Json) -> tuple[int, Json]:
        head, base = body["head"], body["base"]
        if head not in self.branches or base not in self.branches:
            return 422, {"message": "Validation Failed: head or base is invalid"}
        same = (head, base, self.repository)
        if any(
            each.state == "open" and (each.head, each.base, each.repository) == same
            for each in self.pulls.values()
        ):
            return 422, {"message": f"A pull request already exists for {head}."}
        if self.commits[self.branches[head]].files == self.commits[self.branches[base]].files:
            return 422, {"message": f"No commits between {base} and {head}"}
        return 201, self._pull(self._made(self.pulls, body, head=head, base=base))

    def _made(self, kind: dict[int, Entry], body: Json, **fields: Json) -> Entry:
        self._refuse_long(body)
        number = self.add(
            kind, user=self.user, title=body.get("title", ""), body=body.get("body", ""), **fields
        )
        return kind[number]

    def _changed(self, kind: dict[int, Entry], number: str, body: Json, shown: Json) -> tuple[int, Json]:
        entry = kind.get(int(number))
        if entry is None:
            return 404, {"message": "Not Found"}
        self._refuse_long(body)
        for key, value in body.items():
            setattr(entry, key, value)
        return 200, shown(entry)

    def _refuse_long(self, body: Json) -> None:
        if len(body.get("body", "")) > MOST:
            raise _Answer(422, {"message": f"body is too long (maximum is {MOST} characters)"})

    def _comment(self, entry: Entry) -> dict[str, Json]:
        return {"id": entry.number, "user": entry.user, "body": entry.body}

    def _issue(self, entry: Entry) -> dict[str, Json]:
        shown = {"number": entry.number, "user": entry.user, "title": entry.title, "body": entry.body}
        return {**shown, "state": entry.state, "labels": [{"name": label} for label in entry.labels]}

    def _pull(self, entry: Entry) -> dict[str, Json]:
        source = {"full_name": entry.repository} if entry.repository else None
        head = {"ref": entry.head, "sha": self.branches.get(entry.head, "0" * 40), "repo": source}
        return {**self._issue(entry), "head": head, "base": {"ref": entry.base}}


def _pattern(name: str) -> re.Pattern[str]:
    """The name of a call as a pattern; a ref has several parts."""
    escaped = re.escape(name).replace(r"\{", "{").replace(r"\}", "}")
    return re.compile(re.sub(r"\{(\w+)\}", lambda part: "(.+)" if part[1] == "ref" else "([^/]+)", escaped))


def _handler(name: str) -> str:
    method, _, path = name.partition(" ")
    return "_".join([method.lower(), *re.findall(r"[a-z]+", re.sub(r"\{\w+\}", "", path))])


def _same(call: str, name: str) -> bool:
    return re.sub(r"\{\w+\}", "{}", name) == re.sub(r"\{\w+\}", "{}", call)


def _page(entries: list[Json], query: Mapping[str, str]) -> list[Json]:
    size, page = min(int(query.get("per_page", "30")), 100), int(query.get("page", "1"))
    return entries[(page - 1) * size : page * size]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _do(self) -> None:
        server = self.server
        assert isinstance(server, _Server)
        headers = {name.lower(): value for name, value in self.headers.items()}
        raw = self.rfile.read(int(headers.get("content-length", "0")))
        status, value = server.api.answer(self.command, self.path, headers, raw)
        more: dict[str, str] = {}
        if status == 0:
            status, content, more = self._odd(server.api, value)
        else:
            content = b"" if value is None else json.dumps(value).encode()
        if status in (429, 403, 500, 502, 503, 504) and server.api.retry_after:
            more["Retry-After"] = server.api.retry_after
        self.send_response(status)
        for name, given in {
            "Content-Type": "application/json",
            "Content-Length": str(len(content)),
            **more,
        }.items():
            self.send_header(name, given)
        self.end_headers()
        self.wfile.write(content)

    def _odd(self, api: GitHubApi, mode: str) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of an answer that no API gives."""
        if mode == "hang":
            api.stop.wait(10 * PATIENCE)
            self.close_connection = True
            return 500, b"", {}
        if mode.startswith("redirect:"):
            return 307, b"", {"Location": mode.removeprefix("redirect:")}
        bodies = {
            "garbage": b'{"id": NaN}',
            "web page": b"<!doctype html><p>Sign in",
            "cut": b'{"id": 1',
            "other": b'{"id": "1", "number": true, "sha": "../..", "ref": "x"}',
            "list": b"[1]",
            "huge": b" " * (40 * 1024 * 1024),
        }
        return 200, bodies[mode], {}

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = _do  # as http.server looks for them

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, api: GitHubApi) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.api = api

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hung up is no news."""


@contextmanager
def github_api(
    repository: str = "octo/demo", token: str = "ghs_madeUpForTests0123456789"
) -> Iterator[GitHubApi]:
    """The server while the block runs; at its end, nothing may have come that GitHub would not understand."""
    api = GitHubApi(repository, token)
    server = _Server(api)
    api.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        api.stop.set()
        server.shutdown()
        server.server_close()
        thread.join()
    if api.problems:
        raise AssertionError("; ".join(api.problems))
