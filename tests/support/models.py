"""A model on loopback with OpenAI's interface, which answers what a test has written."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from examples.replay.messages import Answer, Request
from examples.replay.server import ReplayServer

Script = str | Answer | Callable[[str], str]


class ScriptedModel(ReplayServer):
    """Answers one script after another, the last one for ever; `prompts` are the users' last messages.

    A script is the content of the answer, a whole answer of the server, or a function of the prompt.
    """

    def __init__(self, *scripts: Script) -> None:
        super().__init__()
        self.scripts = list(scripts)
        self.prompts: list[str] = []
        self.bodies: list[dict[str, object]] = []

    def answer(self, request: Request) -> Answer:
        self.pace.enter(request)  # which belongs to the server's `leave`; nothing is refused here
        body = json.loads(request.body)
        self.bodies.append(body)
        self.prompts.append(body["messages"][-1]["content"])
        script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
        if isinstance(script, Answer):
            return script
        return completion(script if isinstance(script, str) else script(self.prompts[-1]))


def completion(content: str) -> Answer:
    """An answer with this content."""
    value = {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }
    return Answer(200, (("Content-Type", "application/json"),), json.dumps(value).encode())


def said(
    verdict: str, confidence: float, *quotes: tuple[str, str, str], caveats: tuple[str, ...] = ()
) -> str:
    """An answer of the form asked for; each quotation is (source, words, stance)."""
    return json.dumps(
        {
            "verdict": verdict,
            "confidence": confidence,
            "quotes": [
                {"source": source, "quote": words, "stance": stance, "note": "because"}
                for source, words, stance in quotes
            ],
            "caveats": list(caveats),
        }
    )


@contextmanager
def model_server(*scripts: Script) -> Iterator[ScriptedModel]:
    """The model while the block runs."""
    server = ScriptedModel(*scripts)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
