"""Why a text is not YAML, in words that say what to write.

The parser's messages are those of libyaml 0.2 (scanner.c and parser.c); PyYAML's own parser says nearly the same. One
that is not known here is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml

from tracecli.problems import Problem, Span
from tracecli.reading import yaml_block_words as block
from tracecli.reading import yaml_token_words as token
from tracecli.reading.wording import Words, broken_syntax, character
from tracecli.reading.yaml_trouble import Trouble

_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # YAML 1.1, 5.1


def explain(text: str, error: yaml.YAMLError) -> Problem:
    """Say what is wrong with a text that the parser refused."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return broken_syntax(_unprintable(text), len(text))
    at = error.problem_mark.index if error.problem_mark else 0
    trouble = Trouble(text, at, error.context_mark.index if error.context_mark else at)
    said = f"{error.context}: {error.problem}"
    found = (explainer(trouble) for fragment, explainer in _EXPLAINERS if fragment in said)
    return broken_syntax(
        next((words for words in found if words), Words(f"this is not YAML: {said}", trouble.here)), len(text)
    )


def _unprintable(text: str) -> Words:
    found = _NOT_ALLOWED.search(text)
    if not found:
        return Words("this is not YAML", Span(0, 0))
    code = ord(found[0])
    escape = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    message = f"{character(found[0])} can't stand in YAML: in double quotes it is written {escape}"
    return Words(message, Span(*found.span()), escape)


# What the parser says → who explains it. The first that has words is right.
_EXPLAINERS: tuple[tuple[str, Callable[[Trouble], Words | None]], ...] = (
    ("cannot start any token", token.bad_start),
    ("tab character", token.tab),
    ("mapping values are not allowed", block.tab_before),
    ("mapping values are not allowed", block.odd_blank),
    ("mapping values are not allowed", block.odd_colon),
    ("mapping values are not allowed", block.colon_in_text),
    ("mapping values are not allowed", block.stray_key),
    ("could not find expected ':'", block.odd_blank),
    ("could not find expected ':'", block.odd_colon),
    ("could not find expected ':'", block.no_blank_after_colon),
    ("could not find expected ':'", block.no_colon),
    ("did not find expected key", block.tab_before),
    ("did not find expected key", block.odd_blank),
    ("did not find expected key", block.behind_value),
    ("did not find expected key", block.misfit),
    ("did not find expected '-' indicator", block.odd_blank),
    ("did not find expected '-' indicator", block.behind_value),
    ("did not find expected '-' indicator", block.no_item),
    ("block sequence entries are not allowed", block.item_behind_key),
    ("did not find expected ',' or", token.unclosed),
    ("unexpected end of stream", token.unclosed_quote),
    ("unexpected document indicator", token.unclosed_quote),
    ("unknown escape character", token.bad_escape),
    ("invalid Unicode character escape", token.surrogate),
    ("hexdecimal number", token.bad_digits),
    ("while scanning an alias", token.reserved),
    ("while scanning an anchor", token.reserved),
    ("tag", token.reserved),
    ("while scanning a block scalar", token.bad_header),
    ("directive", token.directive),
    ("incompatible YAML document", token.directive),
    ("did not find expected <document start>", block.second_value),
    ("did not find expected node content", token.no_content),
)
