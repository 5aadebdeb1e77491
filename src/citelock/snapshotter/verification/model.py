"""The only place that talks to models: a question to a server with OpenAI's interface (verify.md, 4).

The answer is kept verbatim. A server that does not answer, and one that answers nonsense twice, are errors;
neither is ever an "unverified". The key goes into one header and nowhere else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from citelock.checks.errors import CollectionError, UsageError
from citelock.checks.text.excerpt import shown
from citelock.checks.verification.prompting import Message, repair_of
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.retry_after import seconds_asked
from citelock.snapshotter.session import Answer, Blocked, Session, Transport, endpoint_of

PATIENCE = 60.0  # seconds for one answer
ATTEMPTS = 3  # of what may be over in a minute
LONGEST_WAIT = 30.0  # seconds before the next one
ANSWER_BYTES = 4 * 1024 * 1024
TEMPERATURE, SEED = 0, 7
_LONGEST_NAME = 200  # characters
_AGAIN = (429, 500, 502, 503, 504, 529)
_NOT_UNDERSTOOD = (400, 415, 422)  # of a server that does not know the form asked for
_JSON = "application/json"


class ModelUnavailable(CollectionError):
    """The model did not answer: says why (exit 3, 502 `service_unavailable`)."""


class ModelTimedOut(ModelUnavailable):
    """It did not answer in its time (exit 3, 504 `upstream_timeout`)."""


class ModelBadAnswer(ModelUnavailable):
    """It answered twice in a form that cannot be used (exit 3, 502 `service_unavailable`)."""


class Reply(NamedTuple):
    """The raw answers, one or two; what was sent along; tokens, 0 where the server says none."""

    answers: tuple[str, ...]
    parameters: Mapping[str, object]
    input_tokens: int
    output_tokens: int


class ModelServer:
    """A model behind `base`, an address without a final slash, with or without `/v1`.

    `variable` names the environment variable with the key, "" for none. Raises UsageError where that is empty
    or the model has no name. Many threads may ask.
    """

    def __init__(self, base: str, model: str, variable: str, clock: Clock) -> None:
        if not model:
            raise UsageError(
                "the model has no name. Name it with --model-name, or as verify.model_name in citelock.yml."
            )
        if not model.isprintable() or len(model) > _LONGEST_NAME:
            raise UsageError(f"“{shown(model, 80)}” is no name of a model. Write it on one line.")
        self.model = model
        self._base = base.rstrip("/").removesuffix("/v1")
        self._clock = clock
        self._key = _key_from(variable)

    def ask(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, object],
        problem_of: Callable[[str], str | None],
    ) -> Reply:
        """The answer to a conversation; one that `problem_of` finds wanting may be repaired once.

        Raises ModelUnavailable and its kinds.
        """
        first = self._complete(messages, schema, strict=True)
        problem = problem_of(first.text)
        if problem is None:
            return self._reply([first])
        second = self._complete(repair_of(messages, first.text, problem), schema, strict=first.strict)
        problem = problem_of(second.text)
        if problem is not None:
            raise ModelBadAnswer(
                f"the model {shown(self.model, 80)} answered twice in a form that cannot be used: "
                f"{shown(problem, 200).rstrip('.')}. Name another model, or try again."
            )
        return self._reply([first, second])

    def _reply(self, completions: Sequence[_Completion]) -> Reply:
        return Reply(
            tuple(each.text for each in completions),
            {
                "temperature": TEMPERATURE,
                "seed": SEED,
                "responseFormat": "json_schema" if completions[-1].strict else "none",
            },
            sum(each.input_tokens for each in completions),
            sum(each.output_tokens for each in completions),
        )

    def _complete(
        self, messages: Sequence[Message], schema: Mapping[str, object], *, strict: bool
    ) -> _Completion:
        body: dict[str, object] = {
            "model": self.model,
            "temperature": TEMPERATURE,
            "seed": SEED,
            "messages": [{"role": each.role, "content": each.content} for each in messages],
        }
        if strict:
            form = {"name": "answer", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        answer = self._patiently(json.dumps(body, sort_keys=True).encode("ascii"))
        if strict and answer.status in _NOT_UNDERSTOOD:
            return self._complete(messages, schema, strict=False)
        if answer.status != 200:
            raise ModelUnavailable(f"{self._who} answered {answer.status}. {_what_to_do(answer.status)}")
        return self._read(answer, strict=strict)

    def _patiently(self, body: bytes) -> Answer:
        for attempt in range(1, ATTEMPTS + 1):
            answer = self._sent(body)
            if answer.status not in _AGAIN or attempt == ATTEMPTS:
                return answer
            wait = seconds_asked(answer.headers.get("retry-after"))
            if wait > LONGEST_WAIT:
                return answer
            self._clock.sleep(max(wait, float(attempt)))
        raise AssertionError("the last attempt returns")

    def _sent(self, body: bytes) -> Answer:
        url = f"{self._base}/v1/chat/completions"
        headers = {"Content-Type": _JSON}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        session = Session(None, (endpoint_of(self._base),), services=())
        try:
            return session.send("POST", url, _JSON, ANSWER_BYTES, headers=headers, body=body, within=PATIENCE)
        except Transport as error:
            kind = ModelTimedOut if error.word == "timeout" else ModelUnavailable
            raise kind(f"{self._who} did not answer: {error}. Try again later.") from error
        except Blocked as error:
            raise ModelUnavailable(f"{self._who} cannot be asked: {error}.") from error
        finally:
            session.close()

    def _read(self, answer: Answer, *, strict: bool) -> _Completion:
        try:
            # Lenient on purpose: the content is judged by its own schema, the rest says nothing.
            value = json.loads(answer.body.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError):
            value = None
        choices = value.get("choices") if isinstance(value, dict) else None
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        if not isinstance(message, dict):
            raise ModelUnavailable(
                f"{self._who} answered with something else than a completion. See whether the address is "
                "that of its interface."
            )
        content = message.get("content")
        usage = value.get("usage")
        return _Completion(
            _whole(content) if isinstance(content, str) else "",
            strict,
            _tokens(usage, "prompt_tokens"),
            _tokens(usage, "completion_tokens"),
        )

    @property
    def _who(self) -> str:
        return f"the model {shown(self.model, 80)} at {urlsplit(self._base).netloc}"


class _Completion(NamedTuple):
    text: str
    strict: bool
    input_tokens: int
    output_tokens: int


def _whole(text: str) -> str:
    """A text that can be written: half of a character becomes the sign for one that is unknown."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _tokens(usage: object, name: str) -> int:
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12 else 0


def _what_to_do(status: int) -> str:
    if status in (401, 403):
        return "See whether the key is right, and whether it may use this model."
    if status == 404:
        return "See whether the address is that of its interface, and whether it has this model."
    if status in _AGAIN:
        return "Try again later."
    return "See whether the address is that of its interface."


def _key_from(variable: str) -> str:
    """The key in the environment variable of that name, "" where none is named."""
    if not variable:
        return ""
    key = os.environ.get(variable, "").strip()
    if not key:
        raise UsageError(f"the environment variable {variable}, which verify.api_key_env names, is empty.")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise UsageError(f"the environment variable {variable} holds no key: it has signs that none has.")
    return key
