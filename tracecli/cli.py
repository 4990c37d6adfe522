"""Every command: its name, options and help. One late import and one call each; no work is done here."""

import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer
from typer.models import CommandInfo

from tracecli import __version__
from tracecli.errors import ExitCode


def _examples(*lines: str) -> str:
    """Return an epilog that keeps its lines: a backspace alone on a line tells the formatter not to wrap."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


app = typer.Typer(
    name="trace",
    help="Play, check and compare step-by-step traces of concurrent systems.",
    epilog=_examples("trace play overlap", "trace validate traces/", "trace diff serial overlap"),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Color(StrEnum):
    """When to colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Level(StrEnum):
    """A least severity."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class DiffLevel(StrEnum):
    """How deep a change goes."""

    WORDING = "wording"
    TIMING = "timing"
    COST = "cost"
    ORDER = "order"
    SOURCES = "sources"
    STATE = "state"
    STRUCTURE = "structure"


class ReportFormat(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"


class SourcesFormat(StrEnum):
    """How judgements of sources are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    MARKDOWN = "markdown"


class PageFormat(StrEnum):
    """How a manual page is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def _complete_addresses(incomplete: str) -> list[str]:
    from tracecli.commands import completion

    return completion.addresses(incomplete)


def _complete_files(incomplete: str) -> list[str]:
    from tracecli.commands import completion

    return completion.files(incomplete)


def _complete_rules(incomplete: str) -> list[str]:
    from tracecli.commands import completion

    return completion.rules(incomplete)


def _complete_schemas(incomplete: str) -> list[str]:
    from tracecli.commands import completion

    return completion.schemas(incomplete)


def _complete_reports(incomplete: str) -> list[str]:
    from tracecli.commands.validate import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


_FORMAT = "text for people, json for programs."
AddressArgument = Annotated[
    str | None,
    typer.Argument(
        help="[TRACE#]SCENARIO[/STEP], TRACE# or a file.", show_default=False, autocompletion=_complete_addresses
    ),
]
ColorOption = Annotated[Color, typer.Option("--color", help="Colour: on a terminal, always or never.")]


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"trace {__version__}\n")
        raise typer.Exit


def _number(value: float) -> float:
    if value != value:  # noqa: PLR0124 - NaN alone differs from itself, and lies between any two limits
        raise typer.BadParameter("nan is no number")
    return value


def _colored(choice: Color) -> bool:
    from tracecli.terminal.output import wants_color

    return wants_color(choice.value, os.environ, sys.stdout)


def _needed(address: str | None, verb: str) -> str:
    from tracecli.commands.errors import need

    return need(address, verb)


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Play, check and compare step-by-step traces of concurrent systems."""


