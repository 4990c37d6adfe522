"""Are the cited lines still what the trace says?

`judge` compares each source with the code that it cites, as a root on this machine has it: a git checkout, an unpacked
release, a wheel or an sdist. Nothing is fetched, and nothing outside of a root is read.
"""

from __future__ import annotations

from tracecli.sources.citing import cite
from tracecli.sources.judging import judge
from tracecli.sources.looking import Local
from tracecli.sources.roots import Roots, open_roots
from tracecli.sources.verdicts import Judgement, LineRange, Verdict, repins

__all__ = ["Judgement", "LineRange", "Local", "Roots", "Verdict", "cite", "judge", "open_roots", "repins"]
