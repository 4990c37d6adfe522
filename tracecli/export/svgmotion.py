"""What shows when, as CSS keyframes: everything of a scenario is there once, and hidden while it does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

_END_MS = 2000  # the last step stays longer before it begins again


class Motion:
    """Collects what is shown at which steps, and gives the style sheet for it.

    Elements with the same steps share a class. Without animation step 1 shows, since the others carry the attribute
    `visibility="hidden"`.
    """

    def __init__(self, stays: Sequence[int], prefix: str) -> None:
        """Begin.

        Args:
            stays: How many milliseconds each step stays.
            prefix: Begins the names of keyframes.
        """
        self._starts = list(accumulate((*stays[:-1], stays[-1] + _END_MS), initial=0))
        self._prefix = prefix
        self._classes: dict[tuple[int, ...], str] = {}

    def shown(self, steps: Sequence[int], markup: str) -> str:
        """Give `markup` so that it shows at `steps` alone, which count from 1 and ascend."""
        if not steps or not markup:
            return ""
        if len(steps) == len(self._starts) - 1:
            return markup
        name = self._classes.setdefault(tuple(steps), f"w{len(self._classes) + 1}")
        hidden = "" if steps[0] == 1 else ' visibility="hidden"'
        return f'<g class="when {name}"{hidden}>{markup}</g>'

    def style(self) -> str:
        """Give the style sheet: motion, stillness for those who want it, and `#step-3` for one step."""
        names = [f".{name}{{animation-name:{self._prefix}{name}}}" for name in self._classes.values()]
        frames = [self._keyframes(steps, name) for steps, name in self._classes.items()]
        at = self._names()
        still = f".when{{animation:none;visibility:hidden}}{_visible(at[-1], '')}"
        chosen = [_visible(found, f"#step-{step}:target~.show ") for step, found in enumerate(at, 1)]
        return "\n".join(
            (
                f".when{{animation:{self._starts[-1]}ms step-end infinite}}",
                *names,
                *frames,
                f"@media (prefers-reduced-motion:reduce){{{still}}}",
                ":target~.show .when{animation:none;visibility:hidden}",
                *filter(None, chosen),
            )
        )

    def _names(self) -> list[list[str]]:
        """Give the classes that show at each step."""
        found: list[list[str]] = [[] for _ in self._starts[1:]]
        for steps, name in self._classes.items():
            for step in steps:
                found[step - 1].append(name)
        return found

    def _keyframes(self, steps: tuple[int, ...], name: str) -> str:
        turns = {0: "hidden"}
        for step in steps:
            turns[self._starts[step - 1]] = "visible"
            turns[self._starts[step]] = "hidden"
        points = "".join(f"{self._percent(at)}{{visibility:{value}}}" for at, value in self._changes(turns))
        return f"@keyframes {self._prefix}{name}{{{points}}}"

    def _changes(self, turns: dict[int, str]) -> list[tuple[int, str]]:
        inner = [(at, value) for at, value in turns.items() if at < self._starts[-1]]
        return [now for before, now in zip([(0, ""), *inner], inner, strict=False) if before[1] != now[1]]

    def _percent(self, at: int) -> str:
        return f"{100 * at / self._starts[-1]:.4f}".rstrip("0").rstrip(".") + "%"


def _visible(names: list[str], within: str) -> str:
    return f"{','.join(f'{within}.{name}' for name in names)}{{visibility:visible}}" if names else ""
