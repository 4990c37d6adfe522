"""Bytes → Document: data with positions, and what is wrong with the text.

What is found here, and under which rule:

| rule | what |
|---|---|
| `encoding` | not UTF-8, NUL bytes, a second BOM; an escape that is half of a surrogate pair |
| `syntax` | not JSON or YAML; NaN and Infinity in JSON; tags, merge keys, cycles, unknown aliases, keys that are not scalars, a second document; only white space or comments |
| `duplicate-key` | one key twice in a mapping, at each later one |
| `wrong-type` | a YAML key that is null, a boolean or a number |
| `wrong-value` | a number that is out of a double's reach |
| `too-deep`, `too-large` | a limit is passed: of levels; of bytes or of what aliases add |
| `link-escapes` | a link leads out of the repository, so nothing was read |
| `cut-by-comment` | a warning: a plain scalar that ends at a `#` with one space before it and a word after it |
| `yaml-type` | a warning: a plain scalar that another common YAML reader takes for another type |
"""  # noqa: E501 -- a table's rows can't be wrapped

from __future__ import annotations

from tracecli.reading.document import DEFAULT, Document, Limits
from tracecli.reading.files import guess_format, raw_bytes, read_bytes, read_file

__all__ = ["DEFAULT", "Document", "Limits", "guess_format", "raw_bytes", "read_bytes", "read_file"]
