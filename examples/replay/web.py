"""The open web beside the registries: pages by path, with a robots.txt, on a port of its own."""

from __future__ import annotations

from examples.replay.messages import Answer, Request, page, text_answer
from examples.replay.server import ReplayServer


class WebServer(ReplayServer):
    """Serves `pages` by path; `robots` is its robots.txt, None: it has none (404)."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self.pages: dict[str, Answer] = {}
        self.robots: str | Answer | None = None

    def answer(self, request: Request) -> Answer:
        """The page at the path, else 404."""
        self.pace.enter(request)  # which belongs to the server's `leave`; nothing is refused here
        scripted = self.intercept(request)
        if scripted is not None:
            return scripted
        path = request.raw.partition("?")[0]
        if path == "/robots.txt":
            if isinstance(self.robots, Answer):
                return self.robots
            return page("404 Not Found", 404) if self.robots is None else text_answer(self.robots)
        return self.pages.get(path) or page("404 Not Found", 404)

    @property
    def endpoint(self) -> str:
        """What `--allow-host` has to name."""
        return f"127.0.0.1:{self.server_address[1]}"