@app.command(name="list", epilog=_examples("trace list", "trace list --format json"))
def list_(
    format: Annotated[ReportFormat, typer.Option("--format", help=_FORMAT)] = ReportFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int:
    """List the traces and scenarios that can be played."""
    from tracecli.commands import browse as command

    return command.run_list(as_json=format is ReportFormat.JSON, color=_colored(color))


@app.command(epilog=_examples("trace show overlap", "trace show mine.yaml#serial", "trace show HEAD~1:t.json"))
def show(
    address: AddressArgument = None,
    format: Annotated[ReportFormat, typer.Option("--format", help=_FORMAT)] = ReportFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int:
    """Show a scenario at a glance: steps, state, targets."""
    from tracecli.commands import browse as command

    return command.run_show(_needed(address, "show"), as_json=format is ReportFormat.JSON, color=_colored(color))


@app.command(epilog=_examples("trace play overlap", "trace play overlap/4 --paused", "trace play mine.yaml --reload"))
def play(
    address: AddressArgument = None,
    speed: Annotated[
        float, typer.Option("--speed", min=0.1, max=20, callback=_number, help="1 is normal, 2 twice as fast.")
    ] = 1.0,
    wpm: Annotated[
        int, typer.Option("--wpm", min=0, help="Words a minute that you read; 0 lets durations decide alone.")
    ] = 350,
    paused: Annotated[bool, typer.Option("--paused", help="No step follows by itself.")] = False,
    loop: Annotated[bool, typer.Option("--loop", help="Start over after the last step.")] = False,
    watch: Annotated[str | None, typer.Option("--watch", help="A state key or target to follow.")] = None,
    reload: Annotated[bool, typer.Option("--reload", help="Read the file again when it changes.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the transcript instead.")] = False,
    width: Annotated[
        int | None, typer.Option("--width", min=10, help="Wrap the transcript at so many columns.")
    ] = None,
    color: ColorOption = Color.AUTO,
) -> int:
    """Play a scenario step by step; in a pipe, its transcript."""
    from tracecli.commands import play as command

    options = command.PlayOptions(
        speed, wpm, paused, loop, watch, reload, plain or width is not None, width, _colored(color)
    )
    return command.run(_needed(address, "play"), options)


@app.command(
    epilog=_examples("trace validate", "trace validate traces/ --strict", "git show HEAD:t.json | trace validate -")
)
def validate(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Files, folders, patterns, or - for standard input.",
            show_default=False,
            autocompletion=_complete_files,
        ),
    ] = None,
    format: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="NAME[=FILE]",
            help="text (the default), json, github, gitlab, sarif, junit or markdown; repeatable, each to a file.",
            show_default=False,
            autocompletion=_complete_reports,
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail on warnings too; the same as --fail-on warning.")
    ] = False,
    fail_on: Annotated[Level, typer.Option("--fail-on", help="The least severity that makes it exit 1.")] = Level.ERROR,
    notes: Annotated[bool, typer.Option("--notes", help="Show notes, which are otherwise only counted.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Make the safe repairs; comments and layout stay.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change, and write nothing.")] = False,
    statistics: Annotated[bool, typer.Option("--statistics", help="Count the findings of each rule.")] = False,
    most: Annotated[int, typer.Option("--most", min=0, help="Findings shown of one file; 0 shows all.")] = 100,
    stdin_filename: Annotated[
        str | None, typer.Option("--stdin-filename", help="Name, and by its ending the format, of standard input.")
    ] = None,
    allow_empty: Annotated[bool, typer.Option("--allow-empty", help="A pattern may match nothing.")] = False,
    skip_foreign: Annotated[
        bool, typer.Option("--skip-foreign", help="Pass over named files that are not a trace.")
    ] = False,
    max_size: Annotated[
        int | None, typer.Option("--max-size", min=1, help="Largest file read, in MiB; 64 without it.")
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option("--max-depth", min=1, help="Deepest nesting read; 100 levels without it.")
    ] = None,
    max_expansion: Annotated[
        int | None, typer.Option("--max-expansion", min=1, help="Most nodes by YAML aliases; 1,000,000 without it.")
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option("--max-steps", min=1, help="Most steps judged; 250,000 without it.")
    ] = None,
    color: ColorOption = Color.AUTO,
) -> int:
    """Check trace files and report each problem with its location."""
    from tracecli.commands import validate as command
    from tracecli.library.inputs import allowed
    from tracecli.problems import Severity

    least = Level.WARNING if strict and fail_on is Level.ERROR else fail_on
    options = command.Options(
        formats=format or ["text"],
        repair="show" if diff else "write" if fix else "no",
        statistics=statistics,
        fail_on=Severity[least.name],
        notes=notes or least is Level.NOTE,
        most=most,
        stdin_filename=stdin_filename,
        allow_empty=allow_empty,
        skip_foreign=skip_foreign,
        color=_colored(color),
        limits=allowed(size=max_size, depth=max_depth, expansion=max_expansion, steps=max_steps),
    )
    return command.run(files or [], options)


