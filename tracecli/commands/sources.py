"""`trace sources`: are the cited lines still what the trace says?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tracecli.checking.messages import name
from tracecli.checking.source_files import Escapes, Found, Missing, NotLooked
from tracecli.errors import ExitCode, TraceError
from tracecli.library.catalog import Resolved, resolve
from tracecli.problems import Severity
from tracecli.report.findings import FileReport
from tracecli.report.sources import citation_summary, citation_table
from tracecli.sources import Judgement, Local, Roots, cite, judge, open_roots
from tracecli.terminal import output
from tracecli.text import plural


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks of a run."""

    roots: Sequence[str] = ()  # `REPO=PATH` each
    at: str | None = None  # ask about this version instead of the cited ones
    write: bool = False  # write new lines and versions into the trace
    format: str = "text"  # `text`, `json`, `github`, `sarif` or `markdown`
    fail_on: Severity = Severity.ERROR  # the least severity that makes the run fail
    notes: bool = False  # show notes in formats that leave them out
    color: bool = False  # whether text is coloured


def run(address: str, options: Options) -> ExitCode:
    """Judge a trace's sources, show what was found, and give the exit code."""
    resolved = resolve(address)
    roots = open_roots(options.roots)
    judgements = judge(
        resolved.trace.sources, roots, at=options.at, local=_looked(resolved), found=resolved.checked.problems
    )
    _unused(resolved, roots)
    _show(resolved, judgements, options)
    if options.write:
        _write(resolved, judgements)
    output.err(_visible(citation_summary(judgements)))
    return _code(judgements, options)


def _looked(resolved: Resolved) -> dict[int, Local]:
    """Look at the local files, which checking has done before: what was read then is not read again."""
    files = resolved.checked.files
    looks = {}
    for index, source in enumerate(resolved.trace.sources):
        if source.file is None:
            continue
        look = files.look(source.file, digest=source.sha256 is not None) if files else NotLooked()
        if isinstance(look, Found):
            looks[index] = Local(sha256=look.sha256)
        elif isinstance(look, Missing):
            looks[index] = Local(f"{name(source.file)} was not read: {look.reason}")
        elif isinstance(look, Escapes):
            looks[index] = Local(f"{name(source.file)} was not read: its path leads out of the repository")
        else:
            looks[index] = Local(f"{name(source.file)} was not looked at: {_no_folder(resolved)}")
    return looks


def _no_folder(resolved: Resolved) -> str:
    if resolved.base == "-":
        return "the trace comes from standard input, not from a folder"
    if ":" in resolved.base:
        return "the trace comes from a git revision, not from a folder"
    return "the trace is a shipped one, without the files that it was made from"


def _code(judgements: Sequence[Judgement], options: Options) -> ExitCode:
    unjudged = sum(not one.verdict.judged for one in judgements)
    if unjudged and (unjudged == len(judgements) or options.fail_on <= Severity.WARNING):
        output.err(f"error: {unjudged:,} of {plural(len(judgements), 'source')} could not be judged")
        if not options.roots and any(one.cited for one in judgements):
            output.err("  --root owner/name=PATH names a checkout, a release, a wheel or an sdist to look at")
        return ExitCode.FAILED
    found = (problem for one in judgements if (problem := one.problem()))
    return ExitCode.FOUND if any(problem.severity >= options.fail_on for problem in found) else ExitCode.OK


def _unused(resolved: Resolved, roots: Roots) -> None:
    cited = [found for source in resolved.trace.sources if (found := cite(source.url or ""))]
    for repo in roots.unused(cited):
        known = ", ".join(sorted({one.repo for one in cited})) or "no code host"
        output.err(_visible(f"no source links to {repo}; they link to {known}"))


def _show(resolved: Resolved, judgements: Sequence[Judgement], options: Options) -> None:
    file = _report(resolved, judgements)
    if options.format == "text":
        _show_text(file, judgements, options)
    elif options.format == "json":
        from tracecli.report.sources import citation_json

        output.data(citation_json(resolved.name, judgements, at=options.at))
    else:
        _show_for_hosts(file, options)


def _report(resolved: Resolved, judgements: Sequence[Judgement]) -> FileReport:
    document = resolved.checked.document
    problems = [problem for one in judgements if (problem := one.problem())]
    return FileReport(resolved.name, tuple(document.locate(problems)), document)


def _show_text(file: FileReport, judgements: Sequence[Judgement], options: Options) -> None:
    from tracecli.report.text import text_report
    from tracecli.terminal.output import painted

    found = list(text_report(file, notes=options.notes, most=0))
    for line in [*found, *([()] if found else []), *citation_table(judgements, at=options.at)]:
        output.out(painted(line, color=options.color) or "\n")


def _show_for_hosts(file: FileReport, options: Options) -> None:
    from tracecli import __version__
    from tracecli.checking import RULES
    from tracecli.checking.rules.rule import page
    from tracecli.git import top_level
    from tracecli.report.findings import Results
    from tracecli.report.manual import SOURCE_PAGES

    here = Path.cwd()
    told = {finding.problem.rule for finding in file.findings}
    results = Results(
        files=[file],
        version=__version__,
        pages=[*SOURCE_PAGES, *(page(rule) for rule in RULES if rule.id in told)],
        notes=options.notes,
        fail_on=options.fail_on,
        folder=str(here),
        root=str(top_level(here) or here),
    )
    if options.format == "github":
        from tracecli.report.ci import github_report

        output.data(github_report(results))
    elif options.format == "markdown":
        from tracecli.report.markdown import markdown_report

        output.data(markdown_report(results))
    else:
        from tracecli.report.sarif import sarif_report

        output.data(sarif_report(results))


def _write(resolved: Resolved, judgements: Sequence[Judgement]) -> None:
    from tracecli.fixing import fixed
    from tracecli.library.writing import rewrite_text
    from tracecli.sources import repins

    path = _writable(resolved)
    document = resolved.checked.document
    done = fixed(document, repins(judgements))
    if done.text != document.text:
        rewrite_text(path, document.text, done.text)
    output.err(_visible(f"{resolved.name}: {len(done.applied)} of {len(judgements)} sources written anew"))
    for problem in done.left:
        output.err(_visible(f"left as it is, for it can't be changed in its place: {problem.message}"))


def _writable(resolved: Resolved) -> str:
    """Return the file to write to: never what is shipped, and standard input and revisions are no files."""
    if resolved.path is None:
        raise TraceError(f"{resolved.name} is no file of yours, and is not written to", "copy it and name the copy")
    return resolved.path


def _visible(text: str) -> str:
    from tracecli.text import visible

    return visible(text)
