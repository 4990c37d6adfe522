"""Tells a trace from other JSON and YAML, and says what a file of a well-known kind is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tracecli.checking.messages import names
from tracecli.problems import Place, Problem, Severity
from tracecli.reading import Document
from tracecli.text import near_names

_WORDS = ("scenarios", "targets", "stateLabels")
"""Each by itself is common elsewhere (Nx, XcodeGen, NuGet, Artillery); two are not."""
_TOP_KEYS = frozenset(
    {*_WORDS, "$schema", "version", "language", "title", "description", "caption", "alt", "limitations", "sources"}
    | {"lanes", "claims", "timing"}
)
"""The keys of a trace; a test holds them to the schema."""
_SCHEMA = re.compile(r"trace\.schema\.json|urn:steptrace:trace")
_MODELINE = re.compile(rf"^# yaml-language-server: *\$schema=\S*(?:{_SCHEMA.pattern})", re.MULTILINE)
_HEAD = 2000  # characters in which a modeline is looked for


def is_trace(document: Document) -> bool:
    """Return whether a document is meant to be a trace; one that can't be read is judged by words in its text.

    Of a file that is too large, or that a link leads to elsewhere, nothing was seen: it may be one, and is not left out
    without a word.
    """
    if document.unread is not None:
        return True
    if _MODELINE.search(document.text[:_HEAD]):
        return True
    if document.readable:
        return _has_marks(document.data)
    if _SCHEMA.search(document.text[:_HEAD]) or re.search(r"\b(?:scenarios|stateLabels)\b", document.text):
        return _kind_of_text(document.text) is None
    return False


def _has_marks(data: object) -> bool:
    """Return whether data has two of the words, names the schema, or has scenarios with steps."""
    if not isinstance(data, dict):
        return False
    schema = data.get("$schema")
    if isinstance(schema, str) and _SCHEMA.search(schema):
        return True
    present = sum(word in data for word in _WORDS)
    if present < len(_WORDS) and _kind(data, _OURS):
        return False
    scenarios = data.get("scenarios")
    return present > 1 or (
        isinstance(scenarios, list) and any(isinstance(one, dict) and "steps" in one for one in scenarios)
    )


def foreign(document: Document) -> Problem | None:
    """Return the one problem of a document that is no attempt at a trace: what it is, or what it has instead."""
    data = document.data
    if not document.readable:
        is_broken = any(one.rule == "syntax" for one in document.problems)
        kind = _kind_of_text(document.text) if is_broken else None
    elif isinstance(data, dict):
        return _foreign_mapping(document, data)
    elif isinstance(data, list):
        kind = _kind(data[0], _ENTRIES) if data and isinstance(data[0], dict) else None
    else:
        kind = _kind_of_text(document.text)
    return _problem(kind) if kind else None


def _foreign_mapping(document: Document, data: dict[Any, Any]) -> Problem | None:
    unknown = [key for key in data if key not in _TOP_KEYS and not str(key).startswith("x-")]
    if not unknown or is_trace(document):
        return None
    if kind := _kind(data, _OURS) or _kind(data, _OTHERS):
        return _problem(kind)
    if document.problems:
        return None  # what was found in reading it says more than that its keys are other ones
    if type(data.get("version")) in (int, float) and data["version"] != 1:
        return None  # a trace of another version may have other keys
    strange = [str(key) for key in unknown if not near_names(str(key), _TOP_KEYS)]
    if 2 * len(strange) < len(data):
        return None
    present = [word for word in _WORDS if word in data]
    lacks = f"of {names(_WORDS)} only {names(present)}" if present else f"none of {names(_WORDS)}"
    message = f"this is not a trace: it has {names(strange[:3], len(strange))}, and {lacks}"
    return Problem("foreign-document", Severity.ERROR, message, Place())


def _problem(kind: str) -> Problem:
    what, _, advice = kind.partition(": ")
    return Problem(
        "foreign-document", Severity.ERROR, f"this is {what}, not a trace{advice and f': {advice}'}", Place()
    )


class _Kind(NamedTuple):
    """A kind of file, by keys at its top."""

    name: str  # with its article; after a colon, what to do with it
    keys: frozenset[str]  # all of them are there
    where: Callable[[dict[Any, Any]], bool] = lambda _: True


def _kind(data: dict[Any, Any], kinds: tuple[_Kind, ...]) -> str | None:
    return next((kind.name for kind in kinds if kind.keys <= data.keys() and kind.where(data)), None)


def _row(name: str, *keys: str, **texts: str) -> _Kind:
    """Make a row of the tables: keys that are there, and what text the value of others contains."""

    def where(data: dict[Any, Any]) -> bool:
        return all(isinstance(data.get(key), str) and text in data[key].lower() for key, text in texts.items())

    return _Kind(name, frozenset(keys), where)


_OURS = (
    _row("a comparison that trace diff wrote", "kind", "left", "right", "changes"),
    _row("what trace show wrote", "version", "trace", "scenarios"),
    _row("what trace list wrote", "version", "traces"),
    _row("a report that trace validate wrote", "version", "files", "failed", "summary"),
    _row("a report that trace sources wrote", "version", "trace", "sources", "summary"),
    _row("a report that trace time wrote", "version", "loops"),
)

_ENTRIES = (
    _row("a recording in Chrome's trace event format", "ph"),
    _row("a list of Zipkin spans", "traceId", "id"),
    _row("a list of manifests of Kubernetes", "apiVersion", "kind"),
)

# The first row that fits names it, so what is more particular comes first.
_OTHERS = (
    _row("a recording in Chrome's trace event format", "traceEvents"),
    _row("a counterexample in the Informal Trace Format (ITF): trace import itf makes a trace of it", "vars", "states"),
    _row("a SARIF report", "runs", "version"),
    _row("a Jupyter notebook", "nbformat"),
    _row("a terminal recording (asciicast)", "width", "height", "stdout"),
    _row("a terminal recording (asciicast)", "version", "width", "height"),
    _row("a terminal recording (asciicast)", "version", "term"),
    _row("a profile of speedscope", **{"$schema": "speedscope"}),
    _row("a CPU profile of V8", "nodes", "startTime", "endTime"),
    _row("a heap snapshot of V8", "snapshot", "nodes"),
    _row("a profile of Firefox", "meta", "threads"),
    _row("a recording of a browser's requests (HAR)", "log"),
    _row("telemetry of OpenTelemetry", "resourceSpans"),
    _row("telemetry of OpenTelemetry", "resourceMetrics"),
    _row("telemetry of OpenTelemetry", "resourceLogs"),
    _row("telemetry of Jaeger", "data", "total", "limit"),
    _row("a lock file", "lockfileVersion"),
    _row("a lock file of Composer", "packages", "content-hash"),
    _row("a lock file of Pipenv", "_meta", "default"),
    _row("a lock file of Nix", "nodes", "root", "version"),
    _row("a lock file of Deno", "version", "specifiers"),
    _row("a lock file of Yarn", "__metadata"),
    _row("a file of NuGet's assets", "targets", "libraries"),
    _row("a lock file of NuGet", "version", "dependencies"),
    _row("a manifest of an npm package", "name", "scripts"),
    _row("a manifest of an npm package", "name", "version", "dependencies"),
    _row("a manifest of a Composer package", "name", "require"),
    _row("a project of Nx", "targets", "projectType"),
    _row("a project of Nx", "targets", "sourceRoot"),
    _row("a project of Nx", "targets", **{"$schema": "nx/"}),
    _row("a configuration of TypeScript", "compilerOptions"),
    _row("a JSON Schema", **{"$schema": "json-schema.org"}),
    _row("a description of an API (OpenAPI)", "openapi"),
    _row("a description of an API (Swagger)", "swagger"),
    _row("a description of an API (AsyncAPI)", "asyncapi"),
    _row("a collection of Postman", "info", "item"),
    _row("a test of Artillery", "config", "scenarios"),
    _row("a manifest of Kubernetes", "apiVersion", "kind"),
    _row("a file of Docker Compose", "services"),
    _row("a workflow of GitHub", "jobs"),
    _row("a configuration of pre-commit", "repos"),
    _row("a dependency list (CycloneDX)", "bomFormat"),
    _row("a dependency list (SPDX)", "spdxVersion"),
    _row("a map (GeoJSON)", "type", "features"),
    _row("a source map", "mappings", "sources"),
    _row("a drawing of Excalidraw", type="excalidraw"),
    _row("an animation of Lottie", "layers", "fr"),
    _row("a tour of CodeTour", "title", "steps"),
)


_MARKUP = re.compile(r"\s*<(?:\?xml|!doctype|!--|svg\b|html\b|mxfile\b|[A-Za-z][\w:.-]*[\s/>])", re.IGNORECASE)
_LINES = re.compile(r"\s*\{[^\r\n]*\}[ \t]*\r?\n\s*(?P<second>[\[{])")
_EVENTS = re.compile(r'\s*(?:\{\s*"traceEvents"\s*:\s*)?\[\s*\{[^{}]*"ph"\s*:')


def _kind_of_text(text: str) -> str | None:
    """Return what a text is that is neither JSON nor YAML as a whole."""
    head = text[: 10 * _HEAD]
    if _MARKUP.match(head):
        return "XML or HTML"
    if lines := _LINES.match(head):
        is_cast = lines["second"] == "[" and re.search(r'"(?:width|term)"\s*:', lines[0])
        return "a terminal recording (asciicast)" if is_cast else "a list of JSON values, one a line (JSON Lines)"
    if _EVENTS.match(head):  # the format lets a recording end without its bracket
        return "a recording in Chrome's trace event format"
    return None
