"""Any data that a document may hold, biased towards what notations get wrong."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

_TROUBLE = (
    *("no", "yes", "y", "N", "on", "off", "~", "null", "true", "True", "=", "<<", "012", "0o7", "0x1F", "1_000"),
    *("12:30", "1e3", "1.0e+3", ".5", "-.inf", ".nan", "2024-01-01", "+1", "-0", "1.", "", " ", "-", "?", ":"),
    *("a: b", "a #b", "a:", "#x", "? x", "- x", "'", '"', "a'b", "a'b\"c", "\\", "!x", "&x", "*x", "|", "> x"),
    *("[a]", "{a}", "a, b", "---", "...", "%YAML", "@x", "`x`", "::error::x", "x ##[error] y", "##vso[x]"),
    *("a\nb", "a\n", "a\n\n", "\n", "\n a", "a\n b\n", "a\n \nb", "a \nb", "\ta", "a\tb", "a\r\nb", "a\n::b"),
    *(" a", "a ", "a  b", "\x00", "\x1b[0m", "\x85", "\u2028", "\ufeff", "\ufffe", "\u00a0x", "\U0001f600"),
    *(
        "08",
        "+08",
        "+.1",
        "01e5",
        "+1e3",
        "1.e3",
        "+0o17",
        "1e999",
        "1E400",
        "5e45123",
        "+_",
        "e5",
        "1,000",
        "nO",
        "1:60",
    ),
    *(
        "\u3000a",
        "a\u00a0",
        "a\n--- b",
        "a\n...",
        "a\n#b\n",
        "__proto__",
        "constructor",
        "\u007f",
        "\U000e0001",
        "a\u2029b",
    ),
    *("word " * 30 + "end", "word " * 19 + "::error " * 9 + "end", "x" * 1500, "é " * 900 + "é", "k−1"),
)
_texts = (
    st.sampled_from(_TROUBLE)
    | st.text(max_size=20)
    | st.text("ab :#-'\"\n\\,[]{}", max_size=30)
    | st.text("0189+-._,:eExobTZ ", max_size=12)  # numbers and dates to someone
    | st.from_regex(r"[-+]?[0-9]{1,3}(\.[0-9]*)?([eE][-+]?[0-9]{1,3})?", fullmatch=True)
)
_numbers = st.integers() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
_scalars = st.none() | st.booleans() | _numbers | _texts
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=12,
)


def documents() -> st.SearchStrategy[dict[str, Any]]:
    """Give mappings of anything to anything; an `x-` property may hold just that."""
    return st.dictionaries(_texts, _values, max_size=4)


def texts() -> st.SearchStrategy[str]:
    """Give texts that any of them may hold."""
    return _texts
