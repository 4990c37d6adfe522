"""What coverage-guided fuzzing starts from passes its targets, and a reader that is wrong does not."""

from __future__ import annotations

import pytest

from tests.fuzzing.corpus import corpus
from tests.fuzzing.targets import TARGETS
from tracecli.problems import Span
from tracecli.reading import Document


@pytest.mark.parametrize("ending", TARGETS)
def test_the_corpus_passes(ending: str) -> None:
    files = list(corpus(ending))

    for _, raw in files:
        TARGETS[ending](raw)

    assert len(files) > 20


@pytest.mark.parametrize("ending", TARGETS)
def test_a_place_beside_the_right_one_does_not_pass(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Document.spans

    def beside(self: Document, places: object) -> dict[object, Span]:
        return {place: Span(span.start + 1, span.end + 1) for place, span in real(self, places).items()}  # type: ignore[arg-type] # as given

    monkeypatch.setattr(Document, "spans", beside)

    with pytest.raises((AssertionError, ValueError)):
        TARGETS[ending](b'{"a": [1, "x"]}')
