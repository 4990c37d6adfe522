"""too-large (error): the file, its steps, or what aliases and labels add to them, is beyond a limit.

A trace of 100,000 steps has 56 MB. Nothing is read of a file of more than 64 MiB; TRACE_MAX_SIZE in the environment
raises that (in MiB). A trace of more than 250,000 steps is not judged; TRACE_MAX_STEPS raises that.

Aliases in YAML may repeat what they name, but a few lines of them can stand for billions of values; a label of a
million characters is told again by every step that names its target. Both have a budget of 1,000,000: a value counts
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
"""
