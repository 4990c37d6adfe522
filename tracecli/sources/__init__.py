"""Are the cited lines still what the trace says?

`judge` compares each source with the code that it cites, as a root on this machine has it: a git checkout, an unpacked
release, a wheel or an sdist. Nothing is fetched, and nothing outside of a root is read.
"""

from __future__ import annotations

from tracecli.sources.archive import Local
from tracecli.sources.citation import Judgement, LineRange, Verdict, cite, repins
from tracecli.sources.judge import judge
from tracecli.sources.roots import Roots, open_roots

__all__ = ["Judgement", "LineRange", "Local", "Roots", "Verdict", "cite", "judge", "open_roots", "repins"]
