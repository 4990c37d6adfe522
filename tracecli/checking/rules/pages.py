"""Manual pages of the rules that reading and the schema enforce: they have no module of their own."""

from __future__ import annotations

PAGES: dict[str, str] = {
    "syntax": """syntax (error): the file is not JSON or YAML as far as it goes.

The finding is at the token that can't be, with what was seen and what to write. Nothing after it can be judged, so
mend it first. YAML is read more strictly here than elsewhere: tags, merge keys, aliases that contain themselves and a
second document are refused, since each makes a file mean something else than it seems to.

Fails:

    title: Serial loop: the GPU waits

Passes:

    title: "Serial loop: the GPU waits"
""",
    "encoding": r"""encoding (error): the file is not text in UTF-8.

JSON and YAML are exchanged as UTF-8. The finding says which encoding the bytes look like, and at which byte UTF-8
ends. Save the file as UTF-8; one byte order mark at its start is accepted. Half of a surrogate pair is no character
either.

Fails:

    {"title": "batch \ud83d"}

Passes:

    {"title": "batch \ud83d\ude80"}
""",
    "duplicate-key": """duplicate-key (error): a mapping has the same key twice.

Readers differ in which of the two counts, and most drop one without a word. Remove one, or rename it. The finding is
at the second and shows the first.

Fails:

    title: Serial loop
    title: Overlapped loop

Passes:

    title: Serial loop
    description: Overlapped loop
""",
    "too-deep": """too-deep (error): lists and mappings are nested deeper than the limit.

A trace needs seven levels. What is hundreds deep is a mistake of a program, or an attempt to make readers crash. The
limit is 100 levels; TRACE_MAX_DEPTH in the environment raises it.

Fails:

    x-note: [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]

Passes:

    x-note: [[[plain]]]
""",
    "too-large": """too-large (error): the file, its steps, or what aliases and labels add to them, is beyond a limit.

A trace of 100,000 steps has 56 MB. Nothing is read of a file of more than 64 MiB; TRACE_MAX_SIZE in the environment
raises that (in MiB). A file may have 3,000,000 values, half as many in YAML; TRACE_MAX_VALUES raises that. A trace of
more than 250,000 steps, targets or sources is not judged; TRACE_MAX_STEPS raises that.

Aliases in YAML may repeat what they name, but a few lines of them can stand for billions of values; a label of a
million characters is repeated by every step that names its target. Both have a budget of 1,000,000: a value counts
one, and one for each 100 characters. TRACE_MAX_EXPANSION raises it.

Fails:

    a: &a [x, x, x, x, x, x, x, x, x, x]
    b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
    c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
    d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
    e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
    f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
    g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]
    h: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g, *g]

Passes:

    a: &a [x, x, x]
    b: *a
""",
    "link-escapes": """link-escapes (error): the file is reached through a link that leads out of the repository, so
it was not read.

A repository, an archive or a pull request may hold a link to a file of the machine that it is checked on, and a report
quotes what it reads. So no link may lead out of the repository that it is in. Without a repository, it must stay in
the folder that was named; if none was named, in the folder that it is in (for the library, in the working directory).
Links within that border are followed, and so are links on the way to the repository.

A path that is itself outside the repository is read as it is typed. If that file is meant, name it instead of the
link, or put a copy in the link's place.

Fails:

    traces/mine.yaml -> /home/me/mine.yaml

Passes:

    traces/mine.yaml -> ../drafts/mine.yaml
""",
    "foreign-document": """foreign-document (error): the file is JSON or YAML of another kind, not a trace.

Only a file that was named is judged like this: in a folder, what is not a trace is skipped and counted. A file is a
trace when it has two of the keys 'targets', 'stateLabels' and 'scenarios', names the schema of the format, or has
scenarios with steps. The finding says what the file is where its keys tell it (a recording in Chrome's trace event
format, a SARIF report, a description of an API), and otherwise which keys it has instead; nothing else of it is judged.

Name only traces, or give --skip-foreign, as the hook for pre-commit does. A counterexample of a model checker (ITF)
becomes a trace by trace import itf.

Fails:

    {"traceEvents": [{"name": "forward", "ph": "X", "ts": 0, "dur": 900, "pid": 1, "tid": 1}]}

Passes:

    {"version": 1, "targets": {…}, "stateLabels": {…}, "scenarios": […]}
""",
    "yaml-type": """yaml-type (warning): a plain YAML word that other readers do not take for text.

YAML 1.1 readers take 'no', 'On' and 'y' for booleans, '012' for the number ten, '12:30' for the number 750 and
'2024-01-01' for a date. YAML 1.2 readers take '08', '+.5' and '+1e3' for numbers, and some readers take '1,000' or
'+0o17' for one. Here all of these are text, as they look, but another tool that reads the file gets something else. The
message says which kind of reader takes the word for what. Put such a word in quotes.

The same holds the other way round: '1e3' is a number here and text to a YAML 1.1 reader. Write it out as 1000.

`trace export yaml`, `--fix` and `trace new` put in quotes whatever any common reader takes for something else.

Fails:

    stateLabels: {idle: no}

Passes:

    stateLabels: {idle: "no"}
""",
    "cut-by-comment": """cut-by-comment (warning): a plain YAML text ends at a '#' that was meant to be part of it.

In YAML, a '#' after a space begins a comment, and the rest of the line is dropped without a word: of 'issue #12' only
'issue' is left. The finding is at a '#' that has one space before it and a letter or digit right after it. Put the text
in quotes. If a comment is meant, put a space after the '#'.

Fails:

    description: Fixes the race of issue #12 for good.

Passes:

    description: "Fixes the race of issue #12 for good."
""",
    "unknown-key": """unknown-key (error): a mapping has a key that the format does not know.

A misspelt key would be ignored without a word, and what it says with it. The finding is at the key and gives the
nearest known one. '$schema' is allowed at the top. Keys that begin with 'x-' are for your own data, and allowed
anywhere but in 'stateLabels', 'targets', 'initial' and 'state', whose keys you choose yourself.

Fails:

    scenarios:
    - steps:
      - durration: 900

Passes:

    scenarios:
    - steps:
      - duration: 900
        x-reviewed: yesterday
""",
    "missing-key": """missing-key (error): a mapping lacks a key that it needs.

The finding is at the mapping and says which key, and what it is for. Some keys need one another: 'from' and 'to', and
'sha256' needs the 'file' that it is the hash of. A source needs 'url' or 'file'.

Fails:

    sources:
    - title: The scheduler's loop

Passes:

    sources:
    - title: The scheduler's loop
      url: https://example.org/scheduler.py
""",
    "wrong-type": """wrong-type (error): a value is of another type than its key wants.

Text instead of a number, a number instead of text, one name instead of a list of names, or nothing at all. The
finding says what was seen and what is wanted.

Fails:

    scenarios:
    - steps:
      - duration: "900"
        active: launch

Passes:

    scenarios:
    - steps:
      - duration: 900
        active: [launch]
""",
    "wrong-value": """wrong-value (error): a value is of the right type, and not one that its key can have.

A number out of its range, a word that is none of those allowed, an empty list or text where something is needed, an
id or a link that is not written as one, the same name twice in a list. The finding says what is allowed.

Fails:

    scenarios:
    - id: 2nd run
      steps:
      - duration: 0

Passes:

    scenarios:
    - id: second-run
      steps:
      - duration: 900
""",
    "claim-idle": """claim-idle (warning): a claim never applies.

A promise about what never happens holds without looking at anything, and mostly has a slip in its values. The finding
says which part of the claim no state matches. A claim about some scenarios is looked up in those only.

Fails:

    claims:
    - name: idle-matches-gpu
      when: {gpu: idling}
      then: {idle: 'yes'}
    scenarios:
    - initial: {gpu: idle, idle: 'yes'}

Passes:

    claims:
    - name: idle-matches-gpu
      when: {gpu: idle}
      then: {idle: 'yes'}
    scenarios:
    - initial: {gpu: idle, idle: 'yes'}
""",
    "unknown-cost": """unknown-cost (error): a timing fact names a cost that is not declared.

Costs are declared by name under 'timing' of the trace, and formulas are written in these names. A scenario may give
some of them another number, but no new ones. The finding gives the nearest name.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: lanch, starts: fwd}
      - timing: {waits: fwd}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {waits: fwd}
""",
    "unknown-resource": """unknown-resource (error): a timing fact names a resource that is not declared.

Resources are declared under 'timing' of the trace: threads, streams, copy engines. A scenario's 'thread', a work's
'resource' and a step's 'resource' name them. The finding gives the nearest name.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpus
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {waits: fwd}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {waits: fwd}
""",
    "unknown-work": """unknown-work (error): a timing fact names work that is not declared, or no step starts it.

'work' of a scenario's timing says what runs by itself once a step starts it. Steps name it where they start it and
where they wait for it. The finding gives the nearest name.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {waits: fvd}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {waits: fwd}
""",
    "unknown-queue": """unknown-queue (error): a timing fact names a queue that is not declared.

Queues are declared in a scenario's timing, each with the number of batches in it between two iterations. 'puts' and
'pops' of steps name them. The finding gives the nearest name.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
        queues: {results: 1}
      steps:
      - timing: {takes: launch, starts: fwd, puts: result}
      - timing: {pops: results, waits: fwd of oldest}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
        queues: {results: 1}
      steps:
      - timing: {takes: launch, starts: fwd, puts: results}
      - timing: {pops: results, waits: fwd of oldest}
""",
    "timing-queue": """timing-queue (error): a queue is used in a way that no loop could go on with.

A batch is popped before any was put, a queue is filled and never emptied, or 'oldest' names a batch that nothing
popped. In each iteration one batch goes into a queue and one comes out of it.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
        queues: {results: 0}
      steps:
      - timing: {pops: results, starts: fwd}
      - timing: {waits: fwd, puts: results}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
        queues: {results: 0}
      steps:
      - timing: {puts: results, starts: fwd}
      - timing: {pops: results, waits: fwd}
""",
    "timing-deadlock": """timing-deadlock (error): operations of one iteration wait for each other.

Nothing in such a ring can happen first, so the loop never gets through its first iteration. The finding names the
ring. Mostly a step waits for work that a later step starts: that of the iteration before is 'NAME of k−1'.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, waits: fwd}
      - timing: {starts: fwd}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, waits: fwd of k−1}
      - timing: {starts: fwd}
""",
    "timing-unbounded": """timing-unbounded (warning): a thread starts work that nothing makes it wait for.

Without a wait the thread runs away: the work that it has started and that is not done grows without end. Real loops
wait somewhere, for a result or for room in a queue; the facts leave that out.

Fails:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {}

Passes:

    timing:
      unit: ms
      basis: Invented.
      costs: {launch: 1, forward: 9}
      resources: {cpu: Thread, gpu: GPU}
    scenarios:
    - timing:
        thread: cpu
        work: {fwd: {resource: gpu, takes: forward}}
      steps:
      - timing: {takes: launch, starts: fwd}
      - timing: {waits: fwd}
""",
}
"""Rule id → its page, written as the docstring of a rule's module is."""