@app.command(
    epilog=_examples(
        "trace diff serial overlap", "trace diff HEAD~1:traces/overlap.json traces/overlap.json --exit-code"
    )
)
def diff(
    left: AddressArgument = None,
    right: AddressArgument = None,
    format: Annotated[
        PageFormat, typer.Option("--format", help="text, json, or markdown for a pull request.")
    ] = PageFormat.TEXT,
    level: Annotated[DiffLevel, typer.Option("--level", help="The lowest level shown.")] = DiffLevel.WORDING,
    only: Annotated[
        list[DiffLevel] | None, typer.Option("--only", help="Show this level alone; may be repeated.")
    ] = None,
    stat: Annotated[bool, typer.Option("--stat", help="Numbers only.")] = False,
    side_by_side: Annotated[
        bool, typer.Option("--side-by-side", help="Texts in two columns, from 100 columns on.")
    ] = False,
    fail_on: Annotated[
        DiffLevel | None, typer.Option("--fail-on", help="Exit 1 when they differ at this level or above.")
    ] = None,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit 1 when they differ at all.")] = False,
    color: ColorOption = Color.AUTO,
) -> int:
    """Compare two scenarios or two traces, step by step."""
    from tracecli.commands import diff as command
    from tracecli.comparing import ChangeLevel
    from tracecli.report.diff_view import DiffOptions

    lowest = DiffLevel.WORDING if exit_code else fail_on
    options = DiffOptions(
        level=ChangeLevel[level.name],
        only=[ChangeLevel[one.name] for one in only or []],
        stat=stat,
        side_by_side=side_by_side,
    )
    fails = ChangeLevel[lowest.name] if lowest else None
    return command.run(left, right, command.DiffRequest(options, format.value, fails, _colored(color)))


@app.command(
    epilog=_examples(
        "trace time sglang-overlap",
        "trace time sglang-serial sglang-overlap --sweep forward",
        "trace time vllm# --set forward=3",
    )
)
def time(
    left: AddressArgument = None,
    right: AddressArgument = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=NUMBER", help="Another cost or queue. Repeatable.")
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="NAME", help="A table over one cost; NAME=1,2,5 chooses the values."),
    ] = None,
    iterations: Annotated[int, typer.Option("--iterations", min=1, max=20, help="How many the lanes show.")] = 3,
    format: Annotated[ReportFormat, typer.Option("--format", help=_FORMAT)] = ReportFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int:
    """Show the model time of a loop from its declared costs."""
    from tracecli.commands import time as command

    options = command.Options(settings or [], sweep, iterations, format is ReportFormat.JSON, _colored(color))
    return command.run(_needed(left, "time"), right, options)


@app.command(
    epilog=_examples(
        "trace sources sglang --root sgl-project/sglang=sglang-0.5.23-py3-none-any.whl",
        "trace sources mine.yaml --root vllm-project/vllm=~/src/vllm --at v0.33.0",
        "trace sources mine.yaml --root vllm-project/vllm=~/src/vllm --at v0.33.0 --write",
    )
)
def sources(
    trace: AddressArgument = None,
    root: Annotated[
        list[str] | None,
        typer.Option(
            "--root",
            metavar="REPO=PATH",
            help="Where a repository's code is: a checkout, an unpacked release, a wheel or an sdist. Repeatable.",
        ),
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="REV", help="Ask whether the links hold at this tag or commit.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write new lines and versions into the trace.")] = False,
    format: Annotated[
        SourcesFormat, typer.Option("--format", help="How the findings are written.")
    ] = SourcesFormat.TEXT,
    fail_on: Annotated[Level, typer.Option("--fail-on", help="The least severity that makes it exit 1.")] = Level.ERROR,
    strict: Annotated[bool, typer.Option("--strict", help="The same as --fail-on warning.")] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Show notes, which are otherwise only counted.")] = False,
    color: ColorOption = Color.AUTO,
) -> int:
    """Ask whether cited lines are still what the trace says."""
    from tracecli.commands import sources as command
    from tracecli.problems import Severity

    least = Level.WARNING if strict and fail_on is Level.ERROR else fail_on
    options = command.Options(
        roots=root or [],
        at=at,
        write=write,
        format=format.value,
        fail_on=Severity[least.name],
        notes=notes or least is Level.NOTE,
        color=_colored(color),
    )
    return command.run(_needed(trace, "sources"), options)


export = typer.Typer(
    help="Write a trace in another form.",
    epilog=_examples("trace export svg overlap -o overlap.svg", "trace export html sglang# -o sglang.html"),
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(export, name="export")
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; else standard output.")
]
CheckOption = Annotated[
    str | None, typer.Option("--check", metavar="FILE", help="Write nothing; exit 1 when FILE holds something else.")
]


def _export(form: str, address: str | None, output: str | None, check: str | None, **options: object) -> int:
    from tracecli.commands import export as command

    return command.run(form, _needed(address, f"export {form}"), options, command.Where(output, check))


