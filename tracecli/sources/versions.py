"""Is this release the tag that a link cites?

Tags and versions are written differently (`v0.5.23` and `0.5.23`, `v1.0-rc.1` and `1.0rc1`), so both are brought into
one spelling, close to the normal form of the version specifiers of Python packaging.
"""

from __future__ import annotations

import re

_COMMIT = re.compile(r"(?=[0-9]*[a-f])[0-9a-f]{7,40}\Z|[0-9a-f]{40}\Z", re.IGNORECASE)
_VERSION = re.compile(
    r"(?:^|(?<=[-_/@vV]))(?P<numbers>[0-9]+(?:\.[0-9]+)*)"
    r"(?P<more>(?:[._-]?(?:alpha|beta|preview|pre|post|rev|dev|rc|a|b|c|r)[._-]?[0-9]*)*)(?:\+[A-Za-z0-9.]+)?\Z",
    re.IGNORECASE,
)
_MARK = re.compile(r"[._-]?(alpha|beta|preview|pre|post|rev|dev|rc|a|b|c|r)[._-]?([0-9]*)", re.IGNORECASE)
_NAMES = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc", "rev": "post", "r": "post"}


def is_commit(revision: str) -> bool:
    """Tell whether a revision looks like the hash of a commit, which no release can be compared with."""
    return _COMMIT.match(revision) is not None


def spelt(revision: str) -> str | None:
    """Give the version in a tag, a version or a name that ends in one, in one spelling; None where there is none.

    Numbers lose trailing zeros, and what follows a plus sign (a build) does not count.
    """
    found = _VERSION.search(revision)
    if not found:
        return None
    numbers = [str(int(number)) for number in found["numbers"].split(".") if len(number) <= 30]
    while len(numbers) > 1 and numbers[-1] == "0":
        numbers.pop()
    marks = [(_NAMES.get(m[1].lower(), m[1].lower()), int(m[2] or 0)) for m in _MARK.finditer(found["more"])]
    return ".".join(numbers) + "".join(f"{name}{number}" for name, number in marks)


def same(tag: str, version: str) -> bool:
    """Tell whether a tag names a version."""
    return tag == version or (not is_commit(tag) and spelt(tag) is not None and spelt(tag) == spelt(version))
