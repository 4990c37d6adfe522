"""The comment on a pull request, against a host on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fake_github import FakeGitHub, fake_github
from tracecli.errors import TraceError
from tracecli.github import DeniedError, PullRequest, pull_request, put_comment

MARKER = "<!-- steptrace-review -->"


@pytest.fixture
def host() -> Iterator[FakeGitHub]:
    with fake_github() as host:
        yield host


def where(host: FakeGitHub) -> PullRequest:
    return PullRequest(host.address, "o/r", 7, "secret")


def test_the_first_run_writes_and_the_next_ones_rewrite_it(host: FakeGitHub) -> None:
    host.add("someone", "hello")

    for text in ("one", "two", "three"):
        assert put_comment(where(host), f"{MARKER}\n{text}") == "https://host.example/2"

    assert [one["body"] for one in host.comments] == ["hello", f"{MARKER}\nthree"]


def test_an_equal_comment_is_not_written_again(host: FakeGitHub) -> None:
    put_comment(where(host), f"{MARKER}\none\n")
    host.comments[0]["body"] = host.comments[0]["body"].replace("\n", "\r\n")
    host.asked.clear()

    put_comment(where(host), f"{MARKER}\none\n")

    assert {one.split()[0] for one in host.asked} == {"GET"}


@pytest.mark.parametrize("login", [None, "octo"])
def test_a_comment_with_the_marker_by_someone_else_is_left_alone(host: FakeGitHub, login: str | None) -> None:
    host.login = login
    host.add("mallory", f"{MARKER}\nmine")

    put_comment(where(host), f"{MARKER}\nours")

    assert [one["body"] for one in host.comments] == [f"{MARKER}\nmine", f"{MARKER}\nours"]
    assert host.comments[1]["user"]["login"] == (login or "github-actions[bot]")


def test_it_is_found_beyond_the_first_hundred(host: FakeGitHub) -> None:
    for number in range(230):
        host.add("someone", f"comment {number}")
    host.add("github-actions[bot]", f"{MARKER}\nold")

    put_comment(where(host), f"{MARKER}\nnew")

    assert len(host.comments) == 231
    assert host.comments[-1]["body"] == f"{MARKER}\nnew"


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_token_that_may_not_comment_is_told_apart(host: FakeGitHub, status: int) -> None:
    host.refuses = {"POST": status}

    with pytest.raises(DeniedError, match=f"answers {status} to POST /repos/o/r/issues/7/comments"):
        put_comment(where(host), f"{MARKER}\none")


@pytest.mark.parametrize("status", [302, 500, 502])
def test_a_host_in_trouble_is_an_error_and_no_redirect_is_followed(host: FakeGitHub, status: int) -> None:
    host.refuses = {"POST": status}

    with pytest.raises(TraceError, match=f"answers {status}") as caught:
        put_comment(where(host), f"{MARKER}\none")

    assert not isinstance(caught.value, DeniedError)


def test_a_host_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TraceError, match=r"127\.0\.0\.1 can't be asked: "):
        put_comment(PullRequest("http://127.0.0.1:1", "o/r", 7, "secret"), MARKER)


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
def test_the_pull_request_is_the_one_of_the_event(tmp_path: Path, event: str) -> None:
    path = tmp_path / f"{event}.json"
    path.write_text(json.dumps({"action": "synchronize", "number": 7, "pull_request": {"number": 7}}))
    environ = {"GITHUB_EVENT_PATH": str(path), "GITHUB_REPOSITORY": "o/r", "GITHUB_TOKEN": "secret"}

    assert pull_request(environ) == PullRequest("https://api.github.com", "o/r", 7, "secret")
    with pytest.raises(DeniedError):
        pull_request({**environ, "GITHUB_TOKEN": ""})


@pytest.mark.parametrize(
    "change",
    [
        {"GITHUB_EVENT_PATH": "nowhere"},
        {"GITHUB_REPOSITORY": "o/r/../../x"},
        {"GITHUB_API_URL": "http://evil.example"},
        {"GITHUB_API_URL": "file:///etc/passwd"},
    ],
)
def test_anything_else_is_no_place_to_comment(tmp_path: Path, change: dict[str, str]) -> None:
    path = tmp_path / "event.json"
    path.write_text('{"pull_request": {"number": 7}}')

    with pytest.raises(TraceError):
        pull_request({"GITHUB_EVENT_PATH": str(path), "GITHUB_REPOSITORY": "o/r", "GITHUB_TOKEN": "s", **change})


@pytest.mark.parametrize("event", ["[]", "{}", '{"pull_request": null}', '{"pull_request": {"number": "7/x"}}', "x"])
def test_an_event_of_another_kind_is_said(tmp_path: Path, event: str) -> None:
    path = tmp_path / "event.json"
    path.write_text(event)

    with pytest.raises(TraceError):
        pull_request({"GITHUB_EVENT_PATH": str(path), "GITHUB_REPOSITORY": "o/r", "GITHUB_TOKEN": "s"})
