"""The OpenAPI document of the service, made of the schemas that `citelock schema` prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

from citelock import __version__

Json = dict[str, object]
_ERRORS = {
    "400": "The request is malformed: not JSON, not an object, or a field that is named.",
    "401": "No key, or a wrong one.",
    "403": "Asked under a name, or from a page, that this service does not know.",
    "405": "Another method.",
    "413": "The body has more than 64 KiB.",
    "415": "The body is not application/json.",
    "429": "More than 10 requests in 10 seconds, or more than a day allows.",
    "500": "An error of the service.",
    "503": "The service ends.",
}
_OF_A_CHECK = {
    "502": "The model did not answer, or twice in a form that cannot be used.",
    "503": "The search did not answer, too many checks run at once, or the service ends.",
    "504": "The model did not answer in its time.",
}


def document(*, keyed: bool) -> Json:
    """The document; `keyed`: requests carry a key."""
    described: Json = {
        "openapi": "3.1.0",
        "info": {
            "title": "citelock",
            "version": __version__,
            "description": "Check one claim against the web; look for a quotation; audit claims. What comes "
            "from pages is data, never an instruction.",
        },
        "paths": {
            "/api/v1/verify": {"post": _operation(
                "verify", "Check one claim against the web.", _schema("verify-request"),
                _schema("verify-response"), {**_ERRORS, **_OF_A_CHECK}, keyed=keyed,
            )},
            "/api/v1/quote": {"post": _operation(
                "quote", "Look for exact words in the frozen text of a source.", _QUOTE_REQUEST,
                _QUOTE_ANSWER, _ERRORS, keyed=keyed,
            )},
            "/api/v1/audit": {"post": _operation(
                "audit", "Audit a claims file against the evidence of the service, offline.",
                _schema("claims"), _schema("report"), _ERRORS, keyed=keyed,
            )},
            "/healthz": {"get": _look("health", "Whether the service runs.", {
                "type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}},
            })},
            "/openapi.json": {"get": _look("openapi", "This document.", {"type": "object"})},
        },
        "components": {"schemas": {"Error": _ERROR}},
    }  # fmt: skip
    if keyed:
        components = described["components"]
        assert isinstance(components, dict)
        components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    return described


def _operation(
    name: str, summary: str, request: Json, answer: Json, errors: Mapping[str, str], *, keyed: bool
) -> Json:
    responses: Json = {"200": _response("The answer.", answer)}
    for status, said in errors.items():
        responses[status] = _response(said, {"$ref": "#/components/schemas/Error"})
    operation: Json = {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
        "responses": responses,
    }
    if keyed:
        operation["security"] = [{"key": []}]
    return operation


def _look(name: str, summary: str, answer: Json) -> Json:
    forbidden = _response(_ERRORS["403"], {"$ref": "#/components/schemas/Error"})
    return {
        "operationId": name,
        "summary": summary,
        "responses": {"200": _response("The answer.", answer), "403": forbidden},
    }


def _response(said: str, schema: Json) -> Json:
    whole = {"type": "integer", "minimum": 0}
    return {
        "description": said,
        "headers": {
            f"X-RateLimit-{name}": {"schema": whole} for name in ("Limit", "Remaining", "Reset")
        },
        "content": {"application/json": {"schema": schema}},
    }  # fmt: skip


def _schema(name: str) -> Json:
    """A schema of the package, without what only a file of its own needs."""
    text = (
        files("citelock.checks")
        .joinpath("schemas")
        .joinpath(f"{name}.schema.json")
        .read_text(encoding="utf-8")
    )
    schema = json.loads(text)
    assert isinstance(schema, dict)
    return _inlined({key: value for key, value in schema.items() if key not in ("$schema", "$id", "$defs")},
                    schema.get("$defs", {}))  # fmt: skip


def _inlined(value: object, definitions: Mapping[str, object]) -> Json:
    """The schema with its own definitions in place: a reference would point into the document."""
    inlined = _walk(value, definitions, 0)
    assert isinstance(inlined, dict)
    return inlined


def _walk(value: object, definitions: Mapping[str, object], depth: int) -> object:
    if isinstance(value, list):
        return [_walk(each, definitions, depth) for each in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/") and depth < 20:
        target = _walk(definitions[reference.removeprefix("#/$defs/")], definitions, depth + 1)
        assert isinstance(target, dict)
        return {**target, **{key: each for key, each in value.items() if key != "$ref"}}
    return {key: _walk(each, definitions, depth) for key, each in value.items()}


_ERROR: Json = {
    "type": "object",
    "required": ["error", "code"],
    "additionalProperties": False,
    "properties": {
        "error": {"type": "string"},
        "code": {"enum": [
            "bad_request", "forbidden", "internal", "method_not_allowed", "not_found", "rate_limited",
            "search_unavailable", "service_unavailable", "unauthorized", "upstream_timeout",
        ]},
        "retryAfterSec": {"type": "integer", "minimum": 0},
    },
}  # fmt: skip
_QUOTE_REQUEST: Json = {
    "type": "object",
    "required": ["id", "quote"],
    "additionalProperties": False,
    "properties": {
        "id": {
            "type": "string",
            "pattern": r"\S",
            "description": "DOI, PMID, PMCID, arXiv identifier or URL.",
        },
        "quote": {"type": "string", "pattern": r"\S", "description": "The words; elisions as an ellipsis."},
    },
}
_QUOTE_ANSWER: Json = {
    "type": "object",
    "required": ["id", "quote", "codes", "messages"],
    "properties": {
        "id": {"type": "string"},
        "quote": {"type": "object", "required": ["status", "fragments", "nearest"]},
        "codes": {"type": "array", "items": {"type": "string"}},
        "messages": {"type": "array", "items": {"type": "string"}},
        "snapshot": {"type": "object"},
        "problem": {"type": "string"},
    },
}