SpeedOption = Annotated[float, typer.Option("--speed", min=0.1, max=20, callback=_number, help="1 is normal.")]
DrawingOption = Annotated[
    str | None, typer.Option("--drawing", metavar="FILE", help="Your own SVG; its ids are the targets' ids.")
]


@export.command(epilog=_examples("trace export html overlap -o overlap.html", "trace export html vllm# -o vllm.html"))
def html(
    address: AddressArgument = None,
    drawing: DrawingOption = None,
    wpm: Annotated[int, typer.Option("--wpm", min=0, help="Words a minute that are read.")] = 350,
    output: OutputOption = None,
    check: CheckOption = None,
) -> int:
    """The player in a web page: one file, no outside request."""
    return _export("html", address, output, check, drawing=drawing, wpm=wpm)


@export.command(
    epilog=_examples(
        "trace export svg overlap -o overlap.svg",
        "trace export svg overlap --sheet",
        "trace export svg overlap# -o both.svg",
    )
)
def svg(
    address: AddressArgument = None,
    still: Annotated[int | None, typer.Option("--still", min=0, metavar="N", help="One step, standing still.")] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="All steps beside each other.")] = False,
    lanes: Annotated[bool, typer.Option("--lanes", help="What works when: a row for each lane.")] = False,
    drawing: DrawingOption = None,
    wpm: Annotated[int, typer.Option("--wpm", min=0, help="Words a minute that are read.")] = 350,
    speed: SpeedOption = 1.0,
    output: OutputOption = None,
    check: CheckOption = None,
) -> int:
    """An SVG for a README: all steps in motion, one still, a sheet, or lanes; of a whole trace, all loops' lanes."""
    options = {"still": still, "sheet": sheet, "lanes": lanes, "drawing": drawing, "wpm": wpm, "speed": speed}
    return _export("svg", address, output, check, **options)


@export.command(epilog=_examples("trace export markdown overlap -o overlap.md", "trace export markdown overlap#"))
def markdown(address: AddressArgument = None, output: OutputOption = None, check: CheckOption = None) -> int:
    """The transcript: steps as headings, state as tables, a picture."""
    return _export("markdown", address, output, check)


@export.command(epilog=_examples("trace export mermaid overlap", "trace export mermaid overlap --sequence"))
def mermaid(
    address: AddressArgument = None,
    sequence: Annotated[bool, typer.Option("--sequence", help="Nodes as participants, paths as messages.")] = False,
    state: Annotated[bool, typer.Option("--state", help="Steps as states.")] = False,
    any_size: Annotated[bool, typer.Option("--any-size", help="Also what is too large for GitHub.")] = False,
    output: OutputOption = None,
    check: CheckOption = None,
) -> int:
    """A Mermaid diagram: flowchart, sequence or states."""
    if sequence and state:
        raise typer.BadParameter("--sequence and --state are two diagrams; choose one")
    diagram = "SEQUENCE" if sequence else "STATE" if state else "FLOWCHART"
    return _export("mermaid", address, output, check, diagram=diagram, any_size=any_size)


@export.command(epilog=_examples("trace export asciicast overlap -o overlap.cast"))
def asciicast(
    address: AddressArgument = None,
    width: Annotated[int, typer.Option("--width", min=20, max=500, help="Columns.")] = 100,
    height: Annotated[int, typer.Option("--height", min=5, max=200, help="Rows.")] = 30,
    wpm: Annotated[int, typer.Option("--wpm", min=0, help="Words a minute that are read.")] = 350,
    speed: SpeedOption = 1.0,
    output: OutputOption = None,
    check: CheckOption = None,
) -> int:
    """A terminal recording (asciicast v2) of the player."""
    return _export("asciicast", address, output, check, width=width, height=height, wpm=wpm, speed=speed)


@export.command(epilog=_examples("trace export perfetto overlap# -o overlap.perfetto.json"))
def perfetto(address: AddressArgument = None, output: OutputOption = None, check: CheckOption = None) -> int:
    """A timeline (Chrome trace events) for Perfetto's viewer."""
    return _export("perfetto", address, output, check)


