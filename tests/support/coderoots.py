"""Small made-up repositories and releases, for the tests of `sources`."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.support.tools import tool

LOOP = '''\
"""A scheduler."""

import os

LIMIT = 8


class Scheduler:
    """Schedules."""

    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        pass

    @traced
    @inference
    def loop(self):
        """Loop."""

        def pop():
            return 1

        while pop():
            # wait
            self.step()

    # about the step
    def step(self):
        return os


def gather(batch):
    if batch:
        return batch
    return None
'''
"""Lines: LIMIT 5, Scheduler 8-33, size 12-13 and 16-17, loop 19-29 (its name at 21), pop 24-25, step 32-33, gather 36-39."""

MOVED = LOOP.replace("import os\n", "import os\nimport sys\nimport re\n").replace("return None", "return 0")
"""The same two lines further down, with another end of `gather`."""


def commit(folder: Path, files: Mapping[str, str], *, tag: str | None = None) -> None:
    """Put files into a repository, made if need be, and commit them."""
    git = tool("git")
    name = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"]
    ask = [git, *name]
    if not (folder / ".git").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([*ask, "init", "-q"], cwd=folder, check=True, capture_output=True)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    subprocess.run([*ask, "add", "-A"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*ask, "commit", "-q", "-m", "x", "--allow-empty"], cwd=folder, check=True, capture_output=True)
    if tag:
        subprocess.run([*ask, "tag", tag], cwd=folder, check=True, capture_output=True)


def metadata(name: str, version: str) -> str:
    """Give the metadata of a release."""
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nVersion: 9.9\n"


def wheel(path: Path, files: Mapping[str, str], *, name: str = "eng", version: str = "1.2.0") -> Path:
    """Make a wheel; gives its path."""
    made = path / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in files.items():
            archive.writestr(member, text)
        archive.writestr(f"{name}-{version}.dist-info/METADATA", metadata(name, version))
    return made


def sdist(path: Path, files: Mapping[str, str], *, name: str = "eng", version: str = "1.2.0") -> Path:
    """Make an sdist; gives its path."""
    made = path / f"{name}-{version}.tar.gz"
    with tarfile.open(made, "w:gz") as archive:
        for member, text in {**files, "PKG-INFO": metadata(name, version)}.items():
            raw = text.encode()
            about = tarfile.TarInfo(f"{name}-{version}/{member}")
            about.size = len(raw)
            archive.addfile(about, io.BytesIO(raw))
    return made
