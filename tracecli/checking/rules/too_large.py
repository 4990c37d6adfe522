"""too-large (error): the file, or what its aliases add to it, is beyond the limit.

A trace of 100,000 steps has 56 MB. The limit is 64 MiB unless an option raises it; nothing of a larger file is read.
Aliases in YAML may repeat what they name, but a few lines of them can stand for billions of values: they have a
budget.

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
