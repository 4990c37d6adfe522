from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.coderoots import LOOP
from tracecli.sources.outline import outline, plain_definitions, python_definitions

CPP = """\
#include <x>
namespace eng {
// a { in a comment
class Loop : public Base {
 public:
  int step(int k) {
    const char* brace = "}";
    if (k) {
      return step(k - 1);
    }
    return 0;
  }
  void declared(int k);
};

template <typename T>
void Loop::gather(
    T batch) {
  run(batch);
}
}  // namespace eng
"""
RUST = """\
pub struct Loop<'a> {
    name: &'a str,
}

impl<'a> Iterator for Loop<'a> {
    fn next(&mut self) -> Option<u32> {
        None
    }
}

pub(crate) async fn gather(batch: &str) -> u32 {
    1
}
"""
SCRIPT = """\
export const step = async (k) => {
  return { k };
};

class Loop {
  async next(k) {
    for (const a of k) { use(a); }
  }
}

export default function gather(batch) {
  return batch;
}
"""
GO = """\
func (l *Loop) Step(k int) error {
	if k > 0 {
		return nil
	}
	return nil
}
"""


def names(path: str, text: str) -> dict[str, tuple[int, int]]:
    """Give each name with its first and last line."""
    return {one.name: (one.start, one.end) for one in outline(path, text).definitions}


def test_python_definitions_have_dotted_names_and_keep_their_decorators_apart() -> None:
    found = {one.name: one for one in outline("a.py", LOOP).definitions}

    loop = found["Scheduler.loop"]
    assert (loop.head, loop.start, loop.end) == (19, 21, 29)
    assert (found["Scheduler.loop.pop"].start, found["Scheduler.loop.pop"].end) == (24, 25)
    assert not found["LIMIT"].block


def test_definitions_under_conditions_and_in_handlers_are_found() -> None:
    text = (
        "try:\n    import a\nexcept ImportError:\n    def f(): pass\nif 1:\n    class C:\n        def g(self): pass\n"
    )

    assert set(names("a.py", text)) == {"f", "C", "C.g"}


def test_python_that_this_python_does_not_read_is_read_by_its_indentation() -> None:
    text = LOOP.replace("import os\n", "print 'from another age'\n")

    found = outline("a.py", text)

    assert found.doubt == "line 3 is no Python that this Python reads"
    assert names("a.py", text)["Scheduler.loop"] == (21, 29)
    assert names("a.py", text)["gather"] == (36, 39)


def test_no_python_takes_the_parser_down() -> None:
    assert isinstance(python_definitions("(" * 5000), str)
    assert isinstance(python_definitions("a\0b"), str)
    assert isinstance(python_definitions("-" * 200_000 + "1"), str | tuple)
    assert python_definitions("x = '\\d'\n") != ""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.cpp", CPP, {"eng.Loop": (4, 14), "eng.Loop.step": (6, 12), "eng.Loop.gather": (17, 20), "eng": (2, 21)}),
        ("a.rs", RUST, {"Loop.next": (6, 8), "gather": (11, 13)}),
        ("a.js", SCRIPT, {"step": (1, 3), "Loop": (5, 9), "Loop.next": (6, 8), "gather": (11, 13)}),
        ("a.go", GO, {"Step": (1, 6)}),
        ("a.rb", "class Loop\n  def step\n    1\n  end\nend\n", {"Loop": (1, 5), "Loop.step": (2, 4)}),
    ],
)
def test_other_languages_are_read_by_their_text(path: str, text: str, expected: dict[str, tuple[int, int]]) -> None:
    found = names(path, text)

    assert {name: found.get(name) for name in expected} == expected
    assert "eng.Loop.declared" not in found


def test_a_brace_in_a_string_or_a_comment_counts_for_nothing() -> None:
    found = names("a.js", "function f() {\n  a('}') // }\n  /* } */\n  b(`}\n}`)\n}\n")

    assert found == {"f": (1, 6)}


@given(st.text(alphabet="af(){}[]<>:;&*\"'`/#\n\t implfornclass=,~", max_size=600), st.booleans())
@settings(max_examples=150)
def test_any_text_has_an_outline_inside_of_it(text: str, hashes: bool) -> None:  # noqa: FBT001 -- drawn
    count = text.count("\n") + 1

    for one in plain_definitions(text, hashes=hashes):
        assert 1 <= one.head <= one.start <= one.end <= count


def test_long_and_odd_texts_are_no_trouble() -> None:
    lines = ["impl " + "a<" * 190, "f(" * 150, "class " * 60, "a& " * 130, "x(", "a " * 190 + "("]
    text = "\n".join(lines * 300)

    assert len(plain_definitions(text, hashes=False)) < 1800
