"""A code host on this machine that keeps comments, as GitHub's REST API does."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class FakeGitHub:
    """The comments of one pull request, `o/r#7`, and what was asked.

    Attributes:
        comments: Oldest first, as the interface gives them.
        asked: Method and path of each request.
        refuses: The status that every request with this method gets.
        login: Who the token belongs to; None: a workflow's own token, which may not ask.
    """

    def __init__(self) -> None:
        """Begin without comments."""
        self.comments: list[dict[str, Any]] = []
        self.asked: list[str] = []
        self.refuses: dict[str, int] = {}
        self.login: str | None = None
        self.address = ""

    def add(self, login: str, body: str) -> dict[str, Any]:
        """Write a comment as someone."""
        number = len(self.comments) + 1
        comment = {"id": number, "body": body, "user": {"login": login}, "html_url": f"https://host.example/{number}"}
        self.comments.append(comment)
        return comment

    def answer(self, method: str, target: str, data: dict[str, Any]) -> tuple[int, object]:
        """Return status and answer of a request."""
        url = urlsplit(target)
        self.asked.append(f"{method} {url.path}")
        us = self.login or "github-actions[bot]"
        if method in self.refuses:
            return self.refuses[method], {"message": "Resource not accessible by integration"}
        if url.path == "/user":
            return (200, {"login": self.login}) if self.login else (403, {"message": "no"})
        if url.path == "/repos/o/r/issues/7/comments":
            if method == "POST":
                return 201, self.add(us, data["body"])
            page = int(parse_qs(url.query)["page"][0])
            return 200, self.comments[100 * (page - 1) : 100 * page]
        found = re.fullmatch(r"/repos/o/r/issues/comments/(\d+)", url.path)
        if not found or method != "PATCH":
            return 404, {"message": "Not Found"}
        comment = self.comments[int(found[1]) - 1]
        assert comment["user"]["login"] == us
        comment["body"] = data["body"]
        return 200, comment


@contextmanager
def fake_github() -> Iterator[FakeGitHub]:
    """Serve one on this machine."""
    host = FakeGitHub()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            assert self.headers["Authorization"] == "Bearer secret"
            status, answer = host.answer(self.command, self.path, json.loads(self.rfile.read(size) or b"{}"))
            body = json.dumps(answer).encode()
            self.send_response(status)
            if status in (301, 302):
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PATCH = _serve  # noqa: N815 -- the names that the library calls

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        host.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()
