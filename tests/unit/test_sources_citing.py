from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracecli.sources import LineRange, cite
from tracecli.sources.archive import is_commit, same, spelt
from tracecli.sources.citation import retitled

HUB = "https://github.com/own/eng/blob/v1.2/python/eng/a.py"


@pytest.mark.parametrize(
    ("url", "repo", "path"),
    [
        (HUB, "github.com/own/eng", "python/eng/a.py"),
        ("https://www.github.com/own/eng/blame/v1.2/a.py?plain=1", "github.com/own/eng", "a.py"),
        ("https://github.com/own/eng/blob/refs/tags/v1.2/a.py", "github.com/own/eng", "a.py"),
        ("https://raw.githubusercontent.com/own/eng/v1.2/a.py", "github.com/own/eng", "a.py"),
        ("https://gitlab.com/group/sub/eng/-/blob/v1.2/a.py", "gitlab.com/group/sub/eng", "a.py"),
        ("https://codeberg.org/own/eng/src/tag/v1.2/a.py", "codeberg.org/own/eng", "a.py"),
        ("https://bitbucket.org/own/eng/src/v1.2/a.py", "bitbucket.org/own/eng", "a.py"),
        ("https://github.com/own/eng/blob/v1.2/a%20b.py", "github.com/own/eng", "a b.py"),
    ],
)
def test_links_of_code_hosts_are_taken_apart(url: str, repo: str, path: str) -> None:
    citation = cite(url)

    assert citation is not None
    assert citation.repo == repo
    assert next(citation.readings()) == ("v1.2", path)


@pytest.mark.parametrize(
    "url",
    ["https://github.com/own/eng/pull/6000", "https://example.org/a.py#L1-L2", "https://github.com/own/eng/blob/v1.2"],
)
def test_a_link_that_leads_to_no_file_is_no_citation(url: str) -> None:
    assert cite(url) is None


@pytest.mark.parametrize(
    ("fragment", "lines", "single"),
    [
        ("#L3-L9", LineRange(3, 9), False),
        ("#L3-9", LineRange(3, 9), False),
        ("#L3C1-L9C4", LineRange(3, 9), False),
        ("#lines-3:9", LineRange(3, 9), False),
        ("#L3", LineRange(3, 3), True),
        ("#n3", LineRange(3, 3), True),
        ("#readme", None, False),
        ("#L0-L2", None, False),
        ("#L9-L3", None, False),
        ("", None, False),
    ],
)
def test_the_fragment_gives_the_lines(fragment: str, lines: LineRange | None, single: bool) -> None:  # noqa: FBT001 -- a row
    citation = cite(HUB + fragment)

    assert citation is not None
    assert (citation.lines, citation.single) == (lines, single)


@pytest.mark.parametrize(
    ("fragment", "new"),
    [
        ("#L3-L9", "#L5-L11"),
        ("#L3-9", "#L5-11"),
        ("#L3C1-L9C4", "#L5-L11"),
        ("#lines-3:9", "#lines-5:11"),
        ("#L3", "#L5"),
    ],
)
def test_a_link_keeps_its_style_when_it_is_pinned_anew(fragment: str, new: str) -> None:
    citation = cite(f"{HUB}?plain=1{fragment}")

    assert citation is not None
    assert citation.repinned("v1.2", "v2", LineRange(5, 11)) == f"{HUB.replace('v1.2', 'v2')}?plain=1{new}"


def test_a_version_with_slashes_is_read_and_replaced_whole() -> None:
    citation = cite("https://github.com/own/eng/blob/eng/v1.2/src/a.py#L1-L2")

    assert citation is not None
    assert ("eng/v1.2", "src/a.py") in list(citation.readings())
    assert citation.repinned("eng/v1.2", "eng/v2", None) == "https://github.com/own/eng/blob/eng/v2/src/a.py#L1-L2"


@pytest.mark.parametrize(
    ("title", "old", "new"),
    [
        ("Eng v1.2 loop", "v1.2", "Eng v2 loop"),
        ("Eng v1.2.", "v1.2", "Eng v2."),
        ("Eng v1.2.3 loop", "v1.2", "Eng v1.2.3 loop"),
        ("Eng 0a1b2c3 loop", "0a1b2c3d" * 5, "Eng v2 loop"),
        ("Eng deadbeef loop", "0a1b2c3d" * 5, "Eng deadbeef loop"),
    ],
)
def test_a_title_that_names_the_old_version_names_the_new_one(title: str, old: str, new: str) -> None:
    assert retitled(title, old, "v2") == new


@pytest.mark.parametrize(
    ("tag", "version"),
    [
        ("v0.5.23", "0.5.23"),
        ("0.5.23", "0.5.23"),
        ("release-1.0", "1.0.0"),
        ("eng/v1.2", "1.2.0"),
        ("v1.0-rc.1", "1.0rc1"),
        ("v1.0.post1", "1.0.post1"),
        ("v0.28.0", "0.28.0+cu129"),
        ("1.0-alpha2", "1.0a2"),
    ],
)
def test_a_tag_and_a_version_that_mean_one_release_are_the_same(tag: str, version: str) -> None:
    assert same(tag, version)


@pytest.mark.parametrize(
    ("tag", "version"),
    [("v0.5.2", "0.5.23"), ("v1.0rc1", "1.0"), ("main", "1.0"), ("6adad08767583f52eb4d2122111af0bf638ed5e6", "6")],
)
def test_others_are_not(tag: str, version: str) -> None:
    assert not same(tag, version)


def test_a_commit_is_told_from_a_version() -> None:
    assert is_commit("6adad0876")
    assert is_commit("1" * 40)
    assert not is_commit("20240101")
    assert not is_commit("v1.2")
    assert spelt("main") is None


@given(st.text(max_size=60), st.text(max_size=20))
@settings(max_examples=200)
def test_any_text_is_a_citation_or_none(rest: str, fragment: str) -> None:
    citation = cite(f"https://github.com/own/eng/blob/{rest}#{fragment}")

    if citation is not None:
        revision, path = next(citation.readings())
        assert revision or path
        assert citation.repinned(revision, revision, citation.lines).startswith("https://github.com/own/eng/blob/")