@export.command(epilog=_examples("trace export itf overlap -o overlap.itf.json"))
def itf(address: AddressArgument = None, output: OutputOption = None, check: CheckOption = None) -> int:
    """States in the Informal Trace Format of model checkers."""
    return _export("itf", address, output, check)


@export.command(name="json", epilog=_examples("trace export json mine.yaml -o mine.json"))
def json_(address: AddressArgument = None, output: OutputOption = None, check: CheckOption = None) -> int:
    """The trace itself as JSON, always in full."""
    return _export("json", address, output, check)


@export.command(name="yaml", epilog=_examples("trace export yaml overlap# -o overlap.yaml"))
def yaml_(
    address: AddressArgument = None,
    lean: Annotated[bool, typer.Option("--lean", help="Only what changes from step to step, and no defaults.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Every state and every default; else as it is written.")] = False,
    output: OutputOption = None,
    check: CheckOption = None,
) -> int:
    """The trace itself as YAML."""
    return _export("yaml", address, output, check, lean=lean, full=full)


import_ = typer.Typer(
    help="Make a trace of another form.",
    epilog=_examples("trace import itf counterexample.itf.json -o counterexample.yaml"),
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(import_, name="import")


@import_.command(name="itf", epilog=_examples("trace import itf violation.itf.json -o violation.yaml"))
def import_itf(
    file: Annotated[
        str, typer.Argument(help="The counterexample; - for standard input.", autocompletion=_complete_files)
    ],
    output: OutputOption = None,
) -> int:
    """A model checker's counterexample (Informal Trace Format)."""
    from tracecli.commands import import_itf as command

    return command.run(file, output)


@app.command(epilog=_examples("trace new demo", "trace new demo --json"))
def new(
    name: Annotated[str, typer.Argument(help="Name or path of the file; .yaml is added.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="Write JSON instead of YAML.")] = False,
) -> int:
    """Write a valid trace to start from; never overwrites."""
    from tracecli.commands import new as command

    return command.run(name, as_json=json)


@app.command(epilog=_examples("trace explain", "trace explain unknown-target --format markdown"))
def explain(
    rule: Annotated[
        str | None, typer.Argument(help="A rule's id.", show_default=False, autocompletion=_complete_rules)
    ] = None,
    format: Annotated[PageFormat, typer.Option("--format", help="text, json or markdown.")] = PageFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int:
    """Explain a rule with examples, or list all rules."""
    from tracecli.commands import explain as command

    return command.run(rule, form=format.value, color=_colored(color))


@app.command(epilog=_examples("trace schema > trace.schema.json"))
def schema(
    name: Annotated[str, typer.Argument(help="Which schema.", autocompletion=_complete_schemas)] = "trace",
) -> int:
    """Print a JSON Schema that trace publishes."""
    from tracecli.commands import explain as command

    return command.run_schema(name)


def _name(command: CommandInfo) -> str:
    return command.name or str(getattr(command.callback, "__name__", ""))


@app.command(
    name="git-diff",
    epilog=_examples(
        "echo 'traces/*.json diff=trace' >> .gitattributes",
        "git config diff.trace.command 'trace git-diff'",
        "git log -p --ext-diff -- traces/",
    ),
)
def git_diff(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(help="What git gives: path, old file, hash, mode, new file, hash, mode.", show_default=False),
    ] = None,
) -> int:
    """Show in git diff what a change to a trace means; git calls it."""
    from tracecli.commands import git_diff as command

    return command.run(arguments or [])


def run(arguments: Sequence[str]) -> int:
    """Run the command line and give its exit code; the one place where exceptions become words."""
    from tracecli.commands import errors

    asked = os.environ.get("_TRACE_COMPLETE", "")  # a shell, by the script of --show-completion
    if asked and not asked.startswith("source_"):
        from tracecli.commands import completion

        return completion.answer(app, asked, os.environ)
    named = [command for command in app.registered_commands if arguments and _name(command) == arguments[0]]
    if named:  # Typer builds all commands at every start, 0.7 ms each; the one that is called will do
        app.registered_commands, app.registered_groups = named, []
    return errors.run(lambda words: app(args=words, prog_name="trace", standalone_mode=False) or ExitCode.OK, arguments)
